//go:build !js

package sat

func yield() {}
