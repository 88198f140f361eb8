package engine

// formalisms is the ordered list of what Mutarium can read. A new formalism is one line here.
var formalisms = []Formalism{
	actionSystems{},
	tfsmFormalism{},
	efsmFormalism{},
	timedGames{},
}
