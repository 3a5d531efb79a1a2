"""The roles that the migrations make: groups with the permissions that they need and no others."""

import pytest
from django.contrib.auth.models import Group

pytestmark = pytest.mark.django_db


def permissions_of(name):
    return set(Group.objects.get(name=name).permissions.values_list("codename", flat=True))


def test_administrators_may_all_that_moderators_may_and_more():
    moderators, administrators = permissions_of("Moderators"), permissions_of("Administrators")
    assert {"moderate_table", "moderate_user", "view_report", "view_table"} <= moderators < administrators
    assert {"see_full_state", "erase_user", "merge_user", "ban_user"} <= administrators - moderators


def test_no_role_changes_or_deletes_rows_by_hand():
    for name in ("Moderators", "Administrators"):
        by_hand = {code for code in permissions_of(name) if code.startswith(("add_", "change_", "delete_"))}
        assert by_hand <= {"add_deck", "change_deck", "change_report"}
