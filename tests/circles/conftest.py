"""Alice's private circle with bob; charlie is an outsider, and mona a moderator."""

import pytest

from games.models import Circle
from tests.staff import enter, person_with_role


@pytest.fixture
def moderator(db):
    return enter(person_with_role("mona", "moderator"))


@pytest.fixture
def make_circle(client_for):
    """Return a maker of circles with an owner and members, through the pages."""

    def make(owner, *members, name="The Crew", public=False):
        form = {"name": name, "about": "We play.", "is_public": "public" if public else "private"}
        assert client_for(owner).post("/circles/new/", form).status_code == 302
        circle = Circle.objects.latest("pk")
        for member in members:
            assert client_for(member).post(f"/circles/join/{circle.link}/").status_code == 302
        return circle

    return make


@pytest.fixture
def circle(alice, bob, make_circle):
    return make_circle(alice, bob)
