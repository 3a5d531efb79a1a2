"""A drawing tool for miniatures and cards: one small self-contained SVG, in tones for light and dark pages.

    picture = Picture(_("A field of cards"), {"grass": ("#9db77a", "#23351f")})
    picture.rect(0, 0, 244, HEIGHT, fill="grass")
    picture.art("captivate", "owl", 10, 10, 40, {"--creature-mid": "#c8703f"})
    picture.seats([SeatLine(0, "12", is_asked=True), SeatLine(1, "9")])
    return picture.svg()

A tone is a name from `TONES` or from the title's own tones, or a colour. Programs that ignore media queries, such as
PNG converters, draw the version for light pages.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path
from typing import TypeAlias

from games.engine.contract import Outcome, Seat
from games.engine.presenter import Text

Tones: TypeAlias = Mapping[str, tuple[str, str]]  # by name: on a light page, on a dark one

WIDTH, HEIGHT = 320, 180
BOARD = 248  # the width that the column of seats leaves for the board
CARD = 64  # width and height of the picture of one card
MOST = 60_000  # the maximum size of a picture in bytes

TONES: Tones = {
    "ground": ("#e9dfca", "#0f1d2b"),
    "sheet": ("#fdf9f0", "#1c3044"),
    "column": ("#f8f1e2", "#142332"),
    "line": ("#b9ab8b", "#40566b"),
    "ink": ("#16243a", "#ece5d5"),
    "soft": ("#4b566b", "#a8b4c1"),
    "hull": ("#12304e", "#1d4468"),
    "brass": ("#dcb052", "#dcb052"),
    "brass-line": ("#a67c22", "#b98d33"),
    "sea": ("#0c6251", "#55bda1"),
    "danger": ("#9a271f", "#f49b8f"),
    **{
        f"seat-{seat}": (tone, tone)
        for seat, tone in enumerate(
            ("#1d5f9e", "#a1382c", "#2a6f3f", "#79509b", "#8a5a0b", "#0f6d75", "#9c3a70", "#54606d")
        )
    },
}
_ROOT = Path(__file__).resolve().parents[3] / "static" / "games"  # the folder of the titles' sprites
_SYMBOL = re.compile(r'<symbol id="([^"]+)" viewBox="([^"]+)">(.*?)</symbol>', re.DOTALL)
_COLOUR = re.compile(r"var\((--[\w-]+)(?:,\s*([^()]*))?\)")
_SPACE = re.compile(r">\s+<")
_FONT = "'Source Sans Pro',system-ui,-apple-system,'Segoe UI',Roboto,'Liberation Sans',sans-serif"


@dataclass(frozen=True)
class SeatLine:
    """One seat in the column beside the board."""

    seat: Seat
    text: str  # a number, such as points or cards
    is_asked: bool = False  # it must act
    is_out: bool = False  # out of the game
    is_first: bool = False  # it won, alone or with others


def seat_lines(
    texts: Sequence[object],
    *,
    asked: Iterable[Seat] = (),
    out: Iterable[Seat] = (),
    outcome: Outcome | None = None,
) -> list[SeatLine]:
    """The lines of all seats; `texts` has one entry per seat. No seat is asked after the end."""
    ranks = outcome.ranks if outcome else (0,) * len(texts)
    acting, gone = (set() if outcome else set(asked)), set(out)
    return [
        SeatLine(seat, str(text), seat in acting, seat in gone, ranks[seat] == 1)
        for seat, text in enumerate(texts)
    ]


class Picture:
    """A miniature that is being drawn. All lengths are in units of the drawing, 320 by 180."""

    def __init__(
        self, label: Text, tones: Tones | None = None, size: tuple[int, int] = (WIDTH, HEIGHT)
    ) -> None:
        self._size = size
        self._label, self._tones = str(label), {**TONES, **(tones or {})}
        self._parts: list[str] = []
        self._symbols: dict[str, str] = {}  # ids by markup
        self._used: dict[str, str] = {}  # classes, and what each one sets

    def add(
        self, tag: str, *, fill: str = "none", line: str = "", text: str = "", **attributes: object
    ) -> None:
        """Add an element; attributes as in SVG, with underscores for hyphens."""
        given = "".join(
            f' {name.replace("_", "-")}="{_decimal(value)}"' for name, value in attributes.items()
        )
        body = f">{escape(text)}</{tag}>" if text else "/>"
        self._parts.append(f"<{tag}{self._colours(fill, line)}{given}{body}")

    def _colours(self, fill: str, line: str) -> str:
        classes, plain = [], ""
        for what, tone in (("fill", fill), ("stroke", line)):
            if tone in self._tones:
                name = f"{what[0]}-{tone}"
                self._used[name] = what
                classes.append(name)
            elif tone:
                plain += f' {what}="{tone}"'
        return plain + (f' class="{" ".join(classes)}"' if classes else "")

    def rect(self, x: float, y: float, width: float, height: float, **how: object) -> None:
        """Add a rectangle."""
        self.add("rect", x=x, y=y, width=width, height=height, **how)  # type: ignore[arg-type]

    def circle(self, x: float, y: float, radius: float, **how: object) -> None:
        """Add a disc or a ring."""
        self.add("circle", cx=x, cy=y, r=radius, **how)  # type: ignore[arg-type]

    def path(self, d: str, **how: object) -> None:
        """Add a path."""
        self.add("path", d=d, **how)  # type: ignore[arg-type]

    def write(self, x: float, y: float, text: object, size: float = 12, **how: object) -> None:
        """Add a text with its baseline at `y`. It begins at `x` unless `text_anchor` says otherwise."""
        how = {"fill": "ink", "font_weight": 600, **how}
        self.add("text", x=x, y=y, font_size=size, text=str(text), **how)  # type: ignore[arg-type]

    def art(  # noqa: PLR0917  # what, where, and in which colours
        self,
        slug: str,
        name: str,
        x: float,
        y: float,
        size: float,
        colours: Mapping[str, str] | None = None,
        **how: object,
    ) -> None:
        """Add a symbol of a title's sprite, or of another of its files ("cardline/emblems"), in a square.

        `colours` sets its CSS properties; the entry `ink` colours its lines. Raises KeyError for an unknown name.
        """
        box, drawn = _symbol(slug, name)
        chosen = {"ink": "#16243a", **(colours or {})}
        drawn = _COLOUR.sub(lambda found: chosen.get(found[1], found[2] or chosen["ink"]), drawn)
        markup = f'viewBox="{box}">{drawn.replace("currentColor", chosen["ink"])}</symbol>'
        symbol = self._symbols.setdefault(markup, f"a{len(self._symbols)}")
        self.add("use", fill="", href=f"#{symbol}", x=x, y=y, width=size, height=size, **how)  # type: ignore[arg-type]

    def back(self, x: float, y: float, width: float, height: float, radius: float = 3) -> None:
        """Add the back of a card."""
        self.rect(x, y, width, height, rx=radius, fill="#12304e", line="brass", stroke_width=1)
        mx, my, r = x + width / 2, y + height / 2, min(width, height) * 0.24
        self.path(
            f"M{_decimal(mx)} {_decimal(my - r)}L{_decimal(mx + r)} {_decimal(my)}L{_decimal(mx)} {_decimal(my + r)}"
            f"L{_decimal(mx - r)} {_decimal(my)}Z",
            line="brass", stroke_width=1,
        )  # fmt: skip

    def ground(self, tone: str = "ground") -> None:
        """Fill the background behind the board."""
        self.rect(0, 0, WIDTH, HEIGHT, fill=tone)

    def seats(self, lines: Sequence[SeatLine]) -> None:
        """Add the column of seats on the right: each seat's mark in its colour, and its text."""
        self.rect(BOARD, 0, WIDTH - BOARD, HEIGHT, fill="column")
        step = min(34, (HEIGHT - 12) / max(1, len(lines)))
        top = (HEIGHT - step * len(lines)) / 2
        for place, line in enumerate(lines):
            self._seat(line, top + step * (place + 0.5), min(11, step / 2 - 1.5))

    def _seat(self, line: SeatLine, y: float, r: float) -> None:
        x, how = BOARD + 17, {"opacity": 0.45} if line.is_out else {}
        if line.is_asked:
            self.rect(
                BOARD + 3, y - r - 2.5, WIDTH - BOARD - 6, 2 * r + 5, rx=r + 2.5, line="brass-line",
                stroke_width=2.5,
            )  # fmt: skip
        self.circle(x, y, r, fill=f"seat-{line.seat % 8}", **how)
        self.write(x, y + r * 0.45, line.seat + 1, r * 1.3, fill="#fff", text_anchor="middle", **how)
        room = 21 if line.is_first else 40  # units
        size = min(17.0, r * 1.6, room * 1.7 / max(1, len(line.text)))
        self.write(x + r + 7, y + size * 0.36, line.text, size, **how)
        if line.is_first:
            self.path(_star(WIDTH - 10, y, min(7, r)), fill="brass", line="brass-line")

    def svg(self) -> str:
        """The whole picture."""
        style = "".join(f".{name}{{{what}:{self._tone(name)[0]}}}" for name, what in self._used.items())
        dark = "".join(
            f".{name}{{{what}:{self._tone(name)[1]}}}"
            for name, what in self._used.items()
            if self._tone(name)[0] != self._tone(name)[1]
        )
        wide, high = self._size
        symbols = "".join(f'<symbol id="{name}" {markup}' for markup, name in self._symbols.items())
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}"'
            f' role="img" font-family="{_FONT}"><title>{escape(self._label)}</title>'
            f"<style>{style}@media(prefers-color-scheme:dark){{{dark}}}</style><defs>{symbols}</defs>"
            f"{''.join(self._parts)}</svg>"
        )

    def _tone(self, name: str) -> tuple[str, str]:
        return self._tones[name.partition("-")[2]]


def _decimal(value: object) -> str:
    """The text of an attribute's value, rounded to a tenth of a unit."""
    return f"{value:.1f}".removesuffix(".0") if isinstance(value, float) else escape(str(value))


def _star(x: float, y: float, r: float) -> str:
    outer = ((0, -1), (0.95, -0.31), (0.59, 0.81), (-0.59, 0.81), (-0.95, -0.31))
    inner = ((0.24, -0.32), (0.38, 0.12), (0, 0.4), (-0.38, 0.12), (-0.24, -0.32))
    points = [point for pair in zip(outer, inner, strict=True) for point in pair]
    return (
        "M" + "L".join(f"{_decimal(float(x + a * r))} {_decimal(float(y + b * r))}" for a, b in points) + "Z"
    )


def _symbol(slug: str, name: str) -> tuple[str, str]:
    """The view box and the markup of a symbol."""
    return _sprite(slug)[name]


@cache
def _sprite(slug: str) -> dict[str, tuple[str, str]]:
    text = (_ROOT / (slug if "/" in slug else f"{slug}/sprite")).with_suffix(".svg").read_text()
    return {name: (box, _SPACE.sub("><", drawn.strip())) for name, box, drawn in _SYMBOL.findall(text)}
