// Package words holds the page's texts in the reader's language. English is in the code, where each
// text is a Key; static/words/de.txt has the German, and a test compares the two. words.go fills the
// texts in, told.go translates what the engine says.
package words

import (
	"strconv"
	"strings"
)

// A Key is a text of the page in English, which the catalogue of another language translates. A hole
// is a name in braces; another language may fill the same holes in another order.
type Key string

// A catalogue is what the file of a language holds.
type catalogue struct {
	language  string // as HTML names it
	thousands string // what parts them
	point     string // of a decimal fraction
	page      map[Key]string
	engine    map[string]string
	forms     []form
}

var now = english

var english = catalogue{language: "en", thousands: ",", point: "."}

// Use takes a language's catalogue; an empty one is English. In the file a line is a text in English,
// and the next one, after a tab, the same in the other language.
func Use(file string) {
	now = english
	if file == "" {
		return
	}
	now.page, now.engine = map[Key]string{}, map[string]string{}
	section, key := "", ""
	for _, line := range strings.Split(file, "\n") {
		said, translated := strings.CutPrefix(line, "\t")
		switch {
		case !translated && strings.HasPrefix(line, "["):
			section = line
		case !translated:
			key = line
		case section == "[page]":
			now.page[Key(key)] = said
		case section == "[engine]":
			now.engine[key] = said
		case key == "en":
			now.language = said
		case key == "1,000":
			now.thousands = strings.Trim(said, "01")
		case key == "0.5":
			now.point = strings.Trim(said, "05")
		}
	}
	now.forms = formsOf(now.engine)
}

// Language is that of the texts, as HTML names it.
func Language() string { return now.language }

// T gives a text. The holes come in the order in which English has them.
//
//go:noinline
func T(key Key, holes ...string) string { return fill(said(key), string(key), holes) }

// N gives a text with a number, which is the hole {n}: one for 1, many for all others. English and
// German agree on that.
//
//go:noinline
func N(n int, one, many Key, holes ...string) string {
	key := many
	if n == 1 {
		key = one
	}
	figure := func(s string) string { return strings.ReplaceAll(s, "{n}", Int(n)) }
	return fill(figure(said(key)), figure(string(key)), holes)
}

func said(key Key) string {
	if s, ok := now.page[key]; ok {
		return s
	}
	return string(key)
}

// fill puts the holes into a text, which has them by the names that they have in English.
func fill(text, english string, holes []string) string {
	if len(holes) == 0 {
		return text
	}
	values := map[string]string{}
	for _, value := range holes {
		_, rest, _ := strings.Cut(english, "{")
		name, rest, _ := strings.Cut(rest, "}")
		values[name], english = value, rest
	}
	var out strings.Builder
	for {
		before, rest, found := strings.Cut(text, "{")
		out.WriteString(before)
		if !found {
			return out.String()
		}
		name, after, _ := strings.Cut(rest, "}")
		out.WriteString(values[name])
		text = after
	}
}

// Int writes a count as the language does: 1,234 or 1.234.
func Int(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + now.thousands + s[i:]
	}
	return s
}

// Decimal writes a fraction with one digit after the point.
func Decimal(x float64) string {
	return strings.Replace(strconv.FormatFloat(x, 'f', 1, 64), ".", now.point, 1)
}
