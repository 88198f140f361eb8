package cdcl

// Which variable is guessed next: the one that was met most in the conflicts of late (M. Moskewicz and others,
// "Chaff", DAC 2001, with the decay of MiniSat). A binary heap; of equal ones the lower number comes first.

// decay is what an older conflict weighs against the next one.
const decay = 0.95

type order struct {
	weight []float64 // by variable
	step   float64   // weight of the next conflict
	heap   []int32   // variables
	place  []int32   // by variable: its place in the heap; -1: it is not there
}

func (o *order) add(v int) {
	if v == 0 {
		o.step = 1
	}
	o.weight = append(o.weight, 0)
	o.place = append(o.place, -1)
	o.insert(int32(v))
}

// drop empties the heap.
func (o *order) drop() {
	for _, v := range o.heap {
		o.place[v] = -1
	}
	o.heap = o.heap[:0]
}

func (o *order) before(a, b int32) bool {
	return o.weight[a] > o.weight[b] || o.weight[a] == o.weight[b] && a < b
}

func (o *order) insert(v int32) {
	if o.place[v] >= 0 {
		return
	}
	o.place[v] = int32(len(o.heap))
	o.heap = append(o.heap, v)
	o.up(int(o.place[v]))
}

// next takes the first variable off the heap, 0 when there is none.
func (o *order) next() int32 {
	if len(o.heap) == 0 {
		return 0
	}
	v := o.heap[0]
	last := o.heap[len(o.heap)-1]
	o.heap = o.heap[:len(o.heap)-1]
	o.place[v] = -1
	if len(o.heap) > 0 {
		o.heap[0], o.place[last] = last, 0
		o.down(0)
	}
	return v
}

func (o *order) up(i int) {
	v := o.heap[i]
	for i > 0 {
		above := (i - 1) / 2
		if !o.before(v, o.heap[above]) {
			break
		}
		o.heap[i] = o.heap[above]
		o.place[o.heap[i]] = int32(i)
		i = above
	}
	o.heap[i], o.place[v] = v, int32(i)
}

func (o *order) down(i int) {
	v := o.heap[i]
	for {
		below := 2*i + 1
		if below >= len(o.heap) {
			break
		}
		if below+1 < len(o.heap) && o.before(o.heap[below+1], o.heap[below]) {
			below++
		}
		if !o.before(o.heap[below], v) {
			break
		}
		o.heap[i] = o.heap[below]
		o.place[o.heap[i]] = int32(i)
		i = below
	}
	o.heap[i], o.place[v] = v, int32(i)
}

// met adds to the weight of a variable of the present conflict.
func (o *order) met(v int32) {
	o.weight[v] += o.step
	if o.weight[v] > 1e100 {
		for i := range o.weight {
			o.weight[i] = float64(o.weight[i] * 1e-100)
		}
		o.step = float64(o.step * 1e-100)
	}
	if o.place[v] >= 0 {
		o.up(int(o.place[v]))
	}
}

// age makes the next conflict weigh more; the conversion keeps compilers from rounding otherwise.
func (o *order) age() { o.step = float64(o.step / decay) }
