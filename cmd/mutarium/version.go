package main

import (
	"fmt"
	"runtime"

	"github.com/mutarium/mutarium/engine"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/wire"
	"github.com/spf13/cobra"
)

func versionText() string {
	return fmt.Sprintf("mutarium %s (report format %d, link format %d, %s)",
		engine.Version, report.FormatVersion, wire.LinkVersion, runtime.Version())
}

func (a *app) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the versions of the engine, the report and the link",
		Example: "  mutarium version",
		RunE: func(*cobra.Command, []string) error {
			a.printf("%s\n", versionText())
			return nil
		},
	}
}
