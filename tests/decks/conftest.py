"""The administrator of these tests, logged in with a second factor."""

import pytest

from tests.staff import enter


@pytest.fixture
def boss(charlie):
    charlie.is_staff = charlie.is_superuser = True
    charlie.save()
    return charlie


@pytest.fixture
def admin(boss):
    return enter(boss)
