"""Circles of accounts that are erased or merged."""

import pytest

from games.models import Circle, Decision, Member, TalkLine
from games.moderation.services.accounts import account_merge, own_account_erase
from games.moderation.services.circles import circle_rename
from tests.conftest import person
from tests.staff import person_with_role

pytestmark = pytest.mark.django_db


def test_the_circle_of_an_erased_owner_goes_to_the_oldest_member(circle, alice, bob, charlie, client_for):
    client_for(charlie).post(f"/circles/join/{circle.link}/")
    client_for(alice).post(f"/circles/{circle.pk}/talk/", {"text": "my secret"})
    client_for(bob).post(f"/circles/{circle.pk}/talk/", {"text": "Ahoy Alice Ardent"})
    Circle.objects.update(about="Alice Ardent's crew")
    circle.refresh_from_db()
    mona = person_with_role("mona", "moderator")
    circle_rename(mona, circle, name="Alices Crew", about="Alice Ardent's crew", reason="Rude")
    link = circle.link
    own_account_erase(alice)
    assert not [each for each in Decision.objects.all() if "Alice" in str(each.facts)]
    circle.refresh_from_db()
    assert circle.owner == bob and circle.link != link and "Alice" not in circle.about
    assert set(Member.objects.values_list("user__username", flat=True)) == {"bob", "charlie"}
    assert not [
        text
        for text in TalkLine.objects.values_list("text", flat=True)
        if "secret" in text or "Alice" in text
    ]
    own_account_erase(bob)
    own_account_erase(charlie)
    circle.refresh_from_db()
    assert circle.closed_at is not None and not Member.objects.exists()


def test_a_merged_account_brings_its_circles(circle, alice, bob, charlie, make_circle, client_for):
    admin = person_with_role("adam", "administrator")
    other = make_circle(charlie, bob, name="Others")
    client_for(bob).post(f"/circles/{circle.pk}/talk/", {"text": "Ahoy"})
    read = Member.objects.get(circle=circle, user=bob).read_to
    heir = person("heir")
    client_for(heir).post(f"/circles/join/{circle.link}/")
    account_merge(admin, bob, into="heir", reason="The same person")
    mine = dict(Member.objects.filter(user=heir).values_list("circle", "read_to"))
    assert mine == {circle.pk: read, other.pk: 0} and not Member.objects.filter(user=bob).exists()
    account_merge(admin, alice, into="heir", reason="The same person")
    circle.refresh_from_db()
    assert circle.owner == heir
