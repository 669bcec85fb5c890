# Two commands do everything on a machine with Python 3.11+ and make:
#   make play    installs into .venv and opens the game
#   make test    installs what the tests need and runs them all

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
JOBS ?= 2
# One more than cores: some tests wait for a browser or for other processes.
WORKERS ?= 3
NODE_MODULES := tests/web/node_modules
export CHROMIUM ?= chromium
# Some containers forbid Python to keep what it has parsed. Then each of the many processes that the
# tests start would parse all of NumPy and Numba again.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: postgresql play serve test install lint types page-types chromium warm compiled plain tables format nightly mutation docs screenshots clean
.PHONY: matrix lowest release static small warm-hexes warm-points

play: $(VENV)/.play
	@$(BIN)/bridgehead play

# Play with people elsewhere: docs/hosting.md
serve: $(VENV)/.serve
	@$(BIN)/bridgehead serve

# docs/testing.md tells what is tested where. While the rules are compiled on one core, the other
# installs what the tests need, then runs what needs no compiled rules.
test:
	@echo "== compiling the rules; meanwhile installation, lint, types, and the rules as plain Python"
	@$(MAKE) --no-print-directory --output-sync=target --jobs 3 warm install static
	@echo "== everything else, with compiled rules"
	@$(MAKE) --no-print-directory compiled
	@echo "all checks passed"

install: $(VENV)/.test $(NODE_MODULES)/.installed chromium postgresql

static: lint types page-types plain small

$(BIN)/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Bridgehead needs Python 3.11 or newer; name one: make play PYTHON=python3.12")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1"

$(VENV)/.play: $(BIN)/python pyproject.toml
	$(BIN)/python -m pip install --quiet --no-compile --editable ".[play]"
	@touch $@

$(VENV)/.serve: $(BIN)/python pyproject.toml
	$(BIN)/python -m pip install --quiet --no-compile --editable ".[serve]"
	@touch $@

# What the rules are compiled with. The compiler reads the package from src/, so that it may go on
# while the rest is installed.
$(VENV)/.base: $(BIN)/python pyproject.toml
	$(BIN)/python -m pip install --quiet --no-compile --editable .
	@touch $@

# With what `make play` needs: two more installations would take longer.
$(VENV)/.test: $(VENV)/.base pyproject.toml
	$(BIN)/python -m pip install --quiet --no-compile --group dev --editable ".[play,serve,train,mcp,research]"
	@touch $(VENV)/.play $@

# What the page's tests need besides Python: type checker and axe-core through the node of the
# virtual environment, and a browser of the system.
$(NODE_MODULES)/.installed: tests/web/package-lock.json | $(VENV)/.test
	PATH="$(abspath $(BIN)):$$PATH" npm ci --prefix tests/web --no-fund --no-audit --loglevel=error
	@touch $@

chromium:
	@command -v "$(CHROMIUM)" > /dev/null || tests/web/install-chromium

# The tests of `bridgehead serve` start a PostgreSQL of their own.
postgresql:
	@ls /usr/lib/postgresql/*/bin/initdb > /dev/null 2>&1 || command -v initdb > /dev/null || tests/online/install-postgresql

lint: $(VENV)/.test
	$(BIN)/ruff check
	$(BIN)/ruff format --check

types: $(VENV)/.test
	$(BIN)/mypy

# The page's modules are plain JavaScript; their types stand in comments.
page-types: $(NODE_MODULES)/.installed
	$(BIN)/node $(NODE_MODULES)/typescript/bin/tsc -p tests/web/tsconfig.json

# All titles are compiled before the workers start: two workers would compile them at the same time.
# Compiled environments for research are tested by night.
warm: warm-hexes warm-points

warm-hexes: $(VENV)/.base
	PYTHONPATH=src $(BIN)/python -m bridgehead warm across-suez-1980
	PYTHONPATH=src $(BIN)/python -m bridgehead warm suez-56

warm-points: $(VENV)/.base
	PYTHONPATH=src $(BIN)/python -m bridgehead warm october-war

compiled: $(VENV)/.test $(NODE_MODULES)/.installed chromium
	BRIDGEHEAD_JIT=1 $(BIN)/pytest -q -n $(WORKERS) --dist worksteal -m "not plain and not small and not slow" --ignore=tests/rules --ignore=tests/online --durations=20

# The same sources as plain Python: every case test, and whatever needs no speed.
plain: $(VENV)/.test postgresql
	BRIDGEHEAD_JIT=0 $(BIN)/pytest -q -n $(JOBS) --dist worksteal -m "plain and not slow"

# What tests the compiler's own part with small packages, and waits for no title.
small: $(VENV)/.test
	BRIDGEHEAD_JIT=1 $(BIN)/pytest -q -m "small and not slow" tests/core/test_compiled.py

# Everything, in every way: tests/night.py has the parts. PART=3 runs one of them, PART=today the day's.
nightly: install $(VENV)/.docs $(VENV)/.notebooks $(VENV)/.cluster $(VENV)/.learn
	$(BIN)/python -c 'import ray, torch'  # without them tests would be skipped
	JOBS=$(JOBS) $(BIN)/python -m tests.night $(PART)

$(VENV)/.cluster: $(VENV)/.test pyproject.toml
	$(BIN)/python -m pip install --quiet --no-compile --editable ".[cluster]"
	@touch $@

$(VENV)/.learn: $(VENV)/.test pyproject.toml
	$(BIN)/python -m pip install --quiet --no-compile --editable ".[learn]"
	@touch $@

# Switches single rules off and sees whether a test notices; writes docs/mutation.md.
mutation: $(VENV)/.test
	$(BIN)/python -m tests.mutation

tables: $(VENV)/.test
	$(BIN)/python -m tests.case_table

# Builds the documentation site into site/. Nothing is loaded from another host, then or later.
docs: $(VENV)/.docs
	$(BIN)/python docs/references.py
	BRIDGEHEAD_JIT=0 $(BIN)/python docs/generate.py
	$(BIN)/zensical build --clean --strict
	@echo "read it with: $(BIN)/python -m http.server --directory site"

$(VENV)/.docs: $(VENV)/.play pyproject.toml
	$(BIN)/python -m pip install --quiet --no-compile --group docs
	@touch $@

# What the tests of examples/notebooks need.
$(VENV)/.notebooks: $(VENV)/.play pyproject.toml
	$(BIN)/python -m pip install --quiet --no-compile --editable ".[notebooks]"
	@touch $@

# Runs the fast tests under each Python that is found, and with the lowest versions of packages.
matrix: $(VENV)/.test
	$(BIN)/python -m scripts.matrix

lowest: $(VENV)/.test
	$(BIN)/python -m scripts.matrix --lowest

# make release VERSION=0.1.0; with DRY=1 it stops before the tag.
release: $(VENV)/.test
	$(BIN)/python -m pip install --quiet --no-compile --group release
	$(BIN)/python -m scripts.release $(VERSION) $(if $(DRY),--dry)

# Draws docs/images anew, of all titles or of those in TITLES.
screenshots: install
	BRIDGEHEAD_JIT=0 PYTHONPATH=. $(BIN)/python docs/screenshots.py $(TITLES)

format: $(VENV)/.test
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

clean:
	rm -rf $(VENV) $(NODE_MODULES) .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage site docs/generated
