"""People with roles, who log in to the admin through the real form with a code from an authenticator app."""

from importlib import import_module
from typing import Any

from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import (
    TOTP,
    format_hotp_value,
    generate_totp_secret,
    hotp_value,
    yield_hotp_counters_from_time,
)
from django.contrib.auth.models import Group, Permission
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from games.moderation.services.people import ROLES
from tests.conftest import PASSWORD, person


def person_with_role(username: str, role: str, **fields: Any) -> User:
    """Return a new person with the role, who has an authenticator app."""
    user = person(username, is_staff=True, **fields)
    user.groups.add(_group(ROLES[role]))
    return with_app(user)


def roles_make() -> None:
    """Make the groups of all roles."""
    for name in ROLES.values():
        _group(name)


def _group(name: str) -> Group:
    """Return the group, and create it as the migration does if it is missing."""
    group, is_new = Group.objects.get_or_create(name=name)
    if is_new:
        added = import_module("games.migrations.0009_circle_roles").ADDED
        allowed = [
            *import_module("games.migrations.0001_initial").ROLES[name],
            *(("games", code) for code in added),
        ]
        found = [Permission.objects.get(content_type__app_label=app, codename=code) for app, code in allowed]
        group.permissions.set(found)
    return group


def with_app(user: User) -> User:
    """Give the person an authenticator app."""
    TOTP.activate(user, generate_totp_secret())
    return user


def code_of(user: User) -> str:
    """Return the current code of the person's authenticator app. A second code within a minute is accepted, too."""
    app = Authenticator.objects.get(user=user, type=Authenticator.Type.TOTP)
    code = format_hotp_value(hotp_value(app.data["secret"], [*yield_hotp_counters_from_time()][1]))
    cache.delete(TOTP(app)._get_used_cache_key(code))
    return code


def log_in(user: User) -> Client:
    """Return a client that has posted the log-in form; the site then asks for the second factor, if there is one."""
    client = Client()
    answer = client.post("/accounts/login/", {"login": user.username, "password": PASSWORD})
    assert answer.status_code == 302, answer.content.decode()
    return client


def enter(user: User) -> Client:
    """Return a client logged in with password and authenticator app; set up the app if there is none."""
    if not Authenticator.objects.filter(user=user, type=Authenticator.Type.TOTP).exists():
        with_app(user)
    client = log_in(user)
    for _attempt in range(2):  # a code may expire before it is sent
        answer = client.post("/accounts/2fa/authenticate/", {"code": code_of(user)})
        if answer.status_code == 302:
            return client
    raise AssertionError(answer.content.decode())
