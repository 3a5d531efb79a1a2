"""Blank in words: the log, the question, and the board."""

from games.engine.presenter import Scene
from tests.blank_title.blank import GAME
from tests.blank_title.blank.presenter import PRESENTER
from tests.blank_title.positions import position
from tests.engine.positions import do, told

NAMES = ("Anne", "Benno")


def test_the_log():
    step = do(GAME, position("1 2 3 | 4 5 6"), 0, {"type": "lay", "card": 2})
    assert told(GAME, PRESENTER, step, NAMES) == ["Anne lays 2."]
    step = do(GAME, position("1 3 | 4 5 6", laid=(2, None), seat=1), 1, {"type": "lay", "card": 6})
    assert told(GAME, PRESENTER, step, NAMES) == ["Benno lays 6.", "The game is over. Benno wins."]


def test_the_board_offers_every_legal_move():
    state = position("1 2 3 | 4 5 6", laid=(None, 7))
    board = PRESENTER.board(
        GAME.observe(state, 0), Scene(0, NAMES, GAME.legal_moves(state, 0), {}, 2, True, is_quick=True)
    )
    assert [button.label for button in board["groups"][0].buttons] == ["Lay 1", "Lay 2", "Lay 3"]
    assert [str(line.label) for line in board["lines"]] == ["Your hand", "Laid"]
    assert board["lines"][0].text == "1, 2, 3"
    assert [(line.label, line.text) for line in board["lines"][1].lines] == [("Anne", "–"), ("Benno", "7")]
