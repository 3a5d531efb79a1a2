"""The Sea Grid as the board draws it: the chart, its spots and gaps, their choices and their labels."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from games.engine.contract import Facts, Seat
from games.engine.kit import Choice, Mark, Offer, marks_of, query
from games.engine.presenter import Scene
from games.titles.captn_eli.grid import COLUMNS, ROWS, Cell, ahead
from games.titles.captn_eli.observe import Shown, View
from games.titles.captn_eli.presenter.choices import Preview, cell_word, preview_of
from games.titles.captn_eli.presenter.labels import (
    Result,
    label_of,
    laid_in,
    results_of,
    target_label,
    was_wedged,
)
from games.titles.captn_eli.presenter.sums import Sum, sum_of, versus
from games.titles.captn_eli.presenter.words import Face, face, position_names
from games.titles.captn_eli.state import Challenge, Move, Shift


@dataclass(frozen=True)
class Chart:
    """Columns and rows in the reader's order, with the reader's own side below."""

    columns: tuple[int, ...]
    rows: tuple[int, ...]
    width: int  # of the box around the cards
    height: int
    is_turned: bool  # as seat 1 sees it
    rims: tuple[frozenset[int], frozenset[int]] = (frozenset(), frozenset())
    """Columns and rows outside the box, into which it may grow: they are narrow while they are empty."""

    @property
    def is_full_width(self) -> bool:
        """Whether the box can't grow any further sideways."""
        return self.width == COLUMNS

    @property
    def is_full_height(self) -> bool:
        """Whether the box can't grow any further forwards or backwards."""
        return self.height == ROWS

    def is_up(self, owner: Seat) -> bool:
        """Whether cards of `owner` face the upper edge."""
        return (owner == 0) != self.is_turned


def _chart_of(cells: Collection[Cell], you: Seat | None, ghost: Cell | None) -> Chart:
    """The chart for the taken cells and an optional new one; a spectator sees it from seat 0's side."""
    columns, width = _shown_range([x for x, _ in cells], COLUMNS)
    rows, height = _shown_range([y for _, y in cells], ROWS)
    full = [*cells, ghost] if ghost else [*cells]
    rims = _rim(columns, [x for x, _ in full]), _rim(rows, [y for _, y in full])
    is_turned = you == 1
    if is_turned:
        columns, rows = columns[::-1], rows[::-1]
    return Chart(columns, rows, width, height, is_turned, rims)


def _rim(shown: tuple[int, ...], taken: list[int]) -> frozenset[int]:
    return frozenset(at for at in shown if taken and not min(taken) <= at <= max(taken))


def _shown_range(taken: list[int], most: int) -> tuple[tuple[int, ...], int]:
    if not taken:
        return (-1, 0, 1), 0
    low, high = min(taken), max(taken)
    rim = 1 if high - low + 1 < most else 0
    return tuple(range(low - rim, high + rim + 1)), high - low + 1


# The spots


@dataclass(frozen=True)
class Spot:
    """One cell of the chart."""

    cell: Cell
    label: str = ""  # for screen readers
    shown: Shown | None = None
    face: Face | None = None  # the card, if the reader may know it
    owner: Seat = 0
    is_up_edge: bool = True  # the card faces the upper edge of the chart
    is_ghost: bool = False  # a card that would arrive here
    kind: str = ""  # the kind of link: own, look, place, move, challenge, answer
    href: str = ""
    focus: str = ""  # the id to which the keyboard focus moves
    badge: str = ""  # a short text on the card
    turn: int = 0  # the direction of a move in degrees, with 0 upwards
    is_chosen: bool = False
    counts: bool = False  # whether the card counts in the shown sum
    mark: Mark | None = None  # of a seat's latest ply
    result: Result | None = None  # the effect of the latest ply here
    piece: str = ""  # the id of the card for scripts, if the reader knows the card
    comes: bool = False  # the latest ply placed it

    @property
    def id(self) -> str:
        """Its id in the page."""
        return spot_id(self.cell)

    @property
    def look(self) -> dict[str, Any] | None:
        """How its card is drawn; None without a card."""
        shown = self.shown
        if shown is None and not self.is_ghost:
            return None
        classes = {"is-ghost": self.is_ghost, "is-selected": self.is_chosen, "counts": self.counts}
        return {
            "lies": "up" if shown and shown.up else "down", "owner": self.owner, "up_edge": self.is_up_edge,
            "marked": bool(shown and shown.marked), "known": bool(shown and shown.known),
            "classes": " ".join(name for name, has in classes.items() if has),
        }  # fmt: skip


@dataclass(frozen=True)
class Row:
    """One row of the chart; `gaps` are the places above it where rows may be parted, one per column."""

    label: str
    spots: list[Spot]
    is_rim: bool = False
    was: str = ""  # the name of the row before the latest ply parted the rows
    gaps: list[Spot | None] = field(default_factory=list)


def rows_of(
    view: View, scene: Scene, choice: Choice[Move], total: Sum | None
) -> tuple[Chart, list[str], list[Row]]:
    """The chart, the names of its columns, and its rows, from the top in the reader's view."""
    preview = preview_of(view, choice.move)
    cells = [shown.cell for shown in preview.grid]
    chart = _chart_of(cells, scene.you, preview.ghost)
    drawing = _Drawing(view, scene, choice, total, preview, chart)
    rows = [
        Row(
            position_names((0, y))[0], [drawing.spot((x, y)) for x in chart.columns], y in chart.rims[1],
            drawing.was_row(y), drawing.gaps_above(y) if number else [],
        )
        for number, y in enumerate(chart.rows)
    ]  # fmt: skip
    return chart, [position_names((x, 0))[1] for x in chart.columns], rows


@dataclass(frozen=True)
class _Drawing:
    """The data for drawing one spot."""

    view: View
    scene: Scene
    choice: Choice[Move]
    total: Sum | None
    preview: Preview
    chart: Chart

    @cached_property
    def shown(self) -> dict[Cell, Shown]:
        """The cards by the cells in which they are drawn."""
        return {shown.cell: shown for shown in self.preview.grid}

    @cached_property
    def targets(self) -> Mapping[str, Offer[Move]]:
        """The targets of the chosen card, by cell; none while the rows are parted."""
        return {} if self.preview.is_moved else {**self.choice.offers("cell"), **self.choice.offers("to")}

    @cached_property
    def own(self) -> Mapping[str, Offer[Move]]:
        """The cards on the grid that can begin a move, by cell."""
        return {} if self.preview.is_moved else self.choice.offers("at")

    @cached_property
    def follows(self) -> Mapping[str, str]:
        """Where the keyboard focus moves from each of them: to the button if there is one, or to the first target."""
        found: dict[str, str] = {}
        for way, _move in self.choice.ways:
            at, to = way.get("at", ""), way.get("to")
            if found.get(at) != "confirm":
                found[at] = found.get(at, f"cell-{to.replace(',', '-')}") if to else "confirm"
        return found

    @cached_property
    def marks(self) -> Mapping[Cell, Mark]:
        """The latest ply of each seat, by cell."""
        return {} if self.preview.is_moved else marks_of(self.scene, _touched)

    @cached_property
    def results(self) -> Mapping[Cell, Result]:
        """The effects of the latest ply, by cell."""
        return {} if self.preview.is_moved else results_of(self.scene)

    def was_row(self, y: int) -> str:
        """The name of a row before the latest ply parted the rows; empty if it kept its name."""
        step, edge = was_wedged(self.scene)
        if not step or self.preview.is_moved or (y - edge) * step <= 0:
            return ""
        return position_names((0, y - step))[0]

    def spot(self, cell: Cell) -> Spot:
        """One cell with its card and the choices it offers."""
        spot, word = self._plain(cell), cell_word(cell)
        spot = replace(spot, mark=self.marks.get(cell), result=self.results.get(cell))
        if word in self.targets:
            return self._as_target(spot, self.targets[word])
        if word in self.own and not spot.is_ghost:
            return self._as_own(spot, self.own[word], word)
        if spot.face is not None and not self.choice.chosen:
            return replace(spot, kind="look", href=query({"look": word}), focus="drop")
        return spot

    def _as_own(self, spot: Spot, offer: Offer[Move], word: str) -> Spot:
        if offer.is_chosen:
            return replace(spot, kind="own", href=offer.toggle, is_chosen=True)
        kind = "own" if self.view.phase == "turn" else "answer"
        return replace(spot, kind=kind, href=offer.href, focus=self.follows[word])

    def _plain(self, cell: Cell) -> Spot:
        counts = self.total is not None and cell in self.total.cells
        if cell == self.preview.ghost:
            return self._ghost(cell)
        shown = self.shown.get(cell)
        if shown is None:
            return Spot(cell, counts=counts)
        return Spot(
            cell, label_of(self.view, shown, self.scene), shown, face_of(self.view, shown), shown.owner,
            self.chart.is_up(shown.owner), counts=counts, piece=f"{shown.owner}-{shown.card}" if shown.card else "",
            comes=cell == laid_in(self.scene),
        )  # fmt: skip

    def _ghost(self, cell: Cell) -> Spot:
        card, you = self.preview.card, self.scene.you or 0
        shown = face(self.view.ruleset, card) if card else None
        return Spot(cell, "", None, shown, you, self.chart.is_up(you), is_ghost=True, is_chosen=True)

    def _as_target(self, spot: Spot, offer: Offer[Move]) -> Spot:
        label = target_label(self.view, spot.shown, spot.cell, offer.move)
        base = replace(spot, label=label, href=offer.href, focus="confirm", is_chosen=offer.is_chosen)
        match offer.move:
            case Challenge(at, target):
                total = sum_of(self.view, at, target)
                return replace(base, kind="challenge", badge=versus(total) if total else "")
            case Shift(at, to):
                return replace(base, kind="move", turn=self._direction(at, to))
            case _:
                return replace(base, kind="place")

    def _direction(self, at: Cell, to: Cell) -> int:
        turns = {(0, -1): 0, (1, 0): 90, (0, 1): 180, (-1, 0): 270}
        step = (to[0] - at[0], to[1] - at[1])
        return (turns[step] + 180 * self.chart.is_turned) % 360

    def gaps_above(self, y: int) -> list[Spot | None]:
        """The gaps between a row and the one above it, one per column; empty if the rows may not be parted."""
        offers = {} if self.preview.is_moved else self.choice.offers("gap")
        # The reader's own side is below, so a gap above a row is ahead of that row's cards.
        found = [(x, offers.get(cell_word((x, y)))) for x in self.chart.columns]
        gaps = [self._gap((x, y), offer) if offer else None for x, offer in found]
        return gaps if any(gaps) else []

    def _gap(self, ahead_of: Cell, offer: Offer[Move]) -> Spot:
        x, y = ahead_of
        cell = (x, y + ahead(self.scene.you or 0))
        label = target_label(self.view, self.shown[ahead_of], cell, offer.move)
        return Spot(cell, label, kind="wedge", href=offer.href, focus="confirm")


def _touched(kind: str, facts: Facts) -> list[Cell]:
    """The cells in an event: where a card was placed, moved to, turned, or challenged."""
    named = (facts.get(name) for name in ("cell", "at", "to", "target"))
    return [(cell[0], cell[1]) for cell in named if isinstance(cell, list | tuple)]


def spot_id(cell: Cell) -> str:
    """The id of a spot in the page."""
    return f"cell-{cell[0]}-{cell[1]}"


def face_of(view: View, shown: Shown) -> Face | None:
    """A card on the grid, if the reader may know it."""
    if shown.card is None:
        return None
    used = {"mystic": shown.mystic_used, "sacrifice": shown.sacrifice_used}
    return face(view.ruleset, shown.card, [name for name, is_used in used.items() if is_used])
