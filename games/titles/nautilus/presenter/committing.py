"""A hand card looked at before it is committed: when it sails, and where it leads (NA-8, NA-9)."""

from django.utils.translation import gettext as _

from games.engine.contract import Seat
from games.titles.nautilus.cards import CARDS, CardId
from games.titles.nautilus.observe import View
from games.titles.nautilus.presenter.preview import axes_of, if_still_here, is_sure
from games.titles.nautilus.presenter.steps import Step, steps_on
from games.titles.nautilus.presenter.turn import is_last_to_commit, places_in_order
from games.titles.nautilus.presenter.words import card_name
from games.titles.nautilus.state import Commit

__all__ = ["commit_told"]

_FEW = 2  # steps that are told in the sentence; more stand beside the ocean


def commit_told(view: View, seat: Seat, move: Commit) -> str:
    """When the seat would sail with this card, and where its steps lead."""
    return f"{_order_told(view, seat, move)} {_leads(view, seat, move)}"


def _order_told(view: View, seat: Seat, move: Commit) -> str:
    low, high = places_in_order(view, seat, move.card, move.special)
    words = {"card": card_name(move.card), "low": low, "high": high, "count": len(view.order)}
    if high == 1 and is_last_to_commit(view, seat):
        return (
            _("%(card)s: all others have committed and you sail first, so you go on to sail at once.") % words
        )
    if high == 1:
        return _("%(card)s: you sail first.") % words
    if low == high:
        return _("%(card)s: you sail as number %(low)d of %(count)d.") % words
    return _("%(card)s: you sail as number %(low)d to %(high)d.") % words


def _leads(view: View, seat: Seat, move: Commit) -> str:
    steps = steps_on(view, axes_of(move.card, move.special))
    if not steps:
        return _without_steps(move.card)
    if len(steps) > _FEW:
        return _("Where each step leads stands below the ocean.")
    told = "; ".join(_step_told(step) for step in steps)
    return f"{told}." if is_sure(view, seat, move) else f"{if_still_here()} {told}."


def _without_steps(card: CardId) -> str:
    match CARDS[card].kind:
        case "sailor":
            return _("You may swap two of your chips.")
        case "helmet":
            return _("You may trade a chip with another player.")
        case _:
            return _("Stars bar its steps from here.")


def _step_told(step: Step) -> str:
    return _("%(step)s to %(spot)s, %(brief)s") % {"step": step.name, "spot": step.spot, "brief": step.brief}
