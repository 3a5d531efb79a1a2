"""Settings under which the tests run: those of the site, made quick and free of traces."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

# In memory where there is such a place: a file is needed, because each request has a thread of its own.
_shm = Path("/dev/shm")  # noqa: S108
_folder = tempfile.mkdtemp(prefix="captain-tests-", dir=_shm if os.access(_shm, os.W_OK) else None)
atexit.register(shutil.rmtree, _folder, ignore_errors=True)
os.environ["CAPTAIN_VAR"] = _folder
os.environ["DB_POOL"] = "0"  # a pool's connections would keep the test database from being dropped
os.environ.setdefault("LOG_LEVEL", "WARNING")
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "1")  # Playwright keeps a loop running in the test thread

from config.settings import *  # noqa: E402, F403
from config.settings import DATABASES, RATES, SQLITE  # noqa: E402

if SQLITE:
    DATABASES["default"]["TEST"] = {"NAME": f"{_folder}/test.sqlite3"}
else:
    DATABASES["default"]["TEST"] = {"NAME": "test_" + DATABASES["default"]["NAME"]}

TITLE_PACKAGES = ["tests.blank_title", "tests.example_title"]  # what `title_new` begins from; its example
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # quick, and kept nowhere
RATES = {action: (100_000, span) for action, (_most, span) in RATES.items()}  # tests of limits set their own
CELERY_TASK_ALWAYS_EAGER = True
CELERY_TASK_EAGER_PROPAGATES = True
