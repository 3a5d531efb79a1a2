"""The small pictures of positions, of every title, position and viewer."""

import re
from xml.etree import ElementTree

import pytest

from games.engine.chance import Chance
from games.engine.codec import dump_state, load_state
from games.engine.kit.miniature import miniature_of
from games.engine.kit.pictures import MOST, Picture, seat_lines
from games.presenters import PRESENTERS
from games.titles import TITLES
from tests.engine.positions import begin, every_case, random_game

every_case_ = pytest.mark.parametrize("case", every_case(), ids=str)


def states_of(case, number):
    """Yield states of a random game with leavers: the set-up, every fifth ply, and the last."""
    yield begin(case, number)[1].state
    states = [ply.step.state for ply in random_game(case, number, leavers=True)]
    yield from [*states[:-1][::5], *states[-1:]]


def drawn(case, state, viewer):
    return miniature_of(PRESENTERS[case.game.slug], case.game.observe(state, viewer))


@every_case_
def test_every_position_has_a_small_self_contained_picture(case):
    for state in states_of(case, 11):
        for viewer in (None, *range(case.seats)):
            picture = drawn(case, state, viewer)
            root = ElementTree.fromstring(picture)  # noqa: S314  # our own
            assert root.get("viewBox") == "0 0 320 180"
            assert root.findtext("{*}title")
            assert len(picture.encode()) < MOST
            assert not re.search(
                r"var\(|url\(|NaN|None|<script|\son\w+=|https?://(?!www\.w3\.org/2000/svg)", picture
            )
            ids, used = set(re.findall(r'id="(\w+)"', picture)), set(re.findall(r'href="([^"]*)"', picture))
            assert used == {f"#{name}" for name in ids}


@every_case_
def test_hidden_information_changes_nothing_in_the_picture(case):
    for number, state in enumerate(states_of(case, 12)):
        for viewer in (None, *range(case.seats)):
            chance = Chance(b"other world", number)
            other = case.game.resample(state, viewer, chance)
            assert drawn(case, other, viewer) == drawn(case, state, viewer)
            # The same state, read from the database by another process: nothing depends on the order of a set.
            again = load_state(case.game, dump_state(state))
            assert drawn(case, again, viewer) == drawn(case, state, viewer)


OURS = (
    "cannonades",
    "captivate",
    "captn-eli",
    "cardline",
    "nautilus",
)  # a new title begins with the plain one


@pytest.mark.parametrize("slug", OURS)
def test_the_sites_titles_draw_their_own_changing_pictures(slug):
    assert PRESENTERS[slug].miniature is not None
    case = next(case for case in every_case() if case.game is TITLES[slug])
    pictures = [drawn(case, state, None) for state in states_of(case, 13)]
    assert len(set(pictures)) > len(pictures) / 2


def test_a_title_without_a_picture_shows_its_lists_as_cards():
    blank = TITLES["blank"]
    case = next(case for case in every_case() if case.game is blank)
    state = begin(case, 3)[1].state
    picture = drawn(case, state, 0)
    assert "Your hand" in picture and ">Blank<" in picture
    assert all(f">{card}<" in picture for card in state.hands[0])
    assert not any(f">{card}<" in drawn(case, state, None) for card in state.hands[0])


def test_texts_in_a_picture_are_escaped():
    picture = Picture("<b>&")
    picture.write(0, 0, "<i>&")
    picture = picture.svg()
    assert "&lt;b&gt;&amp;" in picture and "&lt;i&gt;&amp;" in picture
    assert "<b>" not in picture and "<i>" not in picture


def test_the_column_of_seats_shows_who_is_asked_until_somebody_wins():
    class Over:
        ranks = (2, 1)

    asked = seat_lines([3, 4], asked=[0], out=[1])
    over = seat_lines([3, 4], asked=[0], outcome=Over())
    assert [(line.is_asked, line.is_out, line.is_first) for line in asked] == [
        (True, False, False), (False, True, False)]  # fmt: skip
    assert [(line.is_asked, line.is_first) for line in over] == [(False, False), (False, True)]
