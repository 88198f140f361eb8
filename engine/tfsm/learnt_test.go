package tfsm

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// A learntMachine is what the suite beside the project says of one of its machines.
type learntMachine struct {
	StatesInFile int  `json:"states_in_file"`
	States       int  `json:"states"`
	Inputs       int  `json:"inputs"`
	Partial      bool `json:"partial"`
	K0, K1       map[string]struct{ Tests, Steps int }
}

func learnt(t testing.TB, dir string) map[string]learntMachine {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, "expected.json"))
	if err != nil {
		t.Fatal(err)
	}
	var list struct{ Models map[string]learntMachine }
	if err := json.Unmarshal(data, &list); err != nil {
		t.Fatal(err)
	}
	return list.Models
}
