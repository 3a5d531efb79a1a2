"""A small picture of the line in Cardline."""

from math import ceil

from django.utils.translation import gettext as _

from games.engine.contract import Seat
from games.engine.kit.pictures import BOARD, CARD, HEIGHT, Picture, seat_lines
from games.engine.presenter import HeldCard
from games.titles.cardline.emblem import ACCENTS, FAMILIES, emblem_of
from games.titles.cardline.observe import Face, View
from games.titles.cardline.presenter.words import TRAIT_NAMES, called, value_words

_TONES = {"felt": ("#e4ecdf", "#13251f"), "rail": ("#9cb093", "#2f4f43"), "step": ("#f8f5e8", "#1d362d")}
_MOST = 40  # cards shown; for a longer line, the ones around its latest card
_HIGH = HEIGHT - 30  # the rest shows where the line begins and ends
_TOP = 6
_ASPECT = 0.85  # of an emblem


def miniature(view: View) -> str:
    """The cards of the line in rows, lowest first, the ends of the line, and the card counts of all seats."""
    picture = Picture(_("The line of Cardline"), _TONES)
    picture.ground("felt")
    latest = _latest(view)
    shown = _window(view.line, latest)
    columns, rows, size = _laid_out(len(shown))
    for place, face in enumerate(shown):
        row, column = divmod(place, columns)
        in_row = min(columns, len(shown) - row * columns)
        left = (BOARD - in_row * size) / 2
        top = _TOP + (_HIGH - rows * size * _ASPECT) / 2
        _emblem(
            picture, face, left + column * size, top + row * size * _ASPECT, size, is_latest=face.id == latest
        )
    _ends(picture, view)
    held = [len(hand) for hand in view.hands]
    out = [seat for seat, round_ in enumerate(view.out) if round_ is not None]
    picture.seats(seat_lines(held, asked=(view.seat,), out=() if view.outcome else out, outcome=view.outcome))
    return picture.svg()


def _latest(view: View) -> str:
    """The latest card placed right; empty if there is none."""
    placed = [last for last in view.last if last is not None and last.right]
    return max(placed, key=lambda last: last.turn).card.id if placed else ""


def _window(line: tuple[Face, ...], latest: str) -> tuple[Face, ...]:
    at = next((place for place, face in enumerate(line) if face.id == latest), 0)
    start = max(0, min(at - _MOST // 2, len(line) - _MOST))
    return line[start : start + _MOST]


def _laid_out(count: int) -> tuple[int, int, float]:
    """Columns and rows, and the largest size of an emblem that fits."""

    def size(rows: int) -> float:
        return min((BOARD - 12) / ceil(count / rows), _HIGH / rows / _ASPECT, 92.0)

    rows = max(range(1, 6), key=lambda rows: (size(rows), -rows))
    return ceil(count / rows), rows, size(rows)


def _emblem(picture: Picture, face: Face, x: float, y: float, size: float, *, is_latest: bool) -> None:
    drawn = emblem_of(face.id, face.side, face.origin)
    high = size * _ASPECT
    picture.rect(
        x + 1, y + 1, size - 2, high - 2, rx=size / 10, fill="step",
        line="brass-line" if is_latest else "rail", stroke_width=2.5 if is_latest else 1,
    )  # fmt: skip
    inner = size * 0.86
    at = (x + (size - inner) / 2, y + (high - inner * _ASPECT) / 2 - inner * (1 - _ASPECT) / 2)
    colours = {"--cl-accent": ACCENTS[drawn.accent], "--cl-ground": FAMILIES[drawn.family].ground}
    picture.art("cardline/emblems", f"{drawn.side}-{drawn.family}", *at, inner)
    picture.art("cardline/emblems", drawn.motif, *at, inner, colours)


def _ends(picture: Picture, view: View) -> None:
    y = HEIGHT - 9.0
    picture.rect(0, HEIGHT - 24, BOARD, 24, fill="column")
    least, greatest = view.line[0].value or 0, view.line[-1].value or 0
    picture.write(8, y, value_words(view.trait, least), 12)
    picture.write(BOARD - 8, y, value_words(view.trait, greatest), 12, text_anchor="end")
    picture.write(BOARD / 2, y, f"{TRAIT_NAMES[view.trait]} →", 12, fill="soft", text_anchor="middle")


def hand(view: View, seat: Seat) -> tuple[HeldCard, ...]:
    """The seat's cards."""
    return tuple(HeldCard(called(face.name), _held(face)) for face in view.hands[seat])


def _held(face: Face) -> str:
    picture = Picture(called(face.name), _TONES, (CARD, CARD))
    _emblem(picture, face, 0, (1 - _ASPECT) / 2 * CARD, CARD, is_latest=False)
    return picture.svg()
