"""20,000 Miles under the Sea, 2-4 seats, by Arthur Tebbe for University Games. Rule sheet: `nautilus`, NA-1 to NA-23.

The rulings where the published text is silent are the clauses of the sheet that are called house.
"""

from games.engine.contract import Game, Option
from games.titles.nautilus import legal, observe, rules
from games.titles.nautilus.state import Move, State

GAME: Game[State, Move] = Game(
    slug="nautilus",
    seats=range(2, 5),
    rules_version=1,
    # 5 rounds of 12 turns of 4 seats, each at most a commit, two cards, three arrows, two anchors; 3 leavers
    max_plies=5 * 12 * 4 * 8 + 3,
    reasons=("final-count", "left"),
    options=(Option("rounds", (3, 5), int), Option("commit", ("open", "sealed"))),
    state_type=State,
    move_type=Move,
    setup=rules.setup,
    to_act=legal.to_act,
    legal_moves=legal.legal_moves,
    is_legal=legal.is_legal,
    apply=rules.apply,
    observe=observe.observe,
    resample=observe.resample,
    default_move=rules.default_move,
    leave=rules.leave,
    is_in=rules.is_in,
    recall=observe.recall,
    forced_move=rules.forced_move,
    is_left_to_player=rules.is_left_to_player,
)
