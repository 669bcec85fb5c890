# Two commands do everything on a machine with Python 3.11+ and make:
#   make play    installs into .venv and opens the game
#   make test    installs what the tests need and runs them all

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
JOBS ?= 2
NODE_MODULES := tests/web/node_modules
export CHROMIUM ?= chromium

.PHONY: play test lint types page-types chromium warm compiled plain tables format nightly mutation clean

play: $(VENV)/.play
	@$(BIN)/bridgehead play

# What has to wait for nothing runs side by side; the rules are compiled once before the workers start.
test: $(VENV)/.test $(NODE_MODULES)/.installed chromium
	@$(MAKE) --no-print-directory --output-sync=target --jobs $(JOBS) warm lint types page-types
	@$(MAKE) --no-print-directory compiled plain
	@echo "all checks passed"

$(BIN)/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Bridgehead needs Python 3.11 or newer; name one: make play PYTHON=python3.12")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1"

$(VENV)/.play: $(BIN)/python pyproject.toml
	$(BIN)/python -m pip install --quiet --editable .
	@touch $@

$(VENV)/.test: $(VENV)/.play pyproject.toml
	$(BIN)/python -m pip install --quiet --group dev
	@touch $@

# What the page's tests need besides Python: type checker and axe-core through the node of the
# virtual environment, and a browser of the system.
$(NODE_MODULES)/.installed: tests/web/package-lock.json | $(VENV)/.test
	PATH="$(abspath $(BIN)):$$PATH" npm ci --prefix tests/web --no-fund --no-audit --loglevel=error
	@touch $@

chromium:
	@command -v "$(CHROMIUM)" > /dev/null || tests/web/install-chromium

lint: $(VENV)/.test
	$(BIN)/ruff check
	$(BIN)/ruff format --check

types: $(VENV)/.test
	$(BIN)/mypy

# The page's modules are plain JavaScript; their types stand in comments.
page-types: $(NODE_MODULES)/.installed
	$(BIN)/node $(NODE_MODULES)/typescript/bin/tsc -p tests/web/tsconfig.json

# The whole suite, rules compiled, with bounds checks: an index out of range raises instead of
# reading garbage.
compiled: export BRIDGEHEAD_BOUNDSCHECK = 1
compiled: $(VENV)/.test $(NODE_MODULES)/.installed chromium
	$(BIN)/pytest -n $(JOBS) --dist worksteal

warm: export BRIDGEHEAD_BOUNDSCHECK = 1
warm: $(VENV)/.test
	$(BIN)/python -m tests.warm_up

# The very same sources as plain Python, measured for coverage.
plain: $(VENV)/.test
	$(BIN)/coverage erase
	BRIDGEHEAD_JIT=0 $(BIN)/coverage run -m pytest -q -m plain -n $(JOBS) --dist worksteal
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report

# What takes minutes: many more random games, full matches between the players, without bounds checks.
nightly: $(VENV)/.test
	$(BIN)/pytest -n $(JOBS) -m slow -o addopts="--strict-markers --strict-config -ra"

# Switches single rules off and sees whether a test notices; writes docs/mutation.md.
mutation: $(VENV)/.test
	$(BIN)/python -m tests.mutation

tables: $(VENV)/.test
	$(BIN)/python -m tests.case_table

format: $(VENV)/.test
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

clean:
	rm -rf $(VENV) $(NODE_MODULES) .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage
