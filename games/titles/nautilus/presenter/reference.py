"""The rules page of 20,000 Miles: its cards and chips, and explained words of the log."""

from collections import Counter
from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.engine.presenter import CardEntry, CardIndex, Text
from games.titles.nautilus.cards import CARDS, CHIPS, SPECIALS, Chip
from games.titles.nautilus.presenter.words import (
    HAND_EFFECTS,
    KIND_NAMES,
    SPECIAL_EFFECTS,
    SPECIAL_NAMES,
    back_name,
    card_name,
    chip_name,
)

_OTHER: dict[str, Text] = {
    "anchor": gettext_lazy("Keep it as a chip, or trade it for the top special card."),
    "wild": gettext_lazy("Counts as any one symbol."),
    "star": gettext_lazy("Stays in the ocean. No step may end there."),
    "arrow": gettext_lazy("Stays in the ocean. You make one more step."),
}


def _entries() -> list[CardEntry]:
    return [*_cards(), *_specials(), *_chips()]


def _cards() -> Iterator[CardEntry]:
    for card in CARDS.values():
        groups, effect = ((_("Hand card"),), (KIND_NAMES[card.kind],)), str(HAND_EFFECTS[card.kind])
        words = effect[:1].upper() + effect[1:]
        yield CardEntry(card.id, card_name(card.id), words, groups, {"icon": card.kind})


def _specials() -> Iterator[CardEntry]:
    for special in SPECIALS:
        name, icon = SPECIAL_NAMES[special], special.removeprefix("special-")
        groups = ((_("Special card"),), (name,))
        yield CardEntry(special, name, SPECIAL_EFFECTS[special], groups, {"icon": icon})


def _chips() -> Iterator[CardEntry]:
    """Chips with the same back and face as one entry; their number is public (NA-3)."""
    looks = Counter(_look(chip) for chip in CHIPS.values())
    first = {_look(chip): chip for chip in reversed(CHIPS.values())}
    for look, count in looks.items():
        chip = first[look]
        back = _("Back: %(back)s.") % {"back": look[0]}
        about = f"{back} {_OTHER.get(chip.kind, '')}".strip()
        drawn = {"colour": chip.colour, "icons": chip.symbols or (chip.kind,)}
        groups = ((_("Chip"),), tuple(chip_name(chip.id).split("–")))
        yield CardEntry(chip.id, look[1], about, groups, drawn, count)


def _look(chip: Chip) -> tuple[str, str]:
    return back_name(chip.colour, chip.number), chip_name(chip.id)


CARD_INDEX = CardIndex((gettext_lazy("Type"), gettext_lazy("Kind")), _entries)

# Translators: words from the sentences of the log, separated by |. Each links to its rule.
LINKS: dict[str, Text] = {
    "committing": pgettext_lazy("words of the log", "plays a card face down|sail in this order|reverses the order"),
    "steering": pgettext_lazy("words of the log", "dives|rises|turns right|turns left|turns the ocean|is skipped"),
    "taking": pgettext_lazy("words of the log", "stays in the ocean|turns up"),
    "anchor": pgettext_lazy("words of the log", "finds an anchor|trades the anchor"),
    "arrow": pgettext_lazy("words of the log", "arrow"),
    "star": pgettext_lazy("words of the log", "Stars"),
    "special": pgettext_lazy("words of the log", "uses|gives up"),
    "trading": pgettext_lazy("words of the log", "swaps two chips|gives"),
    "rounds": pgettext_lazy("words of the log", "is over|begins|the round ends"),
    "scoring": pgettext_lazy("words of the log", "pictures|picture|column"),
    "leaving": pgettext_lazy("words of the log", "leaves"),
}  # fmt: skip
