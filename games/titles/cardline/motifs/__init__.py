"""The signs of emblems, drawn by hand, each with a few strokes in a box of 64 by 64.

A stroke is `<ink>[width][|][*n] <path>`:
    ink     a main, b accent, c shade, d the ground below the sign
    width   drawn as a line of that width; without it, filled
    |       drawn a second time, mirrored from left to right
    *n      drawn n times, turned about the middle
    path    as in SVG, absolute commands, and `Ox y r` for a circle
"""

from games.titles.cardline.motifs.arms import ARMS
from games.titles.cardline.motifs.beasts import BEASTS
from games.titles.cardline.motifs.nature import NATURE
from games.titles.cardline.motifs.places import PLACES
from games.titles.cardline.motifs.things import THINGS

MOTIFS: dict[str, tuple[str, ...]] = {**ARMS, **BEASTS, **NATURE, **PLACES, **THINGS}
