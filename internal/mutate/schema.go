package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// A mutant is one small change of a package. Its key does not depend on line numbers, so that a list
// of equivalent mutants outlives edits elsewhere in the file.
type mutant struct {
	id   int
	file string // "engine/expr/scan.go"
	fn   string // the function it is in, or "var"
	at   token.Position
	from string
	to   string
	nth  int // of the same change in the same function
}

func (m mutant) key() string {
	key := fmt.Sprintf("%s %s: %s => %s", m.file, m.fn, m.from, m.to)
	if m.nth > 1 {
		key += fmt.Sprintf(" #%d", m.nth)
	}
	return key
}

// A schema writes one program that holds all mutants of a package, each behind a switch of its own
// (Untch, Offutt, Harrold 1993: mutant schemata). It is compiled once, and a mutant that does not
// compile cannot arise: both the original and the changed code are in it.
type schema struct {
	pkg     *packages.Package
	name    string // of the file at hand
	src     string
	base    token.Pos
	fn      string
	mutants []mutant
	seen    map[string]int
	parents []ast.Node // of the node at hand, outermost first
}

// file rewrites one file.
func (s *schema) file(f *ast.File, name, src string) string {
	s.name, s.src, s.base = name, src, f.FileStart
	return s.splice(f, f.FileStart, f.FileEnd)
}

// text is the original code of a node.
func (s *schema) text(n ast.Node) string { return s.src[n.Pos()-s.base : n.End()-s.base] }

// splice returns the code from one place to another, with the mutants of all nodes below n in it.
func (s *schema) splice(n ast.Node, from, to token.Pos) string {
	type edit struct {
		at, end token.Pos
		text    string
	}
	var edits []edit
	s.parents = append(s.parents, n)
	first := true
	ast.Inspect(n, func(c ast.Node) bool {
		if c == nil || first { // n itself
			first = false
			return c != nil
		}
		if s.skip(c) {
			return false
		}
		before := s.fn
		if d, ok := c.(*ast.FuncDecl); ok {
			s.fn = funcName(d)
			edits = append(edits, edit{d.Pos(), d.End(), s.splice(d, d.Pos(), d.End())})
			s.fn = before
			return false
		}
		if text, ok := s.rewrite(c); ok {
			edits = append(edits, edit{c.Pos(), c.End(), text})
			return false
		}
		if _, ok := c.(ast.Stmt); ok { // so that parents are known
			edits = append(edits, edit{c.Pos(), c.End(), s.splice(c, c.Pos(), c.End())})
			return false
		}
		return true
	})
	s.parents = s.parents[:len(s.parents)-1]
	slices.SortFunc(edits, func(a, b edit) int { return int(a.at - b.at) })
	var b strings.Builder
	for _, e := range edits {
		b.WriteString(s.src[from-s.base : e.at-s.base])
		b.WriteString(e.text)
		from = e.end
	}
	b.WriteString(s.src[from-s.base : to-s.base])
	return b.String()
}

func funcName(d *ast.FuncDecl) string {
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return d.Name.Name
	}
	t := d.Recv.List[0].Type
	if star, ok := t.(*ast.StarExpr); ok {
		t = star.X
	}
	if index, ok := t.(*ast.IndexExpr); ok {
		t = index.X
	}
	return fmt.Sprint(t) + "." + d.Name.Name
}

// skip passes over what is no code that runs: types, constants, and what only prints.
func (s *schema) skip(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.GenDecl:
		return n.Tok == token.CONST || n.Tok == token.TYPE || n.Tok == token.IMPORT
	case *ast.FuncDecl:
		return n.Body == nil || n.Name.Name == "init"
	case *ast.FieldList, *ast.ArrayType, *ast.MapType, *ast.StructType, *ast.FuncType, *ast.InterfaceType,
		*ast.CommentGroup:
		return true
	case ast.Expr:
		tv := s.pkg.TypesInfo.Types[n]
		_, literal := n.(*ast.BasicLit)
		_, name := n.(*ast.Ident)
		return tv.IsType() || tv.Value != nil && !literal && !name // a constant expression
	}
	return false
}

// add notes a mutant and returns the switch that turns it on.
func (s *schema) add(n ast.Node, from, to string) string {
	m := mutant{
		id:   len(s.mutants) + 1,
		file: s.name,
		fn:   s.fn,
		at:   s.pkg.Fset.Position(n.Pos()),
		from: oneLine(from),
		to:   oneLine(to),
	}
	if m.fn == "" {
		m.fn = "var"
	}
	key := m.key()
	s.seen[key]++
	m.nth = s.seen[key]
	s.mutants = append(s.mutants, m)
	return fmt.Sprintf("mutantOn(%d)", m.id)
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// rewrite returns the code of a node with its own mutants and those below, when it has its own.
func (s *schema) rewrite(n ast.Node) (string, bool) {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		return s.binary(n)
	case *ast.UnaryExpr:
		return s.unary(n)
	case *ast.KeyValueExpr: // the key may have to be constant
		return s.src[n.Pos()-s.base:n.Value.Pos()-s.base] + s.node(n.Value), true
	case *ast.BasicLit, *ast.Ident:
		if text, ok := s.literal(n.(ast.Expr)); ok {
			return text, true
		}
		return s.condition(n.(ast.Expr))
	case *ast.CallExpr, *ast.SelectorExpr, *ast.IndexExpr, *ast.ParenExpr:
		return s.condition(n.(ast.Expr))
	case ast.Stmt:
		return s.statement(n)
	}
	return "", false
}

// node is the code of a node with its mutants and those of its children.
func (s *schema) node(n ast.Node) string {
	if s.skip(n) {
		return s.text(n)
	}
	if text, ok := s.rewrite(n); ok {
		return text
	}
	return s.below(n)
}

// below is the code of a node with the mutants of its children.
func (s *schema) below(n ast.Node) string { return s.splice(n, n.Pos(), n.End()) }

var (
	boundaries = map[token.Token]token.Token{
		token.LSS: token.LEQ,
		token.LEQ: token.LSS,
		token.GTR: token.GEQ,
		token.GEQ: token.GTR,
	}
	negations = map[token.Token]token.Token{
		token.LSS: token.GEQ,
		token.LEQ: token.GTR,
		token.GTR: token.LEQ,
		token.GEQ: token.LSS,
		token.EQL: token.NEQ,
		token.NEQ: token.EQL,
	}
	connectives = map[token.Token]token.Token{token.LAND: token.LOR, token.LOR: token.LAND}
	arithmetic  = map[token.Token]token.Token{
		token.ADD:     token.SUB,
		token.SUB:     token.ADD,
		token.MUL:     token.QUO,
		token.QUO:     token.MUL,
		token.REM:     token.MUL,
		token.AND:     token.OR,
		token.OR:      token.AND,
		token.XOR:     token.AND,
		token.SHL:     token.SHR,
		token.SHR:     token.SHL,
		token.AND_NOT: token.AND,
	}
)

// with is a binary expression under another operator.
func (s *schema) with(n *ast.BinaryExpr, op token.Token) string {
	return s.text(n.X) + " " + op.String() + " " + s.text(n.Y)
}

func (s *schema) binary(n *ast.BinaryExpr) (string, bool) {
	t := s.pkg.TypesInfo.TypeOf(n)
	if to, ok := arithmetic[n.Op]; ok && isNumber(t) {
		on := s.add(n, s.text(n), s.with(n, to))
		return fmt.Sprintf(
			"func() %s { if %s { return %s }; return %s }()",
			s.typeName(t),
			on,
			s.with(n, to),
			s.below(n),
		), true
	}
	if !isBool(t) {
		return "", false
	}
	var on []string // switches and what they choose
	choose := func(op token.Token) {
		on = append(on, s.add(n, s.text(n), s.with(n, op)), s.with(n, op))
	}
	for _, table := range []map[token.Token]token.Token{boundaries, negations, connectives} {
		if to, ok := table[n.Op]; ok {
			choose(to)
		}
	}
	if len(on) == 0 {
		return "", false
	}
	text := "(" + s.below(n) + ")"
	for i := 0; i < len(on); i += 2 {
		text = fmt.Sprintf(
			"(%s && (%s) || !%s && %s)",
			on[i],
			on[i+1],
			strings.Replace(on[i], "mutantOn", "mutantIs", 1),
			text,
		)
	}
	return text, true
}

func (s *schema) unary(n *ast.UnaryExpr) (string, bool) {
	t := s.pkg.TypesInfo.TypeOf(n)
	switch {
	case n.Op == token.NOT && isBool(t):
		on := s.add(n, s.text(n), s.text(n.X))
		return fmt.Sprintf("(%s != (%s))", on, s.below(n)), true
	case n.Op == token.SUB && isNumber(t):
		on := s.add(n, s.text(n), s.text(n.X))
		return fmt.Sprintf("func() %s { if %s { return %s }; return %s }()", s.typeName(t), on, s.text(n.X), s.below(n)), true
	}
	return "", false
}

// literal changes a number by one, and turns true and false around.
func (s *schema) literal(n ast.Expr) (string, bool) {
	tv := s.pkg.TypesInfo.Types[n]
	if tv.Value == nil || s.inCase(n) {
		return "", false
	}
	if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.INT && isNumber(tv.Type) {
		on := s.add(n, lit.Value, lit.Value+" + 1")
		return fmt.Sprintf("mutantPick[%s](%s, %s, %s + 1)", s.typeName(tv.Type), on, lit.Value, lit.Value), true
	}
	if name, ok := n.(*ast.Ident); ok && (name.Name == "true" || name.Name == "false") && isBool(tv.Type) {
		on := s.add(n, name.Name, "!"+name.Name)
		return fmt.Sprintf("(%s != %s)", on, name.Name), true
	}
	return "", false
}

// inCase tells whether an expression stands in the head of a case or is the key of an element.
func (s *schema) inCase(n ast.Expr) bool {
	for _, p := range s.parents {
		if c, ok := p.(*ast.CaseClause); ok && n.End() <= c.Colon {
			return true
		}
	}
	return false
}

// condition negates what an if or a for asks, where that is no comparison.
func (s *schema) condition(n ast.Expr) (string, bool) {
	if !isBool(s.pkg.TypesInfo.TypeOf(n)) || len(s.parents) == 0 {
		return "", false
	}
	var asked ast.Expr
	switch p := s.parents[len(s.parents)-1].(type) {
	case *ast.IfStmt:
		asked = p.Cond
	case *ast.ForStmt:
		asked = p.Cond
	}
	if asked != n {
		return "", false
	}
	on := s.add(n, s.text(n), "!"+s.text(n))
	return fmt.Sprintf("(%s != (%s))", on, s.below(n)), true
}

// statement leaves out a statement of a block.
func (s *schema) statement(n ast.Stmt) (string, bool) {
	switch s.parents[len(s.parents)-1].(type) {
	case *ast.BlockStmt, *ast.CaseClause:
	default:
		return "", false
	}
	text := ""
	switch n := n.(type) {
	case *ast.AssignStmt:
		if n.Tok == token.DEFINE || isBlank(n.Lhs) {
			return "", false
		}
		text = s.below(n)
	case *ast.ExprStmt:
		if call, ok := n.X.(*ast.CallExpr); !ok || s.text(call.Fun) == "panic" {
			return "", false
		}
		text = s.below(n)
	case *ast.IncDecStmt, *ast.DeferStmt:
		text = s.below(n)
	case *ast.BranchStmt:
		if n.Tok != token.CONTINUE && n.Tok != token.BREAK {
			return "", false
		}
		text = s.text(n)
	default:
		return "", false
	}
	return fmt.Sprintf("if !%s { %s }", s.add(n, s.text(n), "nothing"), text), true
}

func isBlank(left []ast.Expr) bool {
	for _, e := range left {
		if name, ok := e.(*ast.Ident); !ok || name.Name != "_" {
			return false
		}
	}
	return true
}

func isBool(t types.Type) bool {
	b, ok := t.(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0
}

func isNumber(t types.Type) bool {
	if t == nil {
		return false
	}
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsNumeric != 0 && b.Info()&types.IsUntyped == 0
}

// typeName writes a type as the package at hand would.
func (s *schema) typeName(t types.Type) string {
	return types.TypeString(t, func(p *types.Package) string {
		if p == s.pkg.Types {
			return ""
		}
		return p.Name()
	})
}
