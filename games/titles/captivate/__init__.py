"""Captivate, 2-4 seats, published by Frostlore Games. Rule sheet: `captivate`, ids CV-1 to CV-19.

Rulings where the sheet is silent:

- "The last n turns" of strict play (CV-16) are the current turn and the n - 1 before it: everything that happened
  since the reader's own last turn.
- If all others leave (reason `left`), the winner scores its pile, including current captures, minus its hand.
- The default move of a time-out ends the turn if a card was played, and otherwise plays the card with the lowest
  value; in a throw it is rock.
"""

from games.engine.contract import Game, Option
from games.titles.captivate import observe, rules
from games.titles.captivate.state import Move, State

GAME: Game[State, Move] = Game(
    slug="captivate",
    seats=range(2, 5),
    rules_version=1,
    max_plies=200,  # 52 cards played, a turn ended after each, throws and seats that leave
    reasons=("last-round", "field-full", "left"),
    options=(Option("memory", ("assisted", "strict")),),
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
    fades=observe.fades,
    sample_move=rules.sample_move,
    is_answer=rules.is_answer,
)
