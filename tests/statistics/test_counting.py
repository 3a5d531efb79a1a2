"""What a finished game adds to the sums of its title, and when that is subtracted again."""

from contextlib import contextmanager
from importlib import import_module
from itertools import count

import pytest
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext

from games.engine.chance import Chance
from games.ledger.sums import TOGETHER, game_add, game_subtract
from games.models import CountedGame, Decision, Departure, MoveRecord, Seat, Table, TitleCount
from games.presenters import PRESENTERS
from games.tables.play import seat_resign
from games.titles import TITLES
from tests.conftest import person
from tests.moderation.acts import act, undo
from tests.play import play_on, running_table

pytestmark = pytest.mark.django_db

PLIES = 700  # plies of a game, at most


def sums(title, audience="public"):
    rows = TitleCount.objects.filter(title=title, audience=audience).exclude(group="")
    return {(row.group, row.key): (row.times, row.total) for row in rows if row.times or row.total}


def played_out(people, title, **columns):
    """Return a table that was played with random moves until the rules ended it."""
    table, chooser = running_table(*people, title=title, **columns), Chance(b"to the end", 1)
    for _ in range(PLIES):
        play_on(table, people, chooser)
        if Table.objects.get(pk=table.pk).is_finished:
            return Table.objects.get(pk=table.pk)
    raise AssertionError("it does not end")


def given_up(people, title="captivate", **columns):
    table = running_table(*people, title=title, **columns)
    play_on(table, people, Chance(b"one ply", 1))
    loser = Table.objects.get(pk=table.pk)
    seat_resign(people[1], table.pk, expected_ply=loser.ply)
    return Table.objects.get(pk=table.pk)


@pytest.mark.parametrize("title", [slug for slug in TITLES if TITLES.home(slug).startswith("games.")])
def test_a_finished_game_is_counted_with_its_titles_own_counts(title, alice, bob):
    table = played_out([alice, bob], title)
    found = sums(title)
    seats = list(table.seats.order_by("number"))
    assert found["seats", "2"] == (1, 0) and found["reasons", table.reason] == (1, 0)
    assert found["plies", "2"] == (1, MoveRecord.objects.filter(table=table, kind="move").count())
    assert found["days", "2"] == (1, 0) and found["spans", "0"] == (1, 0)
    assert [found["wins-2", str(seat.number)] for seat in seats] == [
        (1, int(seat.rank == 1)) for seat in seats
    ]
    figures = PRESENTERS[title].figures
    assert figures and {
        figure.group for figure in figures if figure.group in {group for group, _key in found}
    }
    labels = {figure.group: figure.label for figure in figures}
    own = [(group, key) for group, key in found if group in labels]
    assert own and all(str(labels[group](key)) for group, key in own)


def test_a_game_ended_by_leaving_counts_without_its_hidden_cards(alice, bob):
    given_up([alice, bob])
    groups = {group for group, _key in sums("captivate")}
    assert groups >= {"seats", "reasons", "plies", "days", "spans", "wins-2"}
    assert sums("captivate")["reasons", "left"] == (1, 0)


def test_a_game_counts_once(alice, bob):
    table = given_up([alice, bob])
    before = sums("captivate")
    game_add(table, "public", {("seats", "2"): (1, 0)})
    assert sums("captivate") == before
    given_up([alice, bob])
    assert sums("captivate")["seats", "2"] == (2, 0)


def test_a_resumed_game_is_subtracted_and_counted_again_at_its_end(alice, bob, moderator):
    given_up([alice, bob])
    before = sums("captivate")
    table = played_out([alice, bob], "captivate")
    both = sums("captivate")
    last = MoveRecord.objects.filter(table=table, kind="move").order_by("-ply").first()
    assert act(moderator, table, "rewind", ply=last.ply).status_code == 302
    assert sums("captivate") == before and not CountedGame.objects.filter(table=table).exists()
    undo(moderator)  # which ends it again
    assert Table.objects.get(pk=table.pk).is_finished
    assert sums("captivate") == both


def test_a_decision_that_ends_a_game_counts_until_it_is_undone(alice, bob, moderator):
    table = running_table(alice, bob)
    act(moderator, table, "finish", rank_0=1, rank_1=2)
    assert sums("captivate")["reasons", "decision"] == (1, 0)
    undo(moderator, Decision.objects.get(kind="finish"))
    assert sums("captivate") == {}


def test_a_game_that_is_called_off_is_not_counted(alice, bob, moderator):
    table = running_table(alice, bob)
    act(moderator, table, "call-off")
    assert Table.objects.get(pk=table.pk).status == Table.Status.CANCELLED
    assert sums("captivate") == {} and not CountedGame.objects.exists()


def test_tables_with_bots_count_only_how_often_a_title_is_played(alice, bob):
    table = running_table(alice, bob)
    Table.objects.filter(pk=table.pk).update(has_bots=True)
    seat_resign(bob, table.pk, expected_ply=table.ply)
    assert sums("captivate") == {} and sums("captivate", "bots") == {("seats", "2"): (1, 0)}


def test_moves_that_were_taken_back_are_not_counted(alice, bob, moderator):
    table, chooser = running_table(alice, bob, title="cardline"), Chance(b"to the end", 1)
    play_on(table, [alice, bob], chooser)
    act(moderator, table, "rewind", ply=0)
    for _ in range(PLIES):
        play_on(table, [alice, bob], chooser)
    assert Table.objects.get(pk=table.pk).is_finished
    stand = MoveRecord.objects.filter(table=table, kind="move").count() - 1
    assert sums("cardline")["plies", "2"] == (1, stand)
    traits = [times for (group, _key), (times, _total) in sums("cardline").items() if group == "traits"]
    assert traits == [stand]


def test_cardlines_misses_match_its_log(alice, bob):
    table = played_out([alice, bob], "cardline")
    rows = MoveRecord.objects.filter(table=table, kind="move").values_list("events", flat=True)
    wrong = sum('"right":false' in events for events in rows)
    assert sums("cardline")["traits", "strength"] == (len(rows), wrong) and wrong
    of_cards = [each for (group, _key), each in sums("cardline").items() if group == "misses-strength"]
    assert tuple(map(sum, zip(*of_cards, strict=True))) == (len(rows), wrong)


def test_an_error_in_a_title_does_not_prevent_the_end_of_a_game(alice, bob, caplog, monkeypatch):
    monkeypatch.setattr(import_module("games.titles.captivate.presenter.ending"), "CARDS", {})
    table = played_out([alice, bob], "captivate")
    assert table.is_finished and f"table {table.pk} was counted without" in caplog.text
    assert sums("captivate")["seats", "2"] == (1, 0)


def test_counting_a_game_costs_the_same_however_many_were_counted(alice, bob):
    people = [alice, bob]

    def cost():
        table = running_table(*people)
        with CaptureQueriesContext(connection) as asked:
            seat_resign(bob, table.pk, expected_ply=table.ply)
        return len(asked)

    cost()
    second = cost()
    for _ in range(4):
        given_up(people)
    assert cost() == second


def test_draws_and_numbers_of_seats_have_separate_sums(alice, bob, charlie):
    people = [alice, bob, charlie, person("dora")]
    table = running_table(*people[:3])
    for user in people[1:3]:
        seat_resign(user, table.pk, expected_ply=Table.objects.get(pk=table.pk).ply)
    found = sums("captivate")
    assert found["seats", "3"] == (1, 0) and found["wins-3", "0"] == (1, 1) and found["wins-3", "2"] == (1, 0)


PRIVATE = {"admission": Table.Admission.INVITED}
_NUMBERS = count()


def private(people=(), title="captivate"):
    """Return a finished private game, by default of two new people."""
    strangers = [person(f"stranger-{next(_NUMBERS)}") for _seat in range(0 if people else 2)]
    return given_up(people or strangers, title, **PRIVATE)


def again(moderator, table):
    play = MoveRecord.objects.filter(table=table, kind="move").order_by("-ply").first()
    assert act(moderator, table, "rewind", ply=play.ply).status_code == 302


def changes(act):
    """Whether an action has changed the sums of private games."""
    before = sums("captivate", "private")
    act()
    return sums("captivate", "private") != before


def test_private_games_change_the_sums_five_at_a_time():
    counted = [changes(private) for _game in range(2 * TOGETHER)]
    assert counted == [*[False] * 4, True] * 2
    assert sums("captivate", "private")["seats", "2"] == (10, 0)
    assert sum(found["reasons", "left"][0] for found in [sums("captivate", "private")]) == 10
    assert not CountedGame.objects.filter(waiting__isnull=False).exists()
    assert not changes(lambda: private(title="cannonades")), "each title by itself"


def test_private_games_of_the_same_people_wait_for_four_other_games(alice, bob, charlie):
    assert not any(changes(lambda: private([alice, bob])) for _game in range(TOGETHER))
    moved = private([bob, charlie])
    Seat.objects.filter(table=moved, user=bob).update(user=person("dora"))
    Departure.objects.create(table=moved, user=bob, seat_number=0)
    assert not any(changes(private) for _game in range(3)), "who gave the seat up has seen it, too"
    assert changes(private) and sums("captivate", "private")["seats", "2"] == (TOGETHER + 5, 0)
    assert not CountedGame.objects.filter(waiting__isnull=False).exists()


def test_a_resumed_private_game_is_subtracted_together_with_others(moderator):
    tables = [private() for _game in range(TOGETHER)]
    before = sums("captivate", "private")
    assert not changes(lambda: again(moderator, tables[0]))
    assert not changes(lambda: undo(moderator))
    assert not CountedGame.objects.filter(waiting__isnull=False).exists(), "it has ended as it was"
    assert not changes(lambda: again(moderator, tables[1]))
    assert not any(changes(private) for _game in range(2))
    waits = private()
    again(moderator, waits)
    assert not CountedGame.objects.filter(table=waits).exists(), "it was in no sum"
    assert not changes(private)
    assert changes(private), "one is taken off, and four are added"
    assert sums("captivate", "private")["seats", "2"] == (8, 0) and before["seats", "2"] == (5, 0)
    assert not CountedGame.objects.filter(table=tables[1]).exists()
    assert CountedGame.objects.filter(table=tables[0]).exists()


@contextmanager
def first_in_line(change):
    """Run `change` before this transaction's first query of the sums, as if others committed while it waited."""
    left = [change]

    def meanwhile(execute, sql, params, many, context):
        if "games_titlecount" in sql and left:
            left.pop()()
        return execute(sql, params, many, context)

    with connection.execute_wrapper(meanwhile):
        yield
    assert not left, "it did not wait"


def test_a_private_game_resumes_just_as_others_add_it_to_the_sums(alice, bob):
    row = CountedGame.objects.filter(table=(table := private([alice, bob])))
    with first_in_line(lambda: row.update(amounts=F("waiting"), waiting=None)):
        game_subtract(table)
    assert row.get().amounts and row.get().waiting == [], "it has yet to leave the sums"


def test_a_private_game_ends_again_just_as_others_subtract_it(alice, bob):
    row = CountedGame.objects.filter(table=(table := private([alice, bob])))
    row.update(amounts=[["seats", "2", 1, 0]], waiting=[])
    with first_in_line(row.delete):
        game_add(table, "private", {("seats", "2"): (1, 0)})
    assert row.get().waiting == [["seats", "2", 1, 0]] and row.get().amounts == [], "it counts anew"
