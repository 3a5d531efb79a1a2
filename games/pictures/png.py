"""Converts SVG to PNG, for mails and link previews, which don't show SVG."""

from functools import cache
from importlib.resources import files

import resvg_py

__all__ = ["SANS", "SERIF", "png_of"]

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
