"""The settings as a new process reads them."""

import os
import subprocess
import sys
from ast import literal_eval

import pytest
from django.conf import settings

from config.key_files import secret_key_in

SAFE = {
    "DEBUG": "0",
    "SECRET_KEY": "kZ3-9fQx_71LwPzTtY0aVbN5mRgHcJdEsUoI2q8KyWnXlM4v6i",
    "ALLOWED_HOSTS": "captain.example",
    "EMAIL_URL": "smtp+tls://captain:rope@mail.example:587",
}

SERVICES = {
    "DATABASE_URL": "postgresql://captain:rope@db.example/captain",
    "REDIS_URL": "redis://redis.example/0",
}


@pytest.fixture
def start(tmp_path):
    """Return a function that starts a process with an environment and prints some settings, one a line."""

    def run(environ, *names):
        code = f"from config import settings\nfor name in {names}: print(repr(getattr(settings, name)))"
        path = {"PATH": os.environ["PATH"], "CAPTAIN_VAR": str(tmp_path)}
        return subprocess.run(
            [sys.executable, "-c", code],
            cwd=settings.BASE_DIR,
            env=path | environ,
            capture_output=True,
            text=True,
            check=False,
        )

    return run


def test_without_settings_it_is_a_development_site(start, tmp_path):
    debug, databases, mail = start({}, "DEBUG", "DATABASES", "EMAIL_BACKEND").stdout.splitlines()
    assert (debug, mail) == ("True", "'config.dev_mail.EmailBackend'")
    assert str(tmp_path / "db.sqlite3") in databases


def test_a_safe_public_site_starts_with_secure_cookies(start):
    result = start(SAFE, "SITE_URL", "SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "CSRF_COOKIE_HTTPONLY")
    assert result.returncode == 0, result.stderr
    assert result.stdout.splitlines() == ["'https://captain.example'", "True", "True", "True"]


@pytest.mark.parametrize("services", [{}, SERVICES], ids=["sqlite", "services"])
def test_djangos_deployment_check_finds_nothing(services, tmp_path):
    """The settings are those in docs/deploying.md, behind one proxy."""
    environ = {
        "PATH": os.environ["PATH"],
        "CAPTAIN_VAR": str(tmp_path),
        "TRUSTED_PROXIES": "1",
        **SAFE,
        **services,
    }
    command = [sys.executable, "-W", "error", "manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    result = subprocess.run(
        command, cwd=settings.BASE_DIR, env=environ, capture_output=True, text=True, check=False
    )
    assert (result.returncode, result.stderr) == (0, "")
    assert "no issues" in result.stdout and "silenced" in result.stdout


def test_cookies_of_a_public_site_belong_to_its_exact_host(start):
    names = ("SESSION_COOKIE_NAME", "CSRF_COOKIE_NAME", "DEVICE_COOKIE_NAME")
    assert start(SAFE, *names).stdout.split() == [
        f"'__Host-{name}'" for name in ("sessionid", "csrftoken", "device")
    ]
    assert "__Host" not in start({}, *names).stdout


def test_all_missing_settings_are_reported_at_once_without_a_traceback(start):
    result = start({"DEBUG": "0"})
    assert result.returncode == 1
    assert [line.split(" is missing:")[0] for line in result.stderr.splitlines()] == [
        "The site cannot start with DEBUG=0:",
        "- SECRET_KEY",
        "- ALLOWED_HOSTS",
        "- EMAIL_URL",
    ]


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("SECRET_KEY", "short", "too easy to guess"),
        ("SECRET_KEY", "django-insecure-" + SAFE["SECRET_KEY"], "too easy to guess"),
        ("SECRET_KEY", "a" * 60, "too easy to guess"),
        ("ALLOWED_HOSTS", "*", "unsafe"),
        ("ALLOWED_HOSTS", " , ", "missing"),
        ("EMAIL_URL", "consolemail://", "unsafe"),
        ("INBOX_ADDRESS", "reply", "invalid"),
        ("INBOX_ADDRESS", f"{'r' * 21}@in.example.org", "invalid"),
        ("INBOX_URL", "imap+ssl://captain:rope@mail.example", "invalid"),
        ("ANYMAIL", "MAILGUN_API_KEY=rope", "unsafe"),
        ("SITE_URL", "http://captain.example", "unsafe"),
        ("DATABASE_URL", "", "missing: a site with REDIS_URL"),
        ("DATABASE_URL", "mysql://a:b@db.example/captain", "needs PostgreSQL"),
        ("REDIS_URL", "db.example:6379", "invalid"),
        ("TRUSTED_PROXIES", "one", "invalid"),
        ("SECURITY_CONTACT", "captain@captain.example", "invalid"),
        ("OPERATOR_CONTACT", "javascript:alert(1)", "invalid"),
        ("SOURCE_URL", "javascript:alert(1)", "invalid"),
        ("OPERATOR_NETWORKS", "10.0.0.0/8,all", "invalid"),
    ],
)
def test_an_unsafe_setting_is_named(start, name, value, reason):
    result = start(SAFE | SERVICES | {name: value})
    assert result.returncode == 1
    (sentence,) = result.stderr.splitlines()[1:]
    assert sentence.startswith(f"- {name} is ")
    assert reason in sentence


def test_configured_services_are_used(start):
    services = {"DATABASE_URL": "postgresql://a:b@db.example/captain", "REDIS_URL": "redis://redis.example/0"}
    result = start(services, "DATABASES", "CHANNEL_LAYERS", "EMBEDDED")
    databases, layers, embedded = result.stdout.splitlines()
    assert "psycopg" not in databases and "'pool'" in databases
    assert "RedisChannelLayer" in layers
    assert embedded == "False"


@pytest.mark.parametrize("pool", ["0", "1"])
def test_options_in_the_database_url_are_kept_beside_the_pool(start, pool):
    url = "postgresql://a@:5433/captain?host=/run/postgresql&sslmode=verify-full"
    (database,) = start(SAFE | {"DATABASE_URL": url, "DB_POOL": pool}, "DATABASES").stdout.splitlines()
    for words in ("'sslmode': 'verify-full'", "'host': '/run/postgresql'", "'PORT': 5433"):
        assert words in database
    assert ("'pool'" in database) == (pool == "1")


def test_the_secret_key_is_generated_once_and_only_its_owner_can_read_it(tmp_path):
    first = secret_key_in(tmp_path / "var")
    assert len(first) >= 50
    assert secret_key_in(tmp_path / "var") == first
    assert (tmp_path / "var" / "secret_key").stat().st_mode & 0o777 == 0o600
    assert secret_key_in(tmp_path / "elsewhere") != first
    assert [file.name for file in (tmp_path / "var").iterdir()] == ["secret_key"]


def test_former_keys_are_read_from_the_environment(start):
    result = start(SAFE | {"SECRET_KEY_FALLBACKS": "former,older"}, "SECRET_KEY_FALLBACKS")
    assert result.stdout.strip() == "['former', 'older']"


def test_pictures_never_fill_the_queues_memory(start):
    own = {"PICTURES_REDIS_URL": "redis://pictures.example/0"}
    for environ, place in ((SERVICES, "pictures"), (SERVICES | own, own["PICTURES_REDIS_URL"])):
        (caches,) = start(SAFE | environ, "CACHES").stdout.splitlines()
        assert literal_eval(caches)["default"]["LOCATION"] == SERVICES["REDIS_URL"]
        assert literal_eval(caches)["pictures"]["LOCATION"] == place
