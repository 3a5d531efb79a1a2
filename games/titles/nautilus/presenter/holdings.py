"""Cards that seats hold, the special pile and the piles of chips: all that lies beside the ocean."""

from dataclasses import dataclass
from typing import Any

from games.engine.presenter import Scene, Text
from games.titles.nautilus.cards import CARDS, CardId, SpecialId
from games.titles.nautilus.observe import Pile, View
from games.titles.nautilus.presenter.choice import Choice, query_of
from games.titles.nautilus.presenter.words import (
    KIND_NAMES,
    SPECIAL_EFFECTS,
    SPECIAL_NAMES,
    back_name,
    card_name,
    chip_name,
    join,
)
from games.titles.nautilus.state import Commit

__all__ = ["HandCard", "SpecialCard", "beside", "hand_of", "specials_of"]


@dataclass(frozen=True)
class HandCard:
    """A hand card of the reader: to choose, chosen, or played before."""

    id: CardId
    name: str
    kind: Text
    icon: str
    value: int
    query: str  # that chooses it; of the chosen one, that gives it back
    is_chosen: bool
    is_held: bool


@dataclass(frozen=True)
class SpecialCard:
    """A special card and what it does."""

    id: SpecialId
    name: Text
    icon: str
    effect: Text
    query: str = ""
    is_chosen: bool = False


def hand_of(view: View, scene: Scene, choice: Choice) -> list[HandCard]:
    """The reader's hand while a card is to be committed: the low ones first, then by axis."""
    if scene.you is None or not any(isinstance(move, Commit) for move in scene.legal):
        return []
    held = {move.card for move in scene.legal if isinstance(move, Commit)}
    return [_hand_card(card, choice, is_held=card in held) for card in CARDS]


def _hand_card(card: CardId, choice: Choice, *, is_held: bool) -> HandCard:
    data, is_chosen = CARDS[card], card in choice.picked[:1]
    picks = () if is_chosen else (card, *choice.picked[1:])
    return HandCard(
        id=card, name=card_name(card), kind=KIND_NAMES[data.kind], icon=data.kind, value=data.value,
        query=query_of("commit", picks) if picks else "", is_chosen=is_chosen, is_held=is_held,
    )  # fmt: skip


def specials_of(view: View, scene: Scene, choice: Choice) -> list[SpecialCard]:
    """The special cards that the reader may add to the chosen hand card."""
    if choice.kind != "commit" or not choice.picked or scene.you is None:
        return []
    card, *added = choice.picked
    return [
        _special(special, query_of("commit", _toggled(card, special, added)), is_chosen=special in added)
        for special in view.specials[scene.you]
    ]


def _toggled(card: CardId, special: SpecialId, added: list[SpecialId]) -> tuple[str, ...]:
    return (card,) if special in added else (card, special)


def _special(special: SpecialId, query: str = "", *, is_chosen: bool = False) -> SpecialCard:
    icon = special.removeprefix("special-")
    return SpecialCard(special, SPECIAL_NAMES[special], icon, SPECIAL_EFFECTS[special], query, is_chosen)


def beside(view: View, scene: Scene) -> dict[str, Any]:
    """What everybody holds, and the piles."""
    return {
        "hands": [
            {
                "name": scene.names[seat], "cards": _grouped(view.hands[seat]),
                "specials": [_special(card) for card in view.specials[seat]],
            }
            for seat in view.order
        ],
        "special_top": _special(view.special_top) if view.special_top else None,
        "special_count": view.special_count,
        "special_pile": [_special(card) for card in view.special_pile or ()],
        "piles": [_pile(pile) for pile in view.piles],
    }  # fmt: skip


def _grouped(cards: tuple[CardId, ...]) -> str:
    """A hand as kinds with their values: "Sailor 2, Depth 4 7"."""
    values: dict[str, list[str]] = {}
    for card in cards:
        values.setdefault(CARDS[card].kind, []).append(str(CARDS[card].value))
    return join(f"{KIND_NAMES[kind]} {' '.join(of_kind)}" for kind, of_kind in values.items())


def _pile(pile: Pile) -> dict[str, Any]:
    colour, number = pile.name.split("-")
    known = join(chip_name(chip) for chip in pile.chips or ())
    return {"name": back_name(colour, int(number)), "count": pile.count, "chips": known}
