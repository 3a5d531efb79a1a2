"""A moderator, who can end games and resume them."""

import pytest

from tests.staff import enter, person_with_role


@pytest.fixture
def moderator(db):
    return enter(person_with_role("mona", "moderator"))
