"""The small picture of any position: the title's own picture, or the position's lists as rows of cards."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from games.engine.codec import dump
from games.engine.contract import Observation
from games.engine.kit.pictures import WIDTH, Picture
from games.engine.kit.plain import PlainBoard
from games.engine.presenter import Presenter, Text

_ROWS = 6  # the most that fit
_CARDS = 12  # per row
_LETTERS = 3  # per card
_LABEL = 118  # width of the labels
_ELSEWHERE = ("you", "outcome")


class _Row(NamedTuple):
    label: str
    cards: tuple[str | None, ...]  # None: only its back is known


def miniature_of(presenter: Presenter, view: Observation) -> str:
    """The position that a seat or a spectator observes, as SVG."""
    return plain_miniature(presenter, view) if presenter.miniature is None else presenter.miniature(view)


def plain_miniature(presenter: Presenter, view: Observation) -> str:
    """The observation's lists as rows of cards, labelled as on the plain board."""
    picture = Picture(presenter.name)
    picture.ground()
    picture.rect(0, 0, WIDTH, 26, fill="hull")
    picture.write(12, 18, presenter.name, 14, fill="#f6efdf")
    labels = presenter.board.labels if isinstance(presenter.board, PlainBoard) else None
    rows = list(_rows(dump(view), labels))[:_ROWS]
    for number, row in enumerate(rows):
        _draw(picture, row, 36.0 + number * 23)
    if not rows:
        for place in range(5):
            picture.back(110.0 + place * 22, 70, 34, 50)
    return picture.svg()


def _rows(fields: Mapping[str, Any], labels: Mapping[str, Text] | None) -> Iterator[_Row]:
    names = [name for name in fields if name not in _ELSEWHERE] if labels is None else labels
    for name in names:
        value = fields.get(name)
        label = name.replace("_", " ").capitalize() if labels is None else str(labels[name])
        if not isinstance(value, list | tuple):
            continue
        if any(isinstance(one, list | tuple) for one in value):
            for number, one in enumerate(value, 1):
                yield _Row(f"{label} {number}", _cards(one))
        else:
            yield _Row(label, _cards(value))


def _cards(value: Any) -> tuple[str | None, ...]:
    listed = value if isinstance(value, list | tuple) else (value,)
    return tuple(None if one is None else _short(one) for one in listed)


def _short(one: Any) -> str:
    return "" if isinstance(one, dict | list | tuple) else str(one)[:_LETTERS]


def _draw(picture: Picture, row: _Row, y: float) -> None:
    picture.write(12, y + 14, row.label[:16], 11, fill="soft")
    is_long = len(row.cards) > _CARDS
    for place, card in enumerate(row.cards[: _CARDS - 1 if is_long else _CARDS]):
        x = _LABEL + place * (WIDTH - _LABEL - 8) / _CARDS
        if card is None:
            picture.back(x, y, 14, 19, 2)
            continue
        picture.rect(x, y, 14, 19, rx=2, fill="sheet", line="line")
        picture.write(x + 7, y + 13, card, 9 if len(card) < _LETTERS else 7, text_anchor="middle")
    if not row.cards:
        picture.write(_LABEL, y + 14, _("none"), 11, fill="soft")
    if is_long:
        picture.write(WIDTH - 8, y + 14, "…", 12, text_anchor="end")
