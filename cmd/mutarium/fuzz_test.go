package main

import (
	"archive/zip"
	"bytes"
	"testing"

	"github.com/mutarium/mutarium/engine"
	"github.com/mutarium/mutarium/engine/source"
)

// A zip, however broken, is refused with a message or holds a model, whose text can be opened.
func FuzzZip(f *testing.F) {
	pack := func(files ...string) []byte {
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		for i := 0; i < len(files); i += 2 {
			w, err := z.Create(files[i])
			if err == nil {
				_, err = w.Write([]byte(files[i+1]))
			}
			if err != nil {
				f.Fatal(err)
			}
		}
		if err := z.Close(); err != nil {
			f.Fatal(err)
		}
		return b.Bytes()
	}
	component := `{"name":"A","declarations":"clock x;","locations":[{"id":"L","type":"INITIAL"}],"edges":[]}`
	f.Add(pack("Components/A.json", component, "Queries.json", `[{"query":"consistency: A"}]`))
	f.Add(pack("project/Components/A.json", component, "project/.git/config", "x", "../../outside.json", component))
	f.Add(pack("a.txt", "nothing"))
	f.Add(pack())
	f.Fuzz(func(t *testing.T, data []byte) {
		z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			return
		}
		all, err := readAll("fuzz.zip", z)
		if err != nil {
			return
		}
		formalism, text, err := engine.Pack("", all)
		if err != nil {
			return
		}
		file := source.NewFile("fuzz.zip", text)
		if m, d := engine.Open(formalism, file); m == nil {
			t.Fatalf("what was packed is refused: %s\n%s", d.Text(file), text)
		}
	})
}
