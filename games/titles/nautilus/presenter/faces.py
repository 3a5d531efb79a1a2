"""Chips as they are drawn and as they are spoken."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.titles.nautilus.chips import CHIPS, ChipId
from games.titles.nautilus.observe import Shown
from games.titles.nautilus.presenter.words import back_name, chip_name

__all__ = ["Face", "face", "shown"]


@dataclass(frozen=True)
class Face:
    """A chip as it is drawn: the disc, and one or two pictures on it."""

    disc: str  # a drawing of the sprite
    icons: tuple[str, ...]
    name: str  # all of it in words, with its back
    is_down: bool = False


def face(chip: ChipId) -> Face:
    """A chip that lies face up."""
    data = CHIPS[chip]
    words = {"chip": chip_name(chip), "back": back_name(data.colour, data.number)}
    # Translators: a chip and what is on its back, such as "Squid (white 1)".
    return Face(f"chip-{data.colour}", data.symbols or (data.kind,), _("%(chip)s (%(back)s)") % words)


def shown(lying: Shown) -> Face:
    """A chip in the ocean: only its back, unless the reader may know the face."""
    back = back_name(lying.colour, lying.number)
    if lying.chip is None:
        return Face(f"back-{lying.number}", (), _("face down, %(back)s") % {"back": back}, is_down=True)
    known = face(lying.chip)
    if lying.up:
        return known
    return Face(known.disc, known.icons, _("%(chip)s, face down") % {"chip": known.name}, is_down=True)
