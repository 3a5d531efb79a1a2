"""The data for the board of 20,000 Miles under the Sea, for what is beside it, and for the counts so far."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.engine.kit import Asked, Button, listed, press
from games.engine.presenter import Names, Scene
from games.titles.nautilus.cards import CARDS, CardId
from games.titles.nautilus.observe import Pile, View
from games.titles.nautilus.presenter.asked import asked, button_label
from games.titles.nautilus.presenter.choices import look_of, picked_by
from games.titles.nautilus.presenter.ocean import Place, sea, trail_of
from games.titles.nautilus.presenter.offers import (
    at_once,
    beginnings,
    groups_of,
    hand_of,
    special_card,
    specials_of,
    step_buttons,
    touched,
)
from games.titles.nautilus.presenter.scoreboard import Scoreboard, column_lines, is_wild, scoreboard
from games.titles.nautilus.presenter.turn import actors, preview_of
from games.titles.nautilus.presenter.words import KIND_NAMES, SYMBOL_NAMES, Face, back_name, chip_name, signed
from games.titles.nautilus.scoring import ColumnCount, Match, RoundCount, RowCount, SeatCount
from games.titles.nautilus.state import Move


def board(view: View, scene: Scene) -> dict[str, Any]:
    """The context of this title's templates."""
    picked = picked_by(view, scene)
    preview = preview_of(view, scene, picked)
    marked = [step.token for step in preview.steps] if preview and preview.is_marked else []
    look = look_of(scene, picked, marked, touched(view, scene, picked))
    own_first = sorted(view.order, key=lambda seat: seat != scene.you)
    boards = [scoreboard(view, scene, look, seat) for seat in own_first]
    drawn, asking = sea(view, look, trail_of(scene)), at_once(view, scene, picked)
    return {
        "is_over": view.outcome is not None,
        "is_quick": scene.is_quick,
        "asked": asked(view, scene, picked) or asking.question,
        "final": _final(picked.choice.move, asking),
        "faces": _faces(drawn["places"], boards),
        "sea": drawn,
        "preview": preview,
        "turn": _turn(view, scene),
        "hand": hand_of(scene, picked),
        "specials": specials_of(picked),
        "steps": [] if asking.question else step_buttons(view, scene, picked),
        "begin": [] if asking.question else beginnings(picked),
        "at_once": () if asking.question else asking.buttons,
        "groups": groups_of(view, scene, picked),
        "boards": boards,
        "counts": [_count(count, scene.names) for count in reversed(view.counts)],
        "is_count_new": view.outcome is not None or view.round_turn == 1,
        "beside": _beside(view, scene),
    }


def _final(move: Move | None, asking: Asked) -> Button | None:
    """The button that makes the chosen move. It is separate from all others."""
    if move is not None:
        return press("confirm", button_label(move), move)
    return asking.buttons[0] if asking.question else None


def _faces(places: Iterable[Place], boards: Iterable[Scoreboard]) -> list[Face]:
    """The drawings of the chips on this page, without duplicates."""
    chips = [place.face for place in places]
    chips += [cell.face for board in boards for row in board.rows for cell in row.cells]
    return list({face.id: face for face in chips if face is not None}.values())


def _turn(view: View, scene: Scene) -> dict[str, Any]:
    """Round, turn and stage, and what each seat is doing."""
    return {
        "round": view.round, "rounds": view.rounds, "turn": view.round_turn, "turns": view.ruleset.turns,
        "is_closing": view.closing,
        "actors": actors(view, scene), "stage": _stage(view),
    }  # fmt: skip


def _stage(view: View) -> str:
    if view.sailing is not None:
        return _("Stage 2 of 2: everyone uses their card, in the new order.")
    if view.commit == "sealed":
        return _("Stage 1 of 2: everyone plays a card face down, all at the same time.")
    return _("Stage 1 of 2: everyone plays a card face up, in the order of the number chips.")


def _beside(view: View, scene: Scene) -> dict[str, Any]:
    """The cards of all seats, and the piles."""
    hands = (
        (scene.names[seat], _grouped(view.hands[seat]), [special_card(card) for card in view.specials[seat]])
        for seat in view.order
    )
    return {
        "hands": [{"name": name, "cards": cards, "specials": specials} for name, cards, specials in hands],
        "special_top": special_card(view.special_top) if view.special_top else None,
        "special_count": view.special_count,
        "special_pile": [special_card(card) for card in view.special_pile or ()],
        "piles": [_pile(pile) for pile in view.piles],
    }  # fmt: skip


def _grouped(cards: tuple[CardId, ...]) -> str:
    """A hand as kinds with their values: "Sailor 2, Depth 4 7"."""
    values: dict[str, list[str]] = {}
    for card in cards:
        values.setdefault(CARDS[card].kind, []).append(str(CARDS[card].value))
    return listed((f"{KIND_NAMES[kind]} {' '.join(of_kind)}" for kind, of_kind in values.items()), "")


def _pile(pile: Pile) -> dict[str, Any]:
    colour, number = pile.name.split("-")
    known = listed(map(chip_name, pile.chips or ()), "")
    return {"name": back_name(colour, int(number)), "count": pile.count, "chips": known}


# The counts at the ends of rounds, line by line (NA-17 to NA-20)


@dataclass(frozen=True)
class Item:
    """A line below the points: words, or drawings between words with a label for screen readers."""

    before: str
    icons: tuple[str, ...] = ()
    after: str = ""
    label: str = ""


@dataclass(frozen=True)
class Part:
    """The points of one seat for one thing, and where they come from."""

    points: str
    items: list[Item]


@dataclass(frozen=True)
class Line:
    """One counted thing, for all seats."""

    label: str
    parts: list[Part]
    is_sum: bool = False


def _count(count: RoundCount, names: Names) -> dict[str, Any]:
    """One count. A seat that had left before it has no entry; a seat that left later keeps its entry."""
    seats = [(names[seat], found) for seat, found in enumerate(count.seats) if found is not None]
    return {
        "round": count.round,
        "names": [name for name, _found in seats],
        "lines": _lines([found for _name, found in seats]),
    }


def _lines(seats: list[SeatCount]) -> list[Line]:
    lines = [
        Line(_("Pictures"), [_pictures(seat.row) for seat in seats]),
        Line(_("Row not full"), [_penalty(seat.row) for seat in seats]),
        Line(_("Number chip"), [_bonus(seat) for seat in seats]),
    ]
    columns = zip(*(seat.columns for seat in seats), strict=True)
    lines += [
        Line(_("Column %(number)d") % {"number": number}, [_column(count) for count in counts])
        for number, counts in enumerate(columns, 1)
    ]
    return [*lines, Line(_("This round"), [Part(signed(seat.points), []) for seat in seats], is_sum=True)]


def _pictures(row: RowCount) -> Part:
    return Part(signed(row.points), [_picture(match) for match in row.matches if match.chip is not None])


def _picture(match: Match) -> Item:
    if is_wild(match.chip):
        label = _("Wild as %(symbol)s") % {"symbol": SYMBOL_NAMES[match.picture]}
        return Item("", ("wild", match.picture), "", label)
    return Item("", (match.picture,), "", str(SYMBOL_NAMES[match.picture]))


def _penalty(row: RowCount) -> Part:
    items = [Item(_("%(count)d of 4") % {"count": row.chips})] if row.penalty else []
    return Part(signed(row.penalty), items)


def _bonus(seat: SeatCount) -> Part:
    return Part(signed(seat.bonus), [Item(_("chip %(number)d") % {"number": seat.number})])


def _column(count: ColumnCount) -> Part:
    """The parts of the points, and the symbols that the wilds counted as."""
    told = column_lines(count)
    lines = [
        Item(f"{line.count}×", (line.symbol,), str(line.points), words)
        for line, words in zip(count.lines, told, strict=False)
        if line.points
    ]
    wilds = zip(count.wilds, told[len(count.lines) :], strict=True)
    lines += [Item("", ("wild", wild.symbol), "", words) for wild, words in wilds]
    return Part(signed(count.points), lines)
