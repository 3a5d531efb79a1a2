"""Conclusions from an observation: which seats are asked, when each seat sails, and which moves are final."""

from collections.abc import Iterator

from games.engine.contract import Seat
from games.titles.nautilus import ocean, scoring
from games.titles.nautilus.cards import ALL_AXES, AXES, CARDS, REVERSE, THERMOSTAT, Axis, CardId, SpecialId
from games.titles.nautilus.observe import Committed, View
from games.titles.nautilus.ocean import Submarine
from games.titles.nautilus.scoring import Board
from games.titles.nautilus.state import Anchor, Commit, Globe, Move, Ring, Sailing, Shift, SkipSpecial, Steer


def acting(view: View) -> tuple[Seat, ...]:
    """The seats that are asked, in the order of the number chips."""
    if view.outcome is not None:
        return ()
    if view.sailing is not None:
        return view.queue[:1]
    waiting = uncommitted(view)
    return waiting if view.commit == "sealed" else waiting[:1]


def uncommitted(view: View) -> tuple[Seat, ...]:
    """The seats that have not committed a card in this turn yet, in the order of the number chips."""
    laid = {commit.seat for commit in view.commits}
    return tuple(seat for seat in view.order if seat not in laid)


def is_last_to_commit(view: View, seat: Seat) -> bool:
    """Whether all others have committed, so that this seat's card begins stage 2."""
    return view.sailing is None and uncommitted(view) == (seat,)


def submarine_of(view: View) -> Submarine:
    """The submarine, as the reader sees it."""
    return Submarine(view.heading, view.depth, view.rotation)  # type: ignore[arg-type]  # a View has plain text


def board_of(view: View, seat: Seat) -> Board:
    """A seat's squares, in reading order."""
    return tuple(chip for row in view.boards[seat] for chip in row)


def committed_by(view: View, seat: Seat | None) -> Committed | None:
    """The seat's commit in this turn."""
    return next((commit for commit in view.commits if commit.seat == seat), None)


def axes_of(card: CardId, special: SpecialId | None) -> tuple[Axis, ...]:
    """The axes on which a hand card may steer, together with its special card (NA-11, NA-15)."""
    return ALL_AXES if special == THERMOSTAT else AXES[CARDS[card].kind]


def places_in_order(view: View, seat: Seat, card: CardId, special: SpecialId | None) -> tuple[int, int]:
    """The best and the worst position in the sailing order that a card may get, as far as the reader can know."""
    ranges = [_places(view, seat, card, sign) for sign in _signs(view, special)]
    return min(low for low, _high in ranges), max(high for _low, high in ranges)


def _signs(view: View, special: SpecialId | None) -> Iterator[int]:
    """1 if the highest card may sail first, -1 if the lowest may; both while a reverse may still be played (NA-9)."""
    if special == REVERSE or any(commit.special == REVERSE for commit in view.commits):
        yield -1
        return
    yield 1
    hidden = {commit.seat for commit in view.commits if not commit.shown} | set(uncommitted(view))
    if any(REVERSE in view.specials[seat] for seat in hidden - {view.you}):
        yield -1


def _places(view: View, seat: Seat, card: CardId, sign: int) -> tuple[int, int]:
    laid = {commit.seat: commit.card for commit in view.commits}
    mine = _key(view, seat, card, sign)
    low = high = 1
    for other in view.order:
        cards = (known,) if (known := laid.get(other)) else view.hands[other]
        ahead = [_key(view, other, theirs, sign) < mine for theirs in cards]
        low += other != seat and all(ahead)
        high += other != seat and any(ahead)
    return low, high


def _key(view: View, seat: Seat, card: CardId, sign: int) -> tuple[int, int]:
    """The key by which cards are ordered: value, then the old number chip (NA-9)."""
    return -sign * CARDS[card].value, view.order.index(seat)


# Moves that cannot be taken back


def why_final(view: View, move: Move) -> str:
    """Why a move cannot be taken back: "commit", "turns-up" or "ends-round"; empty if it can be."""
    if isinstance(move, Commit):
        return "commit"
    if _turns_up(view, move):
        return "turns-up"
    return "ends-round" if _ends_round(view, move) else ""


def _turns_up(view: View, move: Move) -> bool:
    """Whether the move turns up a face-down chip or shows the next special card."""
    match move:
        case Steer(axis, step) | Globe(axis, step):
            lying = view.ocean[ocean.way(submarine_of(view), axis, step).place].lying
            return lying is not None and not lying.up
        case Anchor("card"):
            return view.special_count > 1
        case _:
            return False


def _ends_round(view: View, move: Move) -> bool:
    sailing = view.sailing
    if sailing is None or len(view.queue) > 1 or not _ends_sailing(view, sailing, move):
        return False
    return view.closing or view.round_turn == view.ruleset.turns or _fills_row(view, move)


def _ends_sailing(view: View, sailing: Sailing, move: Move) -> bool:
    """Whether the seat has no card left to use after a move; a special thermostat is part of the hand card (NA-15)."""
    left, mine = sailing.hand + sailing.special, committed_by(view, view.you)
    if sailing.asked:
        return left == 0
    is_both = mine is not None and mine.special == THERMOSTAT and not isinstance(move, SkipSpecial)
    return left == 1 or (is_both and sailing.hand)


def _fills_row(view: View, move: Move) -> bool:
    """Whether a chip may go to the last free square of the current row."""
    if not isinstance(move, Steer | Globe | Anchor | Ring | Shift):
        return False
    row = board_of(view, view.you or 0)[scoring.index_of((view.round, 1)) :][: scoring.COLUMNS]
    return row.count(None) == 1
