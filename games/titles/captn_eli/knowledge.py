"""What bots know about Capt'n Eli: the value of squads and positions, and which actions to consider first."""

import math
from collections.abc import Sequence

from games.engine.chance import Chance
from games.engine.contract import Game, Seat
from games.engine.play import random_move
from games.engine.search.knowledge import Knowledge, Payoffs, Strength, payoffs
from games.titles.captn_eli.challenges import attack_total, defence_total, lines, pressure_of
from games.titles.captn_eli.state import (
    Challenge,
    Field,
    Flip,
    Move,
    Mystic,
    Place,
    Reveal,
    Sacrifice,
    Shift,
    State,
    Wedge,
    field_of,
)

_WON = 10_000  # points for a game that is won
_DECIDES = 18.0  # points ahead (`value_for`) that make a win quite likely
_SQUAD_DECIDES = 8.0  # the same for squads, in points of C and D
_KEYWORD = 1.0  # the worth of a keyword, in the same points
_FIRST = (Challenge, Mystic, Reveal, Sacrifice, Wedge, Flip, Place, Shift)  # in the order of search
_RANKS: dict[type, int] = {kind: rank for rank, kind in enumerate(_FIRST)}


def evaluate(state: State) -> Payoffs:
    """Each seat's chance of winning, estimated from the squads, or from the cards on the grid and in hand."""
    if state.outcome is not None:
        return payoffs(state.outcome)
    if state.phase == "squads":
        ahead = (_squad_worth(state, 0) - _squad_worth(state, 1)) / _SQUAD_DECIDES
    else:
        ahead = value_for(state, 0) / _DECIDES
    first = 1 / (1 + math.exp(-ahead))
    return (first, 1 - first)


def value_for(state: State, seat: Seat, held: int = 0) -> int:
    """The seat's position in points: a card in the game counts ten plus twice its values, and less if it is face up.

    A card in hand counts `held` points more.
    """
    if state.outcome is not None:
        mine, theirs = state.outcome.ranks[seat], state.outcome.ranks[1 - seat]
        return (theirs - mine) * _WON  # CE-19: winning a becalmed game counts like any other win
    field, cards = field_of(state), state.ruleset.by_id
    worth = [0, 0]
    for owner, hand in enumerate(state.hands):
        worth[owner] += sum(10 + held + 2 * (cards[card].c + cards[card].d) for card in hand)
    for lying in state.grid:
        card = cards[lying.card]
        worth[lying.owner] += 11 + 2 * (card.c + card.d) - 8 * lying.marked - 3 * lying.up
        if lying.up:
            worth[lying.owner] += _threats(state, field, lying.cell)
    return worth[seat] - worth[1 - seat]


def _threats(state: State, field: Field, cell: tuple[int, int]) -> int:
    """Points for a face-up card's threats: most against a character, and double if its owner is asked to move."""
    challenger, pressure, points = field[cell], pressure_of(state), 0
    for line in lines(field, challenger):
        if attack_total(field, challenger, line, pressure) > defence_total(field, line.target):
            points += 6 if field.card(line.target).type == "character" else 2
    return points * (2 if state.asked == challenger.owner else 1)


def _squad_worth(state: State, seat: Seat) -> float:
    """The squad's values and keywords; 0 while it is not chosen, which is the same for all moves of its owner."""
    cards = [state.ruleset.by_id[card] for card in state.squads[seat]]
    return sum(1.3 * card.c + card.d + _KEYWORD * len(card.keywords) for card in cards)


def reduce(state: State, seat: Seat, moves: Sequence[Move]) -> Sequence[Move]:
    """All moves, ordered: answers and challenges first, quiet moves last."""
    return sorted(moves, key=lambda move: _RANKS.get(type(move), 0))


def knowledge_of(game: Game[State, Move]) -> Knowledge[State, Move]:
    """What bots know about a rules version."""

    def rollout_move(state: State, seat: Seat, chance: Chance) -> Move:
        """Challenge if a face-up card can surely be beaten; otherwise a random move."""
        moves = game.legal_moves(state, seat)
        if not moves:
            return random_move(game, state, seat, chance)
        challenges = [move for move in moves if isinstance(move, Challenge)]
        return chance.pick(challenges or moves)

    return Knowledge(
        evaluate=evaluate,
        rollout_move=rollout_move,
        reduce=reduce,
        curiosity=0.05,  # a lost card changes the result of `evaluate` by less than a tenth
        strengths={
            "deckhand": Strength(worlds=1, slack=0.15),
            "mate": Strength(iterations=30),
            "captain": Strength(worlds=4, iterations=800),
            "greedy": Strength(worlds=4, is_thorough=True),
        },
    )
