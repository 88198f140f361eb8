package main

import (
	"os"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/mutarium/mutarium/engine"
	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
	"github.com/spf13/pflag"
)

func (a *app) manCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "man FOLDER",
		Short: "Write manual pages",
		Long: "Write one manual page for each command into a folder, made from the help: mutarium.1,\n" +
			"mutarium-run.1 and so on. SOURCE_DATE_EPOCH sets their date.",
		Example: "  mutarium man man/",
		RunE: func(c *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o755); err != nil {
				return err
			}
			date := time.Now()
			if epoch, err := strconv.ParseInt(os.Getenv("SOURCE_DATE_EPOCH"), 10, 64); err == nil {
				date = time.Unix(epoch, 0).UTC()
			}
			forMan(c.Root())
			return doc.GenManTree(c.Root(), &doc.GenManHeader{Section: "1", Date: &date, Source: "Mutarium " + engine.Version,
				Manual: "Mutarium"}, args[0])
		},
	}
}

// special are the characters that Markdown, from which the pages are made, would take for its own.
var special = regexp.MustCompile("[\\\\`*_{}\\[\\]<>#|!]")

// forMan prepares the help of all commands: paragraphs are Markdown, whose lines run together, but
// indented lines and lists stay as they are.
func forMan(c *cobra.Command) {
	c.DisableAutoGenTag = true
	escape := func(s string) string { return special.ReplaceAllString(s, `\$0`) }
	c.Short = escape(c.Short)
	var lines []string
	for line := range strings.SplitSeq(c.Long, "\n") {
		if strings.HasPrefix(line, "  ") {
			line = "\t" + line // code, as it is
			if n := len(lines); n > 0 && lines[n-1] != "" && !strings.HasPrefix(lines[n-1], "\t") {
				lines = append(lines, "")
			}
		} else {
			line = escape(line)
		}
		lines = append(lines, line)
	}
	c.Long = strings.Join(lines, "\n")
	c.Flags().VisitAll(func(f *pflag.Flag) { f.Usage = escape(strings.ReplaceAll(f.Usage, "`", "")) })
	for _, sub := range c.Commands() {
		forMan(sub)
	}
}
