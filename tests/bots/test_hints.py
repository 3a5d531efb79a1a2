"""A hint: moves that a captain would consider, for a player whose only opponents are bots."""

import html
import json
import re

import pytest

from games.bots import hints, seating
from games.bots.hints import hint_think
from games.engine.codec import dump_move, dump_state
from games.models import Seat, Table
from games.notices.turn_links import FEW, offered_moves, turn_of_token
from games.tables import lobby
from games.tables.play import move_play
from games.tables.unit_of_work import position_of
from games.titles import TITLES
from games.titles.cannonades.state import Add, Shoot
from games.titles.captivate.state import Capture, Play
from games.titles.captn_eli.state import Sacrifice
from games.web.tasks import sweep
from tests.conftest import person
from tests.play import fingerprint, first_move, post_move, running_table, state_of
from tests.titles.cannonades.positions import position as cannonades
from tests.titles.captivate.positions import position as captivate
from tests.titles.captn_eli.positions import challenge, do
from tests.titles.captn_eli.positions import position as eli

pytestmark = pytest.mark.django_db
PART = {"HX-Request": "true"}


@pytest.fixture(params=["captivate", "captn-eli", "cannonades", "cardline", "nautilus"])
def table(alice, request):
    """Return a table where Alice plays only against a bot, and it is her turn."""
    made = seating.table_against_bots(alice, request.param, "deckhand")
    while not Seat.objects.get(table=made, user=alice).is_awaited:
        sweep()
    return Table.objects.get(pk=made.pk)


def page_of(client, table):
    return client.get(f"/tables/{table.pk}/").content.decode()


def ask(client, table):
    """Ask for a hint; returns the status."""
    answer = client.post(f"/tables/{table.pk}/hint/", {"ply": table.ply})
    return answer.status_code


def test_a_captain_considers_only_legal_moves(table, alice, client_for, monkeypatch):
    monkeypatch.setattr(hints.announce, "hint_soon", lambda seat: None)  # the worker is busy
    client, before = client_for(alice), fingerprint(table)
    assert 'id="hint-ask"' in page_of(client, table)
    assert ask(client, table) == 302
    assert "The captain is thinking" in page_of(client, table)
    assert "The captain is thinking" in client.get(f"/tables/{table.pk}/hint/", headers=PART).content.decode()
    hint_think(Seat.objects.get(table=table, user=alice).pk)
    for page in (
        page_of(client, table),
        client.get(f"/tables/{table.pk}/hint/", headers=PART).content.decode(),
    ):
        part = page.split('id="hint"')[1].split("</details>")[0]
        assert "A captain would consider these moves" in part and 1 <= part.count("<li>") <= 3
        told = re.findall(r'id="hint-(?:show|words)-\d"[^>]*>(.+?)</', part)
        assert len(set(told)) == part.count("<li>") and "%" not in part
        assert part.count("hint-show-") + part.count("hint-do-") == len(told)
    assert fingerprint(table) == before
    kept = json.loads(
        hints.cache.get(f"hint:{table.pk}:{table.ply}:{Seat.objects.get(table=table, user=alice).number}")
    )
    leads_to_the_place(client, part, {move for move, _ in kept})


def leads_to_the_place(client, part, moves):
    """A hint's link opens the page with that move chosen, so that the player only has to press the button."""
    links = re.findall(r'id="hint-show-\d" href="([^"#]+)#field"', part)
    assert links
    for link in links:
        page = client.get(html.unescape(link)).content.decode()
        buttons = re.findall(r'<button[^>]* id="(?:confirm|draw)"[^>]* value="([^"]+)"', page)
        assert {in_one_order(move) for move in moves} & {
            in_one_order(html.unescape(move)) for move in buttons
        }
        assert 'id="hint-folded"' in page


def in_one_order(move):
    """Return the move with a squad's supports sorted, because their order doesn't matter and the form has its own."""
    fields = json.loads(move)
    return json.dumps({**fields, "cards": sorted(fields["cards"])} if "cards" in fields else fields)


def test_the_moves_can_be_made_and_are_gone_after_one(alice, client_for):
    table, client = seating.table_against_bots(alice, "captivate", "mate"), client_for(alice)
    assert ask(client, table) == 302  # thinks at once in this test
    game, state = TITLES["captivate"], state_of(table)
    moves = [dump_move(move) for move in game.legal_moves(state, 0)]
    [kept] = [json.loads(hints.cache.get(f"hint:{table.pk}:0:0"))]
    assert kept and {move for move, _ in kept} <= set(moves)
    assert post_move(client, table, kept[0][0]).status_code == 302
    assert "A captain would" not in page_of(client, table) and 'id="hint-ask"' in page_of(client, table)


def first_draw(alice, table):
    """Play safe moves until the player may draw a card; returns that move."""
    game = TITLES["cannonades"]
    while True:
        table.refresh_from_db()
        state = state_of(table)
        for move in game.legal_moves(state, 0):
            if type(move).__name__ == "Draw":
                return move
        if 0 in game.to_act(state):
            safe = dump_move(game.default_move(state, 0))
            move_play(alice, table.pk, move=safe, expected_ply=table.ply)
        else:
            sweep()


def test_a_hint_names_no_imagined_card(alice, client_for):
    """A hint to draw cards doesn't name them: they would be cards that the bot only imagines."""
    table = seating.table_against_bots(alice, "cannonades", "mate")
    draw = first_draw(alice, table)
    hints.cache.set(f"hint:{table.pk}:{table.ply}:0", json.dumps([(dump_move(draw), 0.5)]))
    part = page_of(client_for(alice), table).split('id="hint"')[1].split("</details>")[0]
    assert "Discard" in part and "draw" in part and "Drawn:" not in part


QUILL = eli("0:bathysphere 0:admiral-quill^ 0:sea-sled^\n. 1:captn-eli^ .", seat=1)


@pytest.mark.parametrize(
    ("title", "state", "move", "reason"),
    [
        (
            "captivate",
            captivate("E2 .\n(D9) W12", "L1 D13 | E5"),
            Capture("light-1", (0, 1)),
            "It wins 9 points.",
        ),
        (
            "captivate",
            captivate("E2 W12", "D13 | E5"),
            Play("dark-13", (0, 1)),
            "The next player can capture",
        ),
        ("cannonades", cannonades("B1 | BG\nG0 (Y0) | "), Shoot("blue-green", 1, 0), "It sinks the ship."),
        ("cannonades", cannonades("B1 | BG\nG0 | "), Shoot("blue-green", 1, 0), "who is out."),
        ("cannonades", cannonades("B1 | BG\n(G0) | "), Shoot("blue-green", 1, 0), "if the colour matches."),
        ("cannonades", cannonades(" | B1\n(G0) | "), Add("blue-1"), "you&#39;d be out"),
        (
            "captn-eli",
            do(QUILL, 1, challenge((1, 1), (1, 0))).state,
            Sacrifice((2, 0)),
            "Otherwise you lose.",
        ),
    ],
)
def test_a_hint_says_what_the_move_wins_risks_or_prevents(title, state, move, reason, alice, client_for):
    table = seating.table_against_bots(alice, title, "mate")
    Table.objects.filter(pk=table.pk).update(state=dump_state(state))
    Seat.objects.filter(table=table, user=alice).update(is_awaited=True)
    hints.cache.set(f"hint:{table.pk}:{table.ply}:0", json.dumps([(dump_move(move), 0.0)]))
    part = page_of(client_for(alice), table).split('id="hint"')[1].split("</details>")[0]
    assert reason in part and "%" not in part


def test_no_hints_at_tables_with_two_people(alice, bob, client_for):
    table = running_table(alice, bob)
    other = lobby.table_create(alice, title="captivate", options={}, seats=3, seating="joined")
    lobby.seat_take(bob, other.pk)
    seating.bots_seat(alice, other.pk, level="mate")
    for each in (table, Table.objects.get(pk=other.pk)):
        assert 'id="hint' not in page_of(client_for(alice), each)
        assert ask(client_for(alice), each) == 409
        assert client_for(alice).get(f"/tables/{each.pk}/hint/", headers=PART).content == b""


def test_no_hint_out_of_turn_or_without_a_seat(alice, bob, client_for):
    table, client = seating.table_against_bots(alice, "captivate", "mate"), client_for(alice)
    assert client_for(bob).post(f"/tables/{table.pk}/hint/").status_code in (403, 404)
    for move in (first_move(table, 0), '{"type":"end"}'):
        post_move(client, table, move)
    assert 'id="hint' not in page_of(client, table)
    assert ask(client, table) == 409
    spectator = client_for(person("dora"))
    Table.objects.filter(pk=table.pk).update(admission="open")
    assert 'id="hint' not in page_of(spectator, table)


def test_without_scripts_the_hint_is_shown_on_the_page(alice, client_for):
    table = seating.table_against_bots(alice, "captivate", "mate")
    assert client_for(alice).get(f"/tables/{table.pk}/hint/")["Location"] == f"/tables/{table.pk}/"


def test_a_digest_offers_what_a_captain_would_consider(alice, table):
    """Where many moves are possible. The same position gets the same moves."""
    game, seat = TITLES[table.title], Seat.objects.select_related("user").get(table=table, user=alice)
    position = position_of(table)
    legal = [dump_move(move) for move in game.legal_moves(position.state, seat.number)]
    offered = [move.url.split("/")[-2] for move in offered_moves(alice, position, seat)]
    offered = [turn_of_token(token, alice).token.move for token in offered]
    many = len(legal) > FEW
    assert offered == (list(hints.moves_considered(position, seat.number)) if many else legal)
    assert set(offered) <= set(legal) and (0 < len(offered) <= 3 or not many)


def test_among_people_an_email_offers_no_hints(alice, bob):
    table = running_table(alice, bob)
    assert hints.moves_considered(position_of(table), 0) == ()


def test_an_email_does_not_fail_with_the_bot(alice, monkeypatch, caplog):
    monkeypatch.setattr("games.bots.hints.answer_here", lambda question: 1 / 0)
    table = seating.table_against_bots(alice, "captivate", "deckhand")
    assert hints.moves_considered(position_of(table), 0) == ()
    assert "found no moves" in caplog.text
