"""Notes for beginners at Capt'n Eli are true of the position (CE-8)."""

from games.engine.presenter import Scene
from games.titles.captn_eli import GAME
from games.titles.captn_eli.presenter import PRESENTER
from games.titles.captn_eli.state import Wedge
from tests.titles.captn_eli.positions import begun, do, place, position, see


def told(state, you=0):
    return PRESENTER.notes(
        see(state, you), Scene(you, ("Alice", "Bob"), GAME.legal_moves(state, you), {}, 2, True)
    )


def what_lay_does(state, you=0):
    (text,) = [str(note.text) for note in told(state, you).does if note.label == "Lay"]
    return text


def test_the_first_card_of_all_comes_beside_no_other():
    state = begun("captn-eli dolphin sonar eagle-rock", "hydron hydron#2 sonar coral-keep")
    assert what_lay_does(state).startswith("Lay the first card of the game face down")
    after = do(state, 0, place("dolphin", 0, 0)).state
    assert what_lay_does(after, 1) == "Lay a card from your hand face down beside a card on the grid."


def test_a_card_that_allows_a_wedge_is_not_called_idle():
    grid = """
     .            1:coral-keep^ .
     1:ice-shelf^ 0:eagle-rock^ 1:wreck-reef^
     .            0:sonar^      .
    """
    for hand, is_idle in (("dolphin |", False), ("|", True)):
        state = position(grid, hand)
        wedged = {move.ahead_of for move in GAME.legal_moves(state, 0) if isinstance(move, Wedge)}
        assert ((1, 1) in wedged) is not is_idle
        assert ("1,1" in told(state).whys) is is_idle
