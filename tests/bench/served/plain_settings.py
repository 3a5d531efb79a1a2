"""The minimal site with which moves and pages are compared: same server, database, pool and sessions.

It keeps the middleware of any site with log-in: sessions, common (which sets the length of an answer), CSRF and
authentication. No templates, htmx, policies or messages. Apps cost a request nothing.
"""

from config.settings import *  # noqa: F403

ROOT_URLCONF = "tests.bench.served.plain"
MIDDLEWARE = [
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "allauth.account.middleware.AccountMiddleware",  # without which its app does not start; it takes microseconds
]
SESSION_ENGINE = "django.contrib.sessions.backends.db"
AUTHENTICATION_BACKENDS = ["django.contrib.auth.backends.ModelBackend"]
