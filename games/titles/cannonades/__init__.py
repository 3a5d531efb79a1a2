"""Cannonades, 2-5 seats, by Damiano Spagnolo, published by Zerofun Boardgames. Rule sheet: CN-1 to CN-20."""

from games.engine.contract import Game
from games.titles.cannonades import observe, orders, rules
from games.titles.cannonades.state import Move, State, is_in

GAME: Game[State, Move] = Game(
    slug="cannonades",
    seats=range(2, 6),
    rules_version=1,
    # Every add, shot, draw and discard takes a card out of a hand: 52, and 5 that were salvaged. At most 26 ships can
    # board, 12 ships with grins answer 15 times; there are 13 choices about opening hands, and 5 salvages. There are at
    # most 46 turns, each ended at most once: each draws from a deck of 52 - 5n cards, except n first turns and n in the
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
    is_left_to_player=rules.is_left_to_player,
    is_answer=rules.is_answer,
    orders=orders.ORDERS,
    ordered_move=orders.ordered_move,
)
