"""Checks the environment before a public site starts. Reports each problem in one sentence.

Why not Django's system checks: they run in management commands, but not in Daphne or Celery.
"""

from collections.abc import Mapping
from ipaddress import ip_network
from typing import NoReturn

INBOX_NAME_LENGTH = 20  # characters; a token of up to 43 follows, and 64 are allowed
SECRET_KEY_LENGTH = 50  # characters, as in Django's own deployment check
_POSTGRESQL = ("postgresql://", "postgres://")  # pg_dump accepts both
_UNSENT_MAIL = ("consolemail:", "memorymail:", "dummymail:")


def problems(environ: Mapping[str, str]) -> list[str]:
    """Return one sentence for each setting that is missing or unsafe on a public site (DEBUG=0)."""
    checks = (
        _secret_key,
        _allowed_hosts,
        _site_url,
        _email,
        _inbox,
        _database,
        _redis,
        _proxies,
        _operators,
        _contact,
        _admins,
        _sentry,
    )
    found = (check(environ) for check in checks)
    return [sentence for sentence in found if sentence]


def _secret_key(environ: Mapping[str, str]) -> str | None:
    key = environ.get("SECRET_KEY", "")
    if not key:
        return "SECRET_KEY is missing: set it to a long random secret."
    if len(key) < SECRET_KEY_LENGTH or len(set(key)) < 5 or key.startswith("django-insecure-"):
        return f"SECRET_KEY is too easy to guess: use at least {SECRET_KEY_LENGTH} random characters."
    return None


def _allowed_hosts(environ: Mapping[str, str]) -> str | None:
    hosts = environ.get("ALLOWED_HOSTS", "").strip(" ,")
    if not hosts:
        return "ALLOWED_HOSTS is missing: set it to the host names of the site, separated by commas."
    if "*" in hosts:
        return 'ALLOWED_HOSTS is unsafe: name the hosts of the site instead of "*".'
    return None


def _site_url(environ: Mapping[str, str]) -> str | None:
    url = environ.get("SITE_URL", "")
    if url and not url.startswith("https://"):
        return f'SITE_URL is unsafe: expected an address that starts with https://, but got "{url}".'
    return None


def _email(environ: Mapping[str, str]) -> str | None:
    url = environ.get("EMAIL_URL", "")
    if not url:
        return "EMAIL_URL is missing: set it to your mail server, such as smtp+tls://user:password@host:587."
    if url.startswith(_UNSENT_MAIL):
        return "EMAIL_URL is unsafe: this backend sends no email, so nobody could confirm an address."
    return None


def _inbox(environ: Mapping[str, str]) -> str | None:
    address, url = environ.get("INBOX_ADDRESS", ""), environ.get("INBOX_URL", "")
    if address and ("@" not in address or len(address.partition("@")[0]) > INBOX_NAME_LENGTH):
        limit = f"expected at most {INBOX_NAME_LENGTH} characters before the @"
        return f'INBOX_ADDRESS is invalid: {limit}, but got "{address}".'
    if url and not (address and url.startswith(("imap+ssl://", "imap+tls://", "imap://"))):
        return "INBOX_URL is invalid: expected imap+ssl://user:password@host, and INBOX_ADDRESS."
    if environ.get("ANYMAIL") and "WEBHOOK_SECRET=" not in environ["ANYMAIL"]:
        return (
            "ANYMAIL is unsafe: without WEBHOOK_SECRET=user:password, anybody could send emails to the site."
        )
    return None


def _database(environ: Mapping[str, str]) -> str | None:
    url = environ.get("DATABASE_URL", "")
    if environ.get("REDIS_URL") and not url.startswith(_POSTGRESQL):
        return "DATABASE_URL is missing: a site with REDIS_URL needs PostgreSQL. Set it to postgresql://user:password@host/name."
    if url and not url.startswith((*_POSTGRESQL, "sqlite:")):
        return "DATABASE_URL is invalid: expected postgresql://user:password@host/name."
    return None


def _redis(environ: Mapping[str, str]) -> str | None:
    url = environ.get("REDIS_URL", "")
    if url and not url.startswith(("redis://", "rediss://")):
        return "REDIS_URL is invalid: expected redis://host:6379/0."
    return None


def _proxies(environ: Mapping[str, str]) -> str | None:
    count = environ.get("TRUSTED_PROXIES", "")
    if count and not count.isdecimal():
        return f'TRUSTED_PROXIES is invalid: expected the number of proxies in front of the site, but got "{count}".'
    return None


def _operators(environ: Mapping[str, str]) -> str | None:
    for network in filter(None, environ.get("OPERATOR_NETWORKS", "").split(",")):
        try:
            ip_network(network.strip())
        except ValueError:
            return (
                f'OPERATOR_NETWORKS is invalid: expected networks such as 10.1.2.0/24, but got "{network}".'
            )
    return None


def _contact(environ: Mapping[str, str]) -> str | None:
    for name in ("SECURITY_CONTACT", "OPERATOR_CONTACT"):
        contact = environ.get(name, "")
        if contact and not (contact.startswith(("mailto:", "https://")) and contact.isprintable()):
            return f'{name} is invalid: expected mailto:... or https://..., but got "{contact}".'
    source = environ.get("SOURCE_URL", "")
    if source and not (source.startswith("https://") and source.isprintable()):
        return f'SOURCE_URL is invalid: expected https://..., but got "{source}".'
    return None


def _admins(environ: Mapping[str, str]) -> str | None:
    for address in filter(None, environ.get("ADMINS", "").split(",")):
        if "@" not in address or not address.isprintable():
            return f'ADMINS is invalid: expected email addresses, but got "{address}".'
    return None


def _sentry(environ: Mapping[str, str]) -> str | None:
    if environ.get("SENTRY_DSN", "https://").startswith(("https://", "http://")) or not environ["SENTRY_DSN"]:
        return None
    return "SENTRY_DSN is invalid: expected https://key@host/project."


def refuse_to_start(sentences: list[str]) -> NoReturn:
    """Exit with the sentences, one per line, without a traceback.

    It raises SystemExit because manage.py, daphne and celery would all hide any other exception in their own output.
    """
    raise SystemExit("\n".join(["The site cannot start with DEBUG=0:", *(f"- {each}" for each in sentences)]))
