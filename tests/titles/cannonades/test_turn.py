"""A turn: first draw, actions, discarding: CN-7 to CN-9."""

import pytest

from games.engine.codec import load_move
from games.engine.contract import Malformed
from games.titles.cannonades import GAME
from tests.titles.cannonades.positions import (
    END,
    add,
    asked,
    board,
    card,
    cards,
    discard,
    do,
    done,
    draw,
    event,
    legal,
    position,
    refuse,
    row,
    see,
    shoot,
    told,
    types,
)


@pytest.mark.parametrize(
    ("fleet", "count"), [("(B0)", 4), ("(B0) . G0", 3), ("B0 G0 . P0", 2), ("B0 G0 P0 R0", 1)]
)
def test_cn_07_first_draw(fleet, count):
    """CN-7: five minus the number of your own ships."""
    step = do(position(f"O0 | \n{fleet} | BG"), 0, END)
    assert len(step.state.hands[1]) == 1 + count
    begun = event(step, "turn-begun")
    assert begun.public["drawn"] == len(begun.private[1]["cards"]) == count
    assert begun.facts_for(0).keys() == {"turn", "seat", "first", "stand_off", "drawn"}


def test_cn_08_the_turn_ends_automatically_after_four_actions():
    """CN-8: the same action may be repeated, and there is no `end` after the fourth."""
    state = position("(O0) | B0 G0 P0 BG\n(R0) | ", deck="PY PY PY")
    state = done(state, (0, add("B0")), (0, add("G0")), (0, add("P0")))
    assert (state.seat, state.actions) == (0, 1)
    step = do(state, 0, draw("BG"))
    assert (step.state.seat, step.state.actions) == (1, 4)
    assert told(step) == ["cards-drawn", "turn-begun"]


def test_cn_08_the_turn_may_end_at_once():
    """CN-8: a turn may have no action at all."""
    assert do(position("(O0) | B0\n(R0) | "), 0, END).state.seat == 1


def test_cn_08_end_needs_a_ship_if_there_is_one_in_hand():
    """CN-8: not with no ship on the table, one in hand, and an action left; shooting first is allowed."""
    state = position(" | B0 BG\nO0 R0 | ")
    refuse(state, 0, END)
    assert types(state, 0) == {"add", "shoot", "draw"}
    assert "end" in types(position(" | PY BG\nO0 R0 | "), 0)
    assert "end" in types(do(state, 0, add("B0")).state, 0)


def test_cn_08_add_takes_the_lowest_free_berth_face_down():
    """CN-8: into berth 1 of 0 and 2 taken; others learn only that a ship was added."""
    step = do(position("G0 . (P0) | B2 BG\nO0 | "), 0, add("B2"))
    assert step.state.ships[0] == row("G0 (B2) (P0)")
    assert step.state.hands[0] == cards("BG")
    added = event(step, "ship-added")
    assert added.facts_for(1) == added.facts_for(None) == {"turn": 20, "seat": 0, "berth": 1}
    assert added.facts_for(0)["card"] == "blue-2"
    assert see(step.state, 1).ships[0][1].face is None
    assert see(step.state, 0).ships[0][1].face == "blue-2"


def test_cn_08_add_only_ships_and_not_a_fifth():
    """CN-8: not with four ships on the table, not a cannonade, not a card that isn't in hand."""
    full = position("B0 G0 P0 Y0 | O0\nR0 | ")
    refuse(full, 0, add("O0"))
    state = position("B0 G0 P0 | O0 BG\nR0 | ")
    for short in ("BG", "Y0", "R2", "X"):
        refuse(state, 0, add(short))


@pytest.mark.parametrize("cannonade", ["BG", "PY", "OR"])
@pytest.mark.parametrize("ship", ["B0", "G0", "P0", "O0", "R0", "Y0"])
def test_cn_08_a_cannonade_sinks_just_its_two_colours(cannonade, ship):
    """CN-8: a face-down ship is turned up; sunk if its colour is one of the cannonade's, otherwise it stays."""
    step = do(position(f"B1 | {cannonade}\n({ship}) G1 | "), 0, shoot(cannonade, 1, 0))
    sunk = ship[0] in cannonade
    assert step.state.ships[1] == row(". G1" if sunk else f"{ship} G1")
    assert sorted(step.state.discards) == sorted(cards(f"{cannonade} {ship}" if sunk else cannonade))
    facts = event(step, "shot").public
    assert (facts["ship"], facts["sunk"], facts["turned_up"]) == (card(ship), sunk, True)


def test_cn_08_a_certain_miss_is_allowed():
    """CN-8: a ship that is already face up stays as it is."""
    step = do(position("(O0) | BG\nR2 | "), 0, shoot("BG", 1, 0))
    assert step.state.ships[1] == row("R2")
    assert asked(step.state) == {0}
    assert event(step, "shot").public["turned_up"] is False


def test_cn_08_targets_are_ships_of_others():
    """CN-8: not your own, not a free berth, not a missing seat or berth, not a card that you don't hold."""
    state = position("O0 | BG\nB0 . B0 | \n | PY", begun=(3, 3, 0))
    for seat, berth in ((0, 0), (1, 1), (1, 3), (1, 4), (1, -1), (1, -4), (2, 0), (3, 0), (-1, 0), (-2, 0)):
        refuse(state, 0, shoot("BG", seat, berth))
        refuse(state, 0, board(0, seat, berth))
    refuse(state, 0, shoot("PY", 1, 0))
    refuse(state, 0, shoot("O0", 1, 0))
    for own in (1, 3, 4, -1, -4):
        refuse(state, 0, board(own, 1, 0))


def test_cn_08_board_with_a_face_up_ship_only():
    """CN-8: the boarding ship is discarded, hit or miss, and hits only its own colour."""
    state = position("B0 (B0) G0 | \n(B1) R0 | ")
    refuse(state, 0, board(1, 1, 0))
    missed = do(state, 0, board(0, 1, 1))
    assert missed.state.ships == (row(". (B0) G0"), row("(B1) R0"))
    assert missed.state.discards == cards("B0")
    hit = do(state, 0, board(0, 1, 0))
    assert hit.state.ships[1] == row(". R0")
    assert sorted(hit.state.discards) == ["blue-0", "blue-1"]
    green = do(state, 0, board(2, 1, 0))
    assert green.state.ships[1] == row("B1 R0")
    facts = event(green, "boarded").public
    assert (facts["own_berth"], facts["target"], facts["berth"], facts["sunk"]) == (2, 1, 0, False)


@pytest.mark.parametrize(("short", "count"), [("BG", 1), ("R0", 1), ("P1", 2), ("G2", 3)])
def test_cn_08_draw_one_and_one_for_each_grin(short, count):
    """CN-8: show and discard a card, draw one and one more for each of its grins."""
    step = do(position(f"O0 | {short}\nY0 | ", deck="B0 B0 B0 B1"), 0, draw(short))
    assert step.state.hands[0] == cards("B0 B0 B0")[:count]
    assert step.state.discards == (card(short),)
    drawn = event(step, "cards-drawn")
    assert drawn.facts_for(1) == {"turn": 20, "seat": 0, "card": card(short), "drawn": count}
    assert drawn.private == {0: {"cards": ["blue-0"] * count}}


def test_cn_08_neither_shoot_nor_board_in_the_first_turn():
    """CN-8: add, draw and end only, whatever others have on the table."""
    state = position("B0 | B0 BG\nB1 | ", begun=(1, 3))
    assert types(state, 0) == {"add", "draw", "end"}
    refuse(state, 0, shoot("BG", 1, 0))
    refuse(state, 0, board(0, 1, 0))
    assert see(state, 1).first_turn
    assert types(position("B0 | B0 BG\nB1 | ", begun=(2, 3)), 0) == {"add", "shoot", "board", "draw", "end"}


def test_cn_08_these_are_exactly_the_legal_moves():
    """CN-8: every face with every target."""
    state = position("B0 | R0 BG BG OR\nG0 (P0) | \nY0 | ")
    targets = ((1, 0), (1, 1), (2, 0))
    expected = [add("R0"), *(shoot(c, *at) for c in ("BG", "OR") for at in targets)]
    expected += [board(0, *at) for at in targets]
    expected += [draw(c) for c in ("R0", "BG", "OR")]
    assert legal(state, 0) == [*expected, END]


def test_cn_08_forced_only_if_everybody_can_tell():
    """CN-8: an `end` with an empty hand is forced; with a card that only its owner knows to be useless, it isn't."""
    idle = position("(B0) | \n(G0) | ")
    assert legal(idle, 0) == [END]
    assert GAME.forced_move(idle, 0) == load_move(GAME, '{"type": "end"}')
    assert GAME.forced_move(idle, 1) is None
    assert GAME.forced_move(position("B0 | \n(G0) | "), 0) is None  # boarding
    bare = position("(B0) | G1\n(G0) | ", rest="discards", starter=1)
    assert GAME.forced_move(bare, 0) is None
    secret = position("B0 B0 B0 . | BG\n | ", rest="discards", starter=1, begun=(1, 1))
    assert legal(secret, 0) == [END]
    assert GAME.forced_move(secret, 0) is None


def test_cn_09_discard_to_the_number_of_seats_plus_one():
    """CN-9: three seats, so four cards; one at a time; then the next seat."""
    state = position("(O0) | B0 G0 BG BG PY PY\n(R0) | \n(R0) | ")
    step = do(state, 0, END)
    assert (asked(step.state), step.state.phase) == ({0}, "discarding")
    assert legal(step.state, 0) == [discard(c) for c in ("B0", "G0", "BG", "PY")]
    refuse(step.state, 0, END)
    refuse(step.state, 0, discard("OR"))
    step = do(step.state, 0, discard("PY"))
    assert asked(step.state) == {0}
    assert event(step, "discarded").public == {
        "turn": 20,
        "seat": 0,
        "card": "purple-yellow",
        "asked_by": None,
    }
    after = do(step.state, 0, discard("B0")).state
    assert (after.hands[0], after.seat) == (cards("G0 BG BG PY"), 1)
    assert sorted(after.discards) == sorted(cards("PY B0"))


def test_cn_09_no_discard_within_the_limit():
    """CN-9: two seats, three cards."""
    assert do(position("(O0) | B0 G0 BG\n(R0) | "), 0, END).state.seat == 1
    assert do(position("(O0) | B0 G0 BG BG\n(R0) | "), 0, END).state.seat == 0


def test_cn_09_an_elimination_lowers_the_limit_for_this_turn():
    """CN-9: the attacker sinks a last ship, three seats are left, so four cards may be kept."""
    state = position("(O0) | BG PY PY PY OR OR\nB0 | \n(R0) | \n(R0) | ")
    assert do(state, 0, END).state.hands[0] == state.hands[0]  # six, one more than five: asked
    assert do(state, 0, END).state.phase == "discarding"
    after = done(state, (0, shoot("BG", 1, 0)), (0, END))
    assert (after.out, after.phase, len(after.hands[0])) == ((1,), "discarding", 5)
    assert do(after, 0, discard("PY")).state.seat == 2


def test_cn_09_a_hand_is_checked_only_at_the_end_of_its_own_turn():
    """CN-9: seat 2 holds five cards when a seat leaves, and keeps them until its own turn ends."""
    state = position("(O0) | BG\nB0 | \n(R0) | PY PY PY OR OR\n(R0) | ")
    after = done(state, (0, shoot("BG", 1, 0)), (0, END))
    assert (after.seat, len(after.hands[2])) == (2, 5 + 4)
    after = do(after, 2, END).state
    assert (after.phase, after.seat, see(after, None).limit) == ("discarding", 2, 4)


@pytest.mark.parametrize(
    "text",
    [
        '{"type": "shoot", "card": "blue-green", "seat": true, "berth": 0}',
        '{"type": "shoot", "card": "blue-green", "seat": 1.0, "berth": 0}',
        '{"type": "shoot", "card": "blue-green", "seat": 1}',
        '{"type": "board", "berth": 0, "seat": 1, "berth2": 0}',
        '{"type": "add", "card": 7}',
        '{"type": "add", "card": null}',
        '{"type": "end", "card": "blue-0"}',
    ],
)
def test_cn_08_malformed_moves(text):
    """CN-8: a move without the sheet's form is malformed, not illegal."""
    with pytest.raises(Malformed):
        load_move(GAME, text)
