"""The 36 cards (CE-1 to CE-3) and the further copies of the STACKED ones (CE-5): data only."""

from typing import Literal, NamedTuple, TypeAlias

__all__ = [
    "BY_ID", "CARDS", "CHARACTERS", "COPIES", "FACTIONS", "KEYWORDS", "ORIGINAL", "RARITIES", "SUPPORTS", "TYPES",
    "Card", "CardId", "CardType",
]  # fmt: skip

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
    Card("barnacle-jo", "Barnacle Jo", "character", 0, 2, "seasearchers", "uncommon", ("tenacious",)),
    Card("old-keeper", "Old Keeper", "character", 0, 2, "seasearchers", "rare", ("sacrifice", "mystic")),
    Card("void-lieutenant", "Void Lieutenant", "character", 2, 0, "commander-x", "common"),
    Card("sable-envoy", "Sable Envoy", "character", 0, 2, "commander-x", "uncommon",
         ("tenacious", "mystic")),
    Card("hydron-drone", "Hydron Drone", "character", 2, 0, "hydrons", "rare", ("stacked", "mystic")),
    Card("hydron-elder", "Hydron Elder", "character", 1, 1, "hydrons", "super-rare",
         ("stacked", "sacrifice")),
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
CHARACTERS: tuple[CardId, ...] = tuple(card.id for card in _SET if card.type == "character")
SUPPORTS: tuple[CardId, ...] = tuple(card.id for card in _SET if card.type != "character")


def _copies(card: Card) -> tuple[CardId, ...]:
    return (card.id, f"{card.id}#2", f"{card.id}#3") if "stacked" in card.keywords else (card.id,)


# CE-5: the ids of a character and its copies, the lowest first; then every id with its card, and with its original.
COPIES: dict[CardId, tuple[CardId, ...]] = {
    card.id: _copies(card) for card in _SET if card.type == "character"
}
BY_ID: dict[CardId, Card] = {
    copy: card._replace(id=copy) for card in _SET for copy in COPIES.get(card.id, (card.id,))
}
ORIGINAL: dict[CardId, CardId] = {copy: copy.partition("#")[0] for copy in BY_ID}
