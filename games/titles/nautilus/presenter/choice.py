"""What the reader has chosen so far, out of the address of the page.

A move is picked step by step: `?do=swap&p1=b0-1-1&p2=b0-2-3`. What may be picked next is what leads on to a legal
move, so every legal move can be reached, and nothing else; what is not legal now counts as not chosen.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from games.engine.contract import Seat
from games.engine.presenter import Scene
from games.titles.nautilus import ocean
from games.titles.nautilus.observe import View
from games.titles.nautilus.ocean import DOTS, Submarine
from games.titles.nautilus.presenter.tokens import Token, place_token, row_token, seat_token, square_token
from games.titles.nautilus.state import Commit, Fish, Globe, Renumber, Ring, Shift, Steer, Swap, Trade

__all__ = ["Choice", "Target", "choice_of", "kind_of", "query_of"]

Picks: TypeAlias = tuple[Token, ...]
Kind: TypeAlias = str  # the `type` of a move


@dataclass(frozen=True)
class Target:
    """A thing that may be chosen now."""

    query: str
    kind: Kind
    is_picked: bool  # already: the link goes back to before that
    completes: bool  # the move is whole with it


@dataclass(frozen=True)
class Choice:
    """How far a move is chosen."""

    kind: Kind = ""  # of the move under way; empty if nothing is
    picked: Picks = ()
    move: Any = None  # whole
    targets: Mapping[Token, Target] = field(default_factory=dict)
    kinds: tuple[Kind, ...] = ()  # moves that are picked step by step and may be begun now
    is_begun: bool = False  # by the reader, and not because there is nothing else

    def offers(self, token: Token) -> Target | None:
        """The target of a thing, if it may be chosen."""
        return self.targets.get(token)


def kind_of(move: Any) -> Kind:
    """The type of a move as in its JSON form."""
    return str(move.__struct_config__.tag)


def query_of(kind: Kind, picked: Iterable[Token]) -> str:
    """The address of a choice."""
    return "".join([f"?do={kind}", *(f"&p{number}={token}" for number, token in enumerate(picked, 1))])


def choice_of(view: View, scene: Scene) -> Choice:
    """What stands in the address, as far as it leads on to a legal move."""
    paths = _paths(view, scene)
    wanted = scene.choice.get("do", "")
    kind = wanted if wanted in paths else next(iter(paths)) if len(paths) == 1 else ""
    if not kind:
        return Choice(targets=_first_targets(paths), kinds=tuple(paths))
    picked = _picked(paths[kind], scene.choice)
    return Choice(
        kind=kind, picked=picked, move=paths[kind].get(picked), targets=_targets(kind, picked, paths[kind]),
        kinds=tuple(paths), is_begun=bool(picked) or len(paths) > 1,
    )  # fmt: skip


def _paths(view: View, scene: Scene) -> dict[Kind, dict[Picks, Any]]:
    """All ways to pick all legal moves, by kind; moves that are made at once have none."""
    found: dict[Kind, dict[Picks, Any]] = {}
    you = scene.you
    if you is None:
        return found
    for move in scene.legal:
        for picks in _picks(view, you, move):
            found.setdefault(kind_of(move), {})[picks] = move
    return found


def _picks(view: View, you: Seat, move: Any) -> tuple[Picks, ...]:
    match move:
        case Commit(card, special):
            return ((card,) if special is None else (card, special),)
        case Steer(axis, step) | Globe(axis, step):
            return ((_end_of(view, axis, step),),)
        case Swap(a, b):
            first, second = square_token(you, a), square_token(you, b)
            return ((first, second), (second, first))
        case Trade(mine, seat, theirs):
            return ((square_token(you, mine), square_token(seat, theirs)),)
        case _:
            return _picks_of_special(you, move)


def _picks_of_special(you: Seat, move: Any) -> tuple[Picks, ...]:
    match move:
        case Shift(chip, row):
            return ((square_token(you, chip), row_token(row)),)
        case Fish(mine, place):
            return ((square_token(you, mine), place_token(place)),)
        case Ring(seat, chip, row):
            return ((square_token(seat, chip), row_token(row)),)
        case Renumber(order):
            return (tuple(seat_token(seat) for seat in order[:-1]),)
        case _:
            return ()


def _end_of(view: View, axis: str, step: int) -> Token:
    submarine = Submarine(view.heading, view.depth, view.rotation)  # type: ignore[arg-type]  # a View has plain text
    return place_token(DOTS[ocean.way(submarine, axis, step).place].place)


def _picked(paths: Mapping[Picks, Any], choice: Mapping[str, str]) -> Picks:
    """The picks of the address up to the first that leads nowhere."""
    live = list(paths)
    picked: Picks = ()
    while True:
        at = len(picked)
        token = choice.get(f"p{at + 1}")
        live = [picks for picks in live if len(picks) > at and picks[at] == token]
        if token is None or not live:
            return picked
        picked = (*picked, token)


def _first_targets(paths: Mapping[Kind, Mapping[Picks, Any]]) -> dict[Token, Target]:
    """With several kinds of moves open: what belongs to one of them only."""
    firsts = {kind: {picks[0] for picks in moves} for kind, moves in paths.items()}
    return {
        token: Target(query_of(kind, (token,)), kind, False, (token,) in paths[kind])
        for kind, tokens in firsts.items()
        for token in tokens
        if sum(token in others for others in firsts.values()) == 1
    }


def _targets(kind: Kind, picked: Picks, paths: Mapping[Picks, Any]) -> dict[Token, Target]:
    """What leads on, or else what may stand in place of the last pick; and ways back from what is picked."""
    found = _following(kind, picked, paths)
    if not found and picked:
        found = _following(kind, picked[:-1], paths)
    for at, token in enumerate(picked):
        found[token] = Target(query_of(kind, picked[:at]), kind, is_picked=True, completes=False)
    return found


def _following(kind: Kind, picked: Picks, paths: Mapping[Picks, Any]) -> dict[Token, Target]:
    at = len(picked)
    tokens = dict.fromkeys(picks[at] for picks in paths if len(picks) > at and picks[:at] == picked)
    return {
        token: Target(query_of(kind, (*picked, token)), kind, False, (*picked, token) in paths)
        for token in tokens
    }
