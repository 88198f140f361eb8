package action

import "flag"

// Random models are the same in every run, unless -rapid.seed says otherwise.
func init() { _ = flag.Set("rapid.seed", "1") }
