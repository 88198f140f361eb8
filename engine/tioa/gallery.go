package tioa

import "embed"

// Gallery holds the models of the page's gallery, which the tests use too.
//
//go:embed gallery/*.xta
var Gallery embed.FS

// Study gives the text of one of the gallery's models, or "".
func Study(name string) string {
	b, err := Gallery.ReadFile("gallery/" + name + ".xta")
	if err != nil {
		return ""
	}
	return string(b)
}
