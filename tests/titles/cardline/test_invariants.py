"""Invariants of random games of every size, deck and trait, with leavers."""

from collections import Counter
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from games.engine import play
from games.engine.chance import Chance
from games.engine.play import random_move
from games.titles.cardline import GAME
from games.titles.cardline.deck import BUNDLED, Deck, bundled
from games.titles.cardline.deck.registry import find, register
from games.titles.cardline.state import seats_in
from tests.engine.profile import random_games

SMALL = register(Deck("Small", bundled()[:40]))
games = random_games(60)


@st.composite
def tables(draw):
    deck = draw(st.sampled_from([BUNDLED, SMALL]))
    trait = draw(st.sampled_from(["strength", "iq", "fighting"]))
    seats, hand = draw(st.sampled_from([(2, 4), (3, 8), (4, 8), (8, 4)]))
    return (
        seats,
        {"trait": trait, "hand": hand, "deck": deck},
        draw(st.integers(0, 2**32)),
        draw(st.booleans()),
    )


def plies(seats, options, number, leavers):
    """Yield the states and steps of a random game."""
    seed = number.to_bytes(32, "big")
    chooser = Chance(seed, 1_000_000)
    step = play.setup(GAME, seats, options, seed)
    ply = 0
    while asked := GAME.to_act(step.state):
        before, chance = step.state, Chance(seed, ply)
        if leavers and chooser.below(30) == 0:
            step = play.leave(GAME, before, chooser.pick(seats_in(before)), chance)
        else:
            (seat,) = asked
            step = play.play(GAME, before, seat, random_move(GAME, before, seat, chooser), chance)
        yield before, step
        ply += 1


@games
@given(tables())
def test_every_card_exists_once_with_its_value(table):
    options = table[1]
    worth = None
    for before, step in plies(*table):
        worth = worth or {card.id: card.value(options["trait"]) for card in find(before.edition).cards}
        state = step.state
        assert {*state.told} <= {*worth}
        places = (state.line, state.deck, state.box, *state.hands)
        assert Counter(card for place in places for card in place) == Counter(worth.items())


@games
@given(tables())
def test_the_line_always_rises_and_only_right_cards_lengthen_it(table):
    for before, step in plies(*table):
        line = step.state.line
        assert all(left.value <= right.value for left, right in pairwise(line))
        placed = [event.public for event in step.events if event.type == "placed"]
        assert len(line) - len(before.line) == sum(facts["right"] for facts in placed)


@games
@given(tables())
def test_turns_and_rounds_only_increase(table):
    for before, step in plies(*table):
        state = step.state
        assert state.turn in (before.turn, before.turn + 1)
        assert state.round in (before.round, before.round + 1)
        assert state.outcome is not None or state.seat in seats_in(state)
        assert state.round == before.round or state.seat == seats_in(state)[0]
        assert state.knockout or all(out is None or seat in state.left for seat, out in enumerate(state.out)) \
            or state.outcome is not None  # fmt: skip


@games
@given(tables())
def test_in_a_knock_out_round_every_seat_on_turn_holds_one_card(table):
    for before, _step in plies(*table):
        if before.knockout:
            assert len(before.hands[before.seat]) == 1
        assert before.hands[before.seat]
