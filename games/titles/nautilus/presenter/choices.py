"""The reader's choices so far: what may be chosen next on the board, what is marked, and what is new.

A move is chosen step by step: `?do=swap&p1=b0-1-1&p2=b0-2-3`. If there is only one kind of move, `do` is given.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from games.engine.contract import Facts, Seat
from games.engine.kit import Choice, Mark, Offer, Way, choose, marks_of
from games.engine.presenter import Scene
from games.titles.nautilus import ocean
from games.titles.nautilus.explain import submarine_of
from games.titles.nautilus.observe import View
from games.titles.nautilus.ocean import DOTS
from games.titles.nautilus.presenter.words import Token, place_token, square_token
from games.titles.nautilus.state import Commit, Fish, Globe, Move, Renumber, Ring, Shift, Steer, Swap, Trade

Kind: TypeAlias = str  # the `type` of a move


@dataclass(frozen=True)
class Picked:
    """The choices made so far for a move."""

    choice: Choice[Move]
    kinds: tuple[Kind, ...]  # of moves that are chosen step by step and may be begun now
    targets: Mapping[Token, Offer[Move]]  # things that may be picked, and links to undo picks

    @property
    def kind(self) -> Kind:
        """The kind of the current move; empty if there is none."""
        return self.choice.word("do")

    @property
    def picks(self) -> tuple[Token, ...]:
        """The things picked for the current move."""
        return tuple(word for name, word in self.choice.chosen.items() if name != "do")

    @property
    def is_begun(self) -> bool:
        """Whether the reader has begun the current move; if not, its kind is just the only one possible."""
        return bool(self.picks) or (bool(self.kind) and len(self.kinds) > 1)


def picked_by(view: View, scene: Scene) -> Picked:
    """The choices in the address, as far as they lead to a legal move."""
    ways = [(way, move) for move in scene.legal for way in ways_of(view, scene.you or 0, move)]
    kinds = tuple(dict.fromkeys(way["do"] for way, _move in ways))
    given = {"do": kinds[0]} if len(kinds) == 1 else {}
    choice = choose({**scene.choice, **given}, ways)
    return Picked(choice, kinds, _targets(choice) if choice.chosen else _first_targets(ways, kinds))


def _first_targets(ways: list[tuple[Way, Move]], kinds: Iterable[Kind]) -> dict[Token, Offer[Move]]:
    """The things that may be picked first if there are several kinds of moves: those that belong to only one kind."""
    firsts = [choose({"do": kind}, ways).offers("p1") for kind in kinds]
    count = Counter(token for offers in firsts for token in offers)
    return {token: offer for offers in firsts for token, offer in offers.items() if count[token] == 1}


def _targets(choice: Choice[Move]) -> dict[Token, Offer[Move]]:
    """The things that may be picked next, or instead of the last pick if there are none; and links to undo picks."""
    last = len(choice.chosen) - 1
    found = choice.offers(f"p{last + 1}") or choice.offers(f"p{last}")
    for name, token in choice.chosen.items():
        if name != "do":
            found[token] = choice.offers(name)[token]
    return found


def way_of(kind: Kind, *picks: Token) -> Way:
    """The fields for a kind of move and its picks."""
    return {"do": kind, **{f"p{number}": token for number, token in enumerate(picks, 1)}}


def ways_of(view: View, you: Seat, move: Move) -> tuple[Way, ...]:
    """All ways to choose a move; none for a move made at once."""
    kind = str(move.__struct_config__.tag)
    return tuple(way_of(kind, *picks) for picks in _picks(view, you, move))


def _picks(view: View, you: Seat, move: Move) -> tuple[tuple[Token, ...], ...]:
    match move:
        case Commit(card, special):
            return ((card,) if special is None else (card, special),)
        case Steer(axis, step) | Globe(axis, step):
            return ((place_token(DOTS[ocean.way(submarine_of(view), axis, step).place].place),),)
        case Swap(a, b):
            first, second = square_token(you, a), square_token(you, b)
            return ((first, second), (second, first))
        case Trade(mine, seat, theirs):
            return ((square_token(you, mine), square_token(seat, theirs)),)
        case _:
            return _picks_of_special(you, move)


def _picks_of_special(you: Seat, move: Move) -> tuple[tuple[Token, ...], ...]:
    match move:
        case Shift(chip, row):
            return ((square_token(you, chip), f"r{row}"),)
        case Fish(mine, place):
            return ((square_token(you, mine), place_token(place)),)
        case Ring(seat, chip, row):
            return ((square_token(seat, chip), f"r{row}"),)
        case Renumber(order):
            return (tuple(f"s{seat}" for seat in order[:-1]),)
        case _:
            return ()


# Marks and news on the board


@dataclass(frozen=True)
class Look:
    """The appearance of things, by their token."""

    picked: Picked
    marked: frozenset[Token] = field(default_factory=frozenset)  # places where the shown steps end
    new: frozenset[Token] = field(default_factory=frozenset)  # places where a chip arrived or was turned up
    jsons: Mapping[Token, str] = field(default_factory=dict)  # moves made by touching a place
    marks: Mapping[Token, Mark] = field(default_factory=dict)  # of the latest ply of each seat


def look_of(scene: Scene, picked: Picked, marked: Iterable[Token], jsons: Mapping[Token, str]) -> Look:
    """How the board looks to the reader; others' changes since the reader last acted are marked as new."""
    new = frozenset(token for kind, facts in scene.since for token in _changed(kind, facts))
    return Look(picked, frozenset(marked), new, jsons, marks_of(scene, _changed))


def _changed(kind: str, facts: Facts) -> Iterator[Token]:
    match kind:
        case "took":
            yield square_token(facts["seat"], facts["square"])
        case "rang" | "shifted":
            yield square_token(facts["seat"], facts["to"])
        case "swapped":
            yield from (square_token(facts["seat"], square) for square in facts["squares"])
        case "traded":
            yield square_token(facts["seat"], facts["squares"][0])
            yield square_token(facts["victim"], facts["squares"][1])
        case "fished":
            yield square_token(facts["seat"], facts["square"])
            yield place_token(facts["place"])
        case "turned-up":
            yield place_token(facts["place"])
