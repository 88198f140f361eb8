package expr

// A Dialect says how expressions are spelled. Levels bind from loosest to tightest; prefix
// operators stand in a level of their own.
type Dialect struct {
	Levels       []Level
	True, False  string    // "" : the dialect has no Boolean constants
	Puncts       []string  // further tokens of the language around the expressions
	LineComments []string  // each opens a comment to the end of the line
	BlockComment [2]string // opening and closing; empty: none
	Quotes       string    // each rune opens a quoted name, any of them closes it
	Strings      string    // likewise for string literals
	NameRunes    string    // runes in names beside letters, digits and '_'

	puncts []string // all tokens that are no words, longest first; made by prepare
	words  map[string]Op
}

// A Level is a set of operators that bind equally tight.
type Level struct {
	Ops    []Spelling
	Assoc  Assoc
	Prefix bool
}

// Assoc is how a chain of operators of one level groups.
type Assoc uint8

const (
	Left Assoc = iota
	Right
	NonAssoc // a chain is refused
)

// A Spelling gives the tokens of an operator; the first one is printed.
type Spelling struct {
	Op    Op
	Texts []string
}

func spell(op Op, texts ...string) Spelling { return Spelling{op, texts} }

// Prolog is the dialect of action systems: the constraint operators of SICStus and SWI clpfd, with
// their priorities (#\/ 740, #/\ 720, #\ 710, comparisons 700).
var Prolog = (&Dialect{
	Levels: []Level{
		{Ops: []Spelling{spell(Or, `#\/`)}},
		{Ops: []Spelling{spell(And, `#/\`)}},
		{Ops: []Spelling{spell(Not, `#\`)}, Prefix: true},
		{Ops: []Spelling{
			spell(Eq, "#="), spell(Ne, `#\=`), spell(Le, "#=<"), spell(Ge, "#>="), spell(Lt, "#<"), spell(Gt, "#>"),
		}, Assoc: NonAssoc},
		{Ops: []Spelling{spell(Add, "+"), spell(Sub, "-", "−", "–")}},
		{Ops: []Spelling{spell(Mul, "*")}},
		{Ops: []Spelling{spell(Neg, "-", "−", "–")}, Prefix: true},
	},
	True: "true", False: "false",
	Puncts: []string{":-", ":=", "::", "=>", "[]", "//", "..", ";", ":", ",", ".", "(", ")", "[", "]",
		"=", "<", ">", "=<", ">="}, // not in the language, but what a beginner writes
	LineComments: []string{"%"},
	BlockComment: [2]string{"/*", "*/"},
	Quotes:       "'‘’",
}).prepare()

// Uppaal is the dialect of UPPAAL's languages.
var Uppaal = (&Dialect{
	Levels: []Level{
		{Ops: []Spelling{spell(Imply, "imply")}, Assoc: Right},
		{Ops: []Spelling{spell(Or, "||", "or")}},
		{Ops: []Spelling{spell(And, "&&", "and")}},
		{Ops: []Spelling{spell(Eq, "=="), spell(Ne, "!=")}},
		{Ops: []Spelling{spell(Le, "<="), spell(Ge, ">="), spell(Lt, "<"), spell(Gt, ">")}, Assoc: NonAssoc},
		{Ops: []Spelling{spell(Add, "+"), spell(Sub, "-")}},
		{Ops: []Spelling{spell(Mul, "*"), spell(Div, "/"), spell(Mod, "%")}},
		{Ops: []Spelling{spell(Neg, "-"), spell(Not, "!", "not")}, Prefix: true},
	},
	True: "true", False: "false",
	Puncts: []string{"->", "-u->", ":=", "++", "--", "+=", "-=", "*=", "<<", ">>", "?", ":", ";", ",", ".", "=",
		"(", ")", "[", "]", "{", "}", "&", "|", "^", "'"},
	LineComments: []string{"//"},
	BlockComment: [2]string{"/*", "*/"},
	Strings:      "\"",
}).prepare()

// Plain is the dialect of EFSMs: words for connectives, mathematical signs accepted.
var Plain = (&Dialect{
	Levels: []Level{
		{Ops: []Spelling{spell(Imply, "=>", "⇒", "implies")}, Assoc: Right},
		{Ops: []Spelling{spell(Or, "or", "∨", "||")}},
		{Ops: []Spelling{spell(And, "and", "∧", "&&")}},
		{Ops: []Spelling{spell(Not, "not", "¬", "!")}, Prefix: true},
		{Ops: []Spelling{
			spell(Eq, "=", "=="), spell(Ne, "!=", "≠", "<>"), spell(Le, "<=", "≤"), spell(Ge, ">=", "≥"),
			spell(Lt, "<"), spell(Gt, ">"),
		}, Assoc: NonAssoc},
		{Ops: []Spelling{spell(Add, "+"), spell(Sub, "-", "−")}},
		{Ops: []Spelling{spell(Mul, "*", "·"), spell(Div, "/"), spell(Mod, "mod", "%")}},
		{Ops: []Spelling{spell(Exp, "exp", "^")}, Assoc: Right},
		{Ops: []Spelling{spell(Neg, "-", "−")}, Prefix: true},
	},
	True: "true", False: "false",
	Puncts:       []string{"->", ":=", "..", ";", ":", ",", ".", "?", "(", ")", "[", "]", "{", "}"},
	LineComments: []string{"#", "//"},
	BlockComment: [2]string{"/*", "*/"},
	Strings:      "\"",
}).prepare()
