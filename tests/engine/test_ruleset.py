"""With other cards or numbers in the ruleset, a title's rules, boards and bots all follow."""

from dataclasses import replace

import pytest

from games.engine.chance import Chance
from games.engine.codec import dump_state, load_state, schema_of
from games.engine.rules import with_ruleset
from games.presenters import PRESENTERS
from games.titles import TITLES
from tests.engine.positions import Case, begin, random_game
from tests.engine.test_presenters import scene, viewers


def present(slug):
    return TITLES[slug].state_type.ruleset


def card(slug, name, **values):
    cards = present(slug).cards
    return replace(present(slug), cards={**cards, name: cards[name]._replace(**values)})


def chips():
    """Return a ruleset with one coral fewer and one pearl more in a pile."""
    piles = present("nautilus").piles
    others = [chip for chip in piles["white-1"] if chip != "white-1-coral-3"]
    return replace(present("nautilus"), piles={**piles, "white-1": (*others, "white-1-pearl-3")})


CHANGED = {
    "captivate": card("captivate", "light-1", dots=(4, 4, 4, 4)),
    "cannonades": replace(present("cannonades"), deck=present("cannonades").deck[1:]),
    "captn-eli": card("captn-eli", "dolphin", c=3, keywords=("mystic",)),
    "cardline": replace(present("cardline"), last_shuffle=1),
    "nautilus": chips(),
}
every_change = pytest.mark.parametrize("slug", list(CHANGED))


def game_with(slug):
    return with_ruleset(TITLES[slug], 0, CHANGED[slug])


@every_change
def test_every_state_knows_the_ruleset_and_none_stores_it(slug):
    game, now = game_with(slug), TITLES[slug]
    options = {option.name: option.default for option in game.options}
    state = begin(Case(game, 2, options), 1)[1].state
    assert state.ruleset is CHANGED[slug] is game.observe(state, 0).ruleset
    assert schema_of(game.state_type) == schema_of(now.state_type)
    assert load_state(game, dump_state(state)) == state
    assert load_state(now, dump_state(state)).ruleset is present(slug)


@every_change
def test_another_ruleset_works_through_a_whole_game(slug):
    game, presenter = game_with(slug), PRESENTERS[slug]
    knowledge = TITLES.knowledge(game)
    case = Case(game, 2, {option.name: option.default for option in game.options})
    for number, ply in enumerate(random_game(case, 2)):
        state = ply.step.state
        assert state.ruleset is CHANGED[slug]
        for viewer in viewers(case):
            assert presenter.board(game.observe(state, viewer), scene(case, state, viewer))
        for seat in game.to_act(state):
            world = game.resample(state, seat, Chance(b"world", number))
            assert world.ruleset is CHANGED[slug]
            assert game.is_legal(state, seat, knowledge.rollout_move(state, seat, Chance(b"bot", number)))
    assert game.outcome(state) is not None
