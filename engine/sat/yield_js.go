package sat

import "time"

// yield lets the host's event loop run, so that a message to stop is heard.
func yield() { time.Sleep(time.Millisecond) }
