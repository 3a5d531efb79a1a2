"""The field of Captivate as it is drawn: its cells, what lies there, and what the chosen card could do."""

from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from games.engine.presenter import Scene
from games.titles.captivate.grid import BOX, Cell
from games.titles.captivate.observe import Shown, View
from games.titles.captivate.presenter.choice import Choice, Laying, flips_of, flips_told
from games.titles.captivate.presenter.faces import Face, face, spoken
from games.titles.captivate.presenter.words import card_name
from games.titles.captivate.state import Capture, Play

__all__ = ["Place", "rows_of"]


@dataclass(frozen=True)
class Place:
    """One cell of the field."""

    cell: Cell
    face: Face | None  # what lies there, if the reader may know it
    is_taken: bool
    is_up: bool
    is_fresh: bool  # laid in the running turn
    label: str  # for who cannot see it
    target: str = ""  # the query that chooses it for the chosen card; empty if it cannot be chosen
    flips: int = 0  # cards that the chosen card would flip from there
    is_chosen: bool = False
    would_flip: bool = False
    is_new: bool = False  # laid by somebody else since the reader last acted


def rows_of(view: View, scene: Scene, choice: Choice) -> list[list[Place]]:
    """The cells row by row; with a rim of empty ones where the reader may lay a card."""
    shown = {laid.cell: laid for laid in view.field}
    has_rim = any(isinstance(move, Play) for move in scene.legal)
    news = _news(scene)
    columns = _span([x for x, _y in shown], has_rim)
    rows = _span([y for _x, y in shown], has_rim)
    return [
        [
            replace(
                _place(view, (x, y), shown.get((x, y)), choice, f"{row}, {column}"),
                is_new=(x, y) in news and (laid := shown[x, y]).up and not laid.fresh,
            )
            for column, x in enumerate(columns, 1)
        ]
        for row, y in enumerate(rows, 1)
    ]


def _news(scene: Scene) -> set[Cell]:
    laid = (facts["cell"] for type_, facts in scene.since if type_ in {"played", "captured"})
    return {(x, y) for x, y in laid}


def _span(taken: list[int], has_rim: bool) -> range:
    low, high = min(taken), max(taken)
    rim = 1 if has_rim and high - low + 1 < BOX else 0
    return range(low - rim, high + rim + 1)


def _place(view: View, cell: Cell, laid: Shown | None, choice: Choice, at: str) -> Place:
    move = choice.moves.get(cell)
    return Place(
        cell=cell,
        face=face(laid.card) if laid and laid.card else None,
        is_taken=laid is not None,
        is_up=laid is not None and laid.up,
        is_fresh=laid is not None and laid.fresh,
        label=_target_label(view, laid, move, at) if move else _label(laid),
        target=f"?card={move.card}&cell={cell[0]},{cell[1]}" if move else "",
        flips=len(flips_of(view, move)) if move else 0,
        is_chosen=move is not None and move == choice.move,
        would_flip=cell in choice.flipped,
    )


def _label(laid: Shown | None) -> str:
    if laid is None or laid.card is None:
        return ""
    return spoken(laid.card) if laid.up else card_name(laid.card)


def _target_label(view: View, laid: Shown | None, move: Laying, at: str) -> str:
    words = {"at": at, "card": card_name(move.card), "flips": flips_told(view, move)}
    if not isinstance(move, Capture):
        # Translators: `at` is a row and a column, such as "2, 3".
        return _("Row and column %(at)s: lay %(card)s here, %(flips)s") % words
    words["captured"] = card_name(laid.card) if laid and laid.card else _("a face-down card")
    return _("Row and column %(at)s: capture %(captured)s with %(card)s, %(flips)s") % words
