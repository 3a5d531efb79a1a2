"""How the reader looks at the board: what may be chosen, what is marked, and what is new."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from games.engine.contract import Facts
from games.engine.presenter import Scene
from games.titles.nautilus.presenter.choice import Choice
from games.titles.nautilus.presenter.tokens import Token, place_token, square_token

__all__ = ["Look", "look_of"]


@dataclass(frozen=True)
class Look:
    """Things by their token."""

    choice: Choice
    marked: frozenset[Token] = field(default_factory=frozenset)  # places where the steps looked at end
    new: frozenset[Token] = field(default_factory=frozenset)  # where a chip came or showed its face


def look_of(scene: Scene, choice: Choice, marked: Iterable[Token]) -> Look:
    """The reader's look; new is what others did since the reader last acted."""
    new = frozenset(token for kind, facts in scene.since for token in _changed(kind, facts))
    return Look(choice, frozenset(marked), new)


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
