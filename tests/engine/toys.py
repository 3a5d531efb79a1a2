"""Games so small that the best play is known, for tests of the search."""

from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from games.engine.contract import Game, Outcome, Step


class Take(msgspec.Struct, frozen=True):
    """Take this many things; or choose or guess this number."""

    count: int


class Pile(msgspec.Struct, frozen=True):
    count: int
    seat: int = 0
    outcome: Outcome | None = None


class Table(msgspec.Struct, frozen=True):
    """Both seats choose at the same time; or one guesses the top card of the deck."""

    deck: tuple[int, ...] = ()
    chosen: dict[int, int] = {}
    outcome: Outcome | None = None


def _game(slug, state_type, **functions):
    asked = functions["to_act"]
    moves = functions["moves"]
    return Game(
        slug=slug, seats=range(2, 3), rules_version=1, max_plies=50, reasons=("end",), options=(),
        state_type=state_type, move_type=Take,
        setup=lambda seats, options, chance: Step(functions["begin"], ()),
        to_act=asked,
        legal_moves=lambda state, seat: moves(state) if seat in asked(state) else (),
        is_legal=lambda state, seat, move: seat in asked(state) and move in moves(state),
        apply=functions["apply"],
        observe=lambda state, seat: state,
        resample=functions["resample"],
        default_move=lambda state, seat: moves(state)[0],
        leave=lambda state, seat, chance: Step(state, ()),
        is_in=lambda state, seat: True,
    )  # fmt: skip


# Nim: take 1 to 3; taking the last one wins. The best play leaves a multiple of four.


def _taken(state, seat, move, chance):
    left = state.count - move.count
    outcome = None if left else Outcome("end", (1, 2) if seat == 0 else (2, 1))
    return Step(Pile(left, 1 - seat, outcome), ())


def nim(count):
    return _game(
        "nim", Pile,
        begin=Pile(count),
        to_act=lambda state: frozenset() if state.outcome else frozenset((state.seat,)),
        moves=lambda state: tuple(Take(count) for count in (1, 2, 3) if count <= state.count),
        apply=_taken,
        resample=lambda state, seat, chance: state,
    )  # fmt: skip


# The top card: seat 0 guesses it. The best guess is the most frequent card in the deck.


def _guessed(state, seat, move, chance):
    return Step(replace(state, outcome=Outcome("end", (1, 2) if move.count == state.deck[0] else (2, 1))), ())


def guess(*deck):
    return _game(
        "guess", Table,
        begin=Table(deck),
        to_act=lambda state: frozenset() if state.outcome else frozenset((0,)),
        moves=lambda state: tuple(Take(count) for count in sorted(set(state.deck))),
        apply=_guessed,
        resample=lambda state, seat, chance: replace(state, deck=chance.shuffled(sorted(state.deck))),
    )  # fmt: skip


# Both choose 0, 1 or 2 at the same time; `winner` returns who wins.


def at_once(winner: Callable[[int, int], int | None]):
    def apply(state, seat, move, chance):
        chosen = {**state.chosen, seat: move.count}
        if len(chosen) < 2:
            return Step(replace(state, chosen=chosen), ())
        won = winner(chosen[0], chosen[1])
        ranks = (1, 1) if won is None else (1, 2) if won == 0 else (2, 1)
        return Step(replace(state, chosen=chosen, outcome=Outcome("end", ranks)), ())

    def resample(state, seat, chance):
        if state.outcome:
            return state
        others = {other: chance.below(3) for other in sorted(state.chosen) if other != seat}
        return replace(state, chosen=others | {who: n for who, n in state.chosen.items() if who == seat})

    return _game(
        "at-once", Table,
        begin=Table(),
        to_act=lambda state: frozenset() if state.outcome else frozenset({0, 1} - set(state.chosen)),
        moves=lambda state: tuple(Take(count) for count in range(3)),
        apply=apply,
        resample=resample,
    )  # fmt: skip
