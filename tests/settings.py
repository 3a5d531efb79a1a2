"""Settings for the tests: those of the site, but faster and without leftovers.

If several processes share a run (the workers "gw0", "gw1", ... of pytest-xdist), each has its own folder and its
own Redis database; pytest-django gives each its own SQL database.
"""

import atexit
import os
import shutil
import tempfile
from pathlib import Path
from urllib.parse import urlsplit

_worker = os.environ.get("PYTEST_XDIST_WORKER", "")
if _worker:
    _folder = f"{os.environ['CAPTAIN_VAR']}/{_worker}"  # deleted with the folder of the parent process
else:
    # In memory where possible. It must be a file, because each request has its own thread.
    _shm = Path("/dev/shm")  # noqa: S108
    _folder = tempfile.mkdtemp(prefix="captain-tests-", dir=_shm if os.access(_shm, os.W_OK) else None)
    atexit.register(shutil.rmtree, _folder, ignore_errors=True)
os.environ["CAPTAIN_VAR"] = _folder
if _worker and os.environ.get("REDIS_URL"):
    _redis = urlsplit(os.environ["REDIS_URL"])
    _number = (int(_redis.path[1:]) - 1 + int(_worker[2:])) % 15 + 1  # after that of REDIS_URL, never 0
    os.environ["REDIS_URL"] = _redis._replace(path=f"/{_number}").geturl()
os.environ["DB_POOL"] = "0"  # open connections of a pool would keep the test database from being dropped
os.environ.setdefault("LOG_LEVEL", "WARNING")
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "1")  # Playwright runs an event loop in the test thread

from config.settings import *  # noqa: E402, F403
from config.settings import CHANNEL_LAYERS, DATABASES, EMBEDDED, RATES, SQLITE  # noqa: E402

if SQLITE:
    DATABASES["default"]["TEST"] = {"NAME": f"{_folder}/test.sqlite3"}
else:
    DATABASES["default"]["TEST"] = {"NAME": "test_" + DATABASES["default"]["NAME"]}
if not EMBEDDED:
    # A message to sockets reaches all databases of one Redis, and every worker has a table 1.
    CHANNEL_LAYERS["default"]["CONFIG"]["prefix"] = _folder

TITLE_PACKAGES = ["tests.blank_title", "tests.example_title"]  # the template of `title_new`, and its example
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # fast; nothing is stored for long
RATES = {action: (100_000, span) for action, (_most, span) in RATES.items()}  # tests of limits set their own
MFA_TOTP_TOLERANCE = 1  # a code may be generated just before its thirty seconds are over
HEARTBEATS = False  # tests call the heartbeat themselves
READY_SECONDS = 0
# Bots think in the test process, briefly, and move at once
THINKING_PROCESSES, THINKING_MS, BOT_ANSWER_MS = 0, 200, 0
CELERY_TASK_ALWAYS_EAGER = True
CELERY_TASK_EAGER_PROPAGATES = True
