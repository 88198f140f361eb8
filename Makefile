# Mutarium. `make serve` builds the playground and serves it, `make test` checks everything.
# A machine needs Go and Node (with npm); Go and npm fetch what go.sum and the lock file pin.

SHELL   := /bin/bash
DIST    := dist
BUILD   := .build
# The files of the site under their own names, before internal/site makes dist/ of them.
SITE    := $(BUILD)/site
# Of the packed copies: 11 makes them a tenth smaller than 9 and takes ten times as long.
BROTLI  := 9
ADDRESS := localhost:8080

export GOFLAGS := -trimpath -buildvcs=false

GOWASM  := GOOS=js GOARCH=wasm go build -ldflags="-s -w"
# Inlining makes a program for WASM larger. It is left to the engine, to the solver and to the
# runtime, whose inner loops need it; printing and decoding do without.
INLINE  := runtime internal/runtime/... github.com/mutarium/mutarium/engine/... github.com/go-air/gini/...
GCFLAGS := -gcflags=all=-l $(foreach p,$(INLINE),-gcflags=$(p)=)
# The page draws what the engine found: there a smaller download is worth more than a little speed.
PAGE    := -gcflags=all=-l
# The engine's programs beside the one that the page loads first; engine/part_*.go says what is where.
PARTS   := action-system tfsm timed
GOROOT  := $(shell go env GOROOT)
BUNDLE  := web/bundle
NPM     := $(BUNDLE)/node_modules/.package-lock.json

.PHONY: build serve clean wasm static notices cli test checks check-format check-vet check-lint check-imports \
	test-go test-slow test-wasm test-fuzz test-browser golden mutate fuzz bench bench-page screenshot man release
.DELETE_ON_ERROR:

# --- the site -----------------------------------------------------------------------------------

# build puts a static site that any file host can serve under dist/. make build BROTLI=11 is for one that is published.
build: wasm static notices
	@go run ./internal/site -quality $(BROTLI) -o $(DIST) $(SITE)

# The go command knows when a program is up to date, so these run always and link only when needed.
wasm: | $(SITE)
	@$(GOWASM) $(PAGE) -o $(SITE)/app.wasm ./web
	@$(GOWASM) $(PAGE) -o $(SITE)/teach.wasm ./web/teach
	@$(GOWASM) $(GCFLAGS) -tags part_core -o $(SITE)/engine.wasm ./wasm
	@$(GOWASM) $(GCFLAGS) -tags part_core,teach -o $(SITE)/engine-teach.wasm ./wasm
	@for part in $(PARTS); do \
		$(GOWASM) $(GCFLAGS) -tags part_$${part//-/_} -o $(SITE)/engine-$$part.wasm ./wasm && \
		$(GOWASM) $(GCFLAGS) -tags part_$${part//-/_},teach -o $(SITE)/engine-teach-$$part.wasm ./wasm || exit 1; \
	done

# index.html and static/ are taken as they are: style sheets, scripts, icons.
static: $(SITE)/page.js | $(SITE)
	@cp -R index.html static/. $(SITE)/
	@go run ./internal/docsite -o $(SITE)/docs docs
	@go run ./internal/exercises -o $(SITE)/exercises
	@cp $(GOROOT)/lib/wasm/wasm_exec.js $(SITE)/

# The npm packages: `npm run build` in web/bundle calls esbuild, which writes into the folder named
# here and tells in bundle.json which files went in.
$(SITE)/page.js: $(NPM) $(wildcard $(BUNDLE)/*.js $(BUNDLE)/*.mjs $(BUNDLE)/*.ts $(BUNDLE)/*.css) | $(SITE)
	npm --prefix $(BUNDLE) run --silent build -- --outdir=$(CURDIR)/$(SITE) --metafile=$(CURDIR)/$(BUILD)/bundle.json
	@touch $@

# npm writes this file itself, so a lock file that did not change installs nothing.
$(NPM): $(BUNDLE)/package.json $(BUNDLE)/package-lock.json
	npm --prefix $(BUNDLE) ci --no-audit --no-fund --loglevel=error
	@touch $@

# What went into the two programs and the bundle, with its licences.
notices: wasm $(SITE)/page.js
	@go run ./internal/notices -bundle $(BUILD)/bundle.json -o $(SITE)/third-party.txt ./web ./web/teach ./wasm

$(SITE) $(BUILD):
	@mkdir -p $@

# serve builds the site and serves it until it is stopped.
serve: build
	@go run ./cmd/mutarium serve --address $(ADDRESS) $(DIST)

# cli builds the command line.
cli: | $(BUILD)
	@go build -o $(BUILD)/mutarium ./cmd/mutarium

# man makes the manual pages of the command line.
man: | $(BUILD)
	@go run ./cmd/mutarium man $(BUILD)/man

# release makes the archives of the tag that is checked out, under .build/release.
release:
	@.ci/release

# --- tests --------------------------------------------------------------------------------------

TALLY   := $(BUILD)/tally -counts $(BUILD)/counts
# The tests of the built page, and the browsers that run them.
PAGES    := ./web/browsertest
BROWSERS := chromium firefox
# The go command's own limit of ten minutes a package is short for a busy machine.
LIMIT   := -timeout 40m
# Tests behind a tag: slow ones in internal/rules, and those that drive the built site.
TAGS    := -tags slow,site
UNDER   := $(GOROOT)/lib/wasm/go_js_wasm_exec
# Node gives a WASM program little room for the environment, so it gets a small one; and as memory ends at
# 4 GB, what is free is collected early.
NODE    := env -i PATH="$(PATH)" HOME="$(HOME)" GOMEMLIMIT=2GiB $(UNDER)

# test runs everything, goes on after a failure, and ends with a line that counts.
test: $(BUILD)/tally
	@rm -f $(BUILD)/counts
	@$(MAKE) --no-print-directory -k checks test-go test-slow test-wasm test-fuzz test-browser; code=$$?; $(TALLY) -sum; exit $$code

checks: check-format check-vet check-lint

check-format: $(BUILD)/tally
	@$(TALLY) -check gofmt sh -c 'f=$$(git ls-files "*.go") && test -n "$$f" && test -z "$$(gofmt -l $$f | tee /dev/stderr)"'

check-vet: $(BUILD)/tally
	@$(TALLY) -check vet go vet $(TAGS) ./...
	@$(TALLY) -check "vet (js/wasm)" env GOOS=js GOARCH=wasm go vet ./web/... ./wasm/... ./engine/...

# The rules that packages import by; test-go runs them too.
check-imports: $(BUILD)/tally
	@$(TALLY) -tests imports go test -json -run 'Import|Heavy|Maps' ./internal/rules

check-lint: $(BUILD)/tally $(BUILD)/staticcheck
	@$(TALLY) -check staticcheck $(BUILD)/staticcheck $(TAGS) ./...
	@$(TALLY) -check "staticcheck (js/wasm)" env GOOS=js GOARCH=wasm $(BUILD)/staticcheck $(TAGS) ./web/... ./wasm/... ./engine/...

# test-go runs what needs nothing but Go; the rules follow with the slow tests.
test-go: $(BUILD)/tally
	@$(TALLY) -tests native go test -json $(LIMIT) $$(go list ./... | grep -v '/internal/rules$$')

# test-slow adds to the rules what needs the built site and the programs, such as the size of the download.
test-slow: build $(BUILD)/tally
	@$(TALLY) -tests rules go test -json $(LIMIT) -tags slow ./internal/rules
	@$(TALLY) -tests slow go test -json $(LIMIT) -tags slow -run 'SuitesOf(Learnt|Large)Machines' ./engine/tfsm

# test-wasm runs the engine's tests again as WASM, with Node as host; with -short they take fewer of what test-go
# takes all of.
test-wasm: $(BUILD)/tally
	@$(TALLY) -tests wasm env GOOS=js GOARCH=wasm go test -short -json $(LIMIT) -exec '$(NODE)' ./engine/...

# test-fuzz gives each fuzz test some hundreds of new inputs: a number, so that nothing hangs on the clock.
test-fuzz: $(BUILD)/tally
	@$(TALLY) -check "fuzz tests" $(MAKE) --no-print-directory fuzz FUZZTIME=300x

# test-browser drives the built page in the browsers, side by side: a page often waits. One alone:
# make test-browser BROWSERS=firefox
test-browser: build $(BUILD)/tally
	@$(TALLY) -check "browsers: $(BROWSERS)" .ci/browser $(BROWSERS)
	@$(MAKE) --no-print-directory -k -j2 -O $(addprefix test-in-,$(BROWSERS))

test-in-%: $(BUILD)/tally
	@BROWSER=$* $(TALLY) -tests $* go test -json -tags site -count=1 $(LIMIT) $(PAGES)

$(BUILD)/tally: internal/tally/main.go go.sum | $(BUILD)
	@go build -o $@ ./internal/tally

$(BUILD)/staticcheck: go.mod | $(BUILD)
	@go build -o $@ honnef.co/go/tools/cmd/staticcheck

# --- figures ------------------------------------------------------------------------------------

# bench prints times natively and in WASM, their ratio, and the papers' figures, in one table; then what the
# page costs a visitor. make bench RUN=CAS measures only the benchmarks whose names match, bench-page the page.
RUN ?= .
bench: build
	@go run ./internal/bench -exec '$(NODE)' -build '$(GCFLAGS)' -bench '$(RUN)' ./engine/...
	@$(MAKE) --no-print-directory bench-page

bench-page: build
	@.ci/browser
	@FIGURES=1 go test -tags site -count=1 $(LIMIT) -run TestFigures -v $(BROWSER) | grep '^page'

# screenshot takes the pictures of the documentation from the built page.
screenshot: build
	@.ci/browser chromium
	SHOTS=$(CURDIR)/docs/pictures go test -tags site -count=1 -run TestScreenshots $(PAGES)

# mutate scores the tests of the packages that internal/mutate/targets.go names; make mutate
# PACKAGES=engine/expr is enough after a change there.
mutate:
	@go run ./internal/mutate $(PACKAGES)

# golden rewrites expected results; look at the difference.
golden:
	UPDATE_GOLDEN=1 go test ./engine/... ./cmd/...

# fuzz runs every fuzz test for a short while: so many inputs, or so long. make fuzz FUZZTIME=10m
FUZZTIME ?= 10s
fuzz:
	@set -e; grep -r --include='*_test.go' -o '^func Fuzz[A-Za-z0-9_]*' cmd engine internal wasm web | sort | \
	while IFS=: read -r file name; do \
		p=./$$(dirname $$file); f=$${name#func }; \
		echo "$$p $$f"; go test -run '^$$' -fuzz "^$$f$$" -fuzztime $(FUZZTIME) $$p </dev/null; \
	done

clean:
	rm -rf $(DIST) $(BUILD) $(BUNDLE)/node_modules
