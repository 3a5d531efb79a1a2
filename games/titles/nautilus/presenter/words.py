"""Names of chips, cards, places and squares in 20,000 Miles under the Sea, and how chips look.

Tokens are names for addresses: `b1-2-3` is the square [2, 3] of seat 1, `r2` a row of the reader's board, `o4-1` the
place [4, -1], and `s1` a seat. Cards go by their ids.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.engine.contract import Seat
from games.engine.kit import told_once
from games.engine.presenter import Text
from games.titles.nautilus.cards import CARDS, CHIPS, CardId, ChipId, SpecialId
from games.titles.nautilus.observe import Shown

ARMS = "ABCDEFGH"

SYMBOL_NAMES: dict[str, Text] = {
    "squid": gettext_lazy("Squid"),
    "shark": gettext_lazy("Shark"),
    "pearl": gettext_lazy("Pearl"),
    "harpoon": gettext_lazy("Harpoon"),
    "compass": gettext_lazy("Compass"),
    "coral": gettext_lazy("Coral"),
    "anchor": gettext_lazy("Anchor"),
    "wild": pgettext_lazy("a chip that counts as any symbol", "Wild"),
    "star": pgettext_lazy("a chip", "Star"),
    "arrow": pgettext_lazy("a chip", "Arrow"),
}
KIND_NAMES: dict[str, Text] = {
    "thermostat": gettext_lazy("Thermostat"),
    "sailor": gettext_lazy("Sailor"),
    "helmet": gettext_lazy("Helmet"),
    "depth": gettext_lazy("Depth"),
    "course": gettext_lazy("Course"),
    "current": pgettext_lazy("a card", "Current"),
}
HAND_EFFECTS: dict[str, Text] = {
    "thermostat": gettext_lazy("make one step of any kind."),
    "sailor": gettext_lazy("swap two of your chips, or do nothing."),
    "helmet": gettext_lazy("trade one of your chips for another player's chip, or do nothing."),
    "depth": gettext_lazy("steer up or down."),
    "course": gettext_lazy("turn the bow right or left."),
    "current": gettext_lazy("turn the ocean clockwise or anticlockwise."),
}
SPECIAL_NAMES: dict[SpecialId, Text] = {
    "special-sailor": gettext_lazy("Special Sailor"),
    "special-helmet": gettext_lazy("Special Helmet"),
    "special-thermostat": gettext_lazy("Special Thermostat"),
    "special-reverse": pgettext_lazy("a card that turns the order round", "Reverse"),
    "special-bell": pgettext_lazy("a card that takes a chip", "Bell"),
    "special-globe": pgettext_lazy("a card that steers", "Globe"),
    "special-numbers": pgettext_lazy("a card that deals the number chips", "Numbers"),
}
SPECIAL_EFFECTS: dict[SpecialId, Text] = {
    "special-sailor": gettext_lazy(
        "Move one of your chips to the leftmost free square of any row up to the current round's."
    ),
    "special-helmet": gettext_lazy("Swap one of your chips with a white-backed chip in the ocean."),
    "special-thermostat": gettext_lazy("Use your hand card as any hand card."),
    "special-reverse": gettext_lazy("This turn, the lowest card sails first."),
    "special-bell": gettext_lazy("Take a chip from another player's scoreboard."),
    "special-globe": gettext_lazy("Make one more step of any kind, before or after your hand card."),
    "special-numbers": gettext_lazy(
        "Hand out the number chips as you like. Players who haven't sailed yet sail in the new order."
    ),
}
STEP_NAMES: dict[tuple[str, int], Text] = {
    ("depth", 1): gettext_lazy("Up"),
    ("depth", -1): gettext_lazy("Down"),
    ("course", 1): gettext_lazy("Turn right"),
    ("course", -1): gettext_lazy("Turn left"),
    ("current", 1): gettext_lazy("Ocean clockwise"),
    ("current", -1): gettext_lazy("Ocean anticlockwise"),
}
HEADING_NAMES: dict[str, Text] = {
    "N": gettext_lazy("north"),
    "E": gettext_lazy("east"),
    "S": gettext_lazy("south"),
    "W": gettext_lazy("west"),
}


def signed(points: int) -> str:
    """Points with a true minus sign."""
    return f"−{-points}" if points < 0 else str(points)


@told_once
def chip_name(chip: ChipId) -> str:
    """The face of a chip in words: "Squid–Shark", "Anchor"."""
    data = CHIPS[chip]
    return "–".join(str(SYMBOL_NAMES[name]) for name in data.symbols or (data.kind,))


@told_once
def back_name(colour: str, number: int) -> str:
    """The back of a chip in words: "blue 2"."""
    words = {"number": number}
    return _("white %(number)d") % words if colour == "white" else _("blue %(number)d") % words


@told_once
def card_name(card: CardId) -> str:
    """A hand card by kind and value: "Depth 4"."""
    data = CARDS[card]
    # Translators: the name of a card, such as "Depth 4".
    return _("%(kind)s %(value)d") % {"kind": KIND_NAMES[data.kind], "value": data.value}


def commit_name(card: CardId, special: SpecialId | None) -> str:
    """A seat's commit in words: "Depth 4 with Bell"."""
    if special is None:
        return card_name(card)
    return _("%(card)s with %(special)s") % {"card": card_name(card), "special": SPECIAL_NAMES[special]}


def spot_name(place: Sequence[int]) -> str:
    """A place in the ocean, as the board shows it: arm and depth, "A −1"."""
    return f"{ARMS[place[0]]}\N{NO-BREAK SPACE}{signed(place[1])}"


def square_name(square: Sequence[int]) -> str:
    """A square of a scoreboard: "row 2, column 1"."""
    return _("row %(row)d, column %(column)d") % {"row": square[0], "column": square[1]}


# How chips look


@dataclass(frozen=True)
class Face:
    """How a chip looks: the disc, and one or two pictures on it."""

    disc: str  # a drawing in the sprite
    icons: tuple[str, ...]
    name: str  # the full description, including its back
    is_down: bool = False
    piece: str = ""  # the chip, if everybody sees its face; animations follow it

    @property
    def id(self) -> str:
        """The id of its drawing on the page, which chips that look the same share."""
        return "-".join((self.disc, *self.icons))


_PIECES: dict[ChipId, str] = {chip: f"c{number}" for number, chip in enumerate(CHIPS)}


@told_once
def face(chip: ChipId) -> Face:
    """A face-up chip."""
    data = CHIPS[chip]
    words = {"chip": chip_name(chip), "back": back_name(data.colour, data.number)}
    # Translators: a chip and what is on its back, such as "Squid (white 1)".
    name = _("%(chip)s (%(back)s)") % words
    return Face(f"chip-{data.colour}", data.symbols or (data.kind,), name, piece=_PIECES.get(chip, chip))


@told_once
def shown(lying: Shown) -> Face:
    """A chip in the ocean: only its back, unless the reader may know its face."""
    back = back_name(lying.colour, lying.number)
    if lying.chip is None:
        return Face(f"back-{lying.number}", (), _("face down, %(back)s") % {"back": back}, is_down=True)
    known = face(lying.chip)
    if lying.up:
        return known
    return Face(known.disc, known.icons, _("%(chip)s, face down") % {"chip": known.name}, is_down=True)


Token: TypeAlias = str


def square_token(seat: Seat, square: Sequence[int]) -> Token:
    """A square of a seat's scoreboard."""
    return f"b{seat}-{square[0]}-{square[1]}"


def place_token(place: Sequence[int]) -> Token:
    """A place of the ocean."""
    return f"o{place[0]}-{-place[1]}"
