"""What bots know about Captivate: what a turn can still gain, and what it leaves for the next seat."""

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import NamedTuple, TypeAlias

from games.engine.chance import Chance
from games.engine.contract import Game, Seat
from games.engine.search.knowledge import Knowledge, Payoffs, Strength, payoffs
from games.titles.captivate.cards import CARDS, CardId
from games.titles.captivate.ending import value_of
from games.titles.captivate.grid import Cell, is_flipped, neighbours, open_cells
from games.titles.captivate.rules import is_in, remaining_seats_after
from games.titles.captivate.state import Capture, End, Move, Play, Ruleset, State, Throw

_VALUES = {card.id: card.value for card in CARDS.values()}
_BRINGS = 0.7  # the part of a flipped card's value that counts if the seat has a card left to capture it
_LEAVES = 0.6  # the part of a flipped card's value that is lost if the seat has no other card
_COSTS = 0.3  # the part of a card's value that it costs to play the card where others may capture it
_HELD = 0.25  # the part of its value that a card in hand costs; in the last round, it costs all of it
_NEXT = 0.8  # how much of the next seat's possible captures counts
_SURE = 22.0  # a lead in points that makes a win quite likely at the end; earlier, it must be larger
_TO_COME = 0.6  # how much larger the lead must be for each card in the deck
_PLAYS = 10  # plays that are searched in addition to all captures


class _Table(NamedTuple):
    """The field in the middle of a turn, as mutable working data."""

    ruleset: Ruleset
    up: dict[Cell, CardId]  # may be flipped
    down: dict[Cell, CardId]  # may be captured
    fresh: dict[Cell, CardId]  # neither, in this turn


_Lay: TypeAlias = tuple[float, CardId, Cell]  # a possible play of a card: its worth, the card, and its place


@cache
def _beaten(ruleset: Ruleset) -> tuple[Mapping[CardId, frozenset[CardId]], ...]:
    """For each side, the cards that a card flips there."""
    cards = ruleset.cards.items()
    return tuple(
        {
            name: frozenset(each for each, other in cards if is_flipped(card, mine, other, theirs))
            for name, card in cards
        }
        for _place, mine, theirs in neighbours((0, 0))
    )


def _table_of(state: State) -> _Table:
    table = _Table(state.ruleset, {}, {}, {})
    for laid in state.field:
        part = table.fresh if laid.fresh else table.up if laid.up else table.down
        part[laid.cell] = laid.card
    return table


def _lays(
    table: _Table, hand: Sequence[CardId], cells: Iterable[Cell], alone: Sequence[CardId]
) -> Iterable[_Lay]:
    """Each possible play of a card from the hand on one of the cells, with its worth in this turn.

    Where no card can be flipped, only those of the cards `alone` are considered.
    """
    ruleset, up, down, _fresh = table
    share, beaten = _BRINGS if len(hand) > 1 else -_LEAVES, _beaten(ruleset)
    for cell in cells:
        captured = _VALUES[down[cell]] if cell in down else 0
        beside = [(up[at], beaten[side]) for at, side, _theirs in neighbours(cell) if at in up]
        for card in hand if beside else alone:
            flipped = sum([_VALUES[other] for other, by_card in beside if other in by_card[card]])
            yield captured + share * flipped - _COSTS * _VALUES[card], card, cell


def _gain(table: _Table, cards: Sequence[CardId]) -> int:
    """The value that a turn captures if it always makes the best play; changes the table accordingly."""
    hand, gained = list(cards), 0
    while hand:
        cells = [*table.down, *open_cells([*table.up, *table.down, *table.fresh])]
        cheapest = max(hand, key=lambda card: (-_VALUES[card], card))
        worth, card, cell = max(_lays(table, hand, cells, [cheapest]), default=(0.0, "", (0, 0)))
        if worth <= 0:
            break
        hand.remove(card)
        gained += _VALUES[table.down.pop(cell)] if cell in table.down else 0
        table.fresh[cell] = card
        for at, side, _theirs in neighbours(cell):
            if table.up.get(at) in _beaten(table.ruleset)[side][card]:
                table.down[at] = table.up.pop(at)
    return gained


def evaluate(state: State) -> Payoffs:
    """Points ahead of the best other seat, including likely gains of the current and the next turn."""
    if state.outcome is not None:
        return payoffs(state.outcome)
    seats = range(len(state.hands))
    if state.throwing is not None:
        still_in = state.throwing.still_in
        return tuple(1 / len(still_in) if seat in still_in else 0.0 for seat in seats)
    worth = _values_by_seat(state)
    needed = _SURE + _TO_COME * len(state.deck)
    return tuple(_chance_of(worth, seat, needed) if is_in(state, seat) else 0.0 for seat in seats)


def _values_by_seat(state: State) -> list[float]:
    held = _HELD if state.awaited is None else 1.0
    worth = [
        value_of(pile) - held * value_of(hand) for pile, hand in zip(state.piles, state.hands, strict=True)
    ]
    table = _table_of(state)
    worth[state.seat] += value_of(state.set_aside) + _gain(table, state.hands[state.seat])
    after = _next_seat(state)
    if state.laid and after is not None:
        table.up.update(table.fresh)
        table.fresh.clear()
        worth[after] += _NEXT * _gain(table, state.hands[after])
    return worth


def _next_seat(state: State) -> Seat | None:
    """The seat whose turn comes next, if any."""
    if state.awaited is not None:
        return state.awaited[0] if state.awaited else None
    return remaining_seats_after(state, state.seat)[0]


def _chance_of(worth: list[float], seat: Seat, needed: float) -> float:
    """The chance that the seat gets the most points, assuming independence between the other seats."""
    chance = 1.0
    for other, theirs in enumerate(worth):
        if other != seat:
            chance *= 1 / (1 + math.exp(-4 * (worth[seat] - theirs) / needed))
    return chance


def reduce(state: State, seat: Seat, moves: Sequence[Move]) -> Sequence[Move]:
    """All captures and the best plays, by their gain in this turn; `end` comes first if no move gains anything."""
    if not moves or isinstance(moves[0], Throw):
        return moves
    table = _table_of(state)
    cells = [*table.down, *open_cells([laid.cell for laid in state.field])]
    hand = state.hands[seat]
    lays = sorted(_lays(table, hand, cells, hand), key=lambda lay: -lay[0])
    plays = 0
    chosen: list[Move] = []
    for _worth, card, cell in lays:
        if cell in table.down:
            chosen.append(Capture(card, cell))
        elif plays < _PLAYS:
            plays += 1
            chosen.append(Play(card, cell))
    if state.laid:
        chosen.insert(0 if lays and lays[0][0] <= 0 else 1, End())
    legal = set(moves)
    return [move for move in chosen if move in legal] or moves


def is_pass(move: Move) -> bool:
    """Whether the move ends the turn."""
    return isinstance(move, End)


def knowledge_of(game: Game[State, Move]) -> Knowledge[State, Move]:
    """What bots know about a rules version."""

    def rollout_move(state: State, seat: Seat, chance: Chance) -> Move:
        """The best play in this turn, or `end`."""
        if state.throwing is not None:
            return game.default_move(state, seat)
        return reduce(state, seat, game.legal_moves(state, seat))[0]

    return Knowledge(
        evaluate=evaluate,
        rollout_move=rollout_move,
        reduce=reduce,
        horizon=0,
        is_pass=is_pass,
        curiosity=0.1,  # a few points more or less change the result of `evaluate` by a few hundredths
        strengths={
            "deckhand": Strength(worlds=1, slack=0.2),
            "mate": Strength(worlds=1, slack=0.02),
            "captain": Strength(worlds=2, iterations=150),
            "greedy": Strength(worlds=2, is_thorough=True),
        },
    )
