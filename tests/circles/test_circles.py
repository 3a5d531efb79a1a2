"""Circles through their pages: who gets in, what the owner may do, and what nobody else learns."""

import pytest
import time_machine
from django.core.cache import cache

from accounts.models import User
from games.circles import services
from games.ledger.blocks import person_block
from games.models import Circle, Member
from tests.conftest import person

pytestmark = pytest.mark.django_db

FORM = {"name": "The Crew", "about": "", "is_public": "private"}


def members_of(circle):
    return [member.user.username for member in circle.members.order_by("pk").select_related("user")]


def post(client, circle, what, **data):
    return client.post(f"/circles/{circle.pk}/{what}/", data)


def test_a_circle_forms_by_its_link(circle, alice, bob, charlie, client_for):
    page = client_for(charlie).get(f"/circles/join/{circle.link}/").content.decode()
    assert "The Crew" in page and "2 members" in page and "Bob Bosun" not in page
    assert client_for(charlie).post(f"/circles/join/{circle.link}/").url == f"/circles/{circle.pk}/"
    assert members_of(circle) == ["alice", "bob", "charlie"]
    shown = client_for(charlie).get(f"/circles/{circle.pk}/").content.decode()
    assert "Alice Ardent" in shown and "3 members" in shown and circle.link not in shown
    assert "The Crew" in client_for(charlie).get("/circles/").content.decode()


def test_nobody_else_learns_of_a_private_circle(circle, charlie, moderator, client_for):
    pages = ("", "talk/", "settings/")
    for page in pages:
        missing = client_for(charlie).get(f"/circles/{circle.pk + 1}/{page}")
        hidden = client_for(charlie).get(f"/circles/{circle.pk}/{page}")
        for answer in (missing, hidden):
            assert answer.status_code == 404 and "The Crew" not in answer.content.decode()
        assert client_for(None).get(f"/circles/{circle.pk}/{page}").status_code == 302
        assert moderator.get(f"/circles/{circle.pk}/{page}").status_code == 404
    for address in ("/circles/", "/lobby/", "/tournaments/", "/players/alice/"):
        assert "The Crew" not in client_for(charlie).get(address).content.decode()
    for what in ("link", "leave", "remove", "owner", "close", "tell"):
        assert post(client_for(charlie), circle, what).status_code == 404


def test_everybody_sees_a_public_circle_but_not_its_chat(alice, bob, make_circle, client_for):
    circle = make_circle(alice, name="Harbour Club", public=True)
    client_for(alice).post(f"/circles/{circle.pk}/talk/", {"text": "A word among us"})
    for reader in (None, bob):
        page = client_for(reader).get(f"/circles/{circle.pk}/").content.decode()
        assert "Alice Ardent" in page and "A word among us" not in page and circle.link not in page
        assert "Harbour Club" in client_for(reader).get("/circles/").content.decode()
    assert client_for(bob).get(f"/circles/{circle.pk}/talk/").status_code == 404
    form = {"name": "Harbour Club", "about": "", "is_private": "on"}
    assert client_for(alice).post(f"/circles/{circle.pk}/settings/", form).status_code == 302
    assert client_for(bob).get(f"/circles/{circle.pk}/").status_code == 404
    client_for(alice).post(f"/circles/{circle.pk}/settings/", {**form, "is_public": "public"})
    assert not Circle.objects.get().is_public


def test_the_owner_renews_the_link(circle, alice, bob, charlie, client_for):
    old = circle.link
    assert post(client_for(bob), circle, "link").status_code == 403
    assert old in client_for(alice).get(f"/circles/{circle.pk}/settings/").content.decode()
    assert old not in client_for(bob).get(f"/circles/{circle.pk}/settings/").content.decode()
    assert post(client_for(alice), circle, "link").status_code == 302
    assert client_for(charlie).post(f"/circles/join/{old}/").status_code == 404
    circle.refresh_from_db()
    assert circle.link != old


def test_members_leave_and_the_owner_removes_them(circle, alice, bob, charlie, client_for):
    client_for(charlie).post(f"/circles/join/{circle.link}/")
    assert post(client_for(bob), circle, "remove", person=charlie.pk).status_code == 403
    assert post(client_for(alice), circle, "leave").status_code == 409
    assert post(client_for(bob), circle, "leave").url == "/circles/"
    assert post(client_for(alice), circle, "remove", person=charlie.pk).status_code == 302
    assert members_of(circle) == ["alice"]
    assert client_for(charlie).post(f"/circles/join/{circle.link}/").status_code == 404  # the link is new
    assert post(client_for(alice), circle, "remove", person=charlie.pk).status_code == 400
    assert post(client_for(alice), circle, "remove", person="x").status_code == 400
    assert post(client_for(alice), circle, "remove", person=alice.pk).status_code == 409


def test_the_owner_hands_the_circle_over_and_closes_it(circle, alice, bob, client_for):
    assert post(client_for(alice), circle, "owner", person=bob.pk).status_code == 302
    assert post(client_for(alice), circle, "close").status_code == 403
    assert post(client_for(bob), circle, "close").status_code == 302
    assert members_of(circle) == []
    assert client_for(bob).get(f"/circles/{circle.pk}/").status_code == 404


def test_a_circles_name_follows_the_rules_of_names(alice, bob, make_circle, client_for):
    wrong = ("Moderators", "Bob Bosun", "Bоb Bosun", "Guest 12", "Crew\u200b", "A", "x" * 41, "support team")
    for name in wrong:
        cache.clear()
        answer = client_for(alice).post("/circles/new/", {**FORM, "name": name})
        assert answer.status_code == 422, name
    assert client_for(alice).post("/circles/new/", {**FORM, "about": "left\u202eright"}).status_code == 400
    assert not Circle.objects.exists()
    cache.clear()
    make_circle(alice, name="Harbour Club", public=True)
    answer = client_for(bob).post("/circles/new/", {**FORM, "name": "Harb0ur Club", "is_public": "public"})
    assert answer.status_code == 422 and "is taken" in answer.content.decode()
    make_circle(bob, name="Harbour Club")  # private circles may share a name


def test_limits_of_circles(alice, bob, make_circle, client_for, monkeypatch, settings):
    settings.RATES = {**settings.RATES, "circle-open": (3, 86_400)}
    for number in range(3):
        make_circle(alice, name=f"Crew {number}")
    assert client_for(alice).post("/circles/new/", FORM).status_code == 429
    cache.clear()
    for number in range(2):
        make_circle(alice, name=f"More {number}")
    answer = client_for(alice).post("/circles/new/", FORM)
    assert answer.status_code == 409 and "more than five circles" in answer.content.decode()
    last = Circle.objects.latest("pk")
    post(client_for(alice), last, "close")
    cache.clear()
    assert client_for(alice).post("/circles/new/", FORM).status_code == 302
    monkeypatch.setattr(services, "JOINED", 1)
    first, second = Circle.objects.filter(closed_at=None)[:2]
    assert client_for(bob).post(f"/circles/join/{first.link}/").status_code == 302
    assert client_for(bob).post(f"/circles/join/{second.link}/").status_code == 409


def test_few_people_join_by_one_link_a_day(circle, client_for, settings):
    settings.RATES = {**settings.RATES, "circle-join": (2, 86_400)}
    cache.clear()
    with time_machine.travel("2026-11-29T10:00:00Z", tick=False):
        codes = [
            client_for(person(f"mate{number}")).post(f"/circles/join/{circle.link}/").status_code
            for number in range(3)
        ]
        assert codes == [302, 302, 429]
    with time_machine.travel("2026-11-30T10:00:00Z", tick=False):
        late = client_for(User.objects.get(username="mate2"))
        assert late.post(f"/circles/join/{circle.link}/").status_code == 302


def test_a_full_circle_and_a_block_look_the_same(circle, alice, charlie, client_for, monkeypatch):
    person_block(alice, charlie)
    blocked = client_for(charlie).post(f"/circles/join/{circle.link}/")
    assert blocked.status_code == 409
    monkeypatch.setattr(services, "MEMBERS", 2)
    full = client_for(person("late")).post(f"/circles/join/{circle.link}/")
    assert (full.status_code, "Ask its owner" in full.content.decode()) == (409, True)
    assert not Member.objects.filter(user=charlie).exists()


def test_guests_and_anonymous_readers_sign_up_first(circle, client_for):
    guest = User.objects.create(username="guest:1", kind="guest", display_name="Guest 4711")
    for reader in (None, guest):
        page = client_for(reader).get(f"/circles/join/{circle.link}/").content.decode()
        assert "Sign up and join" in page
    assert client_for(guest).post(f"/circles/join/{circle.link}/").status_code == 403
    client_for(None).post(f"/circles/join/{circle.link}/")
    assert circle.members.count() == 2
    assert client_for(guest).post("/circles/new/", FORM).url.startswith("/accounts/signup/")
    assert Circle.objects.count() == 1


@pytest.mark.parametrize(
    "address",
    ["/circles/join/a%00b/", "/players/a%00b/", f"/circles/{10**25}/talk/", f"/circles/{10**25}/settings/"],
)
def test_addresses_that_no_database_can_look_for_are_not_found(address, alice, client_for):
    assert client_for(alice).get(address).status_code == client_for(alice).post(address).status_code == 404
