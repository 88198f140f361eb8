package sat

import "time"

// firstSlice is shorter than the page waits before it ends a worker that does not stop.
const firstSlice = 500 * time.Millisecond

// yield lets the host's event loop run, so that a message to stop is heard.
func yield() { time.Sleep(time.Millisecond) }
