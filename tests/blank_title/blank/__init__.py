"""Blank, 2-4 seats. Rule sheet: `blank`, ids BL-1 to BL-7.

Rulings where the sheet is silent:

- The default move of a time-out lays the lowest card.
"""

from games.engine.contract import Game
from tests.blank_title.blank import observe, rules
from tests.blank_title.blank.state import Move, State

GAME: Game[State, Move] = Game(
    slug="blank",
    seats=range(2, 5),
    rules_version=1,
    max_plies=8,  # every seat lays a card, and may leave
    reasons=("all-laid", "left"),
    options=(),
    state_type=State,
    move_type=Move,
    setup=rules.setup,
    to_act=rules.to_act,
    legal_moves=rules.legal_moves,
    is_legal=rules.is_legal,
    apply=rules.apply,
    observe=observe.observe,
    resample=observe.resample,
    default_move=rules.default_move,
    leave=rules.leave,
    is_in=rules.is_in,
)
