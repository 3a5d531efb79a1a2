"""How the stand-off begins and runs: CN-15, CN-16."""

from games.titles.cannonades import GAME
from tests.titles.cannonades.positions import (
    END,
    GONE,
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
    grin,
    late,
    legal,
    position,
    refuse,
    salvage,
    see,
    shoot,
    told,
    types,
)


def test_cn_15_begun_by_a_first_draw():
    """CN-15: the draw needs four cards, takes the last two, and the turn ends at once."""
    step = do(position("(O0) | \n(R0) | BG\n(Y0) | ", deck="P0 P1", **GONE), 0, END)
    state = step.state
    assert told(step) == ["turn-begun", "stand-off"]
    assert event(step, "turn-begun").public["drawn"] == 2
    assert state.hands[1] == cards("P0 P1 BG")
    assert (state.starter, state.seat, asked(state), types(state, 1)) == (1, 1, {1}, {"salvage"})
    assert see(state, 0).starter == 1


def test_cn_15_begun_by_a_draw_action():
    """CN-15: no more actions, and no discarding though the hand is too large."""
    state = position("(O0) | G2 BG BG BG BG\n(R0) | ", deck="P0 P1", **GONE)
    state = do(state, 0, draw("G2")).state
    assert (state.starter, types(state, 0), len(state.hands[0])) == (0, {"salvage"}, 6)
    assert see(state, 1).actions == 0
    state = do(state, 0, salvage("PY")).state
    assert (state.seat, len(state.hands[0]), see(state, None).awaited) == (1, 7, (0,))


def test_cn_15_begun_by_exactly_the_last_card():
    """CN-15: whether or not the draw asks for more."""
    deck = position("(O0) | BG BG\n(R0) | ", deck="P0 P1", **GONE)
    one = do(deck, 0, draw("BG")).state
    assert (one.starter, one.actions) == (None, 3)
    assert do(one, 0, draw("BG")).state.starter == 0


def test_cn_15_begun_by_another_seats_answer():
    """CN-15: the turn of the seat on turn ends too; the starter salvages; then comes the seat after the starter."""
    state = position("(O0) | BG PY PY PY PY PY\n(B2) R0 | \n(Y0) | ", deck="P0", **GONE)
    state = do(state, 0, shoot("BG", 1, 0)).state
    assert len(state.queue) == 2
    step = do(state, 1, grin("draw"))
    assert told(step) == ["answered", "stand-off", "answers-dropped"]
    assert event(step, "stand-off").public == {"turn": 20, "starter": 1, "seat": 0}
    assert (step.state.starter, asked(step.state), step.state.queue) == (1, {1}, ())
    state = do(step.state, 1, salvage("OR")).state
    assert (state.seat, asked(state), types(state, 2)) == (2, {2}, {"salvage"})
    assert see(state, None).awaited == (0, 1)
    assert len(state.hands[0]) == 5  # CN-9 doesn't apply to the turn that was cut short


def test_cn_15_begun_by_the_seat_on_turn_with_an_answer():
    """CN-15: a boarder's answer draws the last card."""
    state = position("B1 O0 | \n(B0) R0 | ", deck="P0", **GONE)
    state = done(state, (0, board(0, 1, 0)), (0, grin("draw")))
    assert (state.starter, asked(state), types(state, 0)) == (0, {0}, {"salvage"})


def test_cn_13_applies_when_the_seat_cuts_its_own_turn_short():
    """CN-13, CN-15: the starter has no ship: it is out before salvaging, and the next seat begins."""
    state = position(" | BG P0\n | R0\n | Y0", begun=(1, 0, 0), deck="P1", **GONE)
    step = do(state, 0, draw("BG"))
    assert told(step)[:3] == ["cards-drawn", "stand-off", "eliminated"]
    state = step.state
    assert (state.out, state.starter, state.seat, types(state, 1)) == ((0,), 0, 1, {"salvage"})
    assert see(state, None).awaited == (2,)


def test_cn_13_applies_when_another_seat_cuts_the_turn_short():
    """CN-13, CN-15: the seat on turn boarded with its last ship and is out; the starter salvages from its hand too."""
    state = position("B0 | OR\n(R2) O0 | \n(Y0) | ", deck="P0", discards=(), rest="discards")
    state = do(state, 0, board(0, 1, 0)).state
    step = do(state, 1, grin("draw"))
    assert told(step) == ["answered", "stand-off", "eliminated"]
    assert (step.state.out, asked(step.state)) == ((0,), {1})
    assert salvage("OR") in legal(step.state, 1)
    assert see(do(step.state, 1, salvage("OR")).state, None).awaited == (1,)


def test_cn_13_ends_the_game_when_one_is_left():
    """CN-13, CN-14: of two seats the one on turn is out, and the starter wins at once."""
    state = position("B0 | OR\n(R2) O0 | ", deck="P0", **GONE)
    state = done(state, (0, board(0, 1, 0)), (1, grin("draw")))
    assert (state.outcome.reason, state.outcome.ranks) == ("last-captain", (2, 1))


def test_cn_13_does_not_apply_to_a_starter_that_is_not_on_turn():
    """CN-13: it checks only the seat on turn; the starter's turn is still to come."""
    state = position("(O0) | BG\n(B1) R0 | ", deck="P0", **GONE)
    state = done(state, (0, shoot("BG", 1, 0)), (1, grin("draw")), (1, salvage("BG")))
    assert (state.out, state.seat) == ((), 0)


def test_cn_15_salvage_takes_a_cannonade_from_the_pile():
    """CN-15: any cannonade face in the pile, no ship; everybody sees it."""
    state = do(position("(O0) | BG\n(R0) | ", deck="P0", **GONE), 0, draw("BG")).state
    assert legal(state, 0) == [salvage("BG"), salvage("PY"), salvage("OR")]
    for short in ("B0", "X"):
        refuse(state, 0, salvage(short))
    refuse(state, 0, END)
    step = do(state, 0, salvage("OR"))
    assert event(step, "salvaged").public == {"turn": 20, "seat": 0, "card": "orange-red"}
    assert step.state.hands[0] == cards("P0 OR")
    assert step.state.discards.count(card("OR")) == state.discards.count(card("OR")) - 1


def few_cannonades(discards, **facts):
    """Return a state where seat 0 is about to draw the last card; the pile has just these cannonades."""
    state = position("(O0) | B0\n(R0) | \n(Y0) | ", deck="P0", **GONE)
    pile = list(state.discards)
    for short in discards.split():
        pile.remove(card(short))
    hands = (state.hands[0], tuple(pile), ())
    return type(state)(**{f: getattr(state, f) for f in state.__struct_fields__} | {
        "hands": hands, "discards": cards(discards), **facts,
    })  # fmt: skip


def test_cn_15_nothing_is_salvaged_if_there_is_no_cannonade():
    """CN-15: neither by the starter nor, for the same reason, by the next seat, which continues with its actions."""
    step = do(few_cannonades("G0 G0"), 0, draw("B0"))
    assert told(step) == [
        "cards-drawn",
        "stand-off",
        "nothing-to-salvage",
        "turn-begun",
        "nothing-to-salvage",
    ]
    assert (step.state.seat, step.state.phase, step.state.actions) == (1, "actions", 4)


def test_cn_15_one_face_of_cannonade_is_forced():
    """CN-15: the pile is public, so everybody can tell."""
    state = do(few_cannonades("G0 BG BG"), 0, draw("B0")).state
    assert legal(state, 0) == [salvage("BG")]
    assert GAME.forced_move(state, 0) == GAME.legal_moves(state, 0)[0]


def test_cn_16_each_seat_salvages_and_plays_and_the_starter_comes_last():
    """CN-16: no first draw; the starter salvages nothing; after its turn the game ends."""
    state = position("(O0) | BG BG\n(R0) | \n(Y0) | ", deck="P0", **GONE)
    state = done(state, (0, draw("BG")), (0, salvage("PY")))
    for seat in (1, 2):
        assert (asked(state), types(state, seat), state.hands[seat]) == ({seat}, {"salvage"}, ())
        state = do(state, seat, salvage("OR")).state
        assert (asked(state), state.actions, state.hands[seat]) == ({seat}, 4, cards("OR"))
        assert types(state, seat) == {"shoot", "end"}
        step = do(state, seat, END)
        state = step.state
    assert event(step, "turn-begun").public == {
        "turn": 23, "seat": 0, "first": False, "stand_off": True, "drawn": 0,
    }  # fmt: skip
    assert (asked(state), state.phase) == ({0}, "actions")
    assert do(state, 0, END).state.outcome.reason == "stand-off"


def test_cn_16_neither_draw_nor_a_card_by_an_answer():
    """CN-16: the deck is empty."""
    state = late("(O0) | BG PY\n(B1) R0 | ")
    refuse(state, 0, draw("BG"))
    assert legal(do(state, 0, shoot("BG", 1, 0)).state, 1) == [
        grin("discard"),
        grin("reveal", 0),
        grin("pass"),
    ]


def test_cn_16_hands_are_discarded_down_in_each_of_these_turns():
    """CN-16: CN-9 applies, even to the starter at the end of its last turn."""
    state = do(late("(O0) | BG BG BG BG\n(R0) | PY PY PY PY"), 0, END).state
    assert (state.phase, state.seat) == ("discarding", 0)
    state = done(state, (0, discard("BG")), (1, END))
    assert (state.phase, state.seat) == ("discarding", 1)
    assert do(state, 1, discard("PY")).state.outcome.reason == "stand-off"


def test_cn_16_a_first_turn_in_the_stand_off_neither_shoots_nor_boards():
    """CN-8, CN-16: a seat that had no turn yet adds and ends; one whose first turn was cut short may shoot."""
    state = position("(O0) | BG BG\n | R0 BG", begun=(1, 0), deck="P0", **GONE)
    state = done(state, (0, draw("BG")), (0, salvage("BG")), (1, salvage("PY")))
    assert state.begun == (1, 1)
    assert types(state, 1) == {"add"}
    state = done(state, (1, add("R0")), (1, END))
    assert (state.seat, state.begun) == (0, (2, 1))
    assert "shoot" in types(state, 0)


def test_cn_16_cn_13_holds_in_these_turns():
    """CN-13, CN-16: without a ship on the table or in hand a seat is out, and the next one follows."""
    state = late(" | BG\n(R0) | \n(Y0) | ", begun=(1, 2, 2), awaited=(2, 1))
    after = do(state, 0, END).state
    assert (after.out, after.seat, after.phase) == ((0,), 2, "salvaging")


def test_cn_16_an_eliminated_seat_has_no_turn():
    """CN-16: seat 2, which was still to come, is sunk; the starter comes next."""
    state = late("(O0) | PY\n(R0) | \nY0 | ", awaited=(2, 1))
    after = done(state, (0, shoot("PY", 2, 0)), (0, END))
    assert (after.out, after.seat) == ((2,), 1)
    assert see(done(state, (0, shoot("PY", 2, 0))), None).awaited == (1,)


def test_cn_16_the_game_ends_when_an_eliminated_starter_would_come():
    """CN-16, CN-17: it gets no turn, and its privilege is gone: those tied share rank 1."""
    state = late("(O0) | PY\nP0 | \n(Y0) | ", awaited=(2, 1))
    state = done(state, (0, shoot("PY", 1, 0)), (0, END), (2, salvage("PY")))
    assert (state.out, state.seat) == ((1,), 2)
    state = do(state, 2, {"type": "shoot", "card": "purple-yellow", "seat": 0, "berth": 0}).state
    assert asked(state) == {2}
    state = do(state, 2, END).state
    assert (state.outcome.reason, state.outcome.ranks) == ("stand-off", (1, 3, 1))
