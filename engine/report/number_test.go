package report

import (
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestNumber(t *testing.T) {
	for exact, want := range map[string]string{
		"0":                               "0",
		"42":                              "42",
		"999999999":                       "999999999",
		"1000000000":                      "1.0e9 (1000000000)",
		"1049999999":                      "1.0e9 (1049999999)",
		"1050000000":                      "1.1e9 (1050000000)",
		"9949999999":                      "9.9e9 (9949999999)",
		"9950000000":                      "1.0e10 (9950000000)",
		"99999999999":                     "1.0e11 (99999999999)",
		"not counted":                     "not counted",
		"12345678901.5":                   "12345678901.5",
		"99996" + strings.Repeat("1", 81): "1.0e86 (99996" + strings.Repeat("1", 81) + ")",
		"551061483945983":                 "5.5e14 (551061483945983)",
	} {
		if got := Number(exact); got != want {
			t.Errorf("Number(%s) = %s, want %s", exact, got, want)
		}
	}
}

func TestTime(t *testing.T) {
	for exact, want := range map[string]string{
		"7": "7", "0": "0", "51/2": "25.5", "7/2": "3.5", "1/4": "0.25", "1/8": "0.125", "1/16": "1/16", "1/3": "1/3",
		"10/3": "10/3", "-3/2": "-1.5", "-1/3": "-1/3", "4/2": "2", "6/4": "1.5", "1/1000": "0.001", "1/10000": "1/10000",
		"9223372036854775807/2": "4611686018427387903.5", "1/9223372036854775807": "1/9223372036854775807",
		"3.50": "3.50", "inf": "inf", "x/2": "x/2", "7/1": "7", "0/2": "0", "20/2": "10",
		"922337203685477580/1844674407370955160": "0.5", "1/0": "1/0", "1/x": "1/x", "": "",
	} {
		if got := Time(exact); got != want {
			t.Errorf("Time(%s) = %s, want %s", exact, got, want)
		}
	}
}

// A decimal is worth exactly what it was made of, and is shown wherever three places are enough.
func TestTimeIsExact(t *testing.T) {
	const seed = 3
	r := rand.New(rand.NewPCG(seed, 1))
	for range 20_000 {
		x := big.NewRat(r.Int64N(1<<20)-1<<19, 1+r.Int64N(3000))
		shown := Time(x.RatString())
		back, ok := new(big.Rat).SetString(shown)
		if !ok || back.Cmp(x) != 0 {
			t.Fatalf("seed %d: Time(%s) = %s", seed, x.RatString(), shown)
		}
		places, exact := x.FloatPrec()
		if want := exact && places <= 3; want == strings.Contains(shown, "/") {
			t.Fatalf("seed %d: Time(%s) = %s with %d places", seed, x.RatString(), shown, places)
		}
	}
}

func TestRounded(t *testing.T) {
	for exact, want := range map[string]string{
		"12": "12", "999999999": "999999999", "1000000000": "1.0e9", "12345678x9": "12345678x9", "9950000000": "1.0e10",
	} {
		if got := Rounded(exact); got != want {
			t.Errorf("Rounded(%s) = %s, want %s", exact, got, want)
		}
	}
}

// The first step is the wrong one when no step came before it.
func TestStep(t *testing.T) {
	if Step(0) != 1 || Step(4) != 5 {
		t.Errorf("got %d and %d, want 1 and 5", Step(0), Step(4))
	}
}
