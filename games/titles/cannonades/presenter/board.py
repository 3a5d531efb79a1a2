"""The data for Cannonades' board: the fleets, the hand, the question, and what is beside them."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.kit import ask_once, listed, query
from games.engine.presenter import Scene
from games.titles.cannonades.cards import SHIPS
from games.titles.cannonades.cards import Face as FaceId
from games.titles.cannonades.observe import View
from games.titles.cannonades.presenter.buttons import (
    Queued,
    answer_buttons,
    buttons_of,
    finals_of,
    may_reveal,
    queue_of,
)
from games.titles.cannonades.presenter.choices import (
    Picked,
    is_hit,
    picked_by,
    revealed,
    seen_by_all,
    shown_at,
    within_range,
)
from games.titles.cannonades.presenter.fleets import captains, fleets_of, is_playing
from games.titles.cannonades.presenter.prompts import asked_of, set_up_of, stand_off_of, turn_of, watching_of
from games.titles.cannonades.presenter.words import Face, counts_of, face, piled, spoken


def board(view: View, scene: Scene) -> dict[str, Any]:
    """The context of Cannonades' templates."""
    picked = picked_by(view, scene)
    return {
        **_standing(view, scene),
        **_fleets(view, scene, picked),
        **_to_do(view, scene, picked),
        **_beside(view, scene),
    }


def _standing(view: View, scene: Scene) -> dict[str, Any]:
    return {
        "turn": turn_of(view, scene.names),
        "set_up": set_up_of(view, scene),
        "stand_off": stand_off_of(view, scene.names),
        "watching": watching_of(view, scene.you),
        "queue": _queue(view, scene),
        "deck_count": view.deck.count,
        "top": face(_top(view, scene)) if view.discards else None,
        "discard_count": len(view.discards),
        "is_quick": scene.is_quick,
        "orders": scene.orders,
        "is_over": view.outcome is not None,
    }


def _queue(view: View, scene: Scene) -> list[Queued]:
    """The open answers; if the reader is asked about the only one, the question shows it instead."""
    queue = queue_of(view, scene.names)
    return [] if scene.is_asked and len(queue) == 1 else queue


def _top(view: View, scene: Scene) -> str:
    """The top card of the discard pile: the last one known to have been put there."""
    for _seat, events in scene.latest:
        for kind, facts in reversed(events):
            gone = facts.get("ship") if facts.get("sunk") else facts.get("card")
            if kind in ("shot", "boarded", "discarded", "cards-drawn") and gone in view.discards:
                return str(gone)
    return view.discards[-1]


def _fleets(view: View, scene: Scene, picked: Picked) -> dict[str, Any]:
    you = scene.you
    return {
        "fleets": fleets_of(view, scene, picked, captains(view, scene)),
        "own": fleets_of(view, scene, picked, [you])[0]
        if you is not None and is_playing(view, you)
        else None,
        "hand": hand_of(view, scene, picked),
        "weapon": picked.weapon,
        "has_target": picked.at is not None,
    }


def _to_do(view: View, scene: Scene, picked: Picked) -> dict[str, Any]:
    answers = answer_buttons(view, scene) if picked.reveal is None else []
    buttons, finals = buttons_of(view, scene, picked), finals_of(view, scene, picked)
    asked = ask_once(scene, (*answers, *buttons, *finals) if picked.is_empty else ())
    by_id = {each.id: each for each in asked.buttons}
    words = {
        "asked": asked.question or asked_of(view, scene, picked),
        "is_answering": view.decision == "answering" and bool(scene.legal),
        "is_discarding": bool(picked.due and scene.legal),
        "attacker": scene.names[view.answers[0].against] if view.answers else "",
    }
    if asked.question:
        parts = {"answers": [], "buttons": [], "finals": list(asked.buttons), "may_reveal": False}
        return {**words, **parts, "cancel": "asked"}
    return {
        **words,
        "answers": [by_id.get(each.id, each) for each in answers],
        "may_reveal": may_reveal(scene) and picked.reveal is None,
        "buttons": [by_id.get(each.id, each) for each in buttons],
        "finals": [by_id.get(each.id, each) for each in finals],
        "cancel": _cancel(picked),
    }


def _beside(view: View, scene: Scene) -> dict[str, Any]:
    is_over = view.outcome is not None
    looks_out = scene.you is not None and is_playing(view, scene.you) and not is_over
    return {
        "counts": counts_of(view.ruleset, seen_by_all(view)),
        "in_range": within_range(view, scene.you, scene.names) if looks_out and scene.you is not None else [],
        "deck": piled(view.ruleset, view.deck.cards or ()),
    }


def _cancel(picked: Picked) -> str:
    """The id of the chosen element, to which the keyboard focus returns; empty if nothing is chosen."""
    if picked.card is not None:
        return f"card-{picked.card}"
    if picked.own is not None:
        return f"own-{picked.own + 1}"
    if picked.reveal is not None:
        return "asked"
    if picked.at is not None:
        return f"at-{picked.at[0]}-{picked.at[1] + 1}"
    return "hand" if picked.discards else ""


@dataclass(frozen=True)
class Held:
    """A card in hand, or all cards with one face."""

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
    return _("%(card)s, %(count)d copies") % {"card": spoken(card), "count": count}


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
    """Every card separately; among equal cards, the first ones are chosen."""
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
