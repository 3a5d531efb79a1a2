"""Hidden information, undo, and moves made for a seat: CN-4, CN-19, standing orders, defaults."""

import pytest

from games.engine.chance import Chance
from games.titles.cannonades import GAME
from games.titles.cannonades.cards import SHIPS, in_order
from tests.titles.cannonades.positions import (
    END,
    KEEP,
    REDRAW,
    add,
    board,
    cards,
    discard,
    do,
    done,
    draw,
    event,
    grin,
    opening,
    position,
    salvage,
    see,
    shoot,
)

ASK = {"grin": "ask", "discard": "ask", "redraw": "ask"}
POOR = "G0 BG BG PY OR"
RICH = "B0 B0 BG BG PY"


def test_cn_19_hands_deck_and_face_down_ships():
    """CN-19: counts are public; owners see faces; face-up ships and the discard pile are public."""
    state = do(position("(O0) B2 | BG PY\n(R0) | OR"), 0, shoot("PY", 1, 0)).state
    for reader in (1, None):
        view = see(state, reader)
        assert (view.hands[0].count, view.hands[0].cards) == (1, None)
        assert [ship and ship.face for ship in view.ships[0]] == [None, "blue-2", None, None]
        assert (view.deck.count, view.deck.cards) == (len(state.deck), None)
        assert view.discards == cards("PY")
        assert view.ships[1][0].face == "red-0"
    assert see(state, 0).hands[0].cards == cards("BG")
    assert see(state, 0).ships[0][0].face == "orange-0"
    assert see(state, 0).hands[1].cards is None


def test_cn_19_the_order_of_a_hand_reveals_nothing():
    """CN-4, CN-19: a hand is shown in the order of the faces, however it was drawn."""
    state = position("(O0) | OR B0\n(R0) | ", deck="G0 PY")
    state = done(state, (0, draw("OR")), (0, draw("B0")))
    assert state.hands[0] == see(state, 0).hands[0].cards == cards("G0 PY")
    assert in_order(state.discards) == state.discards


def test_cn_19_resample_deals_ships_where_ships_lie_face_down():
    """CN-19: a face-down card on the table is known to be a ship; everything that the seat sees stays."""
    state = position("(O0) B2 | BG PY\n(R0) . (Y1) | OR\n(P0) | G0")
    found = set()
    for number in range(40):
        other = GAME.resample(state, 0, Chance(b"other", number))
        assert GAME.observe(other, 0) == GAME.observe(state, 0)
        faces = [other.ships[seat][berth].face for seat, berth in ((1, 0), (1, 2), (2, 0))]
        assert set(faces) <= set(SHIPS)
        found.update(faces)
    assert len(found) > 5


def test_cn_19_resample_respects_what_the_set_up_shows():
    """CN-5, CN-19: a seat that is asked, or has kept, has fewer than two ships; the others have more."""
    state = done(opening(f"{POOR}\n{POOR}\n{RICH}", (0, 1), deck="BG BG PY PY OR"), (0, KEEP), (1, REDRAW))
    assert state.redraws.asked == (1,)
    for number in range(40):
        other = GAME.resample(state, None, Chance(b"other", number))
        count = [sum(face in SHIPS for face in hand) for hand in other.hands]
        assert count[0] < 2
        assert count[1] < 2
        assert count[2] >= 2


def test_cn_19_a_choice_in_secret_is_resampled():
    """CN-5, CN-19: only the seat that chose knows its choice."""
    state = do(opening(f"{POOR}\n{POOR}\n{RICH}", (0, 1)), 0, REDRAW).state
    chosen = [GAME.resample(state, 1, Chance(b"other", n)).redraws.chosen[0] for n in range(20)]
    assert set(chosen) == {True, False}
    assert {GAME.resample(state, 0, Chance(b"other", n)).redraws.chosen[0] for n in range(20)} == {True}


@pytest.mark.parametrize(
    ("form", "undoable"),
    [
        (add("R2"), True),
        (shoot("BG", 1, 1), True),  # a certain miss
        (shoot("PY", 1, 1), True),  # a face-up ship without a grin
        (board(0, 1, 1), True),
        (shoot("BG", 1, 0), False),  # turns a ship up
        (board(0, 1, 0), False),
        (shoot("PY", 2, 0), False),  # an elimination
        (draw("BG"), False),
        (END, False),
    ],
)
def test_only_what_showed_nothing_can_be_taken_back(form, undoable):
    """As `Step.undoable` promises: no chance, nothing hidden revealed, and the same turn."""
    state = position("B0 (O0) | R2 BG PY\n(O0) P0 | \nY0 | OR")
    assert do(state, 0, form).undoable is undoable


def test_answers_are_not_taken_back_once_the_turn_goes_on():
    """An answer out of turn is final; a discard that the seat on turn owed may be undone by it."""
    state = do(position("(O0) | BG PY OR\n(B1) R0 | "), 0, shoot("BG", 1, 0)).state
    assert not do(state, 1, grin("pass")).undoable
    step = do(state, 1, grin("discard"))
    assert not step.undoable
    assert do(step.state, 0, discard("PY")).undoable


def test_ending_can_be_taken_back_while_cards_are_discarded():
    """The turn isn't over before the hand is small enough."""
    step = do(position("(O0) | BG PY OR OR OR\n(B1) R0 | "), 0, END)
    assert step.undoable
    step = do(step.state, 0, discard("OR"))
    assert step.undoable
    assert not do(step.state, 0, discard("OR")).undoable


def test_a_choice_about_the_opening_hand_is_final():
    """This includes seat 0, which begins."""
    state = opening(f"{POOR}\n{RICH}", (0,), deck="BG BG PY PY OR")
    assert not do(state, 0, REDRAW).undoable
    assert not do(state, 0, KEEP).undoable


def asked_to_answer(table="(O0) . (P0) | BG PY\n(B2) R0 | \n(Y0) | ", **facts):
    """Return a state where seat 1 must answer against seat 0, which is on turn."""
    return do(position(table, **facts), 0, shoot("BG", 1, 0)).state


@pytest.mark.parametrize(
    ("effect", "form"),
    [
        ("draw", grin("draw")),
        ("draw-or-ask", grin("draw")),
        ("discard-or-draw", grin("discard")),
        ("discard-or-draw-or-ask", grin("discard")),
        ("reveal-or-draw", grin("reveal", 0)),
        ("ask", None),
        ("discard", None),  # its old name, from when it asked if the attacker has no card
    ],
)
def test_order_grin(effect, form):
    """It is carried out as ordered; a reveal takes the lowest berth."""
    state = asked_to_answer()
    move = GAME.ordered_move(state, 1, {**ASK, "grin": effect})
    wanted = (
        None if form is None else next(m for m in GAME.legal_moves(state, 1) if m == type(m)(**strip(form)))
    )
    assert move == wanted
    assert GAME.ordered_move(state, 0, {**ASK, "grin": effect}) is None
    assert GAME.ordered_move(state, 2, {**ASK, "grin": effect}) is None


def strip(form):
    return {key: value for key, value in form.items() if key != "type"}


def test_order_grin_that_is_not_possible():
    """Drawing passes in the stand-off; discarding or revealing draws if it is impossible."""
    late = {"rest": "discards", "starter": 2, "awaited": (1, 2)}
    state = asked_to_answer(**late)
    assert GAME.ordered_move(state, 1, {"grin": "draw"}).effect == "pass"
    assert GAME.ordered_move(state, 1, {"grin": "draw-or-ask"}) is None
    bare = asked_to_answer("(O0) . (P0) | BG\n(B2) R0 | \n(Y0) | ")
    for end in ("", "-or-ask"):
        assert GAME.ordered_move(bare, 1, {"grin": f"discard-or-draw{end}"}).effect == "draw"
    up = asked_to_answer("O0 . P0 | BG PY\n(B2) R0 | \n(Y0) | ")
    assert GAME.ordered_move(up, 1, {"grin": "reveal-or-draw"}).effect == "draw"


def test_orders_do_not_apply_in_the_seats_own_turn():
    """This covers a boarder's own answer, and a discard that the seat on turn owes."""
    state = do(position("G1 (O0) | \n(B0) R0 | BG"), 0, board(0, 1, 0)).state
    assert GAME.ordered_move(state, 0, {"grin": "draw"}) is None
    owing = do(asked_to_answer(), 1, grin("discard")).state
    assert GAME.ordered_move(owing, 0, {"discard": "cannonades-first"}) is None


@pytest.mark.parametrize(
    ("hand", "order", "short"),
    [
        ("BG PY PY R0", "cannonades-first", "PY"),
        ("BG PY R0", "cannonades-first", "PY"),
        ("R0 G1", "cannonades-first", "R0"),
        ("R2 G1 BG", "ships-first", "G1"),
        ("P0 Y0 Y0 BG", "ships-first", "Y0"),
        ("BG", "ships-first", "BG"),
        ("BG R0", "ask", None),
        ("BG R0", "ship", None),  # its old name, from when it asked if there is no ship
    ],
)
def test_order_discard(hand, order, short):
    """It gives a spare card of the ordered kind, or else of the other: asking would reveal which it is."""
    state = do(position(f"G1 (O0) | \n(B0) R0 | {hand}"), 0, board(0, 1, 0)).state
    state = do(state, 0, grin("discard")).state
    move = GAME.ordered_move(state, 1, {**ASK, "discard": order})
    assert (move is None) == (short is None)
    assert move is None or discard(short) == {"type": "discard", "card": move.card}


def test_order_redraw():
    """It redraws as often as offered, for the seats that are asked and have not chosen."""
    state = opening(f"{POOR}\n{POOR}\n{RICH}", (0, 1))
    redraw, keep = GAME.legal_moves(state, 0)
    assert GAME.ordered_move(state, 0, {**ASK, "redraw": "redraw"}) == redraw
    assert GAME.ordered_move(state, 1, {**ASK, "redraw": "keep"}) == keep
    assert GAME.ordered_move(state, 1, ASK) is None
    assert GAME.ordered_move(state, 2, {**ASK, "redraw": "keep"}) is None
    chosen = do(state, 0, REDRAW).state
    assert GAME.ordered_move(chosen, 0, {**ASK, "redraw": "redraw"}) is None


@pytest.mark.parametrize(
    ("table", "facts", "form"),
    [
        ("(O0) | B0 BG\nR0 | ", {}, END),
        (" | B1 R0 B2 BG\nR0 | ", {}, add("R0")),
        (" | BG PY PY\nR0 | ", {}, draw("PY")),
        (" | BG PY PY\nR0 | ", {"rest": "discards", "starter": 1, "awaited": (1,)}, END),
        (" | \nR0 | ", {}, END),
        ("(O0) | BG PY PY R0\nR0 | ", {"phase": "discarding", "actions": 0}, discard("PY")),
        ("(O0) | B2 G0 R0 R0 BG\nR2 | ", {"phase": "discarding", "actions": 0}, discard("R0")),
        (
            "(O0) | \nR0 | ",
            {"rest": "discards", "starter": 0, "phase": "salvaging", "awaited": (1, 0)},
            salvage("BG"),
        ),
    ],
)
def test_default_move_on_turn(table, facts, form):
    """A time-out ends the turn, but not without a ship on the table if possible."""
    state = position(table, **facts)
    assert (
        do(state, 0, form).state
        == GAME.apply(state, 0, GAME.default_move(state, 0), Chance(bytes(range(32)), 0)).state
    )


def test_default_move_out_of_turn():
    """A time-out passes, gives a spare card, and exchanges a hand only if it has no ship at all."""
    state = asked_to_answer()
    assert GAME.default_move(state, 1).effect == "pass"
    owing = do(state, 1, grin("discard")).state
    assert GAME.default_move(owing, 0).card == "purple-yellow"
    poor = opening(f"{POOR}\nBG BG PY PY OR\n{RICH}", (0, 1))
    redraw, keep = GAME.legal_moves(poor, 0)
    assert GAME.default_move(poor, 0) == keep
    assert GAME.default_move(poor, 1) == redraw


def test_only_their_seats_see_secrets():
    """CN-19: a card added, cards drawn, cards dealt; only the owner reads them while the game runs."""
    step = do(position("(O0) | B2\nR0 | "), 0, add("B2"))
    assert GAME.recall(step.state, 0, event(step, "ship-added"))["card"] == "blue-2"
    for reader in (1, None):
        assert "card" not in GAME.recall(step.state, reader, event(step, "ship-added"))
