//go:build !js

package sat

import "time"

const firstSlice = 5 * time.Second

func yield() {}
