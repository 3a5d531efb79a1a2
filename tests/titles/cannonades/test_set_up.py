"""The cards and the set-up: CN-1 to CN-6."""

from collections import Counter

import pytest

from games.engine import play as engine
from games.titles.cannonades import GAME
from games.titles.cannonades.cards import CANNONADES, CARDS, COLOURS, DECK, GRINS, HITS, SHIPS
from tests.titles.cannonades.positions import (
    END,
    KEEP,
    REDRAW,
    add,
    asked,
    card,
    cards,
    do,
    done,
    event,
    legal,
    opening,
    position,
    refuse,
    see,
    told,
)

RICH = "B0 B0 BG BG PY"  # an opening hand with enough ships
POOR = "G0 BG BG PY OR"
BARE = "BG BG PY PY OR"


def test_cn_01_half_of_52_are_ships():
    """CN-1: 26 ships with one colour, a grin and a direction, 26 cannonades with two colours."""
    assert len(DECK) == 52
    assert sum(face in SHIPS for face in DECK) == 26
    for face, kind in CARDS.items():
        assert len(kind.colours) == (1 if face in SHIPS else 2)
        assert GRINS[face] in ((0, 1, 2) if face in SHIPS else (0,))


def test_cn_02_ships_by_grin():
    """CN-2: the table of ships, and which way they face."""
    found = Counter(face for face in DECK if face in SHIPS)
    table = {"blue": "321", "green": "321", "purple": "220", "orange": "210", "red": "201", "yellow": "220"}
    expected = {f"{colour}-{grin}": int(n) for colour, row in table.items() for grin, n in enumerate(row)}
    assert found == Counter({face: n for face, n in expected.items() if n})
    facing = {colour: symbol.facing for colour, symbol in COLOURS.items()}
    assert {colour for colour in facing if facing[colour] == "left"} == {"blue", "green", "purple"}


def test_cn_03_cannonades():
    """CN-3: 12, 8 and 6."""
    found = Counter(face for face in DECK if face not in SHIPS)
    assert found == {"blue-green": 12, "purple-yellow": 8, "orange-red": 6}
    assert [sum((face, ship) in HITS for ship in DECK) for face in CANNONADES] == [12, 8, 6]


def test_cn_04_cards_of_a_face_are_one_move():
    """CN-4: three blue-0 in hand give one add move and one draw move."""
    state = position("(B1) | B0 B0 B0\nG0 | BG")
    assert legal(state, 0) == [add("B0"), {"type": "draw", "card": "blue-0"}, END]


def test_cn_04_every_symbol_has_three_signs_of_its_own():
    """CN-4: a shape and a letter besides the colour."""
    assert len({symbol.shape for symbol in COLOURS.values()}) == len(COLOURS)
    assert len({symbol.letter for symbol in COLOURS.values()}) == len(COLOURS)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_cn_05_five_cards_each(seats):
    """CN-5: five cards for each seat, the rest is the deck, and only seats with fewer than two ships are asked."""
    for number in range(40):
        step = engine.setup(GAME, seats, {}, bytes([number]) * 32)
        state = step.state
        poor = {s for s, hand in enumerate(state.hands) if sum(face in SHIPS for face in hand) < 2}
        assert [len(hand) for hand in state.hands] == [5] * seats
        assert Counter(state.deck) + sum(map(Counter, state.hands), Counter()) == Counter(DECK)
        offered = len(state.deck) >= 5 * len(poor)
        assert asked(state) == (poor if poor and offered else {0})
        assert event(step, "dealt").private == {s: {"hand": list(hand)} for s, hand in enumerate(state.hands)}


def test_cn_05_seats_choose_at_the_same_time_and_in_secret():
    """CN-5: nobody sees a choice before all have chosen, and nothing is drawn before."""
    state = opening(f"{POOR}\n{POOR}\n{RICH}", (0, 1))
    assert asked(state) == {0, 1}
    assert see(state, 2).poor == see(state, None).poor == (0, 1)
    step = do(state, 1, REDRAW)
    assert asked(step.state) == {0}
    assert step.state.hands == state.hands
    assert see(step.state, 1).redraw is True
    assert see(step.state, 0).redraw is see(step.state, None).redraw is None
    assert "redraw" not in event(step, "redraw-chosen").facts_for(0)
    refuse(step.state, 1, KEEP)
    refuse(state, 2, REDRAW)


def test_cn_05_hands_are_shown_and_drawn_in_seat_order():
    """CN-5: the lower seat draws first, even if it chose later; the shown hand is discarded."""
    top = "B0 B0 B0 B1 B1 P0 P0 P1 P1 BG"
    state = opening(f"{POOR}\n{POOR}\n{RICH.replace('B0', 'R0')}", (0, 1), deck=top)
    step = do(do(state, 1, REDRAW).state, 0, REDRAW)
    assert step.state.hands[:2] == (cards("B0 B0 B0 B1 B1"), cards("P0 P0 P1 P1 BG"))
    assert Counter(step.state.discards) == Counter(cards(f"{POOR} {POOR}"))
    first, second = [e for e in step.events if e.type == "hand-exchanged"]
    assert (first.public["seat"], second.public["seat"]) == (0, 1)
    assert Counter(first.public["shown"]) == Counter(cards(POOR))
    assert first.facts_for(1).keys() == {"turn", "seat", "shown"}
    assert second.private == {1: {"cards": list(cards("P0 P0 P1 P1 BG"))}}


def test_cn_05_again_and_again_but_keep_is_final():
    """CN-5: of the seats that redraw, those with fewer than two ships are asked again; those that kept are not."""
    state = opening(f"{POOR}\n{POOR}\n{RICH}", (0, 1), deck="BG BG PY OR OR G0 BG BG PY OR B1 B1 BG BG PY")
    state = done(state, (0, KEEP), (1, REDRAW))
    assert asked(state) == {1}
    state = do(state, 1, REDRAW).state
    assert asked(state) == {1}
    step = do(state, 1, REDRAW)
    assert asked(step.state) == {0}
    assert told(step) == ["redraw-chosen", "hand-exchanged", "turn-begun"]
    assert step.state.hands[1] == cards("B1 B1 BG BG PY")


def test_cn_05_not_offered_to_anyone_when_the_deck_is_short():
    """CN-5: two seats have too few ships again and the deck has nine cards: neither is asked."""
    deck = "BG BG BG PY OR BG BG BG PY OR"
    hands = f"{BARE}\n{BARE}\nR0 R0 R2 O0 O0"
    ample = opening(hands, (0, 1), deck=f"{deck} B1 B1 G0 G0 G0 G1 G1 P0 P0 P1", rest="discards")
    assert asked(done(ample, (0, REDRAW), (1, REDRAW))) == {0, 1}
    short = opening(hands, (0, 1), deck=f"{deck} B1 B1 G0 G0 G0 G1 G1 P0 P0", rest="discards")
    state = done(short, (0, REDRAW), (1, REDRAW))
    assert asked(state) == {0}
    assert state.phase == "actions"


def test_cn_05_redraws_leave_two_cards_at_least():
    """CN-5, CN-15: with two seats the deck has 42 cards, eight redraws leave two, and no stand-off begins."""
    state = opening(f"{BARE}\n{RICH}", (0,), deck="BG BG BG PY PY B1 B1", rest="discards")
    state = do(state, 0, REDRAW).state
    assert state.deck == cards("B1 B1")
    assert state.starter is None
    assert asked(state) == {0}
    assert state.phase == "actions"


def test_cn_06_seat_0_begins_without_a_draw_and_so_do_the_others():
    """CN-6: the opening hand is the first turn's draw; clockwise."""
    state = opening(f"{POOR}\n{RICH}\n{RICH.replace('B0', 'R0')}", (0,))
    step = do(state, 0, KEEP)
    begun = event(step, "turn-begun")
    assert begun.public == {"turn": 1, "seat": 0, "first": True, "stand_off": False, "drawn": 0}
    assert len(step.state.hands[0]) == 5
    after = done(step.state, (0, add("G0")), (0, END))
    assert (after.seat, after.turn, len(after.hands[1])) == (1, 2, 5)
    after = done(after, (1, add("B0")), (1, END))
    assert (after.seat, len(after.hands[2])) == (2, 5)
    after = done(after, (2, add("R0")), (2, END))
    assert (after.seat, len(after.hands[0])) == (0, 4 + 4)  # CN-7: from the second turn on
    assert card("G0") not in after.hands[0]
