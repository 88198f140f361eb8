package engine

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
)

// CheckOptions says what is wrong with values given for options: a name that is none of them, a
// value that is not of the option's kind.
func CheckOptions(options []report.Option, values map[string]string) error {
	var known, given []string
	for _, o := range options {
		known = append(known, o.Name)
	}
	for name := range values {
		given = append(given, name)
	}
	slices.Sort(given) // the same error whatever the map's order
	for _, name := range given {
		i := slices.Index(known, name)
		if i < 0 {
			return unknownOption(name, known)
		}
		if err := checkOption(options[i], values[name]); err != nil {
			return err
		}
	}
	return nil
}

func unknownOption(name string, known []string) error {
	if len(known) == 0 {
		return fmt.Errorf("unknown option %q: there are none here", name)
	}
	hint := source.DidYouMean(name, known)
	if hint != "" {
		hint = " (" + hint + ")"
	}
	return fmt.Errorf("unknown option %q%s, want one of %s", name, hint, strings.Join(known, ", "))
}

func checkOption(o report.Option, value string) error {
	if value == o.Default {
		return nil
	}
	switch o.Kind {
	case "choice":
		if !slices.Contains(o.Choices, value) {
			return fmt.Errorf("option %s: got %q, want one of %s", o.Name, value, strings.Join(o.Choices, ", "))
		}
	case "flag":
		if value != "true" && value != "false" {
			return fmt.Errorf("option %s: got %q, want true or false", o.Name, value)
		}
	case "number":
		if _, err := strconv.ParseFloat(value, 64); err != nil {
			return fmt.Errorf("option %s: got %q, want a number", o.Name, value)
		}
	}
	return nil
}
