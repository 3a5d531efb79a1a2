"""Find a game: people who search for the same game are seated together, near ratings first."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.ledger.blocks import person_block
from games.models import Notice, Rating, Search, Table
from games.models.ratings import MU, SCALE
from games.players import finding
from games.web.tasks import sweep
from tests.conftest import person
from tests.moderation.test_merge import merge
from tests.staff import enter, person_with_role

pytestmark = pytest.mark.django_db

GAME = {"title": "captivate", "seats": "2", "pace": "day"}


def find(client, **fields):
    return client.post("/find/", {**GAME, **fields})


def seated():
    return [
        sorted(table.seats.values_list("user__username", flat=True)) for table in Table.objects.order_by("pk")
    ]


def rate(user, value):
    Rating.objects.create(user=user, title="captivate", mu=MU + value / SCALE, games=5)


def test_two_people_who_want_the_same_game_are_seated_at_once(alice, bob, client_for):
    assert find(client_for(alice))["Location"] == "/find/"
    answer = find(client_for(bob))
    table = Table.objects.get()
    assert answer["Location"] == f"/tables/{table.pk}/" and seated() == [["alice", "bob"]]
    assert table.is_running and table.clock["move"] == 86400 and not table.is_rated
    assert Notice.objects.filter(table=table, kind="turn").count() == 1
    assert not finding.searches_of(alice) and not finding.searches_of(bob)
    sweep()
    assert Table.objects.count() == 1


@pytest.mark.parametrize(
    "other", [{"title": "cannonades"}, {"seats": "3"}, {"pace": "three-days"}, {"is_rated": "on"}]
)
def test_different_wishes_do_not_meet(other, alice, bob, client_for):
    find(client_for(alice))
    assert find(client_for(bob), **other)["Location"] == "/find/"
    sweep()
    assert not Table.objects.exists()


def test_a_game_for_three_waits_for_the_third(alice, bob, charlie, client_for):
    for user, count in ((alice, 0), (bob, 0), (charlie, 1)):
        find(client_for(user), seats="3", is_rated="on")
        assert Table.objects.count() == count
    assert seated() == [["alice", "bob", "charlie"]] and Table.objects.get().is_rated


def test_near_ratings_come_first_and_wait_less(alice, bob, charlie, time_machine):
    for user, value in ((alice, 0), (bob, 400), (charlie, 100)):
        rate(user, value)
    for user in (bob, alice):
        finding.search_make(user, title="captivate", seats=2, pace="day")
    assert not seated()
    dora = person("dora")
    rate(dora, 390)
    finding.search_make(dora, title="captivate", seats=2, pace="day")
    assert seated() == [["bob", "dora"]]
    finding.search_make(charlie, title="captivate", seats=2, pace="day")
    assert seated()[1:] == [["alice", "charlie"]]


def test_with_time_the_ratings_may_be_further_apart(alice, bob, time_machine):
    for user, value in ((alice, 0), (bob, 400)):
        rate(user, value)
        finding.search_make(user, title="captivate", seats=2, pace="day")
    start = timezone.now()
    for hours, count in ((2, 0), (3, 1)):  # 150 points at once, and 100 more an hour
        time_machine.move_to(start + timedelta(hours=hours), tick=False)
        sweep()
        assert len(seated()) == count


@pytest.mark.parametrize("order", [1, -1])
def test_blocks_hold_in_both_directions(order, alice, bob, charlie, client_for):
    person_block(*(alice, bob)[::order])
    find(client_for(alice))
    assert "searching" in client_for(bob).post("/find/", GAME, follow=True).content.decode()
    sweep()
    assert not seated()
    find(client_for(charlie))
    assert seated() == [["alice", "charlie"]]


def test_the_sweep_seats_searches_that_did_not_see_each_other(alice, bob):
    for user in (alice, bob):
        Search.objects.create(user=user, title="captivate", seats=2, pace="day")
    sweep()
    assert seated() == [["alice", "bob"]]


def test_suspended_people_and_old_searches_are_not_seated(alice, bob, charlie, client_for, time_machine):
    find(client_for(alice))
    User.objects.filter(pk=alice.pk).update(is_active=False)
    find(client_for(bob))
    assert not seated()
    time_machine.move_to(timezone.now() + finding.ENDS + timedelta(minutes=1), tick=False)
    sweep()
    assert not finding.searches_of(bob)
    find(client_for(charlie))
    assert not seated()


def test_people_see_and_stop_only_their_own_searches(alice, bob, client_for):
    find(client_for(alice))
    search = Search.objects.get()
    assert 'id="searches"' in client_for(alice).get("/find/").content.decode()
    assert 'id="searches"' not in client_for(bob).get("/find/").content.decode()
    client_for(bob).post("/find/", {"stop": search.pk})
    assert Search.objects.exists()
    assert client_for(alice).post("/find/", {"stop": search.pk})["Location"] == "/find/"
    assert not Search.objects.exists()


def test_the_page_says_how_long_it_usually_takes(alice, bob, charlie, client_for, time_machine):
    find(client_for(charlie), pace="live")
    assert "We don't know yet how long it takes" in client_for(charlie).get("/find/").content.decode()
    find(client_for(alice))
    time_machine.move_to(timezone.now() + timedelta(hours=6), tick=False)
    find(client_for(bob))
    page = client_for(charlie).get("/find/").content.decode()
    assert "Usually takes 3 hours" in page and 'href="/play/"' in page  # six hours, and none


@pytest.mark.parametrize(
    "fields",
    [{"title": "chess"}, {"seats": "9"}, {"title": "captn-eli", "seats": "4"}, {"pace": "own-fixed"}],
)
def test_a_malformed_search_is_refused(fields, alice, client_for):
    assert find(client_for(alice), **fields).status_code == 422
    assert client_for(alice).post("/find/", {"stop": "x"}).status_code == 302
    assert not Search.objects.exists()


def test_searches_are_limited_and_not_repeated(alice, client_for):
    client = client_for(alice)
    for pace in ("day", "three-days", "fast-bank", "live"):
        assert find(client, pace=pace).status_code == 302
    assert find(client).status_code == 409
    assert find(client, seats="3").status_code == 302
    assert find(client, seats="4").status_code == 409 and Search.objects.count() == finding.SEARCHES


def test_closing_an_account_ends_its_searches(alice, bob, charlie):
    administrator = enter(person_with_role("adam", "administrator"))
    for user in (alice, bob):
        finding.search_make(user, title="captivate", seats=4, pace="day")
    merge(administrator, alice, "charlie")
    data = {"reason": "Asked", "repeated": "bob", "tables": "leave"}
    administrator.post(f"/admin/accounts/user/{bob.pk}/act/erase/", data)
    assert not Search.objects.exists()
