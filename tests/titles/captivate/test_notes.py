"""Notes for beginners at Captivate are true of the position (CV-11, CV-12)."""

from games.engine.presenter import Scene
from games.titles.captivate import GAME
from games.titles.captivate.presenter import PRESENTER
from tests.titles.captivate.positions import position, see


def what_end_does(**facts):
    state = position("E1 D1*", "L1 | L2", **facts)
    scene = Scene(0, ("Alice", "Bob"), GAME.legal_moves(state, 0), {}, 2, True)
    (text,) = [
        str(note.text) for note in PRESENTER.notes(see(state, 0), scene).does if note.label == "End your turn"
    ]
    return text


def test_nobody_draws_from_an_empty_deck():
    assert "you draw up to 5 cards while the deck lasts" in what_end_does()
    assert "you draw nothing, and this is your last turn" in what_end_does(deck="", awaited=(1,))
