package report

import (
	"encoding/json"
	"reflect"
	"testing"
)

// Each field of Settings and Budget that is a number or a word has its line in the table, whose
// values go there and come back.
func TestSettingsAreDeclared(t *testing.T) {
	declared := map[string]bool{}
	for _, x := range AllSettings {
		var s Settings
		value := "7"
		if len(x.Choices) > 0 {
			value = x.Choices[len(x.Choices)-1].Name
		}
		if err := x.Set(&s, value); err != nil || x.Value(s) != value || !x.Given(s) {
			t.Errorf("%s: set to %s it is %s, %v", x.Name, value, x.Value(s), err)
		}
		if err := x.Set(&s, ""); err != nil || x.Given(s) || x.Value(s) != x.Default {
			t.Errorf("%s: set to nothing it is %s, want the default %s", x.Name, x.Value(s), x.Default)
		}
		var filled Settings
		x.Set(&filled, value)
		declared[fieldOf(t, filled)] = true
	}
	for _, typ := range []reflect.Type{reflect.TypeFor[Settings](), reflect.TypeFor[Budget]()} {
		for i := range typ.NumField() {
			f := typ.Field(i)
			if k := f.Type.Kind(); k != reflect.Struct && k != reflect.Slice && k != reflect.Map && !declared[f.Name] {
				t.Errorf("%s of %s is not in the table", f.Name, typ.Name())
			}
		}
	}
}

// fieldOf names the one field of settings that is set.
func fieldOf(t *testing.T, s Settings) string {
	t.Helper()
	for _, v := range []reflect.Value{reflect.ValueOf(s), reflect.ValueOf(s.Budget)} {
		for i := range v.NumField() {
			if k := v.Field(i).Kind(); k != reflect.Struct && !v.Field(i).IsZero() {
				return v.Type().Field(i).Name
			}
		}
	}
	t.Errorf("no field of %+v is set", s)
	return ""
}

func TestSettingsRefuse(t *testing.T) {
	for _, c := range [][3]string{
		{"engine", "fast", `got "fast", want one of auto, explicit, sat`},
		{"order", "3", `got "3", want 1 or 2`},
		{"order", "0", `got "0", want 1 or 2`},
		{"states", "-1", `got "-1", want a whole number from 0 to 2147483647`},
		{"states", "1e6", `got "1e6", want a whole number from 0 to 2147483647`},
		{"depth", "2147483648", `got "2147483648", want a whole number from 0 to 2147483647`},
		{"seed", "x", `got "x", want a whole number, 0 or more`},
	} {
		x, ok := FindSetting(c[0])
		var s Settings
		if err := x.Set(&s, c[1]); !ok || err == nil || err.Error() != c[2] {
			t.Errorf("%s = %s: got %v, want %s", c[0], c[1], err, c[2])
		} else if !reflect.DeepEqual(s, Settings{}) {
			t.Errorf("%s = %s was refused, and set %+v", c[0], c[1], s)
		}
	}
	x, _ := FindSetting("seed")
	var s Settings
	if err := x.Set(&s, "18446744073709551615"); err != nil || s.Seed != 1<<64-1 {
		t.Errorf("the largest seed: %d, %v", s.Seed, err)
	}
}

// Settings that no front end would make, of a report or a link, are refused.
func TestCompleteRefuses(t *testing.T) {
	for want, s := range map[string]Settings{
		`order: got "-1", want 1 or 2`:                              {Order: -1},
		`engine: got "fast", want one of auto, explicit, sat`:       {Engine: "fast"},
		`zones: got "-7", want a whole number from 0 to 2147483647`: {Budget: Budget{Zones: -7}},
	} {
		if err := s.Complete(); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// What was left open is filled in as a run has always written it.
func TestDefaults(t *testing.T) {
	s := Settings{Operators: []string{"a"}, Depth: 4}
	if err := s.Complete(); err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(s)
	if want := `{"budget":{},"depth":4,"engine":"auto","operators":["a"],"order":1}`; err != nil || string(data) != want {
		t.Errorf("got %s, %v, want %s", data, err, want)
	}
}

// Which settings every formalism has, and which say what mutants there are.
func TestSharedSettings(t *testing.T) {
	shared, chooses := map[string]bool{}, map[string]bool{}
	own := Formalism{Settings: []string{"depth"}}
	for _, x := range AllSettings {
		shared[x.Name], chooses[x.Name] = x.Shared, x.Chooses
		if want := x.Shared || x.Name == "depth"; own.Has(x) != want || (&Formalism{}).Has(x) != x.Shared {
			t.Errorf("%s: one formalism has it: %v, another: %v", x.Name, own.Has(x), (&Formalism{}).Has(x))
		}
	}
	for _, name := range []string{"order", "sample", "seed"} {
		if !shared[name] || !chooses[name] {
			t.Errorf("%s: shared %v, chooses %v; want both", name, shared[name], chooses[name])
		}
		delete(shared, name)
		delete(chooses, name)
	}
	for name := range shared {
		if want := name == "duplicates" || name == "comparisons"; shared[name] != want || chooses[name] {
			t.Errorf("%s: shared %v, chooses %v", name, shared[name], chooses[name])
		}
	}
}

func TestNumbersOfSettings(t *testing.T) {
	s := Settings{Seed: 18446744073709551615}
	seed, _ := FindSetting("seed")
	if got := seed.Value(s); got != "18446744073709551615" {
		t.Errorf("the largest seed is shown as %s", got)
	}
	depth, _ := FindSetting("depth")
	if err := depth.Set(&s, "2147483647"); err != nil || s.Depth != 2147483647 {
		t.Errorf("the largest depth: %d, %v", s.Depth, err)
	}
	small := Setting{Most: 1, number: func(s *Settings) *int { return &s.Sample }}
	if err := small.Set(&s, "2"); err == nil || s.Sample != 0 {
		t.Errorf("2 was set where 1 is the most: %d", s.Sample)
	}
	if err := small.Set(&s, "1"); err != nil || s.Sample != 1 {
		t.Errorf("got %d, %v, want 1", s.Sample, err)
	}
	if x, ok := FindSetting("colour"); ok || x.Name != "" {
		t.Errorf("there is a setting %q", x.Name)
	}
}
