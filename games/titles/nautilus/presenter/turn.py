"""The two stages of a turn, and how far each seat has got in them (NA-8 to NA-10)."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.engine.contract import Seat
from games.engine.presenter import Scene, Text
from games.titles.nautilus.cards import CARDS, REVERSE, CardId, SpecialId
from games.titles.nautilus.observe import Committed, View
from games.titles.nautilus.presenter.words import SPECIAL_NAMES, card_name

__all__ = ["Actor", "actors", "is_last_to_commit", "places_in_order", "uncommitted"]


@dataclass(frozen=True)
class Actor:
    """One seat in the order of the number chips, and where it stands in the turn."""

    seat: Seat
    name: str
    number: int  # its number chip
    is_you: bool
    is_acting: bool  # the table waits for it
    card: str  # what it has committed, as far as it is shown
    icon: str  # of that card
    special: Text  # the special card with it
    special_icon: str
    special_state: str
    state: str  # what it has yet to do, in words


def actors(view: View, scene: Scene) -> list[Actor]:
    """Everybody still in, in the order in which this stage is played."""
    laid = {commit.seat: commit for commit in view.commits}
    return [_actor(view, scene, number, seat, laid.get(seat)) for number, seat in enumerate(view.order, 1)]


def _actor(view: View, scene: Scene, number: int, seat: Seat, commit: Committed | None) -> Actor:
    card, special = (commit.card, commit.special) if commit else (None, None)
    return Actor(
        seat=seat, name=scene.names[seat], number=number, is_you=seat == scene.you,
        is_acting=seat in _acting(view),
        card=card_name(card) if card else "", icon=CARDS[card].kind if card else "",
        special=SPECIAL_NAMES[special] if special else "",
        special_icon=special.removeprefix("special-") if special else "",
        special_state=_special_state(view, commit), state=_state(view, seat, commit),
    )  # fmt: skip


def _acting(view: View) -> tuple[Seat, ...]:
    if view.outcome is not None:
        return ()
    if view.sailing is not None:
        return view.queue[:1]
    waiting = uncommitted(view)
    return waiting if view.commit == "sealed" else waiting[:1]


def uncommitted(view: View) -> tuple[Seat, ...]:
    """Who has no card in this turn yet, in the order of the number chips."""
    laid = {commit.seat for commit in view.commits}
    return tuple(seat for seat in view.order if seat not in laid)


def is_last_to_commit(view: View, seat: Seat) -> bool:
    """Whether all others have committed: the seat's card then opens stage 2."""
    return view.sailing is None and uncommitted(view) == (seat,)


def _special_state(view: View, commit: Committed | None) -> str:
    if commit is None or commit.special is None:
        return ""
    if commit.pending:
        return _("to come")
    return _("used") if commit.special == REVERSE else _("used or given up")


def _state(view: View, seat: Seat, commit: Committed | None) -> str:
    if view.outcome is not None:
        return ""
    if view.sailing is not None:
        return _sailing_state(view, seat)
    if commit is not None:
        return _("card lies face down") if commit.card is None else _("card lies ready")
    return _("chooses a card") if seat in _acting(view) else _("chooses a card later")


def _sailing_state(view: View, seat: Seat) -> str:
    if seat not in view.queue:
        return _("has sailed")
    return _("sails now") if seat == view.queue[0] else _("is yet to sail")


def places_in_order(view: View, seat: Seat, card: CardId, special: SpecialId | None) -> tuple[int, int]:
    """The best and the worst place in the order of sailing that a card may lead to, as far as the cards lie open."""
    ranges = [_places(view, seat, card, sign) for sign in _signs(view, special)]
    return min(low for low, _high in ranges), max(high for _low, high in ranges)


def _signs(view: View, special: SpecialId | None) -> Iterator[int]:
    """1 if the highest card may sail first, -1 if the lowest may: a reverse not laid yet allows both (NA-9)."""
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
        known = laid.get(other)
        ahead = [
            _key(view, other, theirs, sign) < mine for theirs in ((known,) if known else view.hands[other])
        ]
        low += other != seat and all(ahead)
        high += other != seat and any(ahead)
    return low, high


def _key(view: View, seat: Seat, card: CardId, sign: int) -> tuple[int, int]:
    """What cards are ordered by: value, then the old number chip (NA-9)."""
    return -sign * CARDS[card].value, view.order.index(seat)
