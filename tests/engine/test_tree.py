"""The tree search at games whose best play is known."""

import dataclasses

import pytest
from msgspec.structs import replace

from games.engine import play
from games.engine.chance import Chance
from games.engine.search import Budget, Strength, generic_knowledge, think, view_of
from tests.engine.toys import Table, Take, at_once, guess, nim

GUESSES = 300


def captain(game, state=None, seat=0, seed=b"toy", iterations=GUESSES):
    state = play.setup(game, 2, {}, b"").state if state is None else state
    budget = Budget(iterations=iterations)
    return think(view_of(game, state, seat), generic_knowledge(game), "captain", budget, Chance(seed, 0))


@pytest.mark.parametrize("count", [5, 6, 7, 9, 10, 11])
def test_the_pile_is_left_at_a_multiple_of_four(count):
    assert captain(nim(count)).move == Take(count % 4)


def test_a_sure_win_needs_no_search():
    thought = captain(nim(3))
    assert thought.move == Take(3)
    assert thought.iterations <= 1


@pytest.mark.parametrize("seed", [b"a", b"b", b"c", b"d"])
def test_the_most_careless_player_takes_a_sure_win(seed):
    game = nim(3)
    careless = dataclasses.replace(generic_knowledge(game), strengths={"deckhand": Strength(slack=1.0)})
    view = view_of(game, play.setup(game, 2, {}, b"").state, 0)
    assert think(view, careless, "deckhand", Budget(), Chance(seed, 0)).move == Take(3)


@pytest.mark.parametrize("seed", [b"a", b"b", b"c", b"d", b"e", b"f", b"g", b"h"])
def test_a_win_in_some_worlds_does_not_hide_a_sure_one(seed):
    """A guess of 2 always wins here, one of 0 mostly: in the only world that is examined, both may win."""
    game = guess(0, 0, 0, 0, 2)

    def apply(state, seat, move, chance):
        return game.apply(state, seat, Take(state.deck[0]) if move == Take(2) else move, chance)

    view = view_of(dataclasses.replace(game, apply=apply), play.setup(game, 2, {}, b"").state, 0)
    careless = dataclasses.replace(generic_knowledge(game), strengths={"deckhand": Strength(slack=1.0)})
    assert think(view, careless, "deckhand", Budget(), Chance(seed, 0)).move == Take(2)


@pytest.mark.parametrize("seed", [b"a", b"b", b"c", b"d"])
def test_a_win_in_some_worlds_is_no_sure_win(seed):
    thought = captain(guess(0, 0, 0, 0, 1), seed=seed)
    assert thought.move == Take(0)
    assert thought.iterations == GUESSES


@pytest.mark.parametrize("upper", [0, 1])
def test_the_likeliest_card_is_guessed_whichever_is_on_top(upper):
    game = guess(0, 0, 0, 1, 1)
    state = Table((upper, *((0, 0, 1, 1) if upper == 0 else (0, 0, 0, 1))))
    thought = captain(game, state)
    assert thought.move == Take(0)
    assert thought == captain(game, replace(state, deck=(1, 0, 0, 1, 0)))


def test_a_choice_that_is_never_worse_is_made_at_the_same_time():
    game = at_once(lambda mine, theirs: None if mine == theirs else int(theirs > mine))
    assert captain(game).move == Take(2)
    assert captain(game, seat=1).move == Take(2)


def test_nobody_knows_what_the_other_chooses_at_the_same_time():
    """In rock, paper, scissors no choice is better than another, whatever the other seat has already chosen."""
    game = at_once(lambda mine, theirs: None if mine == theirs else int((mine - theirs) % 3 == 2))
    thoughts = [captain(game, Table(chosen={1: theirs}), iterations=600) for theirs in range(3)]
    assert thoughts[0] == thoughts[1] == thoughts[2]
    assert max(each.share for each in thoughts[0].considered) < 0.8


def test_less_curious_players_get_surer():
    game = nim(10)
    view = view_of(game, play.setup(game, 2, {}, b"").state, 0)
    shares = []
    for curiosity in (0.05, 0.5, 5):
        knowledge = dataclasses.replace(generic_knowledge(game), curiosity=curiosity)
        thought = think(view, knowledge, "captain", Budget(iterations=GUESSES), Chance(b"toy", 0))
        assert thought.move == Take(2) or curiosity == 5
        shares.append(thought.considered[0].share)
    assert shares[0] > shares[1] > shares[2]


def test_the_same_chance_leads_to_the_same_thought():
    assert captain(nim(11)) == captain(nim(11))


def test_the_shares_of_a_search_add_up():
    thought = captain(nim(10))
    assert sum(each.share for each in thought.considered) == pytest.approx(1)
    assert thought.considered[0].move == thought.move
    assert thought.iterations == GUESSES


def test_a_search_ends_when_its_time_is_up():
    seconds = iter(range(1000))
    game = nim(11)
    view = view_of(game, play.setup(game, 2, {}, b"").state, 0)
    budget = Budget(ms=100_000, clock=lambda: next(seconds))
    thought = think(view, generic_knowledge(game), "captain", budget, Chance(b"", 0))
    assert 0 < thought.iterations < 100
    assert thought.ms == pytest.approx(100_000, rel=0.1)
