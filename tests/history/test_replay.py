"""The replay of a table: each board as each reader saw it, within a query limit, without hidden information."""

import re

import msgspec
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.engine.chance import Chance
from games.engine.codec import dump_state
from games.engine.contract import Event
from games.history.position import position_at
from games.models import MoveRecord, Table
from games.moderation.services.rewind import table_rewind
from games.tables import packed, past
from games.tables.packed import log_pack
from games.tables.past import KEPT_EVERY
from games.tables.play import move_play, seat_resign, turn_undo
from games.titles import TITLES
from tests.play import first_move, play_on, running_table
from tests.staff import person_with_role
from tests.tables.test_past import OURS, Voyage

pytestmark = pytest.mark.django_db

EVENTS = msgspec.json.Decoder(tuple[Event, ...])
MOST = 10  # queries of a page


def address(table, at, **view_as):
    return f"/tables/{table.pk}/replay/?at={at}" + "".join(
        f"&{name}={value}" for name, value in view_as.items()
    )


def board_of(answer):
    """Return the boards of a page and the hand in the bar, without what the bar says and the log."""
    assert answer.status_code == 200
    seen = answer.text.split('class="table-layout__play"')[1].split('class="replay__steps"')[0]
    return re.sub(r'<div class="replay__words">.*?</div>', "", seen, flags=re.DOTALL)


def finished(*people, title="captivate", plies=10, **columns):
    table, chooser = running_table(*people, title=title, **columns), Chance(b"replay", 0)
    for _ply in range(plies):
        play_on(table, people, chooser)
    seat_resign(people[1], table.pk, expected_ply=Table.objects.get(pk=table.pk).ply)
    return Table.objects.get(pk=table.pk)


@pytest.fixture
def replayed(monkeypatch):
    """Return how many plies were replayed, call by call."""
    counts, honest = [], past.replay_on

    def counted(game, state, seed, entries):
        found = list(entries)
        counts.append(len(found))
        return honest(game, state, seed, found)

    monkeypatch.setattr(past, "replay_on", counted)
    return counts


@pytest.mark.parametrize("title", OURS)
def test_each_state_is_found_again_even_in_a_packed_log_with_few_plies(
    title, alice, bob, monkeypatch, replayed
):
    monkeypatch.setattr(packed, "PLIES_PER_ROW", 9)
    voyage = Voyage(title, alice, bob)
    voyage.sail(50)
    if (row := voyage.row()).is_running:
        seat_resign(alice, row.pk, expected_ply=row.ply)
        voyage.states[row.ply] = row.state
    for _form in ("rows", "packed"):
        table = voyage.row()
        for ply, state in voyage.states.items():
            del replayed[:]
            assert dump_state(position_at(table, ply - 1).state) == state, ply
            assert sum(replayed) <= KEPT_EVERY
        log_pack(table.pk)
    assert voyage.row().is_packed


def test_rewinds_and_notes_are_replayed(alice, bob):
    mona, voyage = person_with_role("mona", "moderator"), Voyage("captivate", alice, bob)
    voyage.sail(20)
    head = voyage.row().head
    for _again in range(2):
        decided = MoveRecord.objects.get(table=voyage.table, ply=head).previous
        table_rewind(mona, voyage.table.pk, ply=decided, reason="a quarrel")
        head = voyage.row().head
    voyage.sail(30)
    table = voyage.row()
    for ply, state in voyage.states.items():
        assert dump_state(position_at(table, ply - 1).state) == state, ply


@pytest.mark.parametrize("title", OURS)
def test_every_page_opens_for_every_reader_by_as_many_queries_at_any_ply(
    title, alice, bob, charlie, client_for
):
    table = running_table(alice, bob, title=title)
    clients = [client_for(reader) for reader in (alice, charlie, None)]
    chooser, counts = Chance(b"pages", 0), set()
    for _ply in range(20):
        play_on(table, (alice, bob), chooser)
    last = Table.objects.get(pk=table.pk).ply - 1
    for at in (-1, 0, last // 2, last - 1, last):
        for client in clients:
            with CaptureQueriesContext(connection) as queries:
                assert 'id="field"' in client.get(address(table, at)).text
            counts.add(len(queries))
    if Table.objects.get(pk=table.pk).is_running:
        seat_resign(bob, table.pk, expected_ply=last + 1)
    assert log_pack(table.pk)
    for at, view_as in ((-1, "all"), (0, "1"), (last // 2, "spectator"), (last - 1, "0"), (last, "all")):
        with CaptureQueriesContext(connection) as queries:
            seen = board_of(clients[2].get(address(table, at, view_as=view_as)))
        assert seen.count('<section aria-labelledby="view-') == (2 if view_as == "all" else 0)
        ids = re.findall(r'\sid="([^"]+)"', seen)
        assert len(ids) == len(set(ids))
        counts.add(len(queries))
    assert max(counts) <= MOST


def test_while_the_game_runs_everybody_sees_only_their_own_view(alice, bob, charlie, client_for):
    table = running_table(alice, bob)
    for _ply in range(6):
        play_on(table, (alice, bob), Chance(b"view_as", 0))
    seen = [board_of(client_for(reader).get(address(table, 2))) for reader in (alice, bob, charlie, None)]
    assert len(set(seen)) == 3 and seen[2] == seen[3]
    for reader in (alice, bob, charlie, None):
        for view_as in ("0", "1", "all", "spectator"):
            assert client_for(reader).get(address(table, 2, view_as=view_as)).status_code == 404


def test_readers_of_the_table_can_open_its_replay(alice, bob, charlie, client_for):
    table = running_table(alice, bob, admission=Table.Admission.LINK)
    clients = [client_for(reader) for reader in (alice, bob, charlie, None)]
    codes = [client.get(address(table, -1)).status_code for client in clients]
    assert codes == [client.get(f"/tables/{table.pk}/").status_code for client in clients]
    assert codes[:3] == [200, 200, 404] and codes[3] in (302, 404)


@pytest.mark.parametrize("at", ["-2", "1", "x", "", "99999999999", "1.5", "٣"])
def test_other_plies_return_404(at, alice, bob, client_for):
    table = running_table(alice, bob)
    assert client_for(alice).get(address(table, at)).status_code == 404


def test_a_finished_game_shows_every_hand(alice, bob, client_for):
    table = finished(alice, bob, title="cannonades")
    hands = {
        view_as: board_of(client_for(None).get(address(table, 3, view_as=view_as)))
        for view_as in ("0", "1", "spectator")
    }
    assert len(set(hands.values())) == 3
    assert client_for(None).get(address(table, 3, view_as="2")).status_code == 404


@pytest.mark.parametrize(("title", "hides"), [("captivate", True), ("cannonades", True), ("cardline", False)])
def test_what_was_hidden_is_marked_as_such_once_the_game_is_over(title, hides, alice, bob, client_for):
    table, nobody = finished(alice, bob, title=title, plies=6), client_for(None)
    marks = {view_as: nobody.get(address(table, 3, view_as=view_as)).text.count("replay__secret")
             for view_as in ("0", "spectator", "all")}  # fmt: skip
    assert marks == ({"0": 1, "spectator": 0, "all": 2} if hides else dict.fromkeys(marks, 0))
    running = running_table(alice, bob, title=title)
    assert "replay__secret" not in client_for(alice).get(address(running, -1)).text


def test_forgotten_boards_are_hidden_until_the_game_is_over(alice, bob, client_for):
    table = running_table(alice, bob, options={"memory": "strict"})
    chooser = Chance(b"strict", 0)
    for _ply in range(12):
        play_on(table, (alice, bob), chooser)
    last = Table.objects.get(pk=table.pk).ply - 1
    for reader in (alice, None):
        page = client_for(reader).get(address(table, 2))
        assert (
            'id="field"' not in page.text and "Memory matters" in page.text and "What happened" in page.text
        )
        assert 'id="field"' in client_for(reader).get(address(table, last)).text
    seat_resign(bob, table.pk, expected_ply=last + 1)
    assert 'id="field"' in client_for(None).get(address(table, 2)).text


def forgotten(game, state, records):
    """Whether the log now shows some seat less than it first did."""
    told = [event for record in records for event in EVENTS.decode(record.events)]
    seats = (0, 1, None)
    return any(
        not event.facts_for(seat).items() <= game.recall(state, seat, event).items()
        for event in told for seat in seats
    )  # fmt: skip


@pytest.mark.parametrize("title", OURS)
def test_a_title_whose_log_shows_less_later_declares_fading_memory(title, alice, bob):
    """Otherwise a past board could show what the log no longer shows."""
    game = TITLES[title]
    for option, value in [(each.name, value) for each in game.options for value in each.values]:
        table, chooser = running_table(alice, bob, title=title, options={option: value}), Chance(b"fades", 0)
        for _ply in range(24):
            play_on(table, (alice, bob), chooser)
        row = Table.objects.get(pk=table.pk)
        at = row.ply - 1 if row.is_running else row.ply - 2
        state = position_at(row, at).state
        assert game.outcome(state) is None
        rows = MoveRecord.objects.filter(table=table, ply__lte=at).exclude(kind="note")
        assert forgotten(game, state, rows) is game.fades(state) is (value == "strict")


def test_plies_taken_back_are_marked(alice, bob, client_for):
    table = running_table(alice, bob)
    move_play(alice, table.pk, move=first_move(table, 0), expected_ply=0)
    turn_undo(alice, table.pk, expected_ply=1)
    pages = [client_for(alice).get(address(table, at)) for at in (-1, 0, 1)]
    assert "taken back later" in pages[1].text and "taken back later" not in pages[2].text
    boards = [re.sub(r'\sid="[^"]*"', "", board_of(page)) for page in pages]
    assert boards[0] != boards[1]


def test_log_lines_link_to_their_plies_and_back(alice, bob, client_for):
    table = running_table(alice, bob)
    for ply, move in enumerate((first_move(table, 0), '{"type":"end"}')):
        move_play(alice, table.pk, move=move, expected_ply=ply)
    page = client_for(bob).get(f"/tables/{table.pk}/").text
    links = set(re.findall(r'href="(/tables/\d+/replay/\?at=-?\d+)"', page))
    assert links == {address(table, at) for at in (-1, 0, 1)}
    assert f"{address(table, -1)}&amp;play=1" in page
    walk = client_for(bob).get(address(table, 0)).text
    assert f'id="replay-forward" href="{address(table, 1)}"' in walk
    assert f'id="replay-back" href="{address(table, -1)}"' in walk
    assert f"{address(table, -1)}&amp;play=1" in walk


def test_a_game_without_its_rules_shows_its_log(alice, bob, client_for):
    table = finished(alice, bob)
    Table.objects.update(rules_version=99)
    MoveRecord.objects.update(rules_version=99)
    page = client_for(None).get(address(table, 3)).text
    assert 'id="field"' not in page and "no longer supports the rules of this game" in page
    assert "Alice Ardent" in page.split("What happened")[1]


def test_a_broken_log_is_reported_on_the_replay_page(alice, bob, client_for):
    table = finished(alice, bob)
    MoveRecord.objects.filter(ply=1).update(move="{}")
    page = client_for(None).get(address(table, 3)).text
    assert 'id="field"' not in page and "rebuild this board" in page
