"""The amounts that a game of Cardline adds to the statistics of its title."""

from collections.abc import Iterable

from django.utils.translation import gettext_lazy as _

from games.engine.contract import Facts
from games.engine.kit.events import Sums
from games.engine.presenter import Amounts, Figure, Text
from games.titles.cardline.deck import editions, registry
from games.titles.cardline.observe import View
from games.titles.cardline.presenter.words import TRAIT_NAMES

__all__ = ["FIGURES", "counted"]

_TRAITS: dict[str, Text] = {str(trait): name for trait, name in TRAIT_NAMES.items()}
_LEAST = 3  # placements of a card before it is compared


def _card(key: str) -> Text:
    """The name of a card of any shipped edition; otherwise its id."""
    found = (registry.characters(edition).get(key) for edition in editions())
    return next((card.name for card in found if card is not None), key)


FIGURES = (
    *(
        Figure(
            f"misses-{trait}", heading, "rate", _card,
            _("Of the times that a card was placed, how often in a wrong place."), least=_LEAST,
        )
        for trait, heading in (
            ("strength", _("Placed wrong most, by strength")), ("iq", _("Placed wrong most, by IQ")),
            ("fighting", _("Placed wrong most, by fighting")),
        )
    ),
    Figure(
        "traits", _("Misses by trait"), "rate", _TRAITS.__getitem__,
        _("Of all cards that were placed, how many in a wrong place."),
    ),
)  # fmt: skip


def counted(view: View, events: Iterable[tuple[str, Facts]]) -> Amounts:
    """How often each card was placed, and how often wrong; for uploaded decks only the traits."""
    sums, is_shipped = Sums(), view.edition in editions()
    for kind, facts in events:
        if kind != "placed":
            continue
        wrong = 0 if facts["right"] else 1
        sums.add("traits", view.trait, wrong)
        if is_shipped:
            sums.add(f"misses-{view.trait}", facts["card"], wrong)
    return sums.amounts
