"""Go Fish, ruling by ruling."""

import pytest

from games.engine import play
from games.engine.chance import Chance
from tests.engine.positions import Case, do, leave, random_game, refuse
from tests.example_title.go_fish import GAME
from tests.example_title.go_fish.cards import CARDS, RANKS, rank_of
from tests.example_title.positions import card, cards, position


def ask(seat, rank):
    return {"type": "ask", "seat": seat, "rank": rank}


def kinds(step):
    return [event.type for event in step.events]


@pytest.mark.parametrize("seats", GAME.seats)
def test_gf_1_every_card_is_somewhere_once(seats):
    """GF-1: it is in a hand, in the stock or in a book, from the first ply to the last."""
    for ply in random_game(Case(GAME, seats, {}), seats, leavers=True):
        state = ply.step.state
        books = [rank for row in (*state.books, state.gone) for rank in row]
        loose = [*state.stock, *(card for hand in state.hands for card in hand)]
        booked = [card for card in CARDS if rank_of(card) in books]
        assert sorted([*loose, *booked]) == sorted(CARDS)


@pytest.mark.parametrize(("seats", "count"), [(2, 7), (3, 7), (4, 5), (5, 5)])
def test_gf_2_set_up(seats, count):
    """GF-2."""
    state = play.setup(GAME, seats, {}, b"seed").state
    assert [len(hand) + 4 * len(row) for hand, row in zip(state.hands, state.books, strict=True)] == [
        count
    ] * seats
    assert (len(state.stock), state.seat) == (52 - seats * count, 0)


def test_gf_2_a_book_that_was_dealt_is_laid_down():
    """GF-2: the test searches many deals."""
    steps = (play.setup(GAME, 5, {}, bytes([number // 256, number % 256])) for number in range(3000))
    step = next(step for step in steps if any(step.state.books))
    assert kinds(step) == ["dealt", "book"]
    assert sorted(map(len, step.state.hands)) == [1, 5, 5, 5, 5]


def test_gf_3_anybody_else_for_a_rank_in_hand():
    """GF-3: not your own seat, no seat that left, and no rank that you don't hold."""
    state = position("7h 7c Ks | 2h | | 3h", left=(2,))
    assert [(move.seat, move.rank) for move in GAME.legal_moves(state, 0)] == [
        (1, "7"), (1, "king"), (3, "7"), (3, "king"),
    ]  # fmt: skip
    for form in (ask(0, "7"), ask(2, "7"), ask(1, "2"), ask(4, "7"), ask(-1, "7"), ask(1, "1")):
        refuse(GAME, state, 0, form)
    refuse(GAME, state, 1, ask(0, "2"))


def test_gf_4_all_cards_of_the_rank_are_given_and_the_turn_goes_on():
    """GF-4."""
    step = do(GAME, position("7h Ks | 7c 7d 2h"), 0, ask(1, "7"))
    assert step.state.hands == (cards("7c 7d 7h Ks"), cards("2h"))
    assert (step.state.seat, kinds(step)) == (0, ["asked"])
    assert step.events[0].public["cards"] == list(cards("7c 7d"))
    assert step.events[0].private == {}


def test_gf_5_a_catch_is_shown_and_the_turn_goes_on():
    """GF-5."""
    step = do(GAME, position("7h | 2h", stock="7s 3s"), 0, ask(1, "7"))
    assert step.state.hands[0] == cards("7h 7s")
    assert (step.state.seat, kinds(step)) == (0, ["asked", "caught"])
    assert step.events[1].public["card"] == card("7s")


def test_gf_5_anything_else_stays_hidden_and_ends_the_turn():
    """GF-5: the next seat that is still in is on turn."""
    step = do(GAME, position("7h | | 2h", stock="3s", left=(1,)), 0, ask(2, "7"))
    assert step.state.hands[0] == cards("3s 7h")
    assert (step.state.seat, kinds(step)) == (2, ["asked", "drawn"])
    assert (step.events[1].public, step.events[1].private) == ({"seat": 0}, {0: {"card": card("3s")}})


def test_gf_6_a_book_is_laid_down_at_once():
    """GF-6: whether its last card was given, caught, or drawn by chance."""
    given = do(GAME, position("7h 7s 7c Ks | 7d 2h"), 0, ask(1, "7"))
    caught = do(GAME, position("7h 7s 7c Ks | 2h", stock="7d"), 0, ask(1, "7"))
    drawn = do(GAME, position("7h 7s 7c Ks | 2h", stock="7d"), 0, ask(1, "king"))
    for step, seat in ((given, 0), (caught, 0), (drawn, 1)):
        assert (step.state.hands[0], step.state.books) == (cards("Ks"), (("7",), ()))
        assert (step.state.seat, kinds(step)[-1]) == (seat, "book")


def test_gf_7_an_empty_hand_ends_the_game():
    """GF-7: the asker's or the asked seat's; more books rank better, equal ones share the rank."""
    own = do(GAME, position("7h 7s 7c | 7d 2h | 3h", books="2 3| 4 | 5"), 0, ask(1, "7")).state
    assert (own.outcome.reason, own.outcome.scores, own.outcome.ranks) == ("hand-empty", (3, 1, 1), (1, 2, 2))
    other = do(GAME, position("7h Ks | 7d"), 0, ask(1, "7")).state
    assert (other.outcome.reason, other.outcome.ranks) == ("hand-empty", (1, 1))


def test_gf_7_the_last_card_of_the_stock_ends_the_game():
    """GF-7: after a book that it completes; a hand that it empties comes first."""
    last = do(GAME, position("7h 7s 7c Ks | 2h", stock="7d", last=True), 0, ask(1, "7")).state
    assert (last.outcome.reason, last.outcome.scores, last.stock) == ("stock-empty", (1, 0), ())
    both = do(GAME, position("7h 7s 7c | 2h", stock="7d", last=True), 0, ask(1, "7")).state
    assert both.outcome.reason == "hand-empty"


def test_gf_7_nothing_ends_before():
    """GF-7: the empty hand of a seat that left doesn't count."""
    step = do(GAME, position("7h | 2h | ", stock="3s 4s", left=(2,), last=True), 0, ask(1, "7"))
    assert (step.state.outcome, len(step.state.stock)) == (None, 1)


def test_gf_8_hands_and_stock_are_hidden_until_the_end():
    """GF-8."""
    state = position("7h Ks | 7c", books="2 | 3")
    view = GAME.observe(state, 0)
    assert (view.hand, view.hands, view.stock_cards) == (cards("7h Ks"), None, None)
    assert (view.counts, view.stock, view.books) == ((2, 1), 41, (("2",), ("3",)))
    assert GAME.observe(state, None).hand is None
    over = GAME.observe(leave(GAME, state, 1).state, None)
    assert (over.hands[0], len(over.stock_cards)) == (cards("7h Ks"), 42)


def test_gf_8_no_world_has_a_book_in_a_hand():
    """GF-8, GF-6: hidden cards are dealt again only in a way that is possible."""
    state = position("Ks | 7c 7d 7h 2c | 3c", stock="7s 2d", last=True)
    worlds = [GAME.resample(state, 0, Chance(b"world", ply)) for ply in range(300)]
    assert len({world.hands for world in worlds}) > 20
    assert all(world.hands[0] == cards("Ks") and len(world.hands[1]) == 4 for world in worlds)
    assert not [world for world in worlds if {rank_of(card) for card in world.hands[1]} == {"7"}]


def test_gf_9_hand_into_the_stock_books_out_of_the_game():
    """GF-9: out of turn."""
    state = position("7h | 7c 2c | 3h", stock="4s", books="5 | 6 | 8", last=True)
    after = leave(GAME, state, 1).state
    assert (after.hands, after.books, after.gone) == (
        (cards("7h"), (), cards("3h")),
        (("5",), (), ("8",)),
        ("6",),
    )
    assert (sorted(after.stock), after.seat) == (sorted(cards("4s 7c 2c")), 0)
    assert len({leave(GAME, state, 1, ply).state.stock for ply in range(30)}) == 6


def test_gf_9_the_turn_goes_on_and_the_last_one_wins():
    """GF-9: on turn; a later leaver ranks before an earlier one."""
    state = position("7h | 7c | 3h", books="5 6 | | 8", seat=1)
    once = leave(GAME, state, 1).state
    assert (once.seat, once.outcome) == (2, None)
    outcome = leave(GAME, once, 0).state.outcome
    assert (outcome.reason, outcome.ranks, outcome.scores) == ("left", (2, 3, 1), (0, 0, 1))


def test_default_move_asks_the_next_seat_for_the_most_frequent_rank():
    """As the title's docstring says."""
    move = GAME.default_move(position("2c 7h 7c 9c 9h | | 3h 4h", left=(1,)), 0)
    assert (move.seat, move.rank) == (2, "7")


def test_all_ranks_have_four_cards():
    """GF-1."""
    assert len(CARDS) == len(set(CARDS)) == 4 * len(RANKS) == 52
