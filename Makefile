# Two commands matter: `make demo` and `make test`. Both set up everything they need first.
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
TEST_READY := $(VENV)/.ready-test
DEMO := runs/demo
# Draws four different classes of targets.
SEED := 118
EPISODES ?= 4
WORKERS ?= 2

.PHONY: help demo test quick lint setup gallery sets bench clean
.DEFAULT_GOAL := help

help: ## this list
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/ —/'

setup: $(READY) ## virtual environment, packages, missing system packages, asset pack

$(READY): pyproject.toml constraints.txt scripts/setup.sh
	bash scripts/setup.sh $(VENV)
	@touch $@

$(TEST_READY): $(READY)
	bash scripts/setup.sh $(VENV) test
	@touch $@

demo: $(READY) ## a short FlySearch run by three scripted agents, a table, and a report with pictures
	@for agent in descend saliency oracle; do \
	  echo "==> flying $$agent over $(EPISODES) episodes"; \
	  $(BIN)/lookabout run flysearch/fs1-city --agent $$agent --seed $(SEED) --episodes $(EPISODES) \
	    --workers $(WORKERS) --out $(DEMO)/$$agent --quiet || exit 1; \
	done
	@$(BIN)/lookabout report $(DEMO)/descend $(DEMO)/saliency $(DEMO)/oracle --out $(DEMO)/report

test: $(TEST_READY) lint ## every check and test, quick ones first
	$(BIN)/pytest -m "not slow"
	$(BIN)/pytest -m slow

quick: $(TEST_READY) lint ## the checks and the quick tests only
	$(BIN)/pytest -m "not slow"

lint: $(TEST_READY) ## style, types, import rules
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

gallery: $(READY) ## contact sheets of the worlds and every target, in gallery/ (some minutes)
	$(BIN)/python scripts/gallery.py

sets: $(READY) ## draws the standard scenarios anew: only for a new version of the sets
	$(BIN)/python scripts/standard_sets.py

bench: $(TEST_READY) ## measures speed and prints ratios; not part of the tests
	$(BIN)/python benchmarks/overheads.py
	$(BIN)/python benchmarks/render_overhead.py
	$(BIN)/python benchmarks/frames.py
	$(BIN)/python benchmarks/scenarios.py 200
	$(BIN)/python benchmarks/report_10000.py
	$(BIN)/python benchmarks/flysearch_speed.py
	$(BIN)/python benchmarks/spatialscout_speed.py
	$(BIN)/python benchmarks/dronecats_speed.py

clean: ## removes what setup and demo made
	rm -rf $(VENV) $(DEMO)
