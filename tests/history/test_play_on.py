"""Continuing a finished game from one of its plies: the position, the players, what the new game is bound to, and that
it isn't ranked.
"""

import pytest

from accounts.models import User
from games.engine.chance import Chance
from games.engine.codec import dump_state, load_state
from games.engine.exported import replay_export
from games.history.position import position_at
from games.models import CountedGame, Estimates, Seat, StartPosition, Table
from games.moderation.services.rewind import table_rewind
from games.tables.packed import log_pack
from games.tables.past import KEPT_EVERY, difference_of
from games.tables.play import seat_resign
from games.titles import TITLES
from tests.conftest import person
from tests.history.schema import EXPORT, faults
from tests.history.test_replay import finished
from tests.history.test_verify import by_seat, ended, exported, failures, resigned, verdict
from tests.play import first_move, play_on, post_move, running_table, state_of
from tests.staff import person_with_role
from tests.tables.test_past import OURS

pytestmark = pytest.mark.django_db


def onward(client, table, at=4, seat=0, against="mate"):
    return client.post(f"/tables/{table.pk}/play-on/", {"at": at, "seat": seat, "against": against})


def latest():
    return Table.objects.latest("pk")


def with_friend(host, friend, former, client_for, at=4, seat=0):
    """Return a running continued table of two people."""
    assert onward(client_for(host), former, at, seat, "friends").status_code == 302
    table = latest()
    client_for(friend).post(f"/tables/{table.pk}/join/", {"token": table.token})
    return latest()


@pytest.mark.parametrize("title", OURS)
def test_it_begins_with_the_very_position_and_is_replayed_checked_and_exported(
    title, alice, bob, client_for, client
):
    former = ended(alice, bob, title=title)
    table, chooser = with_friend(alice, bob, former, client_for, at=0), Chance(b"onward", 0)
    assert table.is_running
    for _ply in range(6):
        play_on(table, by_seat(table), chooser)
    assert difference_of(latest()) is None
    assert dump_state(position_at(latest(), -1).state) == dump_state(position_at(former, 0).state)
    game = exported(client_for(alice), resigned(table))
    assert not list(faults(EXPORT, game)) and not failures(game)
    origin = exported(client_for(alice), former)
    assert "Give the file of that game" in verdict(game)[1] and verdict(game)[0] == "cannot be checked"
    assert verdict(game, (), [origin])[0] == replay_export(game, TITLES, [origin])[0] == "holds"
    assert client_for(alice).get(f"/tables/{table.pk}/rules-check.json").json()["result"] == "holds"
    game["start"]["ply"] = 1
    assert replay_export(game, TITLES, [origin])[0] == "does not hold"


def test_the_host_sits_where_chosen_and_bots_on_the_other_seats(alice, bob, client_for):
    former = finished(alice, bob)
    answer = onward(client_for(alice), former, seat=1)
    table = latest()
    assert answer.url == f"/tables/{table.pk}/" and table.is_running and table.is_continued
    seats = list(table.seats.order_by("number").select_related("user"))
    assert seats[1].user == alice and seats[0].user.is_bot
    assert table.admission == Table.Admission.LINK and not table.is_compared
    page = client_for(alice).get(answer.url).text
    assert "unranked" in page and f"/tables/{former.pk}/replay/?at=4" in page


def test_a_seat_that_was_gone_stays_empty(alice, bob, charlie, client_for):
    former = running_table(alice, bob, charlie)
    seat_resign(bob, former.pk, expected_ply=0)
    seat_resign(charlie, former.pk, expected_ply=1)
    assert onward(client_for(charlie), former, at=0, seat=1).status_code == 400, "nobody plays there any more"
    assert onward(client_for(charlie), former, at=0, seat=2, against="friends").status_code == 302
    table = latest()
    assert table.seat_count == 2 and table.is_open
    client_for(alice).post(f"/tables/{table.pk}/join/", {"token": table.token})
    table = latest()
    assert table.is_running and table.seat_count == 3
    assert [seat.user for seat in table.seats.order_by("number")] == [alice, None, charlie]
    assert Seat.objects.get(table=table, number=1).has_left
    for reader in (alice, charlie):
        assert client_for(reader).get(f"/tables/{table.pk}/").status_code == 200
    table_rewind(person_with_role("mona", "moderator"), resigned(table).pk, ply=0, reason="Again")
    assert Seat.objects.get(table=table, number=1).has_left


def test_only_games_that_are_over_and_plies_with_somebody_to_act(alice, bob, charlie, client, client_for):
    running = running_table(alice, bob)
    assert onward(client_for(alice), running, at=-1).status_code == 409
    former = finished(alice, bob)
    last = former.ply - 1
    assert onward(client_for(alice), former, at=last).status_code == 409, "there it was over"
    for wrong in ({"at": last + 1}, {"at": "x"}, {"at": -2}, {"seat": 2}, {"seat": "x"}, {"against": "x"}):
        assert onward(client_for(alice), former, **wrong).status_code == 400, wrong
    assert "login" in onward(client, former).url
    assert Table.objects.count() == 2
    assert onward(client_for(charlie), former, at=last - 1).status_code == 302, "who may see it may play on"


def test_a_private_game_stays_with_those_who_may_see_it(alice, bob, charlie, client_for):
    former = finished(alice, bob, admission=Table.Admission.INVITED)
    assert onward(client_for(charlie), former).status_code == 404
    onward(client_for(alice), former, against="friends")
    table = latest()
    assert table.admission == Table.Admission.INVITED
    for address in (f"/tables/{table.pk}/", f"/tables/join/{table.token}/"):
        assert client_for(charlie).get(address).status_code == 404
    assert StartPosition.objects.get().former == former


def test_the_replay_offers_it_to_who_is_logged_in(alice, bob, charlie, client, client_for):
    former = finished(alice, bob)
    for reader, offers in ((client_for(alice), True), (client_for(charlie), True), (client, False)):
        assert ('id="play-on"' in reader.get(f"/tables/{former.pk}/replay/?at=3").text) is offers
    assert (
        'id="play-on"' not in client_for(alice).get(f"/tables/{former.pk}/replay/?at={former.ply - 1}").text
    )
    running = running_table(alice, bob)
    assert 'id="play-on"' not in client_for(alice).get(f"/tables/{running.pk}/replay/?at=-1").text


def test_it_is_played_by_the_rules_of_its_position(alice, bob, client_for, monkeypatch):
    game = TITLES["captivate"]
    former = finished(alice, bob)
    newer = {"captivate": type(game)(**{**game.__dict__, "rules_version": game.rules_version + 1})}
    table = with_friend(alice, bob, former, client_for)
    assert table.rules_version == game.rules_version
    monkeypatch.setattr(type(TITLES), "game_of", lambda self, slug, version: newer.get(slug))
    assert onward(client_for(alice), former).status_code == 409


def test_while_it_runs_its_export_does_not_open_the_position(alice, bob, client_for):
    former = ended(alice, bob)
    table = with_friend(alice, bob, former, client_for)
    game = exported(client_for(alice), table)
    assert game["version"] == 1 and not list(faults(EXPORT, game)) and not failures(game)
    assert game["start"] == {"table": former.identity, "ply": 4, "position": None, "state": None}


def test_another_position_is_found(alice, bob, client_for):
    former = ended(alice, bob)
    table = resigned(with_friend(alice, bob, former, client_for))
    game = exported(client_for(alice), table)
    game["start"]["state"] = dump_state(position_at(former, 3).state)
    assert any("the announced position" in said for said in failures(game))
    StartPosition.objects.update(state=dump_state(position_at(former, 3).state))
    assert any("key:" in said for said in failures(exported(client_for(alice), table)))


def test_a_move_is_taken_back_to_the_position_and_the_past_is_found_in_a_packed_log(alice, bob, client_for):
    former = finished(alice, bob, plies=4)
    table, chooser = with_friend(alice, bob, former, client_for, at=2), Chance(b"far", 0)
    first = table.state
    states = {}
    for _ply in range(KEPT_EVERY + 4):
        states[latest().ply - 1] = latest().state
        play_on(table, by_seat(table), chooser)
    assert states[-1] == first
    over = resigned(table)
    log_pack(over.pk)
    for ply, state in states.items():
        assert dump_state(position_at(latest(), ply).state) == state
    table_rewind(person_with_role("mona", "moderator"), over.pk, ply=0, reason="Again")
    assert latest().state == first


def test_it_does_not_start_once_the_former_game_goes_on(alice, bob, client_for):
    former = finished(alice, bob)
    onward(client_for(alice), former, against="friends")
    table = latest()
    table_rewind(person_with_role("mona", "moderator"), former.pk, ply=2, reason="Go on")
    answer = client_for(bob).post(f"/tables/{table.pk}/join/", {"token": table.token})
    assert answer.status_code == 409 and latest().is_open and latest().seats.count() == 1


def test_nobody_is_compared_by_it(alice, bob, client_for):
    former, chooser = finished(alice, bob), Chance(b"replies", 0)
    usual = running_table(alice, bob)
    before = [len(user.replies) for user in User.objects.order_by("pk")]
    counted = CountedGame.objects.count()
    table = with_friend(alice, bob, former, client_for)
    resigned(with_friend(alice, bob, former, client_for))
    assert CountedGame.objects.count() == counted, "nor do the statistics of the title"
    for _ply in range(12):
        play_on(table, by_seat(table), chooser)
    assert [len(user.replies) for user in User.objects.order_by("pk")] == before
    for _ply in range(12):
        play_on(usual, [alice, bob], chooser)
    assert sum(len(user.replies) for user in User.objects.all()) > sum(before)


def test_it_outlives_the_former_table(alice, bob, client_for):
    former = finished(alice, bob)
    table = with_friend(alice, bob, former, client_for)
    StartPosition.objects.update(former=None)
    page = client_for(alice).get(f"/tables/{table.pk}/").text
    assert "Continues another game" in page
    assert load_state(TITLES[table.title], table.state) == state_of(table)
    seat = next(iter(TITLES[table.title].to_act(state_of(table))))
    client = client_for([alice, bob][seat])
    assert post_move(client, table, first_move(table, seat)).status_code == 302


def further(table):
    """Return the table some plies later, when it is over."""
    chooser = Chance(b"further", 0)
    for _ply in range(4):
        play_on(table, by_seat(table), chooser)
    return resigned(table)


def test_it_is_closed_while_the_former_game_runs_again(alice, bob, charlie, client_for):
    """This also holds for a game continued from a continued one."""
    former, mona = finished(alice, bob), person_with_role("mona", "moderator")
    table = further(with_friend(alice, bob, former, client_for))
    third = further(with_friend(alice, bob, table, client_for, at=-1))
    nobody = client_for(None)
    Table.objects.filter(pk__in=(table.pk, third.pk)).update(admission=Table.Admission.OPEN)
    secret = StartPosition.objects.get(table=table).state

    def told():
        for each in (table, third):
            game = exported(nobody, each)
            game = [game["start"]["state"], game["entries"][0]["secret"], game["seeds"][0]["key"]]
            eyes = nobody.get(f"/tables/{each.pk}/replay/?at=-1&view_as=all").status_code
            decided = 'id="decided"' in nobody.get(f"/tables/{each.pk}/").text
            on = onward(client_for(charlie), each, at=-1).status_code
            yield [part is not None for part in game], eyes, decided, on

    Estimates.objects.update(points=[[-1, 50, 50], [0, 50, 20], [1, 90, 10]], due_at=None)
    assert list(told()) == [([True] * 3, 200, True, 302)] * 2
    table_rewind(mona, former.pk, ply=6, reason="Go on")
    assert list(told()) == [([False] * 3, 404, False, 409)] * 2
    assert secret not in exported(nobody, third)
    assert "the game that it continues has been resumed" in nobody.get(f"/tables/{table.pk}/chance/").text
    assert not failures(exported(nobody, third))
    resigned(Table.objects.get(pk=former.pk))
    assert [each[:2] for each in told()] == [([True] * 3, 200)] * 2


@pytest.mark.parametrize("order", [(1, 2), (2, 1)], ids=["in their order", "the other way round"])
def test_who_sat_at_the_former_game_gets_the_seat_of_then(order, alice, bob, charlie, client_for):
    people = (alice, bob, charlie)
    former = resigned(finished(*people, plies=3))
    onward(client_for(alice), former, at=0, seat=0, against="friends")
    for number in order:
        table = latest()
        client_for(people[number]).post(f"/tables/{table.pk}/join/", {"token": table.token})
    assert [seat.user for seat in latest().seats.order_by("number")] == list(people)


def test_a_seat_that_the_host_has_chosen_goes_to_nobody_else(alice, bob, charlie, client_for):
    former = resigned(finished(alice, bob, charlie, plies=3))
    onward(client_for(alice), former, at=0, seat=1, against="friends")
    for reader in (person("dora"), bob):
        table = latest()
        client_for(reader).post(f"/tables/{table.pk}/join/", {"token": table.token})
    names = [seat.user.username for seat in latest().seats.order_by("number")]
    assert latest().is_running and names == ["dora", "alice", "bob"]


def test_a_stranger_leaves_the_seats_of_former_players_to_them(alice, bob, charlie, client_for):
    former = resigned(finished(alice, bob, charlie, plies=3))
    onward(client_for(alice), former, at=0, seat=0, against="friends")
    for reader in (person("dora"), bob):
        table = latest()
        client_for(reader).post(f"/tables/{table.pk}/join/", {"token": table.token})
    names = [seat.user.username for seat in latest().seats.order_by("number")]
    assert names == ["alice", "bob", "dora"]
