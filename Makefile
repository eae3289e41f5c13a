# make demo    sets up, then shows gradsan on the bundled examples
# make test    sets up all three frameworks, then runs the whole suite
# make quick   the suite without its slow part
# make lines   the index of lines on every Python 3.12 and later that is here
# make lint    ruff and mypy
# make docs    write the rule pages anew
# make table   make the op table anew, out of the torch that is installed
# make bench   what the guard, repair and the transforms cost
# make fuzz    random tensor programs against their out-of-place twins (COUNT=100000 for all)

PYTHON ?= python3
COUNT ?= 5000
VENV ?= .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
ALL_READY := $(VENV)/.all_ready

.PHONY: demo test quick lines lint docs table bench fuzz clean

demo: $(READY)
	@PYTHON=$(abspath $(BIN))/python sh tools/demo.sh

test: $(ALL_READY)
	$(BIN)/python -m pytest -n 2

quick: $(ALL_READY)
	$(BIN)/python -m pytest -n 2 -m "not slow"

lines:
	@sh tools/test_lines.sh

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

docs: $(READY)
	$(BIN)/python tools/make_rule_pages.py

table: $(READY)
	$(BIN)/python -m tools.make_op_table --notes

bench: $(ALL_READY)
	$(BIN)/python benchmarks/guard.py
	$(BIN)/python benchmarks/repair.py
	$(BIN)/python benchmarks/transforms.py

fuzz: $(READY)
	OMP_NUM_THREADS=1 $(BIN)/python -m tests.fuzz.differential --count $(COUNT)

$(READY): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "gradsan needs Python 3.11 or newer; try: make PYTHON=python3.11 ..."; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check \
	  -c constraints.txt -e '.[dev,torch]'
	@touch $@

# JAX and TensorFlow, for the tests of all backends; about a minute more.
$(ALL_READY): $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check \
	  -c constraints.txt -e '.[dev,torch,jax]' tensorflow-cpu
	@touch $@

clean:
	rm -rf $(VENV) .venv-lines-* .gradsan_cache .mypy_cache .pytest_cache .ruff_cache
