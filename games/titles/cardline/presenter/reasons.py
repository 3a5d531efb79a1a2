"""Why one place for a card is better than another: the value that the card turns out to have."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.engine.presenter import Reason
from games.titles.cardline.observe import View
from games.titles.cardline.presenter.words import called, card_at, place_words, with_value


def why(best: Sequence[View], tempting: Sequence[View]) -> Reason | None:
    """The right place by the values beside it, and the wrong one. The wrong card's value stays hidden."""
    good, bad = best[0].last[best[0].you or 0], tempting[0].last[tempting[0].you or 0]
    if good is None or bad is None or bad.right or not good.right:
        return None
    card = with_value(called(good.card.name), best[0].trait, good.card.value or 0)
    words = {
        "card": card,
        "place": _between(best[0], good.slot - 1, good.slot + 1),
        "other": called(bad.card.name),
    }
    if good.card.id == bad.card.id:
        return Reason(_("%(card)s belongs %(place)s, so the tempting place is wrong.") % words)
    words["wrong"] = _between(tempting[0], bad.slot - 1, bad.slot)
    return Reason(_("%(card)s belongs %(place)s; %(other)s doesn't belong %(wrong)s.") % words)


def _between(view: View, left: int, right: int) -> str:
    return place_words(card_at(view, left), card_at(view, right))
