"""The minimal site that a move and a page are held against: same server, database, pool and sessions.

Of the middleware it keeps what any site with log-in has: sessions, the common one (which counts the length of an
answer), protection against forged posts, and authentication. No templates, no htmx, no policies, no messages.
"""

from config.settings import *  # noqa: F403

ROOT_URLCONF = "tests.bench.served.plain"
MIDDLEWARE = [
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
]
INSTALLED_APPS = [
    "daphne", "accounts", "games", "channels",
    "django.contrib.auth", "django.contrib.contenttypes", "django.contrib.sessions",
]  # fmt: skip
AUTHENTICATION_BACKENDS = ["django.contrib.auth.backends.ModelBackend"]
