"""Checks `games.engine.presenter` for the presenter of every title, over random games."""

import re
from dataclasses import replace

import pytest

from games.engine.chance import Chance
from games.engine.codec import dump_move, load_move
from games.engine.play import finality
from games.engine.presenter import Scene
from games.presenters import PRESENTERS
from games.titles import TITLES
from tests.engine.positions import Case, begin, every_case, random_game

NAMES = ("Anne", "Benno", "Clara", "David", "Emil", "Fritz", "Gerda", "Hans")
RUBBISH = ({"card": "\x00", "cell": "x", "slot": "99999999999999999999"}, {"type": "{}", "step": "-1"})

every_title = pytest.mark.parametrize("slug", list(TITLES))
every_case_ = pytest.mark.parametrize("case", every_case(), ids=str)


def steps_of(case: Case, number: int):
    """Yield every step of a game with leavers, including the set-up."""
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
def test_every_event_has_a_sentence_for_everybody(case):
    presenter, told = PRESENTERS[case.game.slug], set()
    for step in steps_of(case, 5):
        for viewer in viewers(case):
            for event in step.events:
                facts = case.game.recall(step.state, viewer, event)
                told.add(str(presenter.sentence(event.type, facts, NAMES[: case.seats])))
    assert len(told) > case.seats
    assert not [words for words in told if "%(" in words or "None" in words]


@every_case_
def test_every_viewer_sees_every_position_and_awaited_seats_are_asked(case):
    presenter = PRESENTERS[case.game.slug]
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
def test_a_board_can_be_drawn_whatever_the_url_says(case, choice):
    presenter = PRESENTERS[case.game.slug]
    for step in list(steps_of(case, 7))[::5]:
        for viewer in viewers(case):
            view = case.game.observe(step.state, viewer)
            assert isinstance(presenter.board(view, scene(case, step.state, viewer, choice)), dict)


TRIED = 8  # legal moves tried per position


@pytest.mark.parametrize(
    "case",
    [case for case in every_case() if case.seats in (case.game.seats[0], case.game.seats[-1])],
    ids=str,
)
def test_every_suggestion_leads_to_its_move_on_the_board(case):
    """Its choices lead to the move; a move without choices has its own button; every suggestion has different words."""
    presenter = PRESENTERS[case.game.slug]
    if presenter.suggestion is None:
        pytest.skip("its plain buttons tell the moves")
    for state, seat, move in list(moves_met(case, 8))[::3]:
        view, asked = case.game.observe(state, seat), replace(scene(case, state, seat), is_asked=True)
        suggested = presenter.suggestion(view, asked, move)
        words = str(suggested.words)
        assert words.endswith((".", "?")) and not any(
            mark in words for mark in ("%(", "None", "..", "{", "_")
        ), words
        board = presenter.board(view, replace(asked, choice=suggested.way))
        # Final moves ask for confirmation: then the first board has a button without the move.
        shown = dump_move(move) if suggested.way else words.removesuffix(".")
        assert shown in repr(board) or dump_move(move) in repr(board), (words, suggested.way)
        others = [presenter.suggestion(view, asked, other) for other in asked.legal[:TRIED] if other != move]
        assert words not in [str(other.words) for other in others]


@every_case_
def test_a_question_calls_a_move_final_only_if_the_engine_does(case):
    """What one tap makes can be taken back; what is asked about first can't be, and only then the page says so."""
    presenter = PRESENTERS[case.game.slug]
    for state, seat, move in list(moves_met(case, 9))[::7]:
        view, is_final = case.game.observe(state, seat), finality(case.game, state, seat)
        start = replace(scene(case, state, seat), is_asked=True, is_quick=True, is_final=is_final)

        def finals(choice, view=view, state=state, seat=seat, start=start):
            board = presenter.board(view, replace(start, choice=choice))
            moves = [load_move(case.game, each) for each in re.findall(r"json='(\{.*?\})'", repr(board))]
            ends = {not case.game.apply(state, seat, each, Chance(bytes(32), 9)).undoable for each in moves}
            return board, ends, "take this back" in str(board.get("asked"))

        first, ends, _says = finals({})
        assert ends <= {False}
        for sure in set(re.findall(r"'\?sure=([^']*)'", repr(first))):
            assert finals({"sure": sure})[1:] == ({True}, True)
        way = presenter.suggestion(view, start, move).way if presenter.suggestion else {}
        _board, ends, says = finals(way)
        assert not says or ends == {True}


def moves_met(case, number):
    """Yield every state of a random game, with a seat to act and a move: the one it played, and others."""
    for ply in random_game(case, number):
        yield ply.before, ply.entry.seat, ply.move
        for seat in case.game.to_act(ply.before):
            legal = case.game.legal_moves(ply.before, seat)
            for move in legal[:: max(1, len(legal) // TRIED)]:
                yield ply.before, seat, move


def scene(case, state, viewer, choice=None):
    legal = () if viewer is None else case.game.legal_moves(state, viewer)
    return Scene(viewer, NAMES[: case.seats], legal, choice or {}, case.seats, bool(legal))
