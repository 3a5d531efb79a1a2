"""The 36 cards (CE-1 to CE-3), the further copies of the STACKED ones (CE-5), and their ruleset."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, NamedTuple, TypeAlias

CardId: TypeAlias = str  # the name in kebab case; further copies end in "#2" and "#3"
CardType: TypeAlias = Literal["character", "vehicle", "location", "gadget"]
Faction: TypeAlias = Literal["seasearchers", "commander-x", "hydrons", "world-security-navy"]
Rarity: TypeAlias = Literal["common", "uncommon", "rare", "super-rare"]
Keyword: TypeAlias = Literal["sacrifice", "mystic", "tenacious", "stacked"]


class Card(NamedTuple):
    """One card of the set. Type, faction, rarity and keywords are keys, not words for people."""

    id: CardId
    name: str
    type: CardType
    c: int  # challenge value, 0..3
    d: int  # defence value, 0..3
    faction: Faction
    rarity: Rarity
    keywords: tuple[Keyword, ...] = ()


TYPES: tuple[CardType, ...] = ("character", "vehicle", "location", "gadget")
FACTIONS: tuple[Faction, ...] = ("seasearchers", "commander-x", "hydrons", "world-security-navy")
RARITIES: dict[Rarity, int] = {
    "common": 8,
    "uncommon": 4,
    "rare": 2,
    "super-rare": 1,
}  # CE-6: weight in a deal
KEYWORDS: tuple[Keyword, ...] = ("sacrifice", "mystic", "tenacious", "stacked")

# CE-2: the values of Capt'n Eli, Hydron, Dolphin and Eagle Rock are published; all others follow CE-3.
_SET: tuple[Card, ...] = (
    Card("captn-eli", "Capt'n Eli", "character", 1, 1, "seasearchers", "common"),
    Card("hydron", "Hydron", "character", 1, 1, "hydrons", "common", ("stacked",)),
    Card("barnacle-jo", "Barnacle Jo", "character", 2, 1, "seasearchers", "uncommon", ("tenacious",)),
    Card("old-keeper", "Old Keeper", "character", 1, 1, "seasearchers", "rare", ("sacrifice",)),
    Card("void-lieutenant", "Void Lieutenant", "character", 2, 0, "commander-x", "common", ("mystic",)),
    Card("sable-envoy", "Sable Envoy", "character", 0, 2, "commander-x", "uncommon",
         ("tenacious", "mystic")),
    Card("hydron-drone", "Hydron Drone", "character", 1, 0, "hydrons", "rare", ("stacked", "mystic")),
    Card("hydron-elder", "Hydron Elder", "character", 1, 2, "hydrons", "super-rare", ("stacked",)),
    Card("admiral-quill", "Admiral Quill", "character", 1, 0, "world-security-navy", "super-rare",
         ("sacrifice", "mystic")),
    Card("frogman-diaz", "Frogman Diaz", "character", 0, 2, "world-security-navy", "uncommon",
         ("sacrifice",)),
    Card("dolphin", "Dolphin", "vehicle", 1, 1, "seasearchers", "common"),
    Card("sea-sled", "Sea Sled", "vehicle", 1, 0, "seasearchers", "common", ("tenacious",)),
    Card("torpedo-skiff", "Torpedo Skiff", "vehicle", 2, 1, "world-security-navy", "common"),
    Card("bathysphere", "Bathysphere", "vehicle", 0, 2, "seasearchers", "uncommon", ("tenacious",)),
    Card("patrol-sub", "Patrol Sub", "vehicle", 1, 0, "world-security-navy", "uncommon",
         ("tenacious", "mystic")),
    Card("manta-glider", "Manta Glider", "vehicle", 1, 1, "hydrons", "uncommon", ("mystic",)),
    Card("kraken-frigate", "Kraken Frigate", "vehicle", 3, 0, "commander-x", "rare"),
    Card("steel-whale", "Steel Whale", "vehicle", 0, 3, "commander-x", "rare"),
    Card("world-ark", "World Ark", "vehicle", 2, 0, "world-security-navy", "super-rare", ("mystic",)),
    Card("eagle-rock", "Eagle Rock", "location", 0, 3, "seasearchers", "common"),
    Card("kelp-maze", "Kelp Maze", "location", 0, 3, "seasearchers", "common", ("tenacious",)),
    Card("sargasso", "Sargasso", "location", 0, 1, "commander-x", "common", ("tenacious", "mystic")),
    Card("coral-keep", "Coral Keep", "location", 0, 2, "hydrons", "uncommon"),
    Card("trench-gate", "Trench Gate", "location", 0, 2, "commander-x", "uncommon", ("mystic",)),
    Card("ice-shelf", "Ice Shelf", "location", 0, 2, "world-security-navy", "uncommon", ("tenacious",)),
    Card("wreck-reef", "Wreck Reef", "location", 0, 2, "seasearchers", "rare", ("tenacious", "mystic")),
    Card("sunken-temple", "Sunken Temple", "location", 0, 3, "hydrons", "rare", ("mystic",)),
    Card("hydron-citadel", "Hydron Citadel", "location", 0, 3, "hydrons", "super-rare",
         ("tenacious", "mystic")),
    Card("grapple", "Grapple", "gadget", 2, 2, "seasearchers", "common"),
    Card("sonar", "Sonar", "gadget", 1, 3, "world-security-navy", "common"),
    Card("signal-buoy", "Signal Buoy", "gadget", 2, 1, "world-security-navy", "common", ("tenacious",)),
    Card("pulse-lamp", "Pulse Lamp", "gadget", 2, 1, "hydrons", "uncommon", ("mystic",)),
    Card("harpoon", "Harpoon", "gadget", 3, 0, "seasearchers", "uncommon", ("tenacious",)),
    Card("decoy-mirror", "Decoy Mirror", "gadget", 2, 2, "commander-x", "rare", ("mystic",)),
    Card("torpedo-fan", "Torpedo Fan", "gadget", 3, 1, "world-security-navy", "rare"),
    Card("storm-engine", "Storm Engine", "gadget", 3, 3, "commander-x", "super-rare"),
)  # fmt: skip

CARDS: dict[CardId, Card] = {card.id: card for card in _SET}

# Squads for players who have none yet, each with its own plan; `tools/captn_eli` measures their results.
STARTERS: dict[str, tuple[CardId, ...]] = {
    "home-guard": ("captn-eli", "torpedo-skiff", "eagle-rock", "sonar"),
    "hive": ("hydron", "manta-glider", "coral-keep", "decoy-mirror"),
    "broadside": ("void-lieutenant", "kraken-frigate", "coral-keep", "harpoon"),
    "sea-fog": ("sable-envoy", "kraken-frigate", "trench-gate", "grapple"),
    "lighthouse": ("old-keeper", "kelp-maze", "eagle-rock", "sonar"),
}


def original_of(card: CardId) -> CardId:
    """The id without a copy number (CE-5)."""
    return card.partition("#")[0]


@dataclass(frozen=True, eq=False)
class Ruleset:
    """Cards and numbers that differ between rules versions."""

    cards: Mapping[CardId, Card] = field(default_factory=lambda: CARDS)  # the set, without further copies
    starters: Mapping[str, tuple[CardId, ...]] = field(default_factory=lambda: STARTERS)
    storm: int = 7  # quiet turns in the whole game that bring the storm (CE-19); 0: no storm, as in version 1
    push: int = 9  # added to every challenge total in the storm: more than any defence total
    # Only version 1, without a storm:
    becalmed: int = 25  # quiet turns in a row that end the game
    countdown: int = 10  # after this many such turns, the remaining ones are shown
    turns_of_pressure: int = 5  # quiet turns in a row that raise the pressure by one
    all_round: int = 3  # from this pressure on, it also helps sideways
    stacked_push: int = 2  # extra points for a STACKED character, because it never challenges sideways

    def is_stormy(self, quiet: int) -> bool:
        """CE-19: whether this number of quiet turns has brought the storm, which never ends."""
        return 0 < self.storm <= quiet

    @cached_property
    def characters(self) -> tuple[CardId, ...]:
        """The characters, without further copies."""
        return tuple(card.id for card in self.cards.values() if card.type == "character")

    @cached_property
    def supports(self) -> tuple[CardId, ...]:
        """The vehicles, locations and gadgets."""
        return tuple(card.id for card in self.cards.values() if card.type != "character")

    @cached_property
    def copies(self) -> Mapping[CardId, tuple[CardId, ...]]:
        """CE-5: the ids of each character and its copies, lowest first."""
        return {card: _copies(self.cards[card]) for card in self.characters}

    @cached_property
    def by_id(self) -> Mapping[CardId, Card]:
        """Every id, including further copies, with its card."""
        every = ((copy, card) for card in self.cards.values() for copy in _copies(card))
        return {copy: card._replace(id=copy) for copy, card in every}


def _copies(card: Card) -> tuple[CardId, ...]:
    is_stacked = card.type == "character" and "stacked" in card.keywords
    return (card.id, f"{card.id}#2", f"{card.id}#3") if is_stacked else (card.id,)


RULESET = Ruleset()  # of the current rules version
