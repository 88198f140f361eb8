package view

import (
	"github.com/hexops/vecty"

	"github.com/mutarium/mutarium/web/teach/state"
)

func lecturer(m *state.Lecturer) *vecty.HTML { return div("reader") }
