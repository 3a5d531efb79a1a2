"""Go Fish, 2-5 seats: the example of docs/adding-a-title.md. Rule sheet: `go-fish`, ids GF-1 to GF-9.

Rulings where the sheet is silent:

- The default move of a time-out asks the next seat for the most frequent rank in hand, the lowest of several.
"""

from games.engine.contract import Game
from tests.example_title.go_fish import observe, rules
from tests.example_title.go_fish.state import Move, State

GAME: Game[State, Move] = Game(
    slug="go-fish",
    seats=range(2, 6),
    rules_version=1,
    max_plies=6000,  # a question moves a card or draws one; in a turn each seat is asked for each rank at most once
    reasons=("hand-empty", "stock-empty", "left"),
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
    recall=observe.recall,
)
