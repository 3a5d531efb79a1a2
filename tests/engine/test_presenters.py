"""What `games.engine.presenter` says, held against the presenter of every title over random games."""

import pytest

from games.engine.presenter import Scene
from games.presenters import PRESENTERS, presenter_of
from games.titles import TITLES
from tests.engine.positions import Case, begin, every_case, random_game

NAMES = ("Anne", "Benno", "Clara", "David", "Emil", "Fritz", "Gerda", "Hans")
RUBBISH = ({"card": "\x00", "cell": "x", "slot": "99999999999999999999"}, {"type": "{}", "step": "-1"})

every_title = pytest.mark.parametrize("slug", list(TITLES))
every_case_ = pytest.mark.parametrize("case", every_case(), ids=str)


def steps_of(case: Case, number: int):
    """Every step of a game with leavers, with the set-up."""
    yield begin(case, number)[1]
    for ply in random_game(case, number, leavers=True):
        yield ply.step


def viewers(case: Case):
    return (None, *range(case.seats))


@every_title
def test_everything_that_a_title_offers_has_a_name(slug):
    game, words = TITLES[slug], PRESENTERS[slug]
    assert all(map(str, (words.name, words.tagline, words.credits)))
    assert set(words.reasons) == set(game.reasons)
    assert list(words.options) == [option.name for option in game.options]
    for option in game.options:
        assert set(option.values) <= set(words.options[option.name].values)
    assert {name: set(given.values) for name, given in words.orders.items()} == {
        order.name: set(order.values) for order in game.orders
    }
    assert all(map(str, words.reasons.values()))


@every_case_
def test_every_event_can_be_told_to_everybody(case):
    presenter, told = presenter_of(case.game), set()
    for step in steps_of(case, 5):
        for viewer in viewers(case):
            for event in step.events:
                facts = case.game.recall(step.state, viewer, event)
                told.add(str(presenter.sentence(event.type, facts, NAMES[: case.seats])))
    assert len(told) > case.seats
    assert not [words for words in told if "%(" in words or "None" in words]


@every_case_
def test_every_viewer_is_shown_every_position_and_whoever_acts_is_asked(case):
    presenter = presenter_of(case.game)
    for step in steps_of(case, 6):
        asked = case.game.to_act(step.state)
        for viewer in viewers(case):
            view = case.game.observe(step.state, viewer)
            assert isinstance(presenter.board(view, scene(case, step.state, viewer)), dict)
            assert viewer not in asked or str(presenter.prompt(view, viewer))
            for seat in range(case.seats):
                assert all(str(tally.label) for tally in presenter.tallies(view, seat))


@every_case_
@pytest.mark.parametrize("choice", RUBBISH, ids=["values", "names"])
def test_a_board_stands_whatever_the_address_says(case, choice):
    presenter = presenter_of(case.game)
    for step in list(steps_of(case, 7))[::5]:
        for viewer in viewers(case):
            view = case.game.observe(step.state, viewer)
            assert isinstance(presenter.board(view, scene(case, step.state, viewer, choice)), dict)


def scene(case, state, viewer, choice=None):
    legal = () if viewer is None else case.game.legal_moves(state, viewer)
    return Scene(viewer, NAMES[: case.seats], legal, choice or {}, case.seats, bool(legal))
