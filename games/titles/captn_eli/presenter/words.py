"""Names of cards, keywords and places on the Sea Grid, reasons for the end of a game, and how cards look."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.kit import listed
from games.engine.presenter import Text
from games.titles.captn_eli.cards import CardId, Ruleset, original_of
from games.titles.captn_eli.grid import Cell

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
    "mystic": gettext_lazy("Once: when it is turned up, turn one of the opponent's face-up cards face down."),
    "tenacious": gettext_lazy("The first defeat only marks it; the second removes it."),
    "stacked": gettext_lazy(
        "A squad may have up to two more copies. They challenge only along their column, even through other "
        "copies. If one is removed, another copy on the grid replaces it."
    ),
}

# The starter squads, each with its plan in one line.
STARTER_NAMES = {
    "home-guard": gettext_lazy("Home guard"),
    "hive": gettext_lazy("The hive"),
    "broadside": gettext_lazy("Broadside"),
    "sea-fog": gettext_lazy("Sea fog"),
    "lighthouse": gettext_lazy("Lighthouse"),
}
STARTER_PLANS = {
    "home-guard": gettext_lazy("One card of each type: stay beside the rock, attack with the skiff."),
    "hive": gettext_lazy("Turn cards face down with the glider and the mirror, then challenge with Hydron."),
    "broadside": gettext_lazy("Turn up first and hit hard: the Lieutenant challenges through his frigate."),
    "sea-fog": gettext_lazy(
        "Lie in wait: the Envoy hides a card and survives one defeat, then the frigate attacks."
    ),
    "lighthouse": gettext_lazy("Stay among the rocks: a card beside the Keeper can go instead of him."),
}

# The reasons for the end of a game (CE-18, CE-19, CE-23).
REASONS = {
    "character": gettext_lazy("The loser's character was sent off the Sea Grid."),
    "no-cards": gettext_lazy("The loser had no card left on the Sea Grid."),
    "character-in-hand": gettext_lazy(
        "All the loser's cards were face up while the character was still in hand."
    ),
    "becalmed": gettext_lazy(
        "The game was becalmed: nobody could end it. More cards in the game win, then the higher values."
    ),
    "left": gettext_lazy("The other player left the game."),
}
# One line of flavour text for every card.
FLAVOUR = {
    "captn-eli": gettext_lazy("He was born the day the tide forgot to turn."),
    "hydron": gettext_lazy("When you see one in the kelp, two more are waiting."),
    "barnacle-jo": gettext_lazy("You can knock her down. Getting rid of her is another matter."),
    "old-keeper": gettext_lazy("The lamp, the log, the lighthouse: everything before the boy."),
    "void-lieutenant": gettext_lazy("He reports to a base on no chart."),
    "sable-envoy": gettext_lazy("She came to talk, and the lights went out."),
    "hydron-drone": gettext_lazy("Grown, not built; counted, not named."),
    "hydron-elder": gettext_lazy("It remembers the sea when it had no surface."),
    "admiral-quill": gettext_lazy("Her orders are short, and one ship fewer comes home."),
    "frogman-diaz": gettext_lazy("Forty fathoms down and still not in a hurry."),
    "dolphin": gettext_lazy("Knows the way, and the joke about it."),
    "sea-sled": gettext_lazy("Two handles, one propeller, no brakes."),
    "torpedo-skiff": gettext_lazy("All bite and hardly any boat."),
    "bathysphere": gettext_lazy("Nothing gets in. Nothing gets anywhere, either."),
    "patrol-sub": gettext_lazy("Every hour, on the hour, since before the harbour was built."),
    "manta-glider": gettext_lazy("It does not swim through the water so much as agree with it."),
    "kraken-frigate": gettext_lazy("Painted with eight arms, so that you count the guns too late."),
    "steel-whale": gettext_lazy("It sings when the plates grow cold."),
    "world-ark": gettext_lazy("A city's worth of bunks behind a fortress's worth of guns."),
    "eagle-rock": gettext_lazy("Home is where the gulls shout."),
    "kelp-maze": gettext_lazy("Left, left, and you've been here before."),
    "sargasso": gettext_lazy("Ships rest here. Some have rested for three hundred years."),
    "coral-keep": gettext_lazy("Ten thousand masons, none of them bigger than a thumbnail."),
    "trench-gate": gettext_lazy("The knocking always comes from below."),
    "ice-shelf": gettext_lazy("It cracks twice a century, and never when you ask."),
    "wreck-reef": gettext_lazy("Built from every ship that didn't see it."),
    "sunken-temple": gettext_lazy("The altar is dry. Nobody has dared to ask why."),
    "hydron-citadel": gettext_lazy("Its walls lean in to listen."),
    "grapple": gettext_lazy("Throw first, and think of the rope later."),
    "sonar": gettext_lazy("Ping. Somebody answered."),
    "signal-buoy": gettext_lazy("Blink, blink, pause: company is coming."),
    "pulse-lamp": gettext_lazy("One flash, and the dark looks away."),
    "harpoon": gettext_lazy("An old argument, well sharpened."),
    "decoy-mirror": gettext_lazy("Which of the two of you is you?"),
    "torpedo-fan": gettext_lazy("Six tracks in the water, and you may choose one."),
    "storm-engine": gettext_lazy("Pull the lever, then hold on to something. Not the lever."),
}


def card_name(card: CardId) -> str:
    """The name of a card; further copies are numbered: "Hydron 2"."""
    original, _sign, number = card.partition("#")
    name = str(CARD_NAMES[original])
    # Translators: a further copy of a card, such as "Hydron 2".
    return _("%(card)s %(number)s") % {"card": name, "number": number} if number else name


def position_names(cell: Cell) -> tuple[str, str]:
    """Latitude and longitude of a cell, as on a chart: ("1°N", "2°W"); north is where y is negative."""
    x, y = cell
    # Translators: degrees on a chart, north and south.
    latitude = _("%d°N") % -y if y < 0 else _("%d°S") % y
    # Translators: degrees on a chart, west and east.
    longitude = _("%d°W") % -x if x < 0 else _("%d°E") % x
    return latitude if y else "0°", longitude if x else "0°"


def place_name(cell: Cell) -> str:
    """The name of a cell, the same for both seats: "1°N 2°W"."""
    return " ".join(position_names(cell))


@dataclass(frozen=True)
class Mark:
    """A keyword on a card."""

    id: str
    name: Text
    rule: Text
    is_used: bool


@dataclass(frozen=True)
class Face:
    """How a card looks."""

    id: CardId
    art: CardId  # copies look like the original
    name: str
    type: str
    type_name: Text
    faction: str
    faction_name: Text
    rarity: str
    rarity_name: Text
    c: int
    d: int
    marks: tuple[Mark, ...]
    flavour: Text


def face(ruleset: Ruleset, card: CardId, used: Iterable[str] = ()) -> Face:
    """The card with its words; `used` are the keywords that it has used up."""
    data, art = ruleset.by_id[card], original_of(card)
    return Face(
        id=card, art=art, name=card_name(card), type=data.type, type_name=TYPE_NAMES[data.type],
        faction=data.faction, faction_name=FACTION_NAMES[data.faction], rarity=data.rarity,
        rarity_name=RARITY_NAMES[data.rarity], c=data.c, d=data.d,
        marks=tuple(Mark(key, KEYWORD_NAMES[key], KEYWORD_RULES[key], key in used) for key in data.keywords),
        flavour=FLAVOUR[art],
    )  # fmt: skip


def faces(ruleset: Ruleset, cards: Iterable[CardId] | None) -> list[Face]:
    """How the cards look; empty if the reader may not know them."""
    return [face(ruleset, card) for card in cards or ()]


def spoken(shown: Face) -> str:
    """A card with everything its picture shows, for screen readers."""
    words = {"card": shown.name, "type": shown.type_name, "c": shown.c, "d": shown.d}
    told = _("%(card)s, %(type)s, challenge %(c)d, defence %(d)d") % words
    return listed([told, *map(_spoken_mark, shown.marks)], "")


def _spoken_mark(mark: Mark) -> str:
    return _("%(keyword)s (used)") % {"keyword": mark.name} if mark.is_used else str(mark.name)
