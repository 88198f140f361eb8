package tioa

import (
	"fmt"
)

// reachability searches the zone graph for a state.
func (s *Session) reachability(q *Query, a *Answer) error {
	return fmt.Errorf("reachability is answered elsewhere")
}
