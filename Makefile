# Everything works in the .venv of this checkout. A step whose inputs did not change is not done again.
#
#   make demo URL=https://example.com    read and picture that page instead of the form
#   make test ARGS="-k click"            words for pytest, as for make check
#   make check ARGS=tests/unit/test_x.py that file alone, in seconds
#   make test CHANGED=1                  what can break by what has changed since main; BASE=COMMIT for another
#   make test ARGS="--shard 1/3"         the first of three parts, for three machines
#   make night ARGS="soak chaos"         some stages of the night; "load -- -k drag" some tests of one
#   make bench ARGS="--only click"       words for the benchmarks (--strict fails on a missed target)
#   make lock UPGRADE=1                  newest versions that the ranges in pyproject.toml allow
#   make PYTHON=/path/to/python3.12 …    the Python that .venv is made with

PYTHON ?= python3
URL ?=
ARGS ?=
WORKERS ?= 4
CHANGED ?=
BASE ?= main

BIN := .venv/bin
PY := $(BIN)/python
NPM_CI := npm ci --no-audit --no-fund --loglevel=error
UV_VERSION := 0.13.9
WEB_EXT_VERSION := 10.7.0
REPOSITORY ?= $(GITHUB_REPOSITORY)

# Stamps stand inside what they vouch for, so that removing it is enough to have it made again.
VENV := .venv/.stamp
XPI := native/clz_native/extension/.stamp
LINTED := native/clz_native/extension/.linted
TYPES_LINTED := extension/node_modules/.types-linted
VITESTED := extension/node_modules/.vitested
COMPILED := tests/__pycache__/.stamp
COMPILED_E2E := tests/e2e/__pycache__/.stamp
DOCS_VENV := build/docs-venv/.stamp
WHEELS_VENV := build/wheels-venv/.stamp
LAUNCHER := .venv/.stamp-launcher
EXTENSION_RUN := extension/node_modules/.stamp
EXTENSION_DEV := extension/node_modules/.stamp-dev
SITE := tests/site/dist/.stamp
SITE_RUN := tests/site/node_modules/.stamp
SITE_DEV := tests/site/node_modules/.stamp-dev

sources = $(shell find $(1) \( -name node_modules -o -name dist -o -name pages \) -prune -o -type f ! -name '*.py' -print)

# A test run that keeps no compiled files compiles all of its tests in every worker. The first run in a checkout would too, so
# that one process compiles them before.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help setup installed build generate firefox demo check test night slow lint format bench pictures docs wheel packages wheels release-check sign lock clean
.NOTPARALLEL:
.DELETE_ON_ERROR:

help: ## say what can be made
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

setup: $(VENV) $(XPI) $(LAUNCHER) ## make .venv with clz in it, and build the extension

build: $(XPI) ## build the extension into native/clz_native/extension

generate: $(VENV) ## write the files that are derived from the command registry
	$(PY) -m clz_generate

firefox: $(VENV) ## find Firefox, or install it where it is missing
	@.ci/system-deps firefox

demo: firefox $(XPI) $(LAUNCHER) ## drive a form in a real Firefox and save demo.png; URL=… reads that page instead
	@URL='$(subst ','\'',$(URL))'; $(PY) -m bench.demo $${URL:+"$$URL"}

PYTEST := $(BIN)/pytest -n $(WORKERS) --dist loadgroup --junitxml=build/tests/junit.xml $(if $(CHANGED),--changed $(BASE))
VITEST := npm --prefix extension run --silent test -- --reporter=dot

# Each of these, and the linters that have a stamp, keeps what it found of what has not changed since.
LINT_PYTHON := $(BIN)/ruff check --quiet && $(BIN)/ruff format --check --quiet && $(BIN)/mypy && $(PY) -m clz_generate --check
LINT_TYPESCRIPT := npm --prefix tests/site run --silent typecheck && npm --prefix extension run --silent typecheck && \
  npm --prefix extension run --silent format-check && npm --prefix extension run --silent lint && \
  $(MAKE) -s $(TYPES_LINTED) $(LINTED)

# Three downloads, of which none waits for another, and what is built of them.
installed:
	@$(MAKE) -s $(VENV) $(LAUNCHER) & venv=$$!; $(MAKE) -s $(EXTENSION_DEV) $(XPI) & extension=$$!; \
	  $(MAKE) -s $(SITE_DEV) $(SITE); site=$$?; wait $$venv; venv=$$?; wait $$extension; test $$?$$venv$$site = 000

# Tests wait for something most of the time: what is checked beside them takes the processors that they leave.

# Files that are named are all that runs, and what they need is all that is installed.
NAMED := $(filter tests/% extension/%,$(ARGS))

ifneq ($(NAMED),)
check: $(VENV) $(if $(filter extension/%,$(NAMED)),$(EXTENSION_DEV))
	@$(if $(filter extension/%,$(NAMED)),npm --prefix extension run --silent test -- $(patsubst extension/%,%,$(filter extension/%,$(NAMED))))
	@$(if $(filter tests/%,$(NAMED)),$(BIN)/pytest -m "not firefox and not night" $(filter-out extension/%,$(ARGS)))
else
check: installed ## check style and types, and run every test that needs no Firefox: for each save
	@.ci/system-deps shells
	@mkdir -p build && { nice $(MAKE) -s lint $(VITESTED) >build/lint.txt 2>&1 || { cat build/lint.txt >&2; exit 1; }; } & lint=$$!; \
	  $(MAKE) -s $(COMPILED) && $(PYTEST) --ignore=tests/e2e -m "not firefox and not night" $(ARGS); tests=$$?; \
	  wait $$lint || { echo 'Style, types or the tests of the extension: see above, or build/lint.txt' >&2; exit 1; }; exit $$tests
endif

test: installed firefox ## run every test that must hold for a change, a real headless Firefox included
	@.ci/system-deps shells
	@.ci/system-deps machines
	@$(MAKE) -s $(VITESTED) $(COMPILED_E2E)
	@$(PYTEST) -m "not night" $(ARGS)

night: installed firefox ## run what is long and seldom breaks: soak, chaos, attacks, peers, and all tests under load
	@.ci/system-deps shells
	@.ci/system-deps machines
	@.ci/system-deps debians
	@.ci/system-deps chromium
	@$(PY) -m tests.running.night $(ARGS)

slow: $(VENV) ## print what the last test run spent its time on
	@$(PY) -m tests.running.slow

lint: installed ## check style, types, the built extension and the derived files
	@{ $(LINT_TYPESCRIPT); } & typescript=$$!; { $(LINT_PYTHON); }; python=$$?; wait $$typescript && exit $$python

format: $(VENV) $(EXTENSION_DEV) ## format Python and TypeScript, and fix what ruff can fix
	$(BIN)/ruff check --fix-only --quiet
	$(BIN)/ruff format
	npm --prefix extension run --silent format

bench: firefox $(XPI) $(SITE) $(LAUNCHER) ## measure, print a table and write bench/results/latest.json
	@$(PY) -m bench.bench $(ARGS)

pictures: firefox $(XPI) $(SITE) ## picture popup, form, traces and clz show, into extension/pictures and docs/pictures
	@$(PY) -m bench.pictures
	@$(PY) -m bench.film
	@$(PY) -m bench.pages

wheel: $(VENV) $(XPI) ## build the wheel, extension included, into dist
	$(PY) -m build --wheel --no-isolation --outdir dist

packages: $(VENV) $(XPI) ## build the sdist, and the wheel from it, into dist
	$(PY) -m build --no-isolation --outdir dist

wheels: $(WHEELS_VENV) packages ## the same, and a wheel for each platform that clz is compiled for
	$(PY) -m clz_generate.wheels "$$(ls -t dist/*-py3-none-any.whl | head -1)"

release-check: $(VENV) ## make what a release publishes twice, compare it, and audit its parts
	@$(PY) -m clz_generate.release_check $(ARGS)

# The keys are AMO_JWT_ISSUER and AMO_JWT_SECRET in the environment. What Mozilla has signed goes into the wheel.
sign: $(EXTENSION_RUN) ## have Mozilla sign the extension, unlisted; REPOSITORY=OWNER/NAME is where its updates are
	@test -n '$(REPOSITORY)' || { echo 'Say where updates are: make sign REPOSITORY=OWNER/NAME' >&2; exit 2; }
	UPDATE_URL=https://github.com/$(REPOSITORY)/releases/latest/download/updates.json node extension/build.mjs signed
	rm -rf build/sign/signed && mkdir -p native/clz_native/extension
	git archive --format=zip --output=build/sign/source.zip HEAD
	WEB_EXT_API_KEY="$$AMO_JWT_ISSUER" WEB_EXT_API_SECRET="$$AMO_JWT_SECRET" npx --yes web-ext@$(WEB_EXT_VERSION) sign \
	  --channel=unlisted --source-dir=extension/build/signed --artifacts-dir=build/sign/signed \
	  --upload-source-code=build/sign/source.zip
	cp build/sign/signed/*.xpi native/clz_native/extension/clz-signed.xpi

docs: $(VENV) $(DOCS_VENV) ## build the site into build/site; open build/site/index.html
	@$(PY) -m clz_generate.site
	@NO_MKDOCS_2_WARNING=1 PYTHONPATH=cli:core build/docs-venv/bin/mkdocs build --quiet --clean -f build/mkdocs.yml
	@cp build/docs/llms.txt build/site/

lock: build/uv/bin/uv-$(UV_VERSION) ## write the lock files anew; UPGRADE=1 takes newer versions
	build/uv/bin/uv $(UV_LOCK) --output-file requirements.lock pyproject.toml
	build/uv/bin/uv $(UV_LOCK) --extra dev --output-file requirements-dev.lock pyproject.toml
	build/uv/bin/uv $(UV_LOCK) --group docs --output-file requirements-docs.lock
	build/uv/bin/uv $(UV_LOCK) --group wheels --output-file requirements-wheels.lock
	cd extension && npm $(if $(UPGRADE),update,install) --package-lock-only --no-audit --no-fund
	cd tests/site && npm $(if $(UPGRADE),update,install) --package-lock-only --no-audit --no-fund

clean: ## remove what was built; .venv and node_modules stay
	rm -rf build dist demo.png bench/results native/clz_native/extension tests/site/dist
	rm -rf .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . \( -name node_modules -o -name .venv -o -name .git \) -prune -o -name __pycache__ -print | xargs rm -rf

# One pinned set for all platforms and Pythons, with hashes, without the address of any registry.
UV_LOCK := pip compile --quiet --no-config --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
  --custom-compile-command "make lock" $(if $(UPGRADE),--upgrade)

build/uv/bin/uv-$(UV_VERSION):
	@PYTHON='$(PYTHON)' .ci/system-deps python
	$(PYTHON) -m venv --clear build/uv
	build/uv/bin/pip install --quiet --disable-pip-version-check uv==$(UV_VERSION)
	touch $@

$(VENV): requirements-dev.lock pyproject.toml
	@PYTHON='$(PYTHON)' .ci/system-deps python
	$(PYTHON) -m venv .venv
	$(PY) -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	$(PY) -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

$(DOCS_VENV): requirements-docs.lock
	@PYTHON='$(PYTHON)' .ci/system-deps python
	$(PYTHON) -m venv --clear build/docs-venv
	build/docs-venv/bin/pip install --quiet --disable-pip-version-check --require-hashes -r requirements-docs.lock
	@touch $@

$(WHEELS_VENV): requirements-wheels.lock
	@PYTHON='$(PYTHON)' .ci/system-deps python
	$(PYTHON) -m venv --clear build/wheels-venv
	build/wheels-venv/bin/pip install --quiet --disable-pip-version-check --require-hashes -r requirements-wheels.lock
	@touch $@

# `clz` as a compiled program in the place of Python's script, which stays where there is no compiler. With the C library in it
# it starts in two thirds of the time.
$(LAUNCHER): $(VENV) cli/launcher/clz.c
	@if command -v $(CC) >/dev/null; then \
	  compile() { $(CC) -std=c11 -O2 -Wall -Wextra $$1 -o $(BIN)/clz.new cli/launcher/clz.c; }; \
	  { compile -static-pie 2>/dev/null || compile; } && mv $(BIN)/clz.new $(BIN)/clz; fi
	@touch $@

# `npm ci` empties node_modules, stamps and all. The full set serves wherever the small one does.
%/node_modules/.stamp: %/package.json %/package-lock.json %/.npmrc
	@.ci/system-deps node
	cd $* && $(NPM_CI) --omit=dev
	@touch $@

%/node_modules/.stamp-dev: %/package.json %/package-lock.json %/.npmrc
	@.ci/system-deps node
	cd $* && $(NPM_CI)
	@touch $@ $*/node_modules/.stamp

$(XPI): $(EXTENSION_RUN) $(call sources,extension) core/clz_core/__init__.py
	npm --prefix extension run --silent build
	@touch $@

$(LINTED): $(EXTENSION_DEV) $(XPI)
	npm --prefix extension run --silent lint-built
	@touch $@

$(COMPILED): | $(VENV)
	@$(BIN)/pytest --collect-only --quiet --quiet --ignore=tests/e2e >/dev/null || true
	@mkdir -p $(@D) && touch $@

$(COMPILED_E2E): | $(VENV)
	@$(BIN)/pytest --collect-only --quiet --quiet tests/e2e >/dev/null || true
	@mkdir -p $(@D) && touch $@

$(TYPES_LINTED): $(EXTENSION_DEV) $(SITE_DEV) $(call sources,extension) $(call sources,tests/site)
	@npm --prefix extension run --silent lint-types
	@touch $@

$(VITESTED): $(EXTENSION_DEV) $(call sources,extension)
	@$(VITEST)
	@touch $@

$(SITE): $(SITE_RUN) $(call sources,tests/site)
	npm --prefix tests/site run --silent build
	@touch $@
