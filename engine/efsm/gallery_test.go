package efsm

import (
	"testing"

	"github.com/mutarium/mutarium/engine/source"
)

func TestGallery(t *testing.T) {
	for _, e := range Gallery() {
		f := source.NewFile(e.Name, e.Text)
		m, d := Parse(f)
		if m == nil {
			t.Errorf("%s", d.Text(f))
			continue
		}
		c, err := NewChecker(m, 0)
		if err != nil {
			t.Errorf("%s: %v", e.Name, err)
			continue
		}
		if len(d) > 0 {
			t.Logf("%s", d.Text(f))
		}
		ch := paperChanges(m)
		var weak, state, strong, flow, uses, fp, fn int
		fired := make([]bool, len(m.Transitions))
		for i := range c.x.ctxs {
			for _, ctx := range c.x.ctxs[i] {
				fired[i] = fired[i] || ctx.taken
			}
			if !fired[i] {
				t.Logf("%s: %s is never taken", e.Name, m.Transitions[i].ID)
			}
		}
		for _, x := range ch {
			v := c.Check(x)
			p, u := c.Dataflow(&x, &v)
			count := func(n *int, b bool) {
				if b {
					*n++
				}
			}
			count(&weak, v.WeakKilled)
			count(&state, v.StateLength >= 0)
			count(&strong, v.Killed)
			count(&flow, p)
			count(&uses, u)
			count(&fp, p && !v.Killed)
			count(&fn, !p && v.Killed)
		}
		t.Logf("%-10s states %d letters %d mutants %d weak %d state %d strong %d flow %d uses %d fp %d fn %d", e.Name, c.States(), len(c.x.letters), len(ch), weak, state, strong, flow, uses, fp, fn)
	}
}
