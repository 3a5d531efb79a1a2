"""The data for Cardline's board: the line, the current choice, and all seats' cards.

The reader chooses a card and a slot of the line, in either order.
"""

from bisect import bisect_left
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.engine.contract import Facts
from games.engine.kit import Button, Choice, Mark, Offer, Way, choose, marks_of, press, question
from games.engine.presenter import Scene, Text
from games.titles.cardline.deck import editions
from games.titles.cardline.observe import Face, Turn, View
from games.titles.cardline.presenter.words import (
    TRAIT_NAMES,
    Portrait,
    called,
    card_at,
    edition_name,
    place_words,
    portrait,
)
from games.titles.cardline.state import Place

_LONG = 12  # a line of this many cards has links to jump along it
_JUMPS = 6


@dataclass(frozen=True)
class Picked:
    """The reader's choices so far."""

    choice: Choice[Place]
    card: Face | None
    slot: int | None
    is_given: bool  # the card is the only one in hand: it need not be chosen, and cannot be deselected


def board(view: View, scene: Scene) -> dict[str, Any]:
    """The context of Cardline's templates."""
    picked = _picked(view, scene)
    is_over = view.outcome is not None
    return {
        "trait": TRAIT_NAMES[view.trait],
        "deck_name": "" if view.edition in editions() else edition_name(view.edition),
        "deck": view.deck,
        "knockout": view.knockout,
        "is_last_round": view.shuffles >= view.ruleset.last_shuffle and not is_over,
        "is_over": is_over,
        "asked": _asked(view, scene, picked),
        "is_asked": bool(scene.legal),
        "chosen": portrait(picked.card, view.trait) if picked.card else None,
        "move": _confirmation(picked),
        "middle": (len(view.line) + 1) // 2,
        "spots": _spots(view, scene, picked),
        "jumps": _jumps(view),
        "missed": portrait(missed.card, view.trait) if (missed := _missed(view)) else None,
        "hand": _hand(view, scene, picked),
        "seats": _seats(view, scene),
        "box": _by_value(view, view.box),
        "box_top": portrait(view.box[-1], view.trait) if view.box else None,
        "cards": _all_cards(view) if is_over and "backs" in scene.choice else [],
    }


# The choice


def _picked(view: View, scene: Scene) -> Picked:
    if scene.you is None or not scene.legal:
        return Picked(Choice(), None, None, False)
    hand = view.hands[scene.you]
    is_given = len(hand) == 1
    choice = choose(scene.choice, [(way_of(move, is_given), move) for move in scene.legal], in_order=False)
    card = next((face for face in hand if is_given or face.id == choice.word("card")), None)
    slot = choice.word("slot")
    return Picked(choice, card, int(slot) if slot else None, is_given)


def way_of(move: Place, is_given: bool) -> Way:
    """The fields that choose a move; the only card in hand need not be chosen."""
    return {"slot": str(move.slot)} if is_given else {"card": move.card, "slot": str(move.slot)}


def _asked(view: View, scene: Scene, picked: Picked) -> str:
    """What remains to be decided; empty if nothing is chosen."""
    if not picked.choice.chosen:
        return ""
    if picked.card is None:
        place = place_of(view, picked.slot or 0)
        # Translators: `place` is "between A (80 kg) and B (1.2 t)", "before A (80 kg)" or "after B (1.2 t)".
        return _("Which card belongs %(place)s?") % {"place": place}
    if picked.slot is not None:
        words = {"card": called(picked.card.name), "place": place_of(view, picked.slot)}
        return question(scene, _("%(card)s %(place)s") % words, picked.choice.move)
    words = {
        "card": called(picked.card.name), "epithet": called(picked.card.epithet),
        "origin": called(picked.card.origin),
    }  # fmt: skip
    # Translators: a character, who it is, and where its story comes from.
    return _("Where does %(card)s belong? (%(epithet)s; %(origin)s)") % words


def _confirmation(picked: Picked) -> Button | None:
    """The button that makes the chosen move."""
    if picked.choice.move is None or picked.card is None:
        return None
    return press("confirm", _("Place it"), picked.choice.move)


def place_of(view: View, slot: int, last: int | None = None) -> str:
    """A slot in words: "between Ali Baba (95 kg) and Achilles (500 kg)"; or all slots from the first to the last."""
    return place_words(card_at(view, slot - 1), card_at(view, slot if last is None else last))


# The line


@dataclass(frozen=True)
class Spot:
    """A slot and the card to the right of it; the last slot has none."""

    slot: int
    target: str  # the query that chooses the slot; empty if the reader cannot
    label: str
    is_chosen: bool
    was_tried: bool  # the latest card was placed here, and was wrong
    belongs: bool  # the latest card, which was wrong, belongs here
    card: Portrait | None
    mark: Mark | None  # of a seat's latest ply


def _spots(view: View, scene: Scene, picked: Picked) -> list[Spot]:
    """The whole line, from left to right."""
    marks, missed, offers = marks_of(scene, _placed), _missed(view), picked.choice.offers("slot")
    belongs = _first_slot(view, missed.card) if missed else None
    return [
        Spot(
            slot=slot,
            target=_way_on(offers[str(slot)]) if offers else "",
            label=_slot_label(view, slot, picked) if offers else "",
            is_chosen=slot == picked.slot,
            was_tried=missed is not None and slot == missed.slot,
            belongs=slot == belongs,
            card=portrait(face, view.trait) if face else None,
            mark=marks.get(face.id) if face else None,
        )
        for slot, face in enumerate([*view.line, None])
    ]


def _way_on(offer: Offer[Place]) -> str:
    """The query that chooses an offer or, if it is already chosen, removes it."""
    return offer.toggle if offer.is_chosen else offer.href


def _placed(kind: str, facts: Facts) -> list[str]:
    """The card that an event placed in the line."""
    return [facts["card"]] if kind == "placed" and facts["right"] else []


def _slot_label(view: View, slot: int, picked: Picked) -> str:
    words = {"place": place_of(view, slot), "card": called(picked.card.name) if picked.card else ""}
    if slot == picked.slot:
        return _("%(place)s, chosen") % words
    return _("%(card)s %(place)s") % words if picked.card else words["place"]


def _first_slot(view: View, face: Face) -> int:
    """The first slot where a card belongs."""
    return bisect_left([other.value or 0 for other in view.line], face.value or 0)


def _missed(view: View) -> Turn | None:
    """The latest turn if its card was wrong. The line has not changed since, so its slots still hold."""
    turns = [turn for turn in view.last if turn is not None]
    latest = max(turns, key=lambda turn: turn.turn, default=None)
    return None if latest is None or latest.right else latest


def _jumps(view: View) -> list[dict[str, Text]]:
    """Links along a long line: a value, and the slot before its card."""
    count = len(view.line)
    if count < _LONG:
        return []
    spots = [at * (count - 1) // (_JUMPS - 1) for at in range(_JUMPS)]
    return [{"slot": str(at), "value": portrait(view.line[at], view.trait).value} for at in spots]


# The cards


def _hand(view: View, scene: Scene, picked: Picked) -> list[dict[str, Any]]:
    """The reader's cards while the game runs. When the seat is out, they appear among all seats' cards instead."""
    if scene.you is None or view.outcome is not None or view.out[scene.you] is not None:
        return []
    offers = picked.choice.offers("card")
    return [
        {
            "card": portrait(face, view.trait), "is_chosen": face == picked.card,
            "target": _way_on(offers[face.id]) if face.id in offers else "",
        }
        for face in view.hands[scene.you]
    ]  # fmt: skip


def _seats(view: View, scene: Scene) -> list[dict[str, Any]]:
    """The cards in front of each seat, fronts up."""
    return [
        {
            "seat": seat, "name": scene.names[seat], "is_mine": seat == scene.you,
            "is_out": view.out[seat] is not None, "cards": [portrait(face, view.trait) for face in hand],
        }
        for seat, hand in enumerate(view.hands)
    ]  # fmt: skip


def _by_value(view: View, faces: tuple[Face, ...]) -> list[Portrait]:
    return [
        portrait(face, view.trait) for face in sorted(faces, key=lambda face: (face.value or 0, face.name))
    ]


def _all_cards(view: View) -> list[Portrait]:
    """CL-9: all cards with all traits and notes, by value for the trait that was played."""
    held = (face for hand in view.hands for face in hand)
    return _by_value(view, (*view.line, *view.box, *held, *(view.deck_cards or ())))
