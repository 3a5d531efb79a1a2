"""What a seat is asked, and what the strip of seats shows of it."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.contract import Seat
from games.engine.presenter import Tally, Text
from games.titles.nautilus import boards
from games.titles.nautilus.cards import AXES, CARDS, THERMOSTAT
from games.titles.nautilus.observe import Committed, View
from games.titles.nautilus.presenter.steps import board_of, steps_on
from games.titles.nautilus.presenter.turn import is_last_to_commit
from games.titles.nautilus.presenter.words import SPECIAL_NAMES, card_name
from games.titles.nautilus.state import Sailing

__all__ = ["prompt", "tallies"]

_HAND: dict[str, Text] = {
    "thermostat": gettext_lazy("You sail with %(card)s: one step on any axis."),
    "sailor": gettext_lazy("You sail with %(card)s: swap two of your chips, or do nothing."),
    "helmet": gettext_lazy("You sail with %(card)s: trade a chip with another player, or do nothing."),
    "depth": gettext_lazy("You sail with %(card)s: steer up or down."),
    "course": gettext_lazy("You sail with %(card)s: turn the bow right or left."),
    "current": gettext_lazy("You sail with %(card)s: turn the sea clockwise or anticlockwise."),
}


def prompt(view: View, seat: Seat) -> Text:
    """What the seat that is to act is asked."""
    if view.sailing is None:
        return _commit(view, seat)
    match view.sailing.asked:
        case "anchor":
            return _anchor(view, seat)
        case "arrow":
            return _("The submarine has met an arrow: steer one more step, on any axis.")
        case _:
            mine = next(commit for commit in view.commits if commit.seat == seat)
            return _sail(view, view.sailing, mine)


def _commit(view: View, seat: Seat) -> str:
    parts = [_("Choose a hand card for this turn; the highest sails first.")]
    if view.commit == "sealed":
        parts.append(_("The others see it when all have committed."))
    elif is_last_to_commit(view, seat):
        parts.append(_("All others have committed."))
    if view.specials[seat]:
        parts.append(_("You may add a special card."))
    return " ".join(parts)


def _anchor(view: View, seat: Seat) -> str:
    words = {"special": SPECIAL_NAMES[view.special_top or ""]}
    if boards.free_square(board_of(view, seat), view.round) is None:
        return _("An anchor! Your row is full, so it can only be given for %(special)s.") % words
    return (
        _("An anchor! Put it on your board as a chip, or give it for the special card %(special)s.") % words
    )


def _sail(view: View, sailing: Sailing, mine: Committed) -> str:
    card, special = mine.card or "", mine.special or ""
    if not sailing.special:
        return str(_HAND[CARDS[card].kind]) % {"card": card_name(card)}
    words = {"special": SPECIAL_NAMES[special]}
    if not sailing.hand:
        return _("Now use %(special)s, or give it up.") % words
    words["card"] = card_name(card)
    if special == THERMOSTAT:
        return _("You sail: with %(special)s your %(card)s may be carried out as any hand card.") % words
    if _is_stuck(view, card):
        return _("No step is open for %(card)s now: use %(special)s first, or give it up.") % words
    return _("You sail: carry out %(card)s and %(special)s, in the order that you like.") % words


def _is_stuck(view: View, card: str) -> bool:
    axes = AXES[CARDS[card].kind]
    return bool(axes) and not steps_on(view, axes)


def tallies(view: View, seat: Seat) -> tuple[Tally, ...]:
    """Points counted so far, and the number chip."""
    if seat in view.left:
        return ()
    shown = [Tally(_("Points"), view.points[seat]), Tally(_("Number chip"), view.order.index(seat) + 1)]
    if view.specials[seat]:
        shown.append(Tally(_("Special cards"), len(view.specials[seat])))
    return tuple(shown)
