package rules

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	nameOf   = regexp.MustCompile(`(--[a-z0-9-]+):`)
	declared = regexp.MustCompile(`--[a-z0-9-]+:[^;]*;`)
	fallback = regexp.MustCompile(`var\((--[a-z0-9-]+)\s*,\s*[^()]*\)`)
	colour   = regexp.MustCompile(`[^\w&]#(?:[0-9a-fA-F]{8}|[0-9a-fA-F]{6}|[0-9a-fA-F]{3,4})\b|` +
		`\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\(\s*[\d.]|` +
		`(?:color|fill|stroke|background|fillStyle|strokeStyle)"?\s*[:,=]\s*"?(?:black|white|red|green|blue|gray|grey)\b`)
)

// TestColoursAreTokens looks for colours outside the tokens of style.css, which themes change: in style sheets, and in
// all that draws, where a literal may only follow a token, for pictures that leave the page.
func TestColoursAreTokens(t *testing.T) {
	sheet := read(t, filepath.Join(root, "static", "style.css"))
	tokens := map[string]bool{}
	for _, m := range nameOf.FindAllStringSubmatch(sheet, -1) {
		tokens[m[1]] = true
	}
	// Paper is white in every theme: the ground of a picture as PNG, and of a QR code, whose dots are black.
	paper := strings.NewReplacer(`paint.Set("fillStyle", "#fff")`, "", `fillStyle = "white"`, "", `fillStyle = "black"`, "",
		`// rgb reads "rgb(1, 2, 3)".`, "")
	files, literals := 0, 0
	for _, pattern := range []string{"static/*.css", "static/*.js", "web/bundle/*.js", "web/view/*.go", "web/page/*.go", "engine/draw/*.go"} {
		found, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil || len(found) == 0 {
			t.Fatalf("%s finds nothing: %v", pattern, err)
		}
		for _, path := range found {
			if strings.HasSuffix(path, "_test.go") {
				continue
			}
			files++
			text := paper.Replace(read(t, path))
			for _, m := range fallback.FindAllStringSubmatch(text, -1) {
				if !tokens[m[1]] {
					t.Errorf("%s uses %s, which is no token", path, m[1])
				}
			}
			literals += len(colour.FindAllString(text, -1))
			text = fallback.ReplaceAllString(text, "")
			if strings.HasSuffix(path, ".css") {
				text = declared.ReplaceAllString(text, "")
			}
			for _, c := range colour.FindAllString(text, -1) {
				t.Errorf("%s has a colour that is no token: %s", path, strings.TrimSpace(c))
			}
		}
	}
	if files < 30 || literals < 150 {
		t.Errorf("only %d files and %d colours were seen", files, literals)
	}
}
