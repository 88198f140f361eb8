//go:build slow

package rules

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine"
)

// TestTheSameBytesInWASM runs the command line natively, on one worker and on three, and as WASM in
// Node, on two models of each formalism. All three write the same report.
func TestTheSameBytesInWASM(t *testing.T) {
	dir := t.TempDir()
	native, wasm := filepath.Join(dir, "mutarium"), filepath.Join(dir, "mutarium.wasm")
	build(t, native)
	build(t, wasm, "GOOS=js", "GOARCH=wasm")
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	host := filepath.Join(strings.TrimSpace(string(goroot)), "lib", "wasm", "go_js_wasm_exec")
	for _, f := range engine.Formalisms() {
		for _, e := range f.Examples[:2] {
			model := filepath.Join(dir, f.Name+"-"+e.Name+f.Extensions[0])
			if err := os.WriteFile(model, []byte(e.Text), 0o644); err != nil {
				t.Fatal(err)
			}
			args := []string{"run", model, "--json", "--sample", "60", "--seed", "4"}
			want := output(t, native, append(args, "--jobs", "1")...)
			if got := output(t, native, append(args, "--jobs", "3")...); got != want {
				t.Errorf("%s %s: three workers write other bytes than one", f.Name, e.Name)
			}
			if got := output(t, host, append([]string{wasm}, args...)...); got != want {
				t.Errorf("%s %s: WASM writes %d bytes that are not the %d of the native program", f.Name, e.Name, len(got), len(want))
			}
		}
	}
}

func build(t *testing.T, to string, env ...string) {
	t.Helper()
	c := exec.Command("go", "build", "-o", to, "./cmd/mutarium")
	c.Dir, c.Env = root, append(os.Environ(), env...)
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

// output runs a program with a small environment, for which alone Node has room, and gives its
// stdout. It may exit with 3: a budget of a model may run out.
func output(t *testing.T, program string, args ...string) string {
	t.Helper()
	c := exec.Command(program, args...)
	c.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME")}
	var errs strings.Builder
	c.Stderr = &errs
	out, err := c.Output()
	if err != nil && c.ProcessState.ExitCode() != 3 || len(out) == 0 {
		t.Fatalf("%s %v: %v\n%s", filepath.Base(program), args, err, errs.String())
	}
	return string(out)
}
