"""Draw the parts of all emblems: `python -m games.titles.cardline.sprite static/games/cardline` writes two files.

`emblems.svg` has a symbol for each shield (`hero-hellas`), each motif (`spider`) and the ribbon of each side
(`ribbon-hero`). It is one file for all decks, so that pages stay small and a browser fetches it once. Symbols use no
ids, styles or references of their own. A motif takes its accent and the colour of its ground from the properties
`cl-accent` and `cl-ground`; `emblems.css` has a class for each.
"""

import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from games.titles.cardline.emblem import ACCENTS
from games.titles.cardline.frames import CREAM, FRAMES, SHIELDS, ribbon, shield
from games.titles.cardline.motifs import MOTIFS

BOX = "0 0 100 85"  # of shields and motifs
RIBBON = "0 78 100 22"

_SHADE = "#bda980"
_INKS = {"a": CREAM, "b": "var(--cl-accent,#e0a526)", "c": _SHADE, "d": "var(--cl-ground,#2b2f3a)"}
_STROKE = re.compile(r"(?P<ink>[a-d])(?P<width>[\d.]*)(?P<mirror>\|?)(?:\*(?P<turns>\d+))? (?P<path>.+)")
_CIRCLE = re.compile(r"O([-\d.]+) ([-\d.]+) ([\d.]+) ?")


def svg() -> str:
    """Draw every symbol, one per line."""
    return "\n".join(['<svg xmlns="http://www.w3.org/2000/svg">', *_symbols(), "</svg>", ""])


def css() -> str:
    """Write the classes that colour a motif."""
    accents = [f".cl-ink-{name} {{ --cl-accent: {colour}; }}" for name, colour in ACCENTS.items()]
    grounds = [f".cl-land-{family} {{ --cl-ground: {frame.ground}; }}" for family, frame in FRAMES.items()]
    return "\n".join(["/* Written by games.titles.cardline.sprite. */", *accents, *grounds, ""])


def _symbols() -> Iterator[str]:
    for side in SHIELDS:
        yield _symbol(f"ribbon-{side}", RIBBON, ribbon(side))
        for family, frame in FRAMES.items():
            yield _symbol(f"{side}-{family}", BOX, shield(side, frame))
    for name, strokes in MOTIFS.items():
        yield _symbol(name, BOX, _motif(strokes))


def _symbol(name: str, box: str, drawing: str) -> str:
    return f'<symbol id="{name}" viewBox="{box}">{drawing}</symbol>'


def _motif(strokes: tuple[str, ...]) -> str:
    place = 'transform="translate(24.4 16.4)scale(.8)"'
    drawing = "".join(_stroke(stroke, _INKS) for stroke in strokes)
    return f'<g {place} fill="{CREAM}" stroke-linecap="round" stroke-linejoin="round">{drawing}</g>'


def _stroke(stroke: str, inks: Mapping[str, str]) -> str:
    """Draw one stroke in the notation described in `motifs`."""
    found = _STROKE.fullmatch(stroke)
    if found is None:
        raise ValueError(f"Expected a stroke of a motif, but got {stroke!r}")
    look = _look(found["ink"], found["width"], inks)
    path = f'd="{_CIRCLE.sub(_as_arc, found["path"])}"'
    turns = int(found["turns"] or 1)
    moves = [f"rotate({360 * turn // turns} 32 32)" for turn in range(1, turns)]
    moves += ["matrix(-1 0 0 1 64 0)"] if found["mirror"] else []
    copies = "".join(f'<path {path} transform="{move}"/>' for move in moves)
    return f"<g{look}><path {path}/>{copies}</g>" if moves else f"<path {path}{look}/>"


def _look(ink: str, width: str, inks: Mapping[str, str]) -> str:
    if width:
        return f' fill="none" stroke="{inks[ink]}" stroke-width="{width}"'
    return "" if ink == "a" else f' fill="{inks[ink]}"'


def _as_arc(circle: re.Match[str]) -> str:
    # One arc that ends very near its start: the path is half as long as one of two halves.
    x, y, r = (float(number) for number in circle.groups())
    return f"M{x:g} {y - r:g}a{r:g} {r:g} 0 1 0 .01 0z"


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    (folder / "emblems.svg").write_text(svg(), encoding="utf-8")
    (folder / "emblems.css").write_text(css(), encoding="utf-8")
