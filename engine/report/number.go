package report

import (
	"math"
	"strconv"
	"strings"
)

// How numbers are written for people, everywhere alike. Exact values are given as text, which keeps
// big numbers out of programs that only show them.

// Number writes a whole number that may be large: as it is up to nine digits, and beyond with two
// significant digits before it, rounded half up: "1.0e86 (99996…)". Text that is no whole number is
// left as it is.
func Number(exact string) string {
	if len(exact) <= 9 || strings.Trim(exact, "0123456789") != "" {
		return exact
	}
	return Rounded(exact) + " (" + exact + ")"
}

// Rounded writes a large whole number with two significant digits, "1.0e86", and a small one as it is.
func Rounded(exact string) string {
	if len(exact) <= 9 || strings.Trim(exact, "0123456789") != "" {
		return exact
	}
	power := len(exact) - 1
	n := int(exact[0]-'0')*10 + int(exact[1]-'0')
	if exact[2] >= '5' {
		n++
	}
	if n == 100 {
		n, power = 10, power+1
	}
	return strconv.Itoa(n/10) + "." + strconv.Itoa(n%10) + "e" + strconv.Itoa(power)
}

// Time writes an instant, a delay or the value of a clock, which is given exactly as "7" or "51/2":
// as a decimal where that is exact with at most three places, else as a fraction, never as a mixed
// number. Text of another shape is left as it is.
func Time(exact string) string {
	over, under, fraction := strings.Cut(exact, "/")
	n, err := strconv.ParseInt(over, 10, 64)
	d, err2 := strconv.ParseInt(under, 10, 64)
	if !fraction || err != nil || err2 != nil || d <= 0 || n == math.MinInt64 {
		return exact
	}
	sign := ""
	if n < 0 {
		sign, n = "-", -n
	}
	whole, rest := n/d, n%d
	if rest == 0 {
		return sign + strconv.FormatInt(whole, 10)
	}
	places := ""
	for range 3 {
		if rest > math.MaxInt64/10 {
			return exact
		}
		places += strconv.FormatInt(10*rest/d, 10)
		if rest = 10 * rest % d; rest == 0 {
			return sign + strconv.FormatInt(whole, 10) + "." + places
		}
	}
	return exact
}

// Step is the number of the wrong step of a kill, counted from 1 as people count: a length counts
// the steps before it. It is the same in lists, sentences and steppers.
func Step(length int) int { return length + 1 }

// Number is the number of a walk's step as lists and sentences count: a delay counts as one with the action that
// follows it, and has the number of the step before.
func (w *Walk) Number(step int) int {
	n := 0
	for _, s := range w.Steps[1 : step+1] {
		if !s.Wait {
			n++
		}
	}
	return n
}
