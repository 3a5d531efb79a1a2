"""Settings of the site, all read from the environment.

Without any, it is the embedded development site: DEBUG, SQLite and mail files under `var/`, and one process that also
runs the tasks. `docs/deploying.md` lists the settings of a public site.
"""

import os
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import environ
from celery.schedules import crontab
from csp.constants import NONE, SELF

from config.catalogues import compiled, languages
from config.environment_checks import problems, refuse_to_start
from config.formats.en import formats
from config.key_files import secret_key_in, vapid_key_in
from config.operators import sentry_start

env = environ.Env()

BASE_DIR = Path(__file__).resolve().parent.parent
VAR = Path(env.str("CAPTAIN_VAR", str(BASE_DIR / "var")))
VAR.mkdir(parents=True, exist_ok=True)

DEBUG = env.bool("DEBUG", True)
if not DEBUG and (_problems := problems(os.environ)):
    refuse_to_start(_problems)

SECRET_KEY = env.str("SECRET_KEY", "") or secret_key_in(VAR)
# Signatures made with these keys stay valid.
SECRET_KEY_FALLBACKS: list[str] = env.list("SECRET_KEY_FALLBACKS", default=[])

# Addresses
PORT = env.int("PORT", 8000)
ALLOWED_HOSTS: list[str] = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
SITE_URL = env.str(
    "SITE_URL", f"http://localhost:{PORT}" if DEBUG else f"https://{ALLOWED_HOSTS[0].lstrip('.')}"
).rstrip("/")
SECURITY_CONTACT = env.str("SECURITY_CONTACT", "")  # for people who find a vulnerability: mailto: or https:
# The operator, for the pages Privacy, Terms and Contact. OPERATOR_TEXTS is a folder with their own privacy.txt etc.
OPERATOR_NAME = env.str("OPERATOR_NAME", "")
OPERATOR_CONTACT = env.str("OPERATOR_CONTACT", "")  # mailto: or https:
OPERATOR_ADDRESS = env.str("OPERATOR_ADDRESS", "")
OPERATOR_TEXTS = env.str("OPERATOR_TEXTS", "")
# Where people can read the source of this site, as the licence requires.
SOURCE_URL = env.str("SOURCE_URL", "")
CSRF_TRUSTED_ORIGINS: list[str] = env.list("CSRF_TRUSTED_ORIGINS", default=[] if DEBUG else [SITE_URL])
if DEBUG:
    DEFAULT_EXCEPTION_REPORTER = "config.dev_errors.LocalReporter"
# Number of reverse proxies in front whose X-Forwarded-* headers we trust.
TRUSTED_PROXIES = env.int("TRUSTED_PROXIES", 0)
# Networks that see details at /readyz.
OPERATOR_NETWORKS: list[str] = env.list("OPERATOR_NETWORKS", default=["127.0.0.0/8", "::1/128"])

# Email addresses that get reports of errors and late work, separated by commas.
ADMINS = [("", address) for address in env.list("ADMINS", default=[])]
SENTRY_DSN = env.str("SENTRY_DSN", "")
HEARTBEATS = True  # processes record heartbeats: `config.heartbeat`
READY_SECONDS = 2  # how long a result of /readyz is reused

# Apps and middleware
INSTALLED_APPS = [
    "daphne",  # first: it selects Twisted's reactor
    "config",
    "accounts",
    "games",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "channels",
    "csp",
    "django_htmx",
    "oauth2_provider",
    "config.admin_app.ModerationConfig",  # replaces django.contrib.admin
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
]
if (BASE_DIR / "tools").is_dir():
    INSTALLED_APPS.append("tools")  # developer commands
MIDDLEWARE = [
    "config.headers.headers_middleware",  # first, to cover every response
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "config.health.health_middleware",  # before host checks, because monitoring may connect by IP address
    "games.api.middleware.api_middleware",  # outside of everything that reads cookies
    "config.static_files.StaticFilesMiddleware",
    "accounts.session_ends.session_ends_middleware",  # outside of the middleware that saves sessions
    "accounts.middleware.newer_cookies_middleware",  # outside of the middleware that sets and deletes cookies
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "accounts.middleware.language_middleware",
    "accounts.middleware.time_zone_middleware",
    "games.guests.middleware.GuestMiddleware",
    "games.tables.access.LogInFirstMiddleware",
    "config.logs.request_middleware",  # last: it needs the user and the view
]
ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"

_CONTEXT_PROCESSORS = [
    "django.template.context_processors.request",
    "django.contrib.auth.context_processors.auth",
    "django.contrib.messages.context_processors.messages",
    "games.web.context.waiting",
]
TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {"environment": "config.jinja2.environment", "context_processors": _CONTEXT_PROCESSORS},
    },
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates" / "django"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": _CONTEXT_PROCESSORS,
            "libraries": {"lucide": "lucide.templatetags.lucide"},
        },
    },
]

# Data
DATABASES: dict[str, Any] = {"default": env.db_url("DATABASE_URL", f"sqlite:///{VAR}/db.sqlite3")}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
SQLITE = DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3"
if SQLITE:
    # Immediate, so that a transaction that starts with a read can't fail when it begins to write.
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA temp_store=MEMORY;",
    }
elif env.bool("DB_POOL", True):
    # Requests run on different threads, so without a pool each thread would open its own connection. This adds to
    # options in the URL, such as sslmode.
    DATABASES["default"].setdefault("OPTIONS", {}).update(pool={"min_size": 1, "max_size": 10, "timeout": 10})
    # Replace a connection that was lost while idle, so that no request fails.
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True

if not SQLITE and env.bool("DB_PREPARE", True):
    # Each connection parses and plans a repeated query only once.
    DATABASES["default"].setdefault("OPTIONS", {}).update(server_side_binding=True, prepare_threshold=2)

REDIS_URL = env.str("REDIS_URL", "")
EMBEDDED = not REDIS_URL
# There may be no proxy that compresses. Django varies the length, so that it tells nothing of secrets.
if EMBEDDED:
    MIDDLEWARE.insert(
        MIDDLEWARE.index("config.static_files.StaticFilesMiddleware"), "django.middleware.gzip.GZipMiddleware"
    )
# Pictures are large. They are cached in each process, up to a maximum number, or in a bounded Redis of their own,
# because in the queue's Redis nothing would free their memory.
PICTURES_REDIS_URL = env.str("PICTURES_REDIS_URL", "")
# For pages and sockets, on this machine. SQLite allows one writer at a time, so more processes would not help.
WEB_PROCESSES = env.int("WEB_PROCESSES", 1 if SQLITE or EMBEDDED else os.cpu_count() or 1)
CHANNEL_LAYERS: dict[str, Any]
CACHES: dict[str, Any]
# A request waits no longer than this for an unresponsive Redis.
_timeouts = {"socket_connect_timeout": 2, "socket_timeout": 2}  # seconds
_redis_cache = {
    "BACKEND": "django_redis.cache.RedisCache",
    "OPTIONS": {"SOCKET_CONNECT_TIMEOUT": 2, "SOCKET_TIMEOUT": 2},  # seconds
}
if EMBEDDED:
    CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "config.embedded_channel_layer.EmbeddedChannelLayer",
            "CONFIG": {"capacity": 500},
        }
    }
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
    CELERY_BROKER_URL = "memory://localhost/"
    # Seconds; the default of 1 is noticeable in play.
    CELERY_BROKER_TRANSPORT_OPTIONS = {"polling_interval": 0.02}
else:
    # No time-out for listening, because redis-py would close a socket that is idle for that long.
    CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "config.redis_channel_layer.RedisChannelLayer",
            "CONFIG": {
                "hosts": [{"address": REDIS_URL, **_timeouts, "socket_timeout": None}],
                "capacity": 500,
            },
        }
    }
    CACHES = {"default": {**_redis_cache, "LOCATION": REDIS_URL}}
    CELERY_BROKER_URL = REDIS_URL
    CELERY_BROKER_TRANSPORT_OPTIONS = {**_timeouts, "max_retries": 0}  # for connecting, within one call
    # Thinking tasks would delay emails and deadlines, so they have their own workers.
    CELERY_TASK_ROUTES = {
        f"games.web.tasks.{task}": {"queue": "thinking"}
        for task in ("bot_think", "hint_make", "estimates_make")
    }
if PICTURES_REDIS_URL:
    CACHES["pictures"] = {**_redis_cache, "LOCATION": PICTURES_REDIS_URL, "KEY_PREFIX": "pictures"}
else:
    CACHES["pictures"] = {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "pictures",
        "OPTIONS": {"MAX_ENTRIES": 300},
    }

CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_PUBLISH_RETRY = False  # if a message is lost, the next sweep does the work
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULER = "celery.beat:Scheduler"  # keeps its state in memory: losing it does no harm
# Messages are only hints: all due work is in the database, and the sweep finds it.
CELERY_BEAT_SCHEDULE: dict[str, Any] = {
    "sweep": {"task": "games.web.tasks.sweep", "schedule": 1.0, "options": {"expires": 5}},
    "sessions_end": {"task": "games.web.tasks.sessions_end", "schedule": crontab(minute="*/5")},
    "hourly_stats": {"task": "games.web.tasks.hourly_stats", "schedule": crontab(minute="0")},
    "notices_end": {"task": "games.web.tasks.notices_end", "schedule": crontab(minute="43")},
    "logs_end": {"task": "games.web.tasks.logs_end", "schedule": crontab(minute="23")},
    "replays": {"task": "games.web.tasks.replay_scan", "schedule": crontab(hour="3", minute="17")},
}

# Games
# Packages with titles besides games.titles: `docs/adding-a-title.md`.
TITLE_PACKAGES: list[str] = env.list("TITLE_PACKAGES", default=[])

# Whether people may play without an account: against bots, and at tables by link.
GUESTS = env.bool("GUESTS", True)
TURN_LINKS = env.bool("TURN_LINKS", True)  # emails have links that make moves without a log-in

# Bots
# Milliseconds from the question to a bot's move, whatever the question is: its time would reveal the hand (ADR 12).
BOT_ANSWER_MS = env.int("BOT_ANSWER_MS", 1000)
THINKING_MS = BOT_ANSWER_MS * 3 // 4  # longest thought
# Processes in which bots think; one core is left for people. With 0, bots think in this process.
THINKING_PROCESSES = env.int("THINKING_PROCESSES", max(1, (os.cpu_count() or 1) - 1))

# People
AUTH_USER_MODEL = "accounts.User"
SESSION_ENGINE = "accounts.session_store"
AUTHENTICATION_BACKENDS = ["accounts.login.PasswordBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": name}
    for name in (
        "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "django.contrib.auth.password_validation.MinimumLengthValidator",
        "django.contrib.auth.password_validation.CommonPasswordValidator",
        "django.contrib.auth.password_validation.NumericPasswordValidator",
        "accounts.login.SiteWordsValidator",
    )
]
PASSWORD_RESET_TIMEOUT = 3600  # seconds for which the link in the email is valid
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
ACCOUNT_LOGIN_METHODS = {"email", "username"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "username*", "password1*"]
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_FORMS = {
    "signup": "accounts.account_forms.SignupForm",
    "reset_password": "accounts.account_forms.ResetPasswordForm",
    "confirm_email_verification_code": "accounts.account_forms.ConfirmCodeForm",
    "change_email": "accounts.account_forms.ChangeEmailForm",
}
ACCOUNT_SIGNUP_FORM_CLASS = "accounts.forms.SignupExtras"
ACCOUNT_USERNAME_MIN_LENGTH = 2
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
# Mail servers that don't know us yet often make us wait for ten minutes and more.
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_TIMEOUT = ACCOUNT_LOGIN_TIMEOUT = 3600  # seconds
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_CHANGE = 5  # times
ACCOUNT_EMAIL_SUBJECT_PREFIX = "[Captain's Table] "
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "http" if DEBUG else "https"
ALLAUTH_TRUSTED_PROXY_COUNT = TRUSTED_PROXIES
ACCOUNT_ADAPTER = "accounts.adapters.AccountAdapter"
USERSESSIONS_ADAPTER = "accounts.session_ends.SessionsAdapter"
# accounts.adapters counts log-ins instead of allauth, because it knows each owner's browsers.
ACCOUNT_RATE_LIMITS = {"login": "", "confirm_email": "20/m/ip,3/m/key"}
# Applications get our own tokens: games/api/oauth.py.
OAUTH2_PROVIDER_APPLICATION_MODEL = "oauth2_provider.Application"
OAUTH2_PROVIDER = {
    "SCOPES": {"read": "Read", "play": "Play", "chat": "Chat", "account": "Account"},
    "DEFAULT_SCOPES": ["read"],
    "OAUTH2_VALIDATOR_CLASS": "games.api.oauth.Validator",
    "ACCESS_TOKEN_EXPIRE_SECONDS": 90 * 86_400,
    "PKCE_REQUIRED": True,
    "OIDC_ISS_ENDPOINT": SITE_URL,  # the issuer in the metadata and in answers, although there is no OpenID Connect
    "OAUTH2_RESPONSE_TYPES_SUPPORTED": ["code"],
    "OAUTH2_GRANT_TYPES_SUPPORTED": ["authorization_code"],
    "OAUTH2_TOKEN_ENDPOINT_AUTH_METHODS_SUPPORTED": ["none"],
    "REFRESH_TOKEN_REUSE_PROTECTION": True,
    "ALLOW_LOCALHOST_LOOPBACK": True,
    **{
        f"COMPLIANT_BCP_RFC9700_{name}": True
        for name in (
            "ACCESS_TOKEN_TRANSPORT", "AUTHZ_RESPONSE_ISS", "IMPLICIT_GRANT", "PASSWORD_GRANT", "PKCE_METHOD",
            "PKCE_REQUIRED", "REDIRECT_URI_MATCHING", "REFRESH_TOKEN", "TOKEN_STORAGE",
        )
    },
}  # fmt: skip
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_FORMS = {
    "add_webauthn": "accounts.account_forms.AddPasskeyForm",
    "edit_webauthn": "accounts.account_forms.EditPasskeyForm",
    "signup_webauthn": "accounts.account_forms.SignupPasskeyForm",
}
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_PASSKEY_SIGNUP_ENABLED = True
MFA_TOTP_ISSUER = "Captain's Table"
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = DEBUG

# Mail
if env.str("EMAIL_URL", ""):
    _mail: dict[str, Any] = env.email_url("EMAIL_URL")
else:
    _mail = {"EMAIL_BACKEND": "config.dev_mail.EmailBackend"}
EMAIL_BACKEND: str = _mail["EMAIL_BACKEND"]
EMAIL_FILE_PATH: str = _mail.get("EMAIL_FILE_PATH") or str(VAR / "mail")
EMAIL_HOST: str = _mail.get("EMAIL_HOST") or "localhost"
EMAIL_PORT: int = _mail.get("EMAIL_PORT") or 25
EMAIL_HOST_USER: str = _mail.get("EMAIL_HOST_USER") or ""
EMAIL_HOST_PASSWORD: str = _mail.get("EMAIL_HOST_PASSWORD") or ""
EMAIL_USE_TLS: bool = _mail.get("EMAIL_USE_TLS", False)
EMAIL_USE_SSL: bool = _mail.get("EMAIL_USE_SSL", False)
EMAIL_TIMEOUT = 20  # seconds
DEFAULT_FROM_EMAIL = env.str(
    "DEFAULT_FROM_EMAIL", f"Captain's Table <captain@{urlsplit(SITE_URL).hostname or 'localhost'}>"
)
SERVER_EMAIL = DEFAULT_FROM_EMAIL
EMAIL_SUBJECT_PREFIX = "[Captain's Table] "
# Undeliverable emails are returned here, and replies for the chat arrive at INBOX_ADDRESS. `manage.py receive_mail`
# reads both; or the mailbox INBOX_URL is read every minute; or a mail service posts to /anymail/.
BOUNCE_EMAIL = env.str("BOUNCE_EMAIL", "")
INBOX_ADDRESS = env.str("INBOX_ADDRESS", "")
INBOX_URL = env.str("INBOX_URL", "")
if INBOX_URL:
    CELERY_BEAT_SCHEDULE["inbox"] = {
        "task": "games.web.tasks.inbox_visit",
        "schedule": 60.0,
        "options": {"expires": 50},
    }
ANYMAIL: dict[str, str] = env.dict("ANYMAIL", default={})  # django-anymail's settings

# Messages to browsers and webhooks
VAPID_PRIVATE_KEY = env.str("VAPID_PRIVATE_KEY", "") or vapid_key_in(VAR)  # 32 bytes, base64url
OUTBOUND_PLAIN_HTTP = DEBUG
# Private networks that webhooks may reach, for example 10.1.2.0/24 of a local chat server.
OUTBOUND_NETWORKS: list[str] = env.list("OUTBOUND_NETWORKS", default=[])

# Security
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "connect-src": [SELF],
        "font-src": [SELF],
        "form-action": [SELF],
        "img-src": [SELF],
        "manifest-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF],
        "worker-src": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "report-uri": "/csp-report/",  # for older browsers; the others use the Reporting-Endpoints header
        "report-to": "csp",
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = not DEBUG
_HOST = "" if DEBUG else "__Host-"  # browsers accept such a cookie only over TLS and from this exact host
SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = f"{_HOST}sessionid", f"{_HOST}csrftoken"
DEVICE_COOKIE_NAME = f"{_HOST}device"
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"
CSRF_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "config.error_views.csrf_failure"
SECURE_HSTS_SECONDS = env.int("HSTS_SECONDS", 0 if DEBUG else 31_536_000)
SECURE_HSTS_INCLUDE_SUBDOMAINS = not DEBUG and env.bool("HSTS_SUBDOMAINS", True)
SILENCED_SYSTEM_CHECKS = [
    "security.W021",  # preloading binds a whole domain for years, so its owner has to decide
    "oauth2_provider.W008",  # apps on a person's own machine have http://127.0.0.1 (games.api.oauth.ApplicationForm)
]
SECURE_SSL_REDIRECT = not DEBUG and TRUSTED_PROXIES > 0
SECURE_REDIRECT_EXEMPT = [r"^(healthz|readyz|metrics)$"]  # requested from inside the network
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if TRUSTED_PROXIES else None
DATA_UPLOAD_MAX_MEMORY_SIZE = FILE_UPLOAD_MAX_MEMORY_SIZE = 1_048_576  # bytes
DATA_UPLOAD_MAX_NUMBER_FIELDS = 500
DATA_UPLOAD_MAX_NUMBER_FILES = 1

# Rate limits per person: number of times, and seconds. The log-in and similar pages have allauth's limits.
RATES = {
    "move": (env.int("MOVES_PER_MINUTE", 120), 60),  # and all other POSTs at a table
    "invite": (30, 3600),
    "invite-mail": (20, 86_400),  # by one person to email addresses
    "invited-mail": (3, 86_400),  # to one email address
    "name": (10, 86_400),  # changes of the display name
    "open": (30, 3600),  # new tables
    "circle-open": (3, 86_400),  # new circles
    "circle-join": (30, 86_400),  # people who join a circle by its link
    "preview": (120, 60),  # link previews, per address: chats fetch one for each link
    "preview-past": (20, 60),  # those of past plies, which have to be replayed
    "preview-past-all": (120, 60),  # the same, for all addresses together
    "lesson": (120, 60),  # moves in lessons, per person or address
    "puzzle": (120, 60),  # moves in puzzles, per person or address
    "export": (60, 3600),  # a game as a file, which has to be replayed
    "export-all": (5, 3600),  # all games of a person as one file
    "turn-link": (120, 60),  # pages behind the links of emails, per address
    "guest": (10, 3600),  # new guests per address
    "talk": (12, 60),  # chat messages at all tables; the next line limits longer periods
    "talk-long": (120, 3600),
    "reply-refused": (3, 86_400),  # emails that explain why a reply isn't in the chat
    "wrong-password": (10, 86_400),  # for one account, from unknown browsers; then its owner is notified
    "api": (env.int("API_REQUESTS_PER_MINUTE", 300), 60),  # requests of programs, per token
    "api-unknown": (60, 60),  # requests with tokens that don't exist, per address
    "token": (20, 86_400),  # new tokens
    "oauth": (60, 60),  # requests for tokens by applications, per address
    "policy-report": (20, 60),  # browsers at one address
}
# Open sockets per process: a page has one, and many people may share an address.
SOCKETS_PER_PERSON = env.int("SOCKETS_PER_PERSON", 30)
SOCKETS_PER_ADDRESS = env.int("SOCKETS_PER_ADDRESS", 300)

# Files
STATIC_URL = "/static/"
STATIC_ROOT = VAR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "config.fonts.FontFinder",
    "config.bundles.BundleFinder",
]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},  # nothing is uploaded to storage
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}
WHITENOISE_AUTOREFRESH = WHITENOISE_USE_FINDERS = DEBUG
WHITENOISE_ALLOW_ALL_ORIGINS = False
WHITENOISE_MIMETYPES = {
    ".svg": "image/svg+xml; charset=utf-8",
    ".webmanifest": "application/manifest+json",
}

# Language and times
LANGUAGE_CODE = "en"
LANGUAGES = languages(for_developers=DEBUG)
LOCALE_PATHS = [compiled(VAR)]
LANGUAGE_COOKIE_NAME, LANGUAGE_COOKIE_AGE = "language", 31_536_000  # seconds
USE_TZ = True
TIME_ZONE = "UTC"
FORMAT_MODULE_PATH = "config.formats"
# Django uses these if there is no translation.
DATE_FORMAT, SHORT_DATE_FORMAT = formats.DATE_FORMAT, formats.SHORT_DATE_FORMAT
DATETIME_FORMAT, SHORT_DATETIME_FORMAT = formats.DATETIME_FORMAT, formats.SHORT_DATETIME_FORMAT
TIME_FORMAT, YEAR_MONTH_FORMAT = formats.TIME_FORMAT, formats.YEAR_MONTH_FORMAT
MONTH_DAY_FORMAT = formats.MONTH_DAY_FORMAT

if SENTRY_DSN:
    sentry_start(SENTRY_DSN)

LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"format": "%(asctime)s level=%(levelname)s logger=%(name)s %(message)s"},
        "json": {"()": "config.logs.formatter"},
    },
    "handlers": {
        "stderr": {
            "class": "logging.StreamHandler",
            "formatter": env.str("LOG_FORMAT", "line" if DEBUG else "json"),
        },
        "operators": {"class": "config.operators.OperatorMails"},
        "refusals": {"class": "config.logs.Refusals"},
    },
    "root": {
        "handlers": ["stderr", "operators"] if ADMINS else ["stderr"],
        "level": env.str("LOG_LEVEL", "INFO"),
    },
    "loggers": {
        "django": {"handlers": [], "propagate": True},
        "django.security": {"handlers": ["refusals"], "propagate": False},
        "django.server": {"handlers": [], "propagate": True},
        "daphne": {"level": "WARNING"},
        "celery": {"level": "WARNING"},
    },
}
