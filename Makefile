# Everything a person types here. `make` alone lists the targets.
#
#   PYTHON=python3.12 make setup     another interpreter for the virtual environment
#   make test ARGS="-k zwicken"      arguments for what the target starts
#   make test PROCESSES=1            one test after the other

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.SUFFIXES:
CHECKS := check-format check-lint check-types check-imports check-templates check-spelling check-messages
.PHONY: help setup run test check $(CHECKS) bench soak format messages catalogue lock

# An interpreter counts if it is new enough and can make a virtual environment, which some systems package
# apart. Looked for only when the environment has to be made.
USABLE := import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for name in python3.13 python3.12 python3.11 python3; do \
	"$$name" -c '$(USABLE)' 2>/dev/null && { command -v "$$name"; break; }; done)

# Modules of tests at a time: much of their time is waiting. They come in their order, for the quick ones are last:
# xdist by itself would begin with those that have many tests, and end with one process waiting for the other.
PROCESSES ?= 2

BIN := .venv/bin
PIP := $(BIN)/python -m pip -qq --disable-pip-version-check --no-input

# A virtual environment holds absolute paths, so the stamps carry the place they were made for: where the
# folder was moved or copied they are missing, and the environment is made again.
PLACE := $(shell pwd -P | cksum | tr -dc '0-9')
RUNTIME := .venv/.runtime-$(PLACE)
TESTING := .venv/.testing-$(PLACE)

PO := $(wildcard ledger/translations/*/LC_MESSAGES/messages.po)
MO := $(PO:.po=.mo)
POT := .venv/messages.pot

help: ## List the targets
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1|\2/p' Makefile | awk -F'|' '{ printf "%-16s %s\n", $$1, $$2 }'

setup: $(RUNTIME) $(MO) ## Make .venv with the locked packages, compile the translations
	@:

run: setup ## Serve the pages to this machine and its network
	@$(BIN)/python -m ledger.cli.system --only-name pango
	@$(BIN)/tavern-ledger serve $(ARGS)

test: setup $(TESTING) ## Run all tests, those in the browser too
	@$(BIN)/python -m ledger.cli.system chromium node pango poppler || test -z "$$CI"
	$(BIN)/python -m pytest --numprocesses $(PROCESSES) --dist loadfile --no-loadscope-reorder $(ARGS)

check: setup $(TESTING) ## Check format, lint, types, import rules, templates, spelling, translations
	@$(MAKE) --no-print-directory --keep-going $(CHECKS)

check-format:
	$(BIN)/python -m ruff format --check .

check-lint:
	$(BIN)/python -m ruff check .

check-types:
	$(BIN)/python -m mypy

check-imports:
	$(BIN)/lint-imports --no-logo

check-templates:
	$(BIN)/djlint --lint --quiet templates

check-spelling:
	$(BIN)/codespell

check-messages:
	@$(BIN)/pybabel --quiet extract --output-file $(POT)
	$(BIN)/python .ci/catalogues.py $(POT)

bench: setup $(TESTING) ## Measure the engine, the server, and the table page on a bad line
	@$(BIN)/python -m ledger.cli.system chromium pango || test -z "$$CI"
	$(BIN)/python -m tests.bench $(ARGS)

soak: setup $(TESTING) ## Run the random tests for much longer
	SOAK=1 $(BIN)/python -m pytest tests/unit tests/store tests/web/test_network.py $(ARGS)

format: setup $(TESTING) ## Format the code
	$(BIN)/python -m ruff format .
	$(BIN)/python -m ruff check --fix-only .

messages: setup ## Bring the translation catalogues up to date with the code
	$(BIN)/pybabel --quiet extract --output-file $(POT)
	$(BIN)/pybabel --quiet update --input-file $(POT) --locale de

catalogue: setup $(TESTING) ## Write the shipped rulesets anew for the engine of the browser
	$(BIN)/python -m tests.parity.catalogue

# A locked version stays as it is while pyproject.toml allows it; `make lock ARGS=--upgrade` moves them all.
# Setuptools is locked too: it builds the editable install, and nothing is fetched for that. The second file
# holds what the first does not.
LOCK = echo setuptools | $(BIN)/uv pip compile --quiet --universal --python-version 3.11 \
	--fork-strategy fewest --no-annotate --custom-compile-command "make lock" $(ARGS) \
	pyproject.toml - --extra postgresql

lock: $(BIN)/python ## Choose the exact versions anew, from pyproject.toml
	@$(PIP) install uv
	@$(LOCK) --output-file requirements.lock > /dev/null
	@$(LOCK) --extra test --constraint requirements.lock --output-file requirements-test.lock > /dev/null
	@{ head -n 2 requirements.lock; grep -vxFf requirements.lock requirements-test.lock; } > .venv/extra.lock
	@mv .venv/extra.lock requirements-test.lock

define MAKE_VENV
	@python='$(PYTHON)'; "$${python:-false}" -c '$(USABLE)' 2>/dev/null || { \
		echo "Python 3.11 or newer with its venv module is needed: install it, or name it with PYTHON=..." >&2; \
		exit 1; }; \
	echo "Making .venv with $$python"; "$$python" -m venv --clear .venv
endef

$(BIN)/python:
	$(MAKE_VENV)

$(RUNTIME): requirements.lock pyproject.toml $(BIN)/python
	@grep -qsF '$(CURDIR)/.venv' .venv/pyvenv.cfg || $(MAKE) --no-print-directory --always-make $(BIN)/python
	$(PIP) install --no-deps -r requirements.lock
	$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

$(TESTING): requirements-test.lock $(RUNTIME)
	$(PIP) install --no-deps -r requirements-test.lock
	@touch $@

%.mo: %.po $(RUNTIME)
	@$(BIN)/pybabel --quiet compile --input-file $< --output-file $@
