"""The amounts that a game of Capt'n Eli adds to the statistics of its title."""

from collections.abc import Iterable

from django.utils.translation import gettext_lazy as _

from games.engine.contract import Facts
from games.engine.kit.events import Sums
from games.engine.presenter import Amounts, Figure
from games.titles.captn_eli.cards import original_of
from games.titles.captn_eli.observe import View
from games.titles.captn_eli.presenter.words import CARD_NAMES, FACTION_NAMES

_LEAST = 3  # squads with a card before its results are compared

FIGURES = (
    Figure(
        "squads", _("Characters chosen"), "share", CARD_NAMES.__getitem__,
        _("Share of all squads that each character led."),
    ),
    Figure(
        "squads", _("Characters that win"), "rate", CARD_NAMES.__getitem__,
        _("Share of a character's squads that won."), least=_LEAST,
    ),
    Figure(
        "supports", _("Supports chosen"), "share", CARD_NAMES.__getitem__,
        _("Share of all supports in squads."),
    ),
    Figure(
        "supports", _("Supports that win"), "rate", CARD_NAMES.__getitem__,
        _("Share of the squads with this support that won."), least=_LEAST,
    ),
    Figure(
        "factions", _("Factions that win"), "rate", FACTION_NAMES.__getitem__,
        _("Share of the squads led by a character of this faction that won."),
    ),
)  # fmt: skip


def counted(view: View, events: Iterable[tuple[str, Facts]]) -> Amounts:
    """The squads of both seats, each card of a squad once, and whether they won."""
    sums = Sums()
    ranks = view.outcome.ranks if view.outcome else ()
    for squad, rank in zip(view.squads, ranks, strict=False):
        won = int(rank == 1 and ranks.count(1) == 1)
        for card in {original_of(each) for each in squad or ()}:
            is_character = view.ruleset.by_id[card].type == "character"
            sums.add("squads" if is_character else "supports", card, won)
            if is_character:
                sums.add("factions", view.ruleset.by_id[card].faction, won)
    return sums.amounts
