package dbm

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

func BenchmarkZone(b *testing.B) {
	for _, dim := range []int{2, 4, 8} {
		r := rand.New(rand.NewPCG(1, uint64(dim)))
		var zs []Zone
		for range 64 {
			zs = append(zs, randomZone(r, dim))
		}
		limits := make([]int64, dim)
		for x := range limits {
			limits[x] = 3
		}
		s := NewSlab(dim)
		run := func(name string, op func(y, z Zone)) {
			b.Run(fmt.Sprintf("%s/%d", name, dim), func(b *testing.B) {
				b.ReportAllocs()
				for i := range b.N {
					c := s.Copy(zs[i%64])
					op(c, zs[(i*7+1)%64])
					s.Put(c)
				}
			})
		}
		run("copy", func(y, z Zone) {})
		run("constrain", func(y, z Zone) { y.Constrain(1, 0, LE(2)) })
		run("intersect", func(y, z Zone) { y.Intersect(z) })
		run("includes", func(y, z Zone) { y.Includes(z) })
		run("extra", func(y, z Zone) { y.ExtraLUPlus(limits, limits) })
		run("subtract", func(y, z Zone) { s.PutAll(y.Subtract(z, s)) })
		run("covers", func(y, z Zone) { (Federation{zs[0], zs[1], z}).Covers(y, s) })
		run("predt", func(y, z Zone) { s.PutAll(Predt(Federation{y}, Federation{z, zs[0]}, s)) })
	}
}
