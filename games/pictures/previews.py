"""Link previews of tables for chats (Open Graph): 1200 by 630 pixels, with position, players and status.

A preview shows only what everybody may see without an account. For other tables it does not even reveal whether the
table exists.
"""

from collections.abc import Sequence
from html import escape
from pathlib import Path
from textwrap import wrap

from django.contrib.staticfiles import finders
from django.utils.text import capfirst
from django.utils.translation import get_language, ngettext, pgettext
from django.utils.translation import gettext as _

from games.engine.kit import labelled, listed
from games.engine.presenter import Names
from games.models import Seat, Table
from games.pictures.positions import (
    BRIEFLY,
    KEEP,
    SANS,
    SERIF,
    cached_picture,
    fades_now,
    past_picture,
    picture_of,
    png_of,
    title_picture,
)
from games.presenters import PRESENTERS
from games.tables.log import names_of
from games.tables.words import clock_words

WIDTH, HEIGHT = 1200, 630
_SEATS = ("#1d5f9e", "#a1382c", "#2a6f3f", "#79509b", "#8a5a0b", "#0f6d75", "#9c3a70", "#54606d")
_LEFT = 784  # x of the text
_LETTERS, _LINES = 17, 3  # letters per line and lines of the title
_NAMES, _NAME = 5, 24  # number of names, and letters in each
_TOLD, _TOLD_LINES = 30, 3  # letters per line and lines of the status


class Preview:
    """A preview under construction."""

    def __init__(self, picture: str, title: str) -> None:
        self._parts = [
            '<rect width="1200" height="630" fill="#12304e"/><rect y="618" width="1200" height="12" fill="#dcb052"/>',
            '<rect x="36" y="111" width="716" height="408" rx="14" fill="#dcb052"/>',
            picture.replace("<svg ", '<svg x="42" y="117" ', 1).replace(
                'width="320" height="180"', 'width="704" height="396"', 1
            ),
        ]
        self._y = 60.0
        self._write(42, _("Captain's Table"), 34, SERIF, fill="#f6efdf")
        self._y = 156.0
        for line in wrap(title, _LETTERS)[:_LINES]:
            self._write(_LEFT, line, 46, SERIF, fill="#ffffff")
            self._y += 54

    def _write(self, x: float, text: str, size: int, font: str, *, fill: str) -> None:
        self._parts.append(
            f'<text x="{x}" y="{self._y}" font-family="{font}" font-weight="600" font-size="{size}" fill="{fill}">'
            f"{escape(text)}</text>"
        )

    def seats(self, names: Sequence[str], scores: Sequence[int | None] = ()) -> None:
        """Add the players, each with a seat mark, and with points if the game is over."""
        self._y += 8
        for number, name in enumerate(names[:_NAMES]):
            self._parts.append(
                f'<circle cx="{_LEFT + 12}" cy="{self._y - 10}" r="13" fill="{_SEATS[number % 8]}" stroke="#fff"'
                ' stroke-width="2"/>'
                f'<text x="{_LEFT + 12}" y="{self._y - 4}" text-anchor="middle" font-family="{SANS}" font-weight="600"'
                f' font-size="17" fill="#fff">{number + 1}</text>'
            )
            score = scores[number] if scores else None
            self._write(_LEFT + 40, _short(name) if score is None else labelled(_short(name), score), 30, SANS,
                        fill="#f6efdf")  # fmt: skip
            self._y += 42
        if len(names) > _NAMES:
            more = len(names) - _NAMES
            self._write(_LEFT + 40, ngettext("and %(num)s more", "and %(num)s more", more) % {"num": more}, 26, SANS,
                        fill="#b9c8d8")  # fmt: skip
            self._y += 42

    def state(self, words: str) -> None:
        """Add the table's status at the bottom."""
        lines = wrap(words, _TOLD)[:_TOLD_LINES]
        self._y = 512.0 - 36 * (len(lines) - 1)
        for line in lines:
            self._write(_LEFT, line, 28, SANS, fill="#dcb052")
            self._y += 36

    def svg(self) -> str:
        """The complete picture."""
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}">'
            f"{''.join(self._parts)}</svg>"
        )


def preview_of(table: Table, seats: list[Seat], at: int | None = None) -> bytes:
    """The preview of a public table, or of ply `at` of its replay, as PNG."""
    if at is not None and (not table.state or not -1 <= at < table.ply):
        at = None
    names = names_of(seats)
    told = (
        state_words(table, seats)
        if at is None
        else _("Replay, ply %(ply)s of %(last)s") % {"ply": at + 1, "last": table.ply}
    )
    picture = _picture(table, at)
    scores = [seat.score for seat in seats] if at is None and table.is_finished else []
    parts = ("preview", str(PRESENTERS[table.title].name), picture, names, scores, told, get_language())

    def draw() -> bytes:
        preview = Preview(picture, str(PRESENTERS[table.title].name))
        preview.seats(names, scores)
        preview.state(told)
        return png_of(preview.svg(), WIDTH)

    return cached_picture(parts, draw, KEEP if at is None else BRIEFLY)


def _picture(table: Table, at: int | None) -> str:
    """What a spectator saw; the title's emblem if there is no position, or none that may be stored."""
    if not table.state or fades_now(table):
        return _in_frame(f"site/emblems/{table.title}.svg", table.title)
    return picture_of(table, None) if at is None else past_picture(table, at)


def figures_preview(
    title: str, heading: str, figures: Sequence[tuple[str, int]], told: str, language: str
) -> bytes:
    """A picture of the same kind with named figures beside a title's emblem, as PNG."""

    def draw() -> bytes:
        preview = Preview(_in_frame(f"site/emblems/{title}.svg", title), heading)
        preview.seats([name for name, _figure in figures], [figure for _name, figure in figures])
        preview.state(told)
        return png_of(preview.svg(), WIDTH)

    return cached_picture(("figures", title, heading, figures, told, language), draw, BRIEFLY)


def site_preview() -> bytes:
    """The preview of the site, for all pages that are not public."""

    def draw() -> bytes:
        preview = Preview(_in_frame("site/logo.svg", ""), _("Game night at your own pace"))
        preview.state(_("Play board games online, one turn at a time."))
        return png_of(preview.svg(), WIDTH)

    return cached_picture(("preview of the site", get_language()), draw)


def state_words(table: Table, seats: Sequence[Seat]) -> str:
    """The table's status in one sentence, for everybody who may see the table."""
    names = names_of(seats)
    if table.is_open:
        free = table.seat_count - len(seats)
        told = ngettext("%(num)s seat is free", "%(num)s seats are free", free) % {"num": free}
        return f"{told}, {clock_words(table.timing)}"
    if table.is_finished:
        return _result(seats, names)
    if not table.is_running:
        return capfirst(table.get_status_display())
    awaited = [names[seat.number] for seat in seats if seat.is_awaited]
    return _("Waiting for %(names)s") % {"names": listed(awaited)} if awaited else _("In progress")


def _result(seats: Sequence[Seat], names: Names) -> str:
    first = [names[seat.number] for seat in seats if seat.rank == 1]
    if len(first) == 1:
        return _("%(name)s has won") % {"name": first[0]}
    return _("Draw between %(names)s") % {"names": listed(first)} if first else pgettext("a game", "Finished")


def _short(name: str) -> str:
    return name if len(name) <= _NAME else f"{name[: _NAME - 1]}…"


def _in_frame(name: str, slug: str) -> str:
    """A static picture in a frame; the title's name if there is no picture."""
    found = finders.find(name)
    if not isinstance(found, str):
        return title_picture(slug)
    drawn = Path(found).read_text()
    inner = drawn[drawn.index("<svg") :].replace("<svg ", '<svg x="80" y="10" width="160" height="160" ', 1)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 180" width="320" height="180">'
        f'<rect width="320" height="180" fill="#e9dfca"/>{inner}</svg>'
    )
