"""How the grid shows the latest ply, the owners, and the standing orders that may still matter."""

import pytest
from msgspec.structs import replace

from games.engine.contract import Outcome
from games.engine.presenter import Scene
from games.titles.captn_eli import GAME
from games.titles.captn_eli.presenter import PRESENTER
from tests.titles.captn_eli.drawings import NAMES, drawn, spots
from tests.titles.captn_eli.positions import challenge, do, flip, place, position, see, wedge

HELD = "1:coral-keep 1:hydron\n0:dolphin^ .\n0:captn-eli^ 0:sonar"
LINE = "1:hydron .\n0:dolphin^ .\n0:captn-eli^ 0:sonar"


def after(state, form, seat=0, you=0):
    """Return the board of `you` once `seat` has made the move."""
    step = do(state, seat, form)
    events = tuple((event.type, event.facts_for(you)) for event in step.events)
    scene = Scene(you, NAMES, (), {}, 2, is_asked=False, latest=((seat, events),))
    return PRESENTER.board(GAME.observe(step.state, you), scene)


@pytest.mark.parametrize(
    ("grid", "move", "cell", "kind", "label"),
    [
        (LINE, challenge((0, 2), (0, 0)), (0, 0), "lost", "Removed"),
        (HELD, challenge((0, 1), (0, 0)), (0, 0), "held", "1 : 2, holds"),
        (LINE, flip(1, 2), (1, 2), "up", "Turned up"),
    ],
)  # fmt: skip
def test_the_result_of_the_latest_ply_is_shown_on_its_cell(grid, move, cell, kind, label):
    state = position(grid, "sea-sled | grapple", removed="| sea-sled")
    for you in (0, 1, None):
        results = {at: spot.result for at, spot in spots(after(state, move, you=you)).items() if spot.result}
        assert {at: (one.kind, str(one.label)) for at, one in results.items()} == {cell: (kind, label)}


def test_moved_rows_show_their_former_names():
    state = position("1:hydron\n0:dolphin", "sonar captn-eli | grapple", corner=(0, -1))
    for you in (0, 1):
        board = after(state, wedge("sonar", 0, 0), you=you)
        assert {row.label: row.was for row in board["rows"] if row.was} == {"2°N": "1°N", "3°N": "2°N"}
    assert not any(row.was for row in after(state, place("sonar", 1, 0))["rows"])


def test_empty_edges_are_narrow_until_a_card_would_come_there():
    state = position("0:dolphin\n1:hydron", "sonar captn-eli | grapple")
    before = drawn(state)
    assert before["chart"].rims == (frozenset({-1, 1}), frozenset({-1, 2}))
    chosen = drawn(state, card="sonar", cell="1,0")
    assert chosen["chart"].rims == (frozenset({-1}), frozenset({-1, 2}))


def test_a_card_is_described_with_its_place_its_owner_and_who_knows_it():
    board = drawn(position(LINE, "sea-sled | grapple"))
    labels = {cell: spot.label for cell, spot in spots(board).items() if spot.label}
    assert labels[1, 2].startswith("2°S 1°E: yours, face down, known only to its owner, Sonar, gadget")
    assert labels[0, 0].endswith("0° 0°: of Bob, face down, an unknown card")


def test_when_all_cards_are_open_none_is_called_private():
    over = replace(position(LINE, "sea-sled | grapple"), outcome=Outcome((1, 2), "no-cards"))
    label = spots(drawn(over, 1))[1, 2].label
    assert label.startswith("2°S 1°E: of Alice, face down, Sonar, gadget")


@pytest.mark.parametrize(("card", "order"), [("sable-envoy", "mystic"), ("frogman-diaz", "sacrifice")])
def test_an_order_is_offered_while_a_card_has_its_keyword_unused(card, order):
    other = "sacrifice" if order == "mystic" else "mystic"
    state = position(f"0:{card}^\n1:hydron", "sonar | grapple")
    assert PRESENTER.has_use(see(state, 0), 0, order) and not PRESENTER.has_use(see(state, 0), 0, other)
    assert not PRESENTER.has_use(see(replace_grid(state, **{f"{order}_used": True}), 0), 0, order)
    assert not PRESENTER.has_use(see(state, 1), 1, order)


def replace_grid(state, **facts):
    return replace(state, grid=tuple(replace(lying, **facts) for lying in state.grid))


def test_the_last_word_leaves_out_the_sum_card_by_card():
    step = do(position(LINE, "sea-sled | grapple"), 0, challenge((0, 2), (0, 0)))
    told = [str(PRESENTER.word(event.type, event.facts_for(1), NAMES)) for event in step.events]
    assert "2 against 1: the challenge wins." in told and "Bob loses Hydron." in told
