"""Captivate, 2-4 seats, published by Frostlore Games. Rule sheet: `captivate`, ids CV-1 to CV-19."""

from games.engine.contract import Game, Option
from games.titles.captivate import observe, rules
from games.titles.captivate.state import Move, State

GAME: Game[State, Move] = Game(
    slug="captivate",
    seats=range(2, 5),
    rules_version=1,
    max_plies=200,  # 52 cards, the end of a turn after each, throws, and seats that leave
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
