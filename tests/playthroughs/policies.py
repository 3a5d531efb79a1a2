"""Policies for game ends that random play doesn't reach, for `manage.py playthrough --policy`."""

from typing import Any

from games.engine.chance import Chance
from games.engine.contract import Seat
from games.titles.captn_eli import GAME
from games.titles.captn_eli.orders import sample_move
from games.titles.captn_eli.state import Challenge, Place, State
from games.titles.cardline import rules as cardline
from games.titles.cardline.rules import is_right


def one_card_at_sea(state: State, seat: Seat, chance: Chance) -> Any:
    """Capt'n Eli: seat 1 lays only one support card, until seat 0, which challenges if it can, has removed it."""
    if state.phase == "squads":
        return sample_move(state, seat, chance)
    moves = GAME.legal_moves(state, seat)
    if seat == 0:
        return chance.pick([move for move in moves if isinstance(move, Challenge)] or moves)
    support = [move for move in moves if isinstance(move, Place) and move.card != state.squads[1][0]]
    others = [move for move in moves if not isinstance(move, Place)]
    return chance.pick(others or support or moves)


def never_wrong(state: Any, seat: Seat, chance: Chance) -> Any:
    """Cardline: every card is placed right, so that all seats finish in the same round."""
    worth = {card.id: card.value for card in state.hands[seat]}
    moves = cardline.legal_moves(state, seat)
    return next(move for move in moves if is_right(state.line, move.slot, worth[move.card]))


def seldom_wrong(state: Any, seat: Seat, chance: Chance) -> Any:
    """Cardline: three of four cards are placed right."""
    if chance.below(4):
        return never_wrong(state, seat, chance)
    return chance.pick(cardline.legal_moves(state, seat))
