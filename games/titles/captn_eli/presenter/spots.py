"""The Sea Grid as it is drawn: rows of spots, the gaps between them, and what each can be chosen for (CE-7, CE-8)."""

from dataclasses import dataclass, field, replace
from functools import cached_property

from games.engine.contract import Seat
from games.engine.presenter import Scene
from games.titles.captn_eli.grid import Cell, ahead
from games.titles.captn_eli.observe import Shown, View
from games.titles.captn_eli.presenter.chart import Chart, chart_of
from games.titles.captn_eli.presenter.choice import Choice, address, cell_in, cell_text, query
from games.titles.captn_eli.presenter.faces import Face, face
from games.titles.captn_eli.presenter.labels import label_of, target_label
from games.titles.captn_eli.presenter.previews import Preview, preview_of
from games.titles.captn_eli.presenter.sums import Sum, sum_of
from games.titles.captn_eli.presenter.verdicts import versus
from games.titles.captn_eli.presenter.words import position_names
from games.titles.captn_eli.state import Challenge, Move, Shift, Wedge

__all__ = ["Row", "Spot", "face_of", "rows_of", "spot_id"]


@dataclass(frozen=True)
class Spot:
    """One cell of the chart."""

    cell: Cell
    label: str = ""  # for who cannot see it
    shown: Shown | None = None
    face: Face | None = None  # what lies there, if the reader may know it
    owner: Seat = 0
    is_up_edge: bool = True  # the card looks towards the upper edge of the chart
    is_ghost: bool = False  # a card that would come there
    kind: str = ""  # what a link from here is: own, look, place, move, challenge, answer
    href: str = ""
    focus: str = ""  # the id where the keyboard goes on
    badge: str = ""  # a few signs on the card
    turn: int = 0  # the direction of a move in degrees, upwards being 0
    is_chosen: bool = False
    counts: bool = False  # in the sum that is shown

    @property
    def id(self) -> str:
        """Its id in the page."""
        return spot_id(self.cell)


@dataclass(frozen=True)
class Row:
    """One row of the chart; `gaps` lie above it, one for each column, where rows may be parted."""

    label: str
    spots: list[Spot]
    gaps: list[Spot | None] = field(default_factory=list)


def rows_of(
    view: View, scene: Scene, choice: Choice, total: Sum | None
) -> tuple[Chart, list[str], list[Row]]:
    """The chart, the names of its columns, and its rows, from above as the reader sees them."""
    preview = preview_of(view, choice.move)
    cells = [shown.cell for shown in preview.grid]
    chart = chart_of(cells, scene.you)
    drawing = _Drawing(view, scene, choice, total, preview, chart)
    rows = [
        Row(
            position_names((0, y))[0],
            [drawing.spot((x, y)) for x in chart.columns],
            drawing.gaps_above(y) if number else [],
        )
        for number, y in enumerate(chart.rows)
    ]
    return chart, [position_names((x, 0))[1] for x in chart.columns], rows


@dataclass(frozen=True)
class _Drawing:
    """All that one spot is drawn from."""

    view: View
    scene: Scene
    choice: Choice
    total: Sum | None
    preview: Preview
    chart: Chart

    @cached_property
    def shown(self) -> dict[Cell, Shown]:
        """The cards by the cells where they are drawn."""
        return {shown.cell: shown for shown in self.preview.grid}

    @cached_property
    def targets(self) -> dict[Cell, Move]:
        """The cells that go with what is chosen; none with nothing chosen, or while the rows are parted."""
        moves = () if self.preview.is_moved else self.choice.moves
        places = [(cell_in(address(move), "cell") or cell_in(address(move), "to"), move) for move in moves]
        return {cell: move for cell, move in places if cell is not None}

    @cached_property
    def own(self) -> dict[Cell, str]:
        """The cells of the cards with which a move can begin, each with where the keyboard goes on from there."""
        found: dict[Cell, str] = {}
        for move in () if self.preview.is_moved else self.scene.legal:
            fields = address(move)
            at, to = cell_in(fields, "at"), cell_in(fields, "to")
            if at is not None and found.get(at) != "confirm":
                found[at] = found.get(at, spot_id(to)) if to else "confirm"
        return found

    def spot(self, cell: Cell) -> Spot:
        """One cell with what lies there and what it can be chosen for."""
        spot = self._plain(cell)
        if cell in self.targets:
            return self._as_target(spot, self.targets[cell])
        if cell in self.own and self.choice.at != cell:
            kind = "own" if self.view.phase == "turn" else "answer"
            return replace(spot, kind=kind, href=query({"at": cell_text(cell)}), focus=self.own[cell])
        if self.choice.at == cell and not spot.is_ghost:
            return replace(spot, kind="own", href="?", is_chosen=True)
        if spot.face is not None and not self.choice.is_made:
            return replace(spot, kind="look", href=query({"look": cell_text(cell)}), focus="drop")
        return spot

    def _plain(self, cell: Cell) -> Spot:
        counts = self.total is not None and cell in self.total.cells
        if cell == self.preview.ghost:
            return self._ghost(cell)
        shown = self.shown.get(cell)
        if shown is None:
            return Spot(cell, counts=counts)
        return Spot(
            cell, label_of(shown, self.scene), shown, face_of(shown), shown.owner, self.chart.is_up(shown.owner),
            counts=counts,
        )  # fmt: skip

    def _ghost(self, cell: Cell) -> Spot:
        card, you = self.preview.card, self.scene.you or 0
        shown = face(card) if card else None
        return Spot(cell, "", None, shown, you, self.chart.is_up(you), is_ghost=True, is_chosen=True)

    def _as_target(self, spot: Spot, move: Move) -> Spot:
        label = target_label(self.view, spot.shown, spot.cell, move)
        base = replace(spot, label=label, href=query(address(move)), focus="confirm")
        base = replace(base, is_chosen=move == self.choice.move)
        match move:
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
        """The gaps between a row and the one above it, for each column; nothing where no row may be parted."""
        moves = {move.ahead_of: move for move in self.choice.moves if isinstance(move, Wedge)}
        if not moves or self.preview.is_moved or self.scene.you is None:
            return []
        # One's own side lies below, so a gap above a row is ahead of the cards of that row.
        found = [moves.get((x, y)) for x in self.chart.columns]
        return [self._gap(move) if move else None for move in found] if any(found) else []

    def _gap(self, move: Wedge) -> Spot:
        x, y = move.ahead_of
        cell = (x, y + ahead(self.scene.you or 0))
        label = target_label(self.view, self.shown[move.ahead_of], cell, move)
        return Spot(cell, label, kind="wedge", href=query(address(move)), focus="confirm")


def spot_id(cell: Cell) -> str:
    """The id of a spot in the page."""
    return f"cell-{cell[0]}-{cell[1]}"


def face_of(shown: Shown) -> Face | None:
    """A card on the grid, if the reader may know it."""
    if shown.card is None:
        return None
    used = [
        name
        for name, is_used in (("mystic", shown.mystic_used), ("sacrifice", shown.sacrifice_used))
        if is_used
    ]
    return face(shown.card, used)
