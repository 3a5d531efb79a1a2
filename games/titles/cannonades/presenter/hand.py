"""The reader's hand as drawn, and the choices for each of its cards."""

from collections import Counter
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.kit import listed, query
from games.engine.presenter import Scene
from games.titles.cannonades.cards import SHIPS
from games.titles.cannonades.cards import Face as FaceId
from games.titles.cannonades.observe import View
from games.titles.cannonades.presenter.choices import Picked, is_hit, revealed, shown_at
from games.titles.cannonades.presenter.words import Face, face, spoken

__all__ = ["Held", "hand_of"]


@dataclass(frozen=True)
class Held:
    """A card of the hand, or all cards of one face."""

    id: str
    face: Face
    count: int
    label: str
    target: str = ""  # the query that chooses the card, or undoes the choice; empty if it cannot be chosen
    is_chosen: bool = False
    mark: str = ""  # "hit" or "miss" for the chosen target
    hits: int = 0  # face-up ships of others that it would sink


def hand_of(view: View, scene: Scene, picked: Picked) -> list[Held]:
    """The reader's hand; empty for spectators, and once the game is over, when all hands are shown."""
    if scene.you is None or view.outcome is not None:
        return []
    hand = view.hands[scene.you].cards or ()
    if picked.due and scene.legal:
        return _to_discard(hand, picked)
    return [_held(view, picked, card, count) for card, count in Counter(hand).items()]


def _held(view: View, picked: Picked, card: FaceId, count: int) -> Held:
    offer = picked.choice.offers("card").get(card)
    if offer is None:
        return Held(f"card-{card}", face(card), count, _counted(card, count))
    aims = card not in SHIPS and bool(picked.choice.offers("at"))
    hits = sum(is_hit(card, ship) for _place, ship in revealed(view, view.you)) if aims else 0
    return Held(
        id=f"card-{card}", face=face(card), count=count, label=_held_label(card, count, hits, offer.is_chosen),
        target=offer.toggle, is_chosen=offer.is_chosen, hits=hits, mark=_mark(view, picked, card),
    )  # fmt: skip


def _counted(card: FaceId, count: int) -> str:
    if count == 1:
        return spoken(card)
    # Translators: a card, and the number of copies in hand.
    return _("%(card)s, %(count)d of it") % {"card": spoken(card), "count": count}


def _held_label(card: FaceId, count: int, hits: int, is_chosen: bool) -> str:
    parts = [_counted(card, count)]
    if hits:
        parts.append(
            ngettext("could sink %(count)d face-up ship", "could sink %(count)d face-up ships", hits)
            % {"count": hits}
        )
    if is_chosen:
        parts.append(_("chosen"))
    return listed(parts, "")


def _mark(view: View, picked: Picked, card: FaceId) -> str:
    """Whether the card would sink the chosen target; empty if that is unknown."""
    ship = shown_at(view, picked.at) if picked.at and card not in SHIPS else None
    if ship is None or ship.face is None:
        return ""
    return "hit" if is_hit(card, ship.face) else "miss"


def _to_discard(hand: tuple[FaceId, ...], picked: Picked) -> list[Held]:
    """Every card separately; of equal ones the first are chosen."""
    left = Counter(picked.discards)
    held = []
    for number, card in enumerate(hand):
        is_chosen = left[card] > 0
        left[card] -= is_chosen
        label = _("%(card)s, to be discarded") % {"card": spoken(card)} if is_chosen else spoken(card)
        target = _discards(picked, card, is_chosen)
        held.append(Held(f"card-{number}-{card}", face(card), 1, label, target, is_chosen))
    return held


def _discards(picked: Picked, card: FaceId, is_chosen: bool) -> str:
    """The link that adds this card to the list or removes it; in a full list, the card chosen first drops out."""
    chosen = list(picked.discards)
    if is_chosen:
        chosen.remove(card)
    else:
        chosen.append(card)
    return query({"discards": ",".join(chosen[-picked.due :])})
