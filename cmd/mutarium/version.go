package main

import (
	"runtime"

	"github.com/mutarium/mutarium/engine"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/wire"
	"github.com/spf13/cobra"
)

func (a *app) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the versions of the engine, the report and the link",
		Example: "  mutarium version",
		RunE: func(*cobra.Command, []string) error {
			a.printf("mutarium %s (report format %d, link format %d, %s)\n",
				engine.Version, report.FormatVersion, wire.LinkVersion, runtime.Version())
			return nil
		},
	}
}
