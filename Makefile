# Mutarium. `make serve` builds the playground and serves it, `make test` checks everything.
# A machine needs Go and Node (with npm); Go and npm fetch what go.sum and the lock file pin.

SHELL   := /bin/bash
DIST    := dist
BUILD   := build
ADDRESS := localhost:8080

export GOFLAGS := -trimpath -buildvcs=false

GOWASM  := GOOS=js GOARCH=wasm go build -ldflags="-s -w"
GOROOT  := $(shell go env GOROOT)
BUNDLE  := web/bundle
NPM     := $(BUNDLE)/node_modules/.package-lock.json

.PHONY: build serve clean wasm static notices cli
.DELETE_ON_ERROR:

# --- the site -----------------------------------------------------------------------------------

# build puts a static site that any file host can serve under dist/.
build: wasm static notices

# The go command knows when a program is up to date, so these run always and link only when needed.
wasm: | $(DIST)
	@$(GOWASM) -o $(DIST)/app.wasm ./web
	@$(GOWASM) -o $(DIST)/engine.wasm ./wasm

# static/ holds the page's files as they are served: index.html, style sheets, scripts, icons.
static: $(BUILD)/bundle.stamp | $(DIST)
	@cp -R static/. $(DIST)/
	@cp $(GOROOT)/lib/wasm/wasm_exec.js $(DIST)/

# The npm packages: `npm run build` in web/bundle calls esbuild, which writes into the folder named
# here and tells in bundle.json which files went in.
$(BUILD)/bundle.stamp: $(NPM) $(wildcard $(BUNDLE)/*.js $(BUNDLE)/*.mjs $(BUNDLE)/*.ts $(BUNDLE)/*.css) | $(DIST) $(BUILD)
	npm --prefix $(BUNDLE) run --silent build -- --outdir=$(CURDIR)/$(DIST) --metafile=$(CURDIR)/$(BUILD)/bundle.json
	@touch $@

# npm writes this file itself, so a lock file that did not change installs nothing.
$(NPM): $(BUNDLE)/package.json $(BUNDLE)/package-lock.json
	npm --prefix $(BUNDLE) ci --no-audit --no-fund --loglevel=error
	@touch $@

# What went into the two programs and the bundle, with its licences.
notices: wasm $(BUILD)/bundle.stamp
	@go run ./internal/notices -bundle $(BUILD)/bundle.json -o $(DIST)/third-party.txt ./web ./wasm

$(DIST) $(BUILD):
	@mkdir -p $@

# serve builds the site and serves it until it is stopped.
serve: build
	@go run ./cmd/mutarium serve --address $(ADDRESS) $(DIST)

# cli builds the command line.
cli: | $(BUILD)
	@go build -o $(BUILD)/mutarium ./cmd/mutarium

clean:
	rm -rf $(DIST) $(BUILD) $(BUNDLE)/node_modules
