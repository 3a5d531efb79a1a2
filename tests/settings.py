"""Settings of the tests: those of the site, but fast and without side effects."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

# In memory if possible; it must be a file, because each request has its own thread.
_shm = Path("/dev/shm")  # noqa: S108
_folder = tempfile.mkdtemp(prefix="captain-tests-", dir=_shm if os.access(_shm, os.W_OK) else None)
atexit.register(shutil.rmtree, _folder, ignore_errors=True)
os.environ["CAPTAIN_VAR"] = _folder
os.environ["DB_POOL"] = "0"  # with a pool the test database could not be dropped
os.environ.setdefault("LOG_LEVEL", "WARNING")
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "1")  # Playwright runs an event loop in the test thread

from config.settings import *  # noqa: E402, F403
from config.settings import DATABASES, RATES, SQLITE  # noqa: E402

if SQLITE:
    DATABASES["default"]["TEST"] = {"NAME": f"{_folder}/test.sqlite3"}
else:
    DATABASES["default"]["TEST"] = {"NAME": "test_" + DATABASES["default"]["NAME"]}

TITLE_PACKAGES = ["tests.blank_title", "tests.example_title"]  # what `title_new` begins from; its example
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # fast; nothing is stored for long
RATES = {action: (100_000, span) for action, (_most, span) in RATES.items()}  # tests of limits set their own
CELERY_TASK_ALWAYS_EAGER = True
CELERY_TASK_EAGER_PROPAGATES = True
