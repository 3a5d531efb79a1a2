"""The captain level as a player for `balance`: a separate module, because its knowledge depends on `bots`."""

from games.engine.chance import Chance
from games.engine.contract import Seat
from games.engine.search import Budget, think, view_of
from games.titles.captn_eli import GAME
from games.titles.captn_eli.knowledge import knowledge_of
from games.titles.captn_eli.orders import sample_move
from games.titles.captn_eli.state import Move, State

ITERATIONS = 800  # the default of the level in real games


def captain(state: State, seat: Seat, chance: Chance, *, iterations: int = ITERATIONS) -> Move:
    """The captain's move; squads are random, so that every card is measured equally."""
    if state.phase == "squads":
        return sample_move(state, seat, chance)
    return think(
        view_of(GAME, state, seat), knowledge_of(GAME), "captain", Budget(iterations=iterations), chance
    ).move
