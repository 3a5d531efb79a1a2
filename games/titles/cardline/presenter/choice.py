"""What the reader has chosen so far: a card, a slot of the line, or both, in either order."""

import re
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.engine.codec import dump_move
from games.engine.presenter import Scene
from games.titles.cardline.observe import Face, View
from games.titles.cardline.presenter.words import place_words, with_value
from games.titles.cardline.state import Place

__all__ = ["Choice", "asked", "choice_of", "confirmation", "place_of"]

_SLOT = re.compile(r"[0-9]{1,3}", re.ASCII)


@dataclass(frozen=True)
class Choice:
    """As far as it is legal now."""

    card: Face | None = None
    slot: int | None = None
    is_given: bool = False  # the only card one has: it need not be chosen, and cannot be dropped
    move: Place | None = None  # if both are chosen


def choice_of(view: View, scene: Scene) -> Choice:
    """What stands in the address; anything that is not legal counts as not chosen."""
    if scene.you is None or not scene.legal:
        return Choice()
    hand = view.hands[scene.you]
    is_given = len(hand) == 1
    card = hand[0] if is_given else next((face for face in hand if face.id == scene.choice.get("card")), None)
    slot = _slot(view, scene.choice.get("slot", ""))
    move = (
        None if card is None else next((m for m in scene.legal if (m.card, m.slot) == (card.id, slot)), None)
    )
    return Choice(card, slot, is_given, move)


def _slot(view: View, word: str) -> int | None:
    return int(word) if _SLOT.fullmatch(word) and int(word) <= len(view.line) else None


def place_of(view: View, slot: int) -> str:
    """A slot in words: "between Ali Baba (95 kg) and Achilles (500 kg)"."""
    return place_words(_spoken(view, slot - 1), _spoken(view, slot))


def _spoken(view: View, at: int) -> str | None:
    if not 0 <= at < len(view.line):
        return None
    face = view.line[at]
    return with_value(face.name, view.trait, face.value or 0)


def asked(view: View, choice: Choice) -> str:
    """What is left to decide; empty while nothing is chosen."""
    if choice.card is None and choice.slot is None:
        return ""
    if choice.card is None:
        place = place_of(view, choice.slot or 0)
        # Translators: `place` is "between A (80 kg) and B (1.2 t)", "before A (80 kg)" or "after B (1.2 t)".
        return _("Which card belongs %(place)s?") % {"place": place}
    if choice.slot is not None:
        words = {"card": choice.card.name, "place": place_of(view, choice.slot)}
        return _("%(card)s %(place)s?") % words
    if choice.is_given:
        return ""
    words = {"card": choice.card.name, "epithet": choice.card.epithet, "origin": choice.card.origin}
    # Translators: a character, who it is, and where its story comes from.
    return _("%(card)s (%(epithet)s; %(origin)s): where does it belong?") % words


def confirmation(choice: Choice) -> dict[str, str] | None:
    """The button that makes the chosen move."""
    if choice.move is None or choice.card is None:
        return None
    return {"json": dump_move(choice.move), "label": _("Place %(card)s") % {"card": choice.card.name}}
