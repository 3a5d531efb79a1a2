"""Pictures of a table's position, as SVG or PNG. They have a cache of their own, so that they can't evict counters."""

import hashlib
import logging
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from io import BytesIO
from typing import TypeVar

import resvg_py
from django.core.cache import caches
from django.utils.translation import get_language
from PIL import Image

from accounts.models import Reader
from games.engine.kit.miniature import miniature_of
from games.engine.kit.pictures import CARD, Picture
from games.engine.replay import ReplayError
from games.errors import RulesMissing
from games.history.position import position_at
from games.models import Seat, Table
from games.presenters import PRESENTERS
from games.tables.table_rules import game_at, is_playable, state_at

COLOURS = 64  # nobody sees the difference, and the PNG has a quarter of the bytes
SANS, SERIF = "Source Sans Pro", "Source Serif Pro"
_FONTS = (
    ("font_source_sans_pro", "SourceSansPro-Regular.ttf"),
    ("font_source_sans_pro", "SourceSansPro-Semibold.ttf"),
    ("font_source_serif_pro", "SourceSerifPro-Semibold.ttf"),
)


def png_of(svg: str, width: int) -> bytes:
    """The picture in light colours, `width` pixels wide. The result does not depend on the fonts of the machine."""
    drawn = resvg_py.svg_to_bytes(svg_string=svg, width=width, font_files=_fonts(), skip_system_fonts=True)
    few = Image.open(BytesIO(bytes(drawn))).quantize(COLOURS, dither=Image.Dither.NONE)
    written = BytesIO()
    few.save(written, "PNG", optimize=True)
    return written.getvalue()


@cache
def _fonts() -> list[str]:
    return [str(files(package) / "files" / file) for package, file in _FONTS]


log = logging.getLogger(__name__)
KEEP, BRIEFLY = 21_600, 600  # seconds; BRIEFLY is for many pictures that are rarely requested again

T = TypeVar("T", str, bytes)


def cached_picture(parts: tuple[object, ...], draw: Callable[[], T], seconds: int = KEEP) -> T:
    """The picture, which depends only on `parts`, from the cache. Drawn if it isn't there or the cache fails."""
    key = "picture:" + hashlib.sha256(repr(parts).encode()).hexdigest()
    try:
        found: T | None = caches["pictures"].get(key)
    except Exception:  # the cache driver can raise anything
        log.exception("the cache of pictures isn't responding")
        return draw()
    if found is None:
        found = draw()
        _store(key, found, seconds)
    return found


def _store(key: str, picture: str | bytes, seconds: int) -> None:
    try:
        caches["pictures"].set(key, picture, seconds)
    except Exception:  # as above
        log.exception("the cache of pictures can't store a picture")


MAIL_WIDTHS = (720, 480, 360, 240, 160)  # pixels


def seat_number(user: Reader, table: Table) -> int | None:
    """The user's seat number at the table; None for spectators."""
    if not user.is_authenticated:
        return None
    return Seat.objects.filter(table=table, user=user).values_list("number", flat=True).first()


def picture_of(table: Table, seat: int | None) -> str:
    """The current position of a table as SVG; only the title's name if the table has not started or is stopped."""
    if not table.state or not is_playable(table):
        return title_picture(table.title)
    # The key includes the state: a ply can recur after a rewind, and the rules can change with a release.
    return cached_picture(_key("svg", table, seat), lambda: _draw_position(table, seat))


def past_picture(table: Table, at: int) -> str:
    """What a spectator saw after ply `at`, as SVG; only the title's name if that position is unknown."""

    def draw() -> str:
        try:
            past = position_at(table, at)
        except (ReplayError, RulesMissing):
            return title_picture(table.title)
        return miniature_of(PRESENTERS[past.game.slug], past.game.observe(past.state, None))

    # The chain's hash identifies the whole log.
    return cached_picture(
        ("past", table.pk, at, bytes(table.chain), table.state, get_language()), draw, BRIEFLY
    )


def png_for_mails(table: Table, seat: int, room: int) -> bytes:
    """The current position as this seat sees it, as PNG: the widest in `room` bytes, or the narrowest."""

    def drawn(width: int) -> bytes:
        key = (*_key("png", table, seat), width)
        return cached_picture(key, lambda: png_of(picture_of(table, seat), width))

    return next((png for png in map(drawn, MAIL_WIDTHS) if len(png) <= room), b"") or drawn(MAIL_WIDTHS[-1])


def card_png(svg: str) -> bytes:
    """A card of a hand, as PNG."""
    return cached_picture(("card", svg), lambda: png_of(svg, CARD))


def fades_now(table: Table) -> bool:
    """Whether players must remember cards, so that no picture may be stored; True if the rules are missing."""
    if not table.state or table.has_open_secrets:
        return False
    return not is_playable(table) or bool(game_at(table).fades(state_at(table)))


def _key(kind: str, table: Table, seat: int | None) -> tuple[object, ...]:
    state = hashlib.sha256(table.state.encode()).hexdigest()
    return kind, table.pk, table.ply, seat, table.rules_version, state, get_language()


def _draw_position(table: Table, seat: int | None) -> str:
    game = game_at(table)
    return miniature_of(PRESENTERS[game.slug], game.observe(state_at(table), seat))


def title_picture(slug: str) -> str:
    """A picture with only the title's name."""
    name = PRESENTERS[slug].name
    picture = Picture(name)
    picture.ground("hull")
    picture.write(160, 96, name, min(26, 480 / max(1, len(str(name)))), fill="#f6efdf", text_anchor="middle")
    picture.path("M60 116H260", line="brass", stroke_width=2)
    return picture.svg()
