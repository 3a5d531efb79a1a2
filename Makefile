# The commands of a developer: `make run`, `make test`, `make check`, `make messages`, `make bench`.
# They need only Python 3.11 (or newer) and make: each target first installs its packages into $(VENV),
# once, as pinned in requirements/.

VENV ?= .venv
NEXT ?= .venv-next
PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := $(VENV)/bin
INSTALL = VIRTUAL_ENV=$(VENV) $(BIN)/uv pip install -q --require-hashes -r $< \
	|| $(BIN)/python -m pip install -q --require-hashes -r $<

.PHONY: run test test-next nightly check messages bench screenshots serve-deps host lock
.DELETE_ON_ERROR:

run: $(VENV)/.run  ## Play: run the whole site in one process. PORT=9000 changes the port.
	@$(BIN)/python manage.py serve $(ARGS)

test: $(VENV)/.dev  ## All tests, on all cores. ARGS="-k name" selects some, ARGS="-n 0" uses one core.
	@$(BIN)/python -m pytest -q -n auto --dist loadgroup $(ARGS)

nightly: $(VENV)/.dev  ## The contract suite with 500 new games a case, and the non-interference test on a site of demo tables: hours. SEED=7 repeats a run, GAMES=50 TIMES=200 shortens it.
	@CONTRACT_GAMES=$(or $(GAMES),500) CONTRACT_SEED=$(SEED) $(BIN)/python -m pytest -q -m games $(ARGS)
	@var=$$(mktemp -d) && trap 'rm -rf "$$var"' EXIT && manage="env -u DATABASE_URL -u REDIS_URL CAPTAIN_VAR=$$var $(BIN)/python manage.py" \
		&& $$manage migrate -v 0 && $$manage demo \
		&& $$manage noninterference --times $(or $(TIMES),2000) --world $(or $(SEED),$$(date +%j))

# The tests closest to Django, without those of $(VENV), of sources and of documents, which find the same again.
# Deprecations don't fail: the removals follow years later.
NOT_NEXT := audit bench contracts env_example fonts guides host_script landed_migrations messages rulings \
	security_page template_layers translations
test-next: $(NEXT)/.next  ## Some tests on the next release of Django. Needs Python 3.12: PYTHON=python3.13
	@$(NEXT)/bin/python -c 'import django, sys; print("Django", django.__version__, "on Python", sys.version.split()[0])'
	@$(NEXT)/bin/python -m pytest -q -n 2 --dist loadgroup -m "not browser and not served" \
		-k "not test_serve.py or serves_until_stopped" \
		-W ignore::DeprecationWarning -W ignore::PendingDeprecationWarning \
		--deselect tests/config/test_settings.py::test_djangos_deployment_check_finds_nothing \
		$(NOT_NEXT:%=--ignore=tests/config/test_%.py) tests/config tests/tables/test_move.py tests/web/test_queries.py \
		$(ARGS)

check: $(VENV)/.dev  ## All checks that don't run the site.
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo
	@$(BIN)/python manage.py makemigrations --check --dry-run
	@$(BIN)/python manage.py compile_templates
	@$(BIN)/python manage.py messages --check
	@$(BIN)/python manage.py api_check
	@$(BIN)/python -m games.titles.cardline.deck
	@$(BIN)/python requirements/audit.py

messages: $(VENV)/.dev  ## Extract all texts, and merge them into the translations: docs/translating.md. ARGS=es begins Spanish.
	@$(BIN)/python manage.py messages $(ARGS)

bench: $(VENV)/.dev  ## Measure the speed of the engine and the pages.
	@$(BIN)/python -m tools.bench $(ARGS)

screenshots: $(VENV)/.dev  ## Retake the pictures of README.md, or with ARGS=de the boards on a phone. Needs Chromium.
	@$(BIN)/python -m tools.screenshots $(ARGS)

serve-deps: $(VENV)/.run  ## Only install the packages of a server.

host:  ## Print how deploy/host sets up a public site on a fresh Debian: NAME=play.example.org. It changes nothing.
	@sh deploy/host $(NAME)

lock: $(VENV)/.uv  ## Update the pins after a change of requirements/*.in. ARGS="--upgrade" takes newer releases.
	@for each in uv:3.11 run:3.11 dev:3.11 next:3.12; do \
		name=$${each%:*}; \
		$(BIN)/uv pip compile -q --universal --python-version $${each#*:} --generate-hashes --no-emit-index-url \
			--no-emit-find-links --no-header $(ARGS) -o requirements/$$name.txt requirements/$$name.in; \
	done

$(VENV)/.uv: requirements/uv.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo 'Python 3.11 or newer is needed: install it, or name it with PYTHON=/path/to/python.' >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null \
		|| { echo 'The module venv is missing: install it (on Debian, the package python3-venv).' >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r $<
	@touch $@

$(VENV)/.run: requirements/run.txt $(VENV)/.uv
	@$(INSTALL)
	@touch $@

$(VENV)/.dev: requirements/dev.txt $(VENV)/.run
	@$(INSTALL)
	@touch $@

$(NEXT)/.next: requirements/next.txt requirements/dev.txt
	@$(MAKE) --no-print-directory VENV=$(NEXT) $(NEXT)/.dev
	@VIRTUAL_ENV=$(NEXT) $(NEXT)/bin/uv pip install -q --require-hashes -r $< \
		|| $(NEXT)/bin/python -m pip install -q --require-hashes -r $<
	@touch $@
