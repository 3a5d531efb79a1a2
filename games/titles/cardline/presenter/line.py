"""The line of Cardline as it is drawn: its cards, the slots between them, and what the latest turns did to it."""

from bisect import bisect_left
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.engine.contract import Seat
from games.engine.presenter import Scene, Text
from games.titles.cardline.observe import Face, Turn, View
from games.titles.cardline.presenter.choice import Choice, place_of
from games.titles.cardline.presenter.faces import Portrait, portrait
from games.titles.cardline.presenter.words import place_words, with_value

__all__ = ["Spot", "jumps_of", "latest_of", "spots_of"]

_LONG = 12  # cards of a line from which on there are ways to jump along it
_JUMPS = 6


@dataclass(frozen=True)
class Spot:
    """A slot and the card to the right of it; the last slot has none."""

    slot: int
    target: str  # the query that chooses the slot; empty if the reader cannot
    label: str
    is_chosen: bool
    was_tried: bool  # the latest card was put here, and is wrong
    belongs: bool  # the latest card, which is wrong, belongs here
    card: Portrait | None
    placed_by: Seat | None  # who has placed the card since the reader last acted


def spots_of(view: View, scene: Scene, choice: Choice) -> list[Spot]:
    """The whole line, from left to right."""
    by = _placed_since(view, scene)
    latest = _latest(view)
    missed = latest[1] if latest and not latest[1].right else None
    belongs = bisect_left([face.value or 0 for face in view.line], missed.card.value or 0) if missed else None
    cards = [*view.line, None]
    return [
        Spot(
            slot=slot,
            target=_target(slot, choice) if scene.legal else "",
            label=_slot_label(view, slot, choice) if scene.legal else "",
            is_chosen=bool(scene.legal) and slot == choice.slot,
            was_tried=missed is not None and slot == missed.slot,
            belongs=slot == belongs,
            card=portrait(face, view.trait) if face else None,
            placed_by=by.get(face.id) if face else None,
        )
        for slot, face in enumerate(cards)
    ]


def _target(slot: int, choice: Choice) -> str:
    chosen = f"card={choice.card.id}&" if choice.card and not choice.is_given else ""
    return f"?{chosen}slot={slot}"


def _slot_label(view: View, slot: int, choice: Choice) -> str:
    words = {"place": place_of(view, slot), "card": choice.card.name if choice.card else ""}
    if slot == choice.slot:
        return _("%(place)s, chosen") % words
    return _("%(card)s %(place)s") % words if choice.card else words["place"]


def _placed_since(view: View, scene: Scene) -> dict[str, Seat]:
    """By card: who put it where it lies, since the reader's own turn; for others just the latest one."""
    turns = {seat: turn for seat, turn in enumerate(view.last) if turn is not None and turn.right}
    mine = view.last[scene.you] if scene.you is not None else None
    latest = _latest(view)
    since = mine.turn if mine else latest[1].turn if latest and scene.you is None else -1
    return {turn.card.id: seat for seat, turn in turns.items() if turn.turn >= since}


def _latest(view: View) -> tuple[Seat, Turn] | None:
    turns = [(seat, turn) for seat, turn in enumerate(view.last) if turn is not None]
    return max(turns, key=lambda item: item[1].turn, default=None)


def latest_of(view: View, scene: Scene) -> dict[str, Any] | None:
    """The latest turn in words: the line has not changed since, so its slots are those of today."""
    found = _latest(view)
    if found is None:
        return None
    seat, turn = found
    told = {"seat": seat, "name": scene.names[seat], "is_mine": seat == scene.you, "right": turn.right}
    return {
        **told,
        "card": portrait(turn.card, view.trait),
        "place": _place(view, turn.slot - 1, turn.slot + turn.right),
        "belongs": "" if turn.right else _where_it_belongs(view, turn.card),
    }


def _where_it_belongs(view: View, face: Face) -> str:
    values = [other.value or 0 for other in view.line]
    slot = bisect_left(values, face.value or 0)
    after = slot
    while after < len(values) and values[after] == face.value:
        after += 1
    return _place(view, slot - 1, after)


def _place(view: View, left: int, right: int) -> str:
    """A place by the cards at these two spots of the line; past its ends there is none."""
    words = [
        with_value(view.line[at].name, view.trait, view.line[at].value or 0)
        if 0 <= at < len(view.line)
        else None
        for at in (left, right)
    ]
    return place_words(*words)


def jumps_of(view: View) -> list[dict[str, Text]]:
    """Ways along a long line: a value, and the slot before the card that has it."""
    count = len(view.line)
    if count < _LONG:
        return []
    spots = [at * (count - 1) // (_JUMPS - 1) for at in range(_JUMPS)]
    return [{"slot": str(at), "value": portrait(view.line[at], view.trait).value} for at in spots]
