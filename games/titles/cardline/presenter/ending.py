"""How a game of Cardline ended: what brought it to an end, and who held what when they went out (CL-11 to CL-14)."""

from django.utils.translation import gettext as _

from games.engine.kit import listed
from games.engine.presenter import Count, Ending, Names, Reckoning
from games.titles.cardline.observe import View
from games.titles.cardline.presenter.words import value_words

__all__ = ["ending"]

_LAST_SHUFFLE = 3  # CL-13


def ending(view: View, names: Names) -> Ending:
    """What the result box shows. Hands lay open all the time; what the end adds are the values on their backs."""
    hands = (
        (_("Cards of %(name)s") % {"name": names[seat]},
         listed((f"{face.name} {value_words(view.trait, face.value)}" for face in hand if face.value is not None), ""))
        for seat, hand in enumerate(view.hands)
    )  # fmt: skip
    return Ending(_cause(view), _reckoning(view, names), tuple(row for row in hands if row[1]))


def _cause(view: View) -> str:
    if view.outcome is None or view.outcome.reason != "stalled":
        return ""
    if view.shuffles >= _LAST_SHUFFLE:
        return _(
            "The box had been shuffled into the deck for the third time, which made that round the last."
        )
    return _("In five knock-out rounds in a row nobody went out.")


def _reckoning(view: View, names: Names) -> Reckoning | None:
    if view.outcome is None:
        return None
    ranks = view.outcome.ranks
    seats = [seat for seat in sorted(range(len(names)), key=ranks.__getitem__) if seat not in view.left]
    counts = [Count(names[seat], (len(view.hands[seat]), _out(view, seat), ranks[seat])) for seat in seats]
    return Reckoning(_("Player"), (_("Cards left"), _("Out in round"), _("Rank")), tuple(counts))


def _out(view: View, seat: int) -> str:
    """The round in which the seat went out; a dash for who was never out."""
    out = view.out[seat]
    return "\N{EN DASH}" if out is None else str(out + 1)
