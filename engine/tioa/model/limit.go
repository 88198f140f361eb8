package model

// A LimitError says which budget a model exceeds.
type LimitError struct{ What string }

// Error implements error.
func (e *LimitError) Error() string { return e.What }

// maxNesting bounds how deep brackets are nested.
const maxNesting = 64
