"""Drawn pictures: as PNG, for mails and link previews that don't show SVG, and in a cache of their own.

The cache is separate so that pictures cannot evict the counters of the other cache.
"""

import hashlib
import logging
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import TypeVar

import resvg_py
from django.core.cache import caches

SANS, SERIF = "Source Sans Pro", "Source Serif Pro"
_FONTS = (
    ("font_source_sans_pro", "SourceSansPro-Regular.ttf"),
    ("font_source_sans_pro", "SourceSansPro-Semibold.ttf"),
    ("font_source_serif_pro", "SourceSerifPro-Semibold.ttf"),
)


def png_of(svg: str, width: int) -> bytes:
    """The picture in light colours, `width` pixels wide. The result does not depend on the fonts of the machine."""
    return bytes(
        resvg_py.svg_to_bytes(svg_string=svg, width=width, font_files=_fonts(), skip_system_fonts=True)
    )


@cache
def _fonts() -> list[str]:
    return [str(files(package) / "files" / file) for package, file in _FONTS]


log = logging.getLogger(__name__)
KEEP, BRIEFLY = 21_600, 600  # seconds; the second for pictures that are many and rarely requested again

T = TypeVar("T", str, bytes)


def kept(parts: tuple[object, ...], draw: Callable[[], T], seconds: int = KEEP) -> T:
    """Return the picture, which depends only on `parts`, from the cache.

    Draw it if it is missing or the cache fails.
    """
    key = "picture:" + hashlib.sha256(repr(parts).encode()).hexdigest()
    try:
        found: T | None = caches["pictures"].get(key)
    except Exception:  # the cache driver can raise anything
        log.exception("the cache of pictures isn't responding")
        return draw()
    if found is None:
        found = draw()
        _keep(key, found, seconds)
    return found


def _keep(key: str, picture: str | bytes, seconds: int) -> None:
    try:
        caches["pictures"].set(key, picture, seconds)
    except Exception:  # as above
        log.exception("the cache of pictures can't store a picture")
