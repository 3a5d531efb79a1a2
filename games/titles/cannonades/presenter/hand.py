"""The reader's hand as it is drawn: by face, or card by card where several are discarded."""

from collections import Counter
from dataclasses import dataclass
from urllib.parse import urlencode

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.contract import Seat
from games.engine.presenter import Scene
from games.titles.cannonades.cards import SHIPS
from games.titles.cannonades.cards import Face as FaceId
from games.titles.cannonades.observe import View
from games.titles.cannonades.presenter.choice import Choice, query
from games.titles.cannonades.presenter.faces import Face, face
from games.titles.cannonades.presenter.reach import is_hit, revealed, shown_at
from games.titles.cannonades.presenter.words import spoken
from games.titles.cannonades.state import Add, Draw, Shoot

__all__ = ["Held", "hand_of"]


@dataclass(frozen=True)
class Held:
    """A card of the hand, or all cards of one face."""

    id: str
    face: Face
    count: int
    label: str
    target: str = ""  # the query that chooses it, or takes the choice back; empty if it cannot be chosen
    is_chosen: bool = False
    mark: str = ""  # "hit" or "miss" of the ship that is chosen
    hits: int = 0  # face-up ships of others that it would sink


def hand_of(view: View, scene: Scene, choice: Choice) -> list[Held]:
    """The hand of who looks on; none for spectators, and none once the game is over: then all hands are shown."""
    if scene.you is None or view.outcome is not None:
        return []
    hand = view.hands[scene.you].cards or ()
    if choice.due and scene.legal:
        return _to_discard(hand, choice)
    usable = {move.card for move in scene.legal if isinstance(move, Add | Shoot | Draw)}
    return [
        _usable(view, scene.you, choice, card, count)
        if card in usable
        else Held(f"card-{card}", face(card), count, _counted(card, count))
        for card, count in Counter(hand).items()
    ]


def _counted(card: FaceId, count: int) -> str:
    if count == 1:
        return spoken(card)
    # Translators: a card, and how many of it are held.
    return _("%(card)s, %(count)d of it") % {"card": spoken(card), "count": count}


def _usable(view: View, you: Seat, choice: Choice, card: FaceId, count: int) -> Held:
    is_chosen = choice.card == card
    hits = (
        sum(is_hit(card, ship) for _place, ship in revealed(view, you))
        if card not in SHIPS and choice.targets
        else 0
    )
    at = None if card in SHIPS else choice.at
    return Held(
        id=f"card-{card}", face=face(card), count=count, label=_usable_label(card, count, hits, is_chosen),
        target=query(None if is_chosen else card, None, at), is_chosen=is_chosen, hits=hits,
        mark=_mark(view, choice, card),
    )  # fmt: skip


def _usable_label(card: FaceId, count: int, hits: int, is_chosen: bool) -> str:
    parts = [_counted(card, count)]
    if hits:
        parts.append(
            ngettext("could sink %(count)d face-up ship", "could sink %(count)d face-up ships", hits)
            % {"count": hits}
        )
    if is_chosen:
        parts.append(_("chosen"))
    return ", ".join(parts)


def _mark(view: View, choice: Choice, card: FaceId) -> str:
    """Whether the card would sink the ship that is chosen, where that is known."""
    ship = shown_at(view, choice.at) if choice.at and card not in SHIPS else None
    if ship is None or ship.face is None:
        return ""
    return "hit" if is_hit(card, ship.face) else "miss"


def _to_discard(hand: tuple[FaceId, ...], choice: Choice) -> list[Held]:
    """Every card by itself: of equal ones the first are chosen."""
    left = Counter(choice.discards)
    held = []
    for number, card in enumerate(hand):
        is_chosen = left[card] > 0
        left[card] -= is_chosen
        label = _("%(card)s, to be discarded") % {"card": spoken(card)} if is_chosen else spoken(card)
        target = _discards(choice, card, is_chosen)
        held.append(Held(f"card-{number}-{card}", face(card), 1, label, target, is_chosen))
    return held


def _discards(choice: Choice, card: FaceId, is_chosen: bool) -> str:
    """The list with this card more, or less; where it is full, the one chosen first makes room."""
    chosen = list(choice.discards)
    if is_chosen:
        chosen.remove(card)
    else:
        chosen.append(card)
    return "?" + urlencode({"discards": ",".join(chosen[-choice.due :])}, safe=",")
