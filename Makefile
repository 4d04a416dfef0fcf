# Two commands need nothing but Python 3.11 or newer and make: `make tournament` and `make test`.
VENV ?= .venv
BIN := $(VENV)/bin
# The first interpreter on this machine that is new enough; `make PYTHON=/path/to/python` chooses another.
PYTHON ?= $(shell for python in python3 python3.13 python3.12 python3.11; do \
	"$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo "$$python" && break; done)
PIP_INSTALL = $(BIN)/python -m pip install --quiet --constraint constraints.txt
# Two processes, a file of tests each at a time: the tests of one file may share what is dear to make.
SIDE_BY_SIDE = --numprocesses 2 --dist loadfile
CONFIG ?= tournaments/quickstart.yaml
# A set-up is done again when what it was made from has changed.
SET_UP_FROM := pyproject.toml constraints.txt

.PHONY: help tournament test check lint coverage e2e calibrate bench chaos proto oracle clean

help: ## show this
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 14

tournament: $(VENV)/play.stamp ## set up and play the quickstart, or CONFIG=file; the same again continues it
	$(BIN)/gin-referee run-tournament $(CONFIG)

test: $(VENV)/dev.stamp ## set up and run every test
	$(BIN)/python -m pytest $(SIDE_BY_SIDE)

check: lint coverage e2e ## format, lint, types, import contracts, tests with coverage, tests of the whole

lint: $(VENV)/dev.stamp ## the part of check that runs nothing
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python proto/generate.py --check

coverage: $(VENV)/dev.stamp ## the tests of the layers, with at least 95 % of branches covered, 100 % of gin_rummy
	$(BIN)/python -m pytest $(SIDE_BY_SIDE) --ignore=tests/e2e --cov --cov-report=
	$(BIN)/coverage report --fail-under=95
	$(BIN)/coverage report --include='*/gin_rummy/*' --fail-under=100

calibrate: $(VENV)/play.stamp ## whether the statistics hold what they promise, at full scale; takes a while
	$(BIN)/python -m gin_tournaments.statistics.calibrate
	$(BIN)/gin-referee run-tournament tournaments/duplicates.yaml --results build/duplicates.db --plain
	$(BIN)/gin-referee crosstable build/duplicates.db

e2e: $(VENV)/dev.stamp ## the tests of the whole, in processes of their own, which coverage does not see
	$(BIN)/python -m pytest $(SIDE_BY_SIDE) tests/e2e

bench: oracle ## measure, print a table, write build/bench.json
	$(BIN)/python -m benchmarks

chaos: $(VENV)/dev.stamp ## let everything go wrong at length: faults, kills, crowds; about half an hour
	$(BIN)/python -m chaos

proto: $(VENV)/dev.stamp ## generate gin_sdk.v1 from proto/
	$(BIN)/python proto/generate.py

oracle: $(VENV)/oracle.stamp ## add the independent engine that some tests and bench compare with

clean: ## remove what was built and cached; results and the virtual environment stay
	rm -rf build dist sdk/build sdk/dist .coverage* .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -not -path './$(VENV)/*' -prune -exec rm -rf {} +

$(VENV)/bin/python:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed; none was found" >&2; exit 1; }
	@rm -f $(VENV)/*.stamp
	@"$(PYTHON)" -m venv $(VENV) || { rm -f $@; \
		echo "$(PYTHON) makes no virtual environment (on Debian: apt install python3-venv)" >&2; exit 1; }

$(VENV)/play.stamp: $(SET_UP_FROM) | $(VENV)/bin/python
	$(PIP_INSTALL) --editable .
	@touch $@

$(VENV)/dev.stamp: $(SET_UP_FROM) | $(VENV)/bin/python
	$(PIP_INSTALL) --editable '.[dev]'
	@touch $@ $(VENV)/play.stamp

$(VENV)/oracle.stamp: $(VENV)/dev.stamp
	$(PIP_INSTALL) --editable '.[dev,oracle]'
	@touch $@
