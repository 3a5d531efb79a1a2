"""The parts of a character's portrait: the origin of its story, its side, and its sign.

The shield of a hero is round and blue, that of a villain spiked and red, so nothing depends on colour. The frame
follows from the origin. A table beside the bundled deck gives the signs of its characters; a character of another deck
gets a sign by its id, always the same one. So no part of a portrait depends on a trait.

The parts are symbols in one file for all decks, `static/games/cardline/emblems.svg` (see `sprite`).
"""

import csv
from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple
from zlib import crc32

from games.titles.cardline.deck import Side
from games.titles.cardline.frames import family_of
from games.titles.cardline.motifs import MOTIFS

ACCENTS: dict[str, str] = {
    "gold": "#e0a526",
    "green": "#62ab49",
    "orange": "#e5812f",
    "pink": "#e06c96",
    "red": "#ec6450",
    "sky": "#4aa6dc",
    "violet": "#a585dc",
}


class Sign(NamedTuple):
    """The sign that distinguishes a character from others of its family."""

    motif: str  # a key of MOTIFS
    accent: str  # a key of ACCENTS


class Emblem(NamedTuple):
    """A portrait by its parts."""

    side: Side
    family: str  # a key of FRAMES
    motif: str
    accent: str


@lru_cache(maxsize=2048)
def emblem_of(card: str, side: Side, origin: str) -> Emblem:
    """The emblem of a card, from the information on its front."""
    return Emblem(side, family_of(origin, crc32(card.encode())), *sign_of(card))


def sign_of(card: str) -> Sign:
    """The sign of a card by its id."""
    chance = crc32(card.encode())
    motifs, accents = sorted(MOTIFS), sorted(ACCENTS)
    other = Sign(motifs[chance % len(motifs)], accents[chance // len(motifs) % len(accents)])
    return _signs().get(card, other)


@cache
def _signs() -> dict[str, Sign]:
    table = files("games.titles.cardline") / "decks" / "heroes-and-villains.emblems.csv"
    rows = csv.DictReader(table.read_text(encoding="utf-8").splitlines())
    return {row["id"]: Sign(row["motif"], row["accent"]) for row in rows}
