# Every target sets up what it needs in .venv; only Python 3.11 or newer, make and gcc must be there.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
PYTEST := $(BIN)/python -m pytest --numprocesses auto --dist loadfile
CORES := Haswell # as OpenBLAS calls processors
KERNELS := tests/simulators tests/strategies tests/analysis/test_sample.py tests/analysis/test_study.py # what runs in kernels

.PHONY: help run test check test-python coverage test-bounds test-processors soak generated bench clean

help: ## say what there is to make
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

run: $(READY) ## set up, and play a million games of Kajko
	$(BIN)/simulate kajko --games 1e6 --strategy cautious --figure out/kajko.png

test: $(READY) ## set up, and pass all tests
	$(PYTEST)

check: $(READY) ## lint and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

test-python: $(READY) ## the tests of kernels once more, in plain Python
	NUMBA_DISABLE_JIT=1 $(PYTEST) $(KERNELS)

coverage: $(READY) ## which lines the tests reach, kernels included (in plain Python, slow)
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest --cov --cov-report=term-missing:skip-covered

test-bounds: $(READY) ## the tests of kernels once more, with array bounds checked
	NUMBA_BOUNDSCHECK=1 NUMBA_CACHE_DIR=out/bounds-cache $(PYTEST) $(KERNELS)

test-processors: $(READY) ## the tests of analysis with linear algebra as other processors do it (CORES="Haswell Zen")
	for core in $(CORES); do OPENBLAS_CORETYPE=$$core $(PYTEST) tests/analysis || exit 1; done

soak: $(READY) ## hours of bad luck in minutes: odd surroundings, signals, damaged caches, full disks
	$(PYTEST) --soak tests/soak tests/simulators/test_cache.py

generated: $(READY) ## write the checked-in playthroughs, golden.json, and the pages made from the code, anew
	$(BIN)/python -m pytest -q tests/simulators/test_playthroughs.py tests/test_docs.py tests/test_golden.py --write-generated

bench: $(READY) ## measure speed against the baseline (../shared/baseline)
	$(BIN)/python benchmarks/speed.py

clean: ## remove what was set up and made
	rm -rf $(VENV) out .pytest_cache .mypy_cache .ruff_cache

$(READY): pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed, and $(PYTHON) is %d.%d; try make PYTHON=python3.12" % sys.version_info[:2] if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade pip
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable . --group dev
	touch $@
