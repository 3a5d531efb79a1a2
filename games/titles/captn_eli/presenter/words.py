"""What people call cards, types, factions, rarities, keywords and places of the Sea Grid."""

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.titles.captn_eli.cards import COPIES, ORIGINAL, CardId
from games.titles.captn_eli.grid import Cell

__all__ = [
    "CARD_NAMES", "FACTION_NAMES", "KEYWORD_NAMES", "KEYWORD_RULES", "RARITY_NAMES", "TYPE_NAMES", "TYPE_PLURALS",
    "card_name", "joined", "place_name", "position_names",
]  # fmt: skip

CARD_NAMES = {
    "captn-eli": gettext_lazy("Capt'n Eli"),
    "hydron": gettext_lazy("Hydron"),
    "barnacle-jo": gettext_lazy("Barnacle Jo"),
    "old-keeper": gettext_lazy("Old Keeper"),
    "void-lieutenant": gettext_lazy("Void Lieutenant"),
    "sable-envoy": gettext_lazy("Sable Envoy"),
    "hydron-drone": gettext_lazy("Hydron Drone"),
    "hydron-elder": gettext_lazy("Hydron Elder"),
    "admiral-quill": gettext_lazy("Admiral Quill"),
    "frogman-diaz": gettext_lazy("Frogman Diaz"),
    "dolphin": gettext_lazy("Dolphin"),
    "sea-sled": gettext_lazy("Sea Sled"),
    "torpedo-skiff": gettext_lazy("Torpedo Skiff"),
    "bathysphere": gettext_lazy("Bathysphere"),
    "patrol-sub": gettext_lazy("Patrol Sub"),
    "manta-glider": gettext_lazy("Manta Glider"),
    "kraken-frigate": gettext_lazy("Kraken Frigate"),
    "steel-whale": gettext_lazy("Steel Whale"),
    "world-ark": gettext_lazy("World Ark"),
    "eagle-rock": gettext_lazy("Eagle Rock"),
    "kelp-maze": gettext_lazy("Kelp Maze"),
    "sargasso": gettext_lazy("Sargasso"),
    "coral-keep": gettext_lazy("Coral Keep"),
    "trench-gate": gettext_lazy("Trench Gate"),
    "ice-shelf": gettext_lazy("Ice Shelf"),
    "wreck-reef": gettext_lazy("Wreck Reef"),
    "sunken-temple": gettext_lazy("Sunken Temple"),
    "hydron-citadel": gettext_lazy("Hydron Citadel"),
    "grapple": gettext_lazy("Grapple"),
    "sonar": gettext_lazy("Sonar"),
    "signal-buoy": gettext_lazy("Signal Buoy"),
    "pulse-lamp": gettext_lazy("Pulse Lamp"),
    "harpoon": gettext_lazy("Harpoon"),
    "decoy-mirror": gettext_lazy("Decoy Mirror"),
    "torpedo-fan": gettext_lazy("Torpedo Fan"),
    "storm-engine": gettext_lazy("Storm Engine"),
}
TYPE_NAMES = {
    "character": gettext_lazy("character"),
    "vehicle": gettext_lazy("vehicle"),
    "location": gettext_lazy("location"),
    "gadget": gettext_lazy("gadget"),
}
TYPE_PLURALS = {
    "character": gettext_lazy("Characters"),
    "vehicle": gettext_lazy("Vehicles"),
    "location": gettext_lazy("Locations"),
    "gadget": gettext_lazy("Gadgets"),
}
FACTION_NAMES = {
    "seasearchers": gettext_lazy("Seasearchers"),
    "commander-x": gettext_lazy("Commander X"),
    "hydrons": gettext_lazy("Hydrons"),
    "world-security-navy": gettext_lazy("World Security Navy"),
}
RARITY_NAMES = {
    "common": gettext_lazy("common"),
    "uncommon": gettext_lazy("uncommon"),
    "rare": gettext_lazy("rare"),
    "super-rare": gettext_lazy("super rare"),
}
KEYWORD_NAMES = {
    "sacrifice": gettext_lazy("Sacrifice"),
    "mystic": gettext_lazy("Mystic"),
    "tenacious": gettext_lazy("Tenacious"),
    "stacked": gettext_lazy("Stacked"),
}
KEYWORD_RULES = {
    "sacrifice": gettext_lazy("Once: when it is defeated, its owner may give up a card beside it instead."),
    "mystic": gettext_lazy("Once: when it is turned up, one face-up card of the opponent is turned down."),
    "tenacious": gettext_lazy("The first defeat only marks it; the second removes it."),
    "stacked": gettext_lazy(
        "A squad may hold up to two more copies. It challenges only along its column, and through its copies too. "
        "If one is removed, another that lies on the grid takes its place."
    ),
}


def card_name(card: CardId) -> str:
    """The name of a card; further copies are numbered: "Hydron 2"."""
    original = ORIGINAL[card]
    name = str(CARD_NAMES[original])
    if card == original:
        return name
    # Translators: a further copy of a card, such as "Hydron 2".
    return _("%(card)s %(number)d") % {"card": name, "number": COPIES[original].index(card) + 1}


def joined(words: Iterable[object]) -> str:
    """Several things as a list in a sentence."""
    # Translators: what stands between two items of a list.
    return _(", ").join(str(word) for word in words)


def position_names(cell: Cell) -> tuple[str, str]:
    """Latitude and longitude of a cell, as on a chart: ("1°N", "2°W"); north is where y is negative."""
    x, y = cell
    # Translators: degrees on a chart, north and south.
    latitude = _("%d°N") % -y if y < 0 else _("%d°S") % y
    # Translators: degrees on a chart, west and east.
    longitude = _("%d°W") % -x if x < 0 else _("%d°E") % x
    return latitude if y else "0°", longitude if x else "0°"


def place_name(cell: Cell) -> str:
    """Where a cell lies, in one word for both seats: "1°N 2°W"."""
    return " ".join(position_names(cell))
