//go:build !teach && (part_core || part_action_system || part_tfsm || part_timed)

package main

import (
	"context"
	"errors"

	"github.com/mutarium/mutarium/engine/wire"
)

// The programs of the main page leave exercises out: they are a tenth of a program.

const programs = "engine-"

type classroom struct{}

var errNoClass = errors.New("this engine knows nothing of exercises")

func papers(wire.Request) wire.Reply { return failure(errNoClass) }

func (classroom) answer(context.Context, wire.Request, func(wire.Reply)) wire.Reply {
	return failure(errNoClass)
}
