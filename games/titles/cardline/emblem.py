"""The parts of a character's portrait: the origin of its story, its side, and its sign.

A hero's shield is round and blue, a villain's spiked and red, so nothing depends on colour alone. The origin
determines the frame. A table beside the bundled deck gives the signs of its characters; a character of another deck
gets a sign by its id, always the same one. So no part of a portrait depends on a trait.

The parts are symbols in one file for all decks, `static/games/cardline/emblems.svg`.
"""

import csv
from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple
from zlib import crc32

from games.titles.cardline.deck import Side


class Family(NamedTuple):
    """The stories that share a frame."""

    ground: str  # its colour, repeated in emblems.css; dark, so that cream and every accent stand out
    origins: str  # the words with which their origins begin


FAMILIES: dict[str, Family] = {
    "africa": Family("#43280b", "Ashanti Congolese Ethiopian Malian Moroccan Zulu"),
    "america": Family("#4a1f1a", "Brazilian Inuit Maya Mexican Native"),
    "celtic": Family("#0f3b26", "British Irish"),
    "china": Family("#4b1226", "Chinese"),
    "egypt": Family("#10383f", "Egyptian"),
    "england": Family("#2b2f3a", "English Scottish"),
    "france": Family("#2a2358", "French Spanish"),
    "frontier": Family("#3b2e23", "American"),
    "german": Family("#263b1c", "Danish German"),
    "gothic": Family("#251a2e", "Gothic"),
    "hellas": Family("#12304e", "Greek"),
    "india": Family("#521c3c", "Indian"),
    "japan": Family("#1c2a4f", "Japanese"),
    "korea": Family("#1d3837", "Korean"),
    "levant": Family("#363311", "Biblical Jewish"),
    "north": Family("#253746", "Norse Old"),
    "orient": Family("#0c393f", "Arabian Kyrgyz Persian Turkish"),
    "pacific": Family("#0b3a55", "Hawaiian Maori Polynesian"),
    "slavic": Family("#451b1b", "Russian"),
    "south-seas": Family("#1b3a27", "Malay Philippine Vietnamese"),
    "two-rivers": Family("#3a3050", "Babylonian"),
}
_BY_WORD = {word: name for name, family in FAMILIES.items() for word in family.origins.split()}

ACCENTS: dict[str, str] = {  # also in emblems.css
    "gold": "#e0a526",
    "green": "#62ab49",
    "orange": "#e5812f",
    "pink": "#e06c96",
    "red": "#ec6450",
    "sky": "#4aa6dc",
    "violet": "#a585dc",
}
_SPARE = "baobab"  # a motif that no character of the bundled deck has


class Sign(NamedTuple):
    """The sign that distinguishes a character from others of its family."""

    motif: str  # the id of a symbol
    accent: str  # a key of ACCENTS


class Emblem(NamedTuple):
    """The parts of a portrait."""

    side: Side
    family: str  # a key of FAMILIES
    motif: str
    accent: str


@lru_cache(maxsize=2048)
def emblem_of(card: str, side: Side, origin: str) -> Emblem:
    """The emblem of a card, from the information on its front."""
    return Emblem(side, family_of(origin, crc32(card.encode())), *sign_of(card))


def family_of(origin: str, chance: int) -> str:
    """The family of an origin, a key of FAMILIES; `chance` decides for an unknown origin."""
    return _BY_WORD.get(origin.split(" ", 1)[0]) or sorted(FAMILIES)[chance % len(FAMILIES)]


def sign_of(card: str) -> Sign:
    """The sign for a card's id."""
    chance, signs = crc32(card.encode()), _signs()
    motifs = sorted({_SPARE, *(sign.motif for sign in signs.values())})
    other = Sign(motifs[chance % len(motifs)], sorted(ACCENTS)[chance // len(motifs) % len(ACCENTS)])
    return signs.get(card, other)


@cache
def _signs() -> dict[str, Sign]:
    table = files("games.titles.cardline") / "decks" / "heroes-and-villains.emblems.csv"
    rows = csv.DictReader(table.read_text(encoding="utf-8").splitlines())
    return {row["id"]: Sign(row["motif"], row["accent"]) for row in rows}
