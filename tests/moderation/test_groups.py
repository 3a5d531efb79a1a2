"""The migrations create the roles: groups with exactly the permissions that they need.

No other test runs migrations: the test database is created from the models.
"""

import json
import os
import subprocess
import sys

import pytest
from django.conf import settings

SAY = """
import json
from django.contrib.auth.models import Group
print(json.dumps({group.name: [p.codename for p in group.permissions.all()] for group in Group.objects.all()}))
"""


@pytest.fixture(scope="module")
def permissions(tmp_path_factory):
    """Return the permissions of each role in a new database."""
    file = tmp_path_factory.mktemp("migrated") / "site.sqlite3"
    environ = {**os.environ, "DATABASE_URL": f"sqlite:///{file}", "DJANGO_SETTINGS_MODULE": "config.settings"}

    def manage(*words):
        command = [sys.executable, "manage.py", *words]
        return subprocess.run(
            command, cwd=settings.BASE_DIR, env=environ, check=True, capture_output=True, text=True
        )

    manage("migrate", "--verbosity", "0")
    said = manage("shell", "--verbosity", "0", "--command", SAY).stdout
    return {name: set(codes) for name, codes in json.loads(said.splitlines()[-1]).items()}


def test_administrators_have_all_permissions_of_moderators_and_more(permissions):
    moderators, administrators = permissions["Moderators"], permissions["Administrators"]
    assert {"moderate_table", "moderate_user", "view_table", "view_circle"} <= moderators < administrators
    assert {"see_full_state", "erase_user", "merge_user", "ban_user"} <= administrators - moderators


def test_no_role_changes_or_deletes_rows_by_hand(permissions):
    for codes in permissions.values():
        by_hand = {code for code in codes if code.startswith(("add_", "change_", "delete_"))}
        assert by_hand <= {"add_deck", "change_deck", "change_report"}


def test_the_roles_are_those_of_the_services(permissions):
    from games.moderation.services.people import ROLES

    assert set(ROLES.values()) == set(permissions)
