package store

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/web/words"
)

// The operators and settings that are chosen, and what a run with them is known by.

// SelectedOperators gives the names of the operators that a run will use, in the formalism's order.
func (s *State) SelectedOperators() []string {
	f := s.Formalism()
	if f == nil {
		return nil
	}
	asked := s.Work.Settings.Operators
	var names []string
	for _, op := range f.Operators {
		switch {
		case slices.Contains(asked, op.Name), slices.Contains(asked, "all"),
			op.Paper && (len(asked) == 0 || slices.Contains(asked, "paper")):
			names = append(names, op.Name)
		}
	}
	return names
}

func (s *Store) toggleOp(name string) {
	on := s.SelectedOperators()
	if i := slices.Index(on, name); i >= 0 {
		on = slices.Delete(on, i, i+1)
	} else {
		on = append(on, name)
	}
	s.choose(on)
}

// choose sets the operators by name. None at all is told from the default by a name of its own.
func (s *Store) choose(names []string) {
	if len(names) == 0 {
		names = []string{noOperator}
	}
	s.Work.Settings.Operators = names
	s.changed()
}

func (s *Store) setOps(which string) {
	switch which {
	case "none":
		s.choose(nil)
	default:
		s.choose([]string{which})
	}
}

// settingsFor gives the settings to send: the operators by name, in the formalism's order.
func (s *State) settingsFor() report.Settings {
	set := s.Work.Settings
	set.Operators = s.SelectedOperators()
	return set
}

// Expected is how many mutants a run would judge.
func (s *State) Expected() int {
	if s.Analysis == nil {
		return 0
	}
	if set := s.Work.Settings; set.Order > 1 || set.Sample > 0 {
		return s.Analysis.Total // the engine knows which pairs there are
	}
	n := 0
	for _, name := range s.SelectedOperators() {
		n += s.Analysis.Counts[name]
	}
	return n
}

// raise runs again with ten times a budget: of the one that was given, or else of the formalism's own.
func (s *Store) raise(name string) {
	x, ok := report.FindSetting(name)
	if f := s.Formalism(); ok && f != nil {
		n, _ := strconv.Atoi(x.Value(s.Work.Settings))
		if n == 0 {
			n = f.Limits[name]
		}
		if n == 0 {
			return
		}
		s.setSetting(name, strconv.Itoa(10*min(n, math.MaxInt32/10)))
		s.updateRun(StartRun{})
	}
}

func (s *Store) setSetting(name, value string) {
	set := &s.Work.Settings
	if option, ok := strings.CutPrefix(name, "option:"); ok {
		options := map[string]string{}
		for k, v := range set.Options {
			options[k] = v
		}
		options[option] = value
		if value == s.optionDefault(option) {
			delete(options, option)
		}
		if len(options) == 0 {
			options = nil
		}
		set.Options = options
		s.changed()
		return
	}
	x, ok := report.FindSetting(name)
	if !ok {
		return
	}
	if err := x.Set(set, strings.TrimSpace(value)); err != nil {
		s.say("warn", "{setting}: {why}.", words.Engine(x.Title), words.Engine(err.Error()))
		return
	}
	s.changed()
}

func (s *State) optionDefault(name string) string {
	if f := s.Formalism(); f != nil {
		for _, o := range f.Options {
			if o.Name == name {
				return o.Default
			}
		}
	}
	return ""
}

// fingerprint tells one combination of text and settings from another.
func (s *State) fingerprint() string {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s\x00%s", s.Work.Text, s.settingsPrint())
	return fmt.Sprintf("%016x", h.Sum64())
}

// settingsPrint tells formalism and settings from others.
func (s *State) settingsPrint() string {
	settings, err := json.Marshal(s.settingsFor())
	if err != nil {
		return ""
	}
	return s.Work.Formalism + "\x00" + string(settings)
}
