package state

// A Lecturer makes an exercise.
type Lecturer struct{ *State }

func (s *State) make()                                  { s.View, s.Make = Making, &Lecturer{s} }
func (m *Lecturer) do(name, arg string) bool            { return false }
func (m *Lecturer) put(name, arg, v string) bool        { return false }
func (m *Lecturer) takes(name string) bool              { return false }
func (m *Lecturer) takeModel(name, text string)         {}
func (m *Lecturer) edited(editor, text string) bool     { return false }
func (m *Lecturer) textOf(editor string) (string, bool) { return "", false }
