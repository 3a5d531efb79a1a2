"""What people call traits, sides, values, decks and places in the line."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from games.titles.cardline import shelf
from games.titles.cardline.deck import BUNDLED, Side, Trait, editions

__all__ = [
    "BUNDLED_NAME", "SIDE_NAMES", "TRAIT_NAMES", "deck_name", "edition_name", "listed", "place_words",
    "value_words", "with_value",
]  # fmt: skip

_THIN = "\N{NARROW NO-BREAK SPACE}"  # between groups of digits, and before a unit
_KILOGRAMS = 1000  # in a tonne

BUNDLED_NAME = gettext_lazy("Heroes and villains")
TRAIT_NAMES: dict[Trait, Any] = {
    "strength": gettext_lazy("Strength"),
    "iq": gettext_lazy("IQ"),
    "fighting": gettext_lazy("Fighting"),
}
SIDE_NAMES: dict[Side, Any] = {"hero": gettext_lazy("Hero"), "villain": gettext_lazy("Villain")}


def value_words(trait: Trait, value: int) -> str:
    """A value as people read it: a load in kilograms, or from 1000 of them on in tonnes, to the last kilogram."""
    if trait != "strength":
        return str(value)
    if value < _KILOGRAMS:
        return f"{value}{_THIN}{_('kg')}"
    tonnes, rest = divmod(value, _KILOGRAMS)
    whole = f"{tonnes:,}".replace(",", _THIN)
    part = pgettext("decimal separator", ".") + f"{rest:03}".rstrip("0") if rest else ""
    # Translators: the unit of a thousand kilograms.
    return f"{whole}{part}{_THIN}{_('t')}"


def with_value(name: str, trait: Trait, value: int) -> str:
    """A card with its value: "Achilles (500 kg)"."""
    # Translators: a card, and its value of the trait that is played.
    return _("%(card)s (%(value)s)") % {"card": name, "value": value_words(trait, value)}


def place_words(left: str | None, right: str | None) -> str:
    """A place in the line by its neighbours; at an end there is only one."""
    if left is None:
        return _("before %(card)s") % {"card": right}
    if right is None:
        return _("after %(card)s") % {"card": left}
    return _("between %(left)s and %(right)s") % {"left": left, "right": right}


def listed(words: Iterable[str]) -> str:
    """Several names in a sentence: "Anne, Benno and Clara"."""
    *first, last = words
    if not first:
        return last
    # Translators: what stands between two items of a list.
    return _("%(first)s and %(last)s") % {"first": _(", ").join(first), "last": last}


def edition_name(digest: str) -> Any:
    """What the deck of a game is called."""
    return BUNDLED_NAME if digest in editions() else shelf.find(digest).name


def deck_name(chosen: Any) -> Any:
    """What a value of the option `deck` is called: a slug, a digest, or the deck itself as data."""
    if isinstance(chosen, dict):
        return chosen["name"]
    return BUNDLED_NAME if chosen == BUNDLED else edition_name(chosen)
