"""Cannonades, 2-5 seats, by Damiano Spagnolo, published by Zerofun Boardgames. Rule sheet: `cannonades`, CN-1 to CN-20.

Rulings where the sheet is silent:

- Seats choose about their opening hands at the same time: a choice is secret until the round is complete (CN-5).
- Redraws in the set-up never take the deck's last card: the deck always has two more than a multiple of five (CN-15).
- The starter salvages at the beginning of the stand-off, outside any turn. The others have begun their turns when
  they salvage, so a seat that leaves there leaves on turn (CN-16, CN-20).
- A seat with nothing to salvage is not asked, and the log says so; likewise for a skipped answer (CN-10).
- An effect that is none of the four words is illegal, with or without a berth. A `berth` with an effect that takes
  none is malformed, and so is "reveal" without one (CN-10).
- If the starter wins by the last tie-break of CN-17, the comparison ranks the others: equals share rank 2.
- Moves of the seat on turn may be taken back while its turn runs, unless they turned something up; answers of others
  and choices about opening hands may not.
- Standing orders and the default moves of a time-out: see `orders`.
"""

from games.engine.contract import Game
from games.titles.cannonades import observe, orders, rules
from games.titles.cannonades.state import Move, State, is_in

GAME: Game[State, Move] = Game(
    slug="cannonades",
    seats=range(2, 6),
    rules_version=1,
    # Every add, shot, draw and discard takes a card out of a hand: 52, and 5 that were salvaged. At most 26 ships can
    # board, 12 ships with grins answer 15 times; there are 13 choices about opening hands, and 5 salvages. There are at
    # most 46 turns, each ended at most once: each draws from a deck of 52 - 5n cards, except n first ones and n in the
    # stand-off. At most 4 seats leave. That makes 166.
    max_plies=170,
    reasons=("last-captain", "stand-off", "left"),
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
    default_move=orders.default_move,
    leave=rules.leave,
    is_in=is_in,
    recall=observe.recall,
    forced_move=rules.forced_move,
    is_answer=rules.is_answer,
    orders=orders.ORDERS,
    ordered_move=orders.ordered_move,
)
