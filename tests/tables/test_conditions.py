"""Conditions of a table: who may join, what others see, and what lists say."""

import pytest

from accounts.models import User
from games.days import absences
from games.errors import NotAllowed
from games.models import Rating, Seat, Table
from games.tables import lobby
from games.tables.conditions import Conditions
from tests.play import play_near_end, running_table

pytestmark = pytest.mark.django_db

FORM = {"seats": 2, "clock": "day", "admission": "open", "seating": "random"}


def open_form(client, **fields):
    page = client.get("/tables/new/captivate/").content.decode()
    options = {"option_memory": "assisted"} if "option_memory" in page else {}
    return client.post("/tables/new/captivate/", {**FORM, **options, **fields})


def table_with(creator, **conditions):
    return lobby.table_create(
        creator, title="captivate", options={}, seats=3, conditions=Conditions(**conditions)
    )


def make_reliable(user, share):
    User.objects.filter(pk=user.pk).update(
        punctuality="i" * (40 * share // 100) + "d" * (40 - 40 * share // 100)
    )


def tries_to_join(client, table):
    page = client.get(f"/tables/{table.pk}/").content.decode()
    answer = client.post(f"/tables/{table.pk}/join/")
    assert (answer.status_code == 302) == ("Join this table" in page)
    return answer


def test_the_form_stores_conditions_and_the_waiting_room_names_them(alice, client_for):
    fields = {"reliability": "75", "rating": "1400", "rating_to": "1600", "met": "on"}
    assert open_form(client_for(alice), **fields).status_code == 302
    table = Table.objects.get()
    assert table.conditions == {"reliability": 75, "rating": 1400, "rating_to": 1600, "met": True}
    page = client_for(None).get(f"/tables/{table.pk}/").content.decode()
    for words in (
        "at least 75% of the time",
        "ratings from 1400 to 1600",
        "finished a game with Alice Ardent",
    ):
        assert words in page
    assert "With conditions" in client_for(None).get("/lobby/").content.decode()
    again = client_for(alice).get(f"/tables/new/captivate/?like={table.pk}").content.decode()
    assert 'value="1400"' in again and '<option value="75" selected>' in again
    assert open_form(client_for(alice), reliability="80").status_code == 400


def test_reliability(alice, bob, charlie, client_for):
    table = table_with(alice, reliability=90)
    make_reliable(bob, 85)
    refused = tries_to_join(client_for(bob), table)
    assert refused.status_code == 403
    assert "asks for 90% of decisions in time. You have 85%." in refused.content.decode()
    assert "known reliability" in tries_to_join(client_for(charlie), table).content.decode()
    make_reliable(bob, 90)
    assert tries_to_join(client_for(bob), table).status_code == 302
    assert Seat.objects.filter(table=table).count() == 2


def test_people_one_has_finished_a_game_with(alice, bob, charlie, client_for):
    game = running_table(alice, bob)
    play_near_end(game, (alice, bob), left=0)
    table = table_with(alice, met=True)
    assert "finished a game with Alice Ardent" in tries_to_join(client_for(charlie), table).content.decode()
    assert tries_to_join(client_for(bob), table).status_code == 302


@pytest.mark.parametrize(
    ("asked", "may"), [((1400, 0), True), ((0, 1500), True), ((1501, 0), False), ((0, 1499), False)]
)
def test_a_range_of_ratings(asked, may, alice, bob, charlie, client_for):
    table = table_with(alice, rating=asked[0], rating_to=asked[1])
    Rating.objects.create(user=bob, title="captivate", games=3)
    Rating.objects.create(user=charlie, title="cardline", games=3)
    assert (tries_to_join(client_for(bob), table).status_code == 302) == may
    assert "have a rating for this game yet" in tries_to_join(client_for(charlie), table).content.decode()


def test_invited_players_and_the_creator_always_fit(alice, bob, client_for):
    table = table_with(alice, reliability=100, met=True, rating=3000)
    lobby.seat_invite(alice, table.pk, name="bob")
    assert tries_to_join(client_for(bob), table).status_code == 302


def test_a_link_does_not_lift_conditions(alice, bob, client_for):
    table = lobby.table_create(
        alice, title="captivate", options={}, seats=2, admission="link", conditions=Conditions(reliability=75)
    )
    answer = client_for(bob).post(f"/tables/{table.pk}/join/", {"token": table.token})
    assert answer.status_code == 403 and table.seats.count() == 1


def test_who_takes_over_a_seat_must_fit_too(alice, bob, charlie):
    table = running_table(alice, bob)
    Table.objects.filter(pk=table.pk).update(conditions={"reliability": 75})
    table.seats.filter(user=bob).update(is_offered=True)
    with pytest.raises(NotAllowed):
        absences.seat_take_over(charlie, table.pk, number=1)
    make_reliable(charlie, 80)
    charlie.refresh_from_db()
    absences.seat_take_over(charlie, table.pk, number=1)
    assert table.seats.get(number=1).user == charlie


def test_the_lobby_can_hide_tables_that_ask_for_more(alice, bob, client_for):
    asking, plain = table_with(alice, reliability=90), table_with(alice)
    for share, count in ((50, 1), (95, 2)):
        make_reliable(bob, share)
        page = client_for(bob).get("/lobby/?join=1").content.decode()
        assert f'/tables/{plain.pk}/"' in page and page.count('class="table-row"') == count
    assert f'/tables/{asking.pk}/"' in client_for(bob).get("/lobby/").content.decode()
