package words

import "testing"

const small = `# a comment
[language]
en
	de
1,000
	1.000
0.5
	0,5

[page]
1 mutant
	1 Mutant
{n} mutants
	{n} Mutanten
{n} of {all}
	von {all}: {n}
Run
	Starten
[engine]
stopped
	angehalten
{x} is read
	{x} wird gelesen
{x} is read by {y} now
	{y} liest jetzt {x}
at step {n} ({what})
	in Schritt {n} ({what})
Seen {where}: {x}.
	Zu sehen {where}: {x}.
{x} instead of {y}
	{x} statt {y}
`

func use(t *testing.T, file string) {
	Use(file)
	t.Cleanup(func() { Use("") })
}

func TestEnglishNeedsNoCatalogue(t *testing.T) {
	use(t, "")
	for got, want := range map[string]string{
		T("Run"):                                "Run",
		T("{n} of {all}", "1", "{all}"):         "1 of {all}",
		N(1, "1 mutant", "{n} mutants"):         "1 mutant",
		N(0, "1 mutant", "{n} mutants"):         "0 mutants",
		N(1234, "1 mutant", "{n} mutants"):      "1,234 mutants",
		N(2, "{a}", "{n} in {a}", "{n}"):        "2 in {n}",
		Int(-1234567):                           "-1,234,567",
		Int(999):                                "999",
		Int(-123):                               "-123",
		Decimal(1.25) + " " + Language():        "1.2 en",
		Engine("x is read"):                     "x is read",
		T("Without holes: {a} stays"):           "Without holes: {a} stays",
		T("{a} {b} {a here}", "1", "2", "3"):    "1 2 3",
		T("an open { brace"):                    "an open { brace",
		N(3, "1 line", "{n} lines of {x}", "m"): "3 lines of m",
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestAnotherLanguage(t *testing.T) {
	use(t, small)
	for got, want := range map[string]string{
		T("Run"):                                        "Starten",
		T("{n} of {all}", "1", "2"):                     "von 2: 1",
		N(1, "1 mutant", "{n} mutants"):                 "1 Mutant",
		N(1234, "1 mutant", "{n} mutants"):              "1.234 Mutanten",
		T("Nobody translated this"):                     "Nobody translated this",
		Decimal(1.25) + " " + Language():                "1,2 de",
		Engine("stopped"):                               "angehalten",
		Engine("a is read"):                             "a wird gelesen",
		Engine("a is read by b now"):                    "b liest jetzt a", // the longer form
		Engine("a is written"):                          "a is written",
		Engine("a is read, and more"):                   "a is read, and more",
		Engine("Seen at step 3 (tea): a instead of b."): "Zu sehen in Schritt 3 (tea): a statt b.", // holes are phrases, too
		Engine("Seen here: stopped."):                   "Zu sehen here: stopped.",                 // or names, as this may be
		Engine("Seen at step 3 (tea): a. Seen b: c."):   "Zu sehen in Schritt 3 (tea): a. Zu sehen b: c.",
		Engine("Seen b: c. Nobody knows this one."):     "Seen b: c. Nobody knows this one.",
		Engine("one instead of the other"):              "one instead of the other", // a part, not a sentence
		Engine(" is read"):                              " is read",                 // nothing fills the hole
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	if _, ok := Told("a is written"); ok {
		t.Error("a sentence that the catalogue does not have is taken for a translated one")
	}
	if _, ok := Told("stopped"); !ok {
		t.Error("a translated sentence is taken for one that is not")
	}
}
