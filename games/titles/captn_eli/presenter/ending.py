"""The end of a game of Capt'n Eli, the count after a becalmed game (CE-18, CE-19), and the title's statistics."""

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.engine.contract import Facts, Seat
from games.engine.kit import listed
from games.engine.kit.events import Sums
from games.engine.presenter import Amounts, Bar, Count, Ending, Figure, Names, Reckoning
from games.titles.captn_eli.cards import CardId, original_of
from games.titles.captn_eli.observe import View
from games.titles.captn_eli.presenter.words import CARD_NAMES, FACTION_NAMES, card_name


def ending(view: View, names: Names) -> Ending:
    """The contents of the ending screen."""
    return Ending(
        _cause(view, names), _margin(view), _bars(view), _reckoning(view, names), tuple(_hidden(view, names))
    )


def _margin(view: View) -> str:
    if view.outcome is None or view.outcome.reason in ("left", "becalmed"):  # becalmed: in the cause
        return ""
    winner = view.outcome.ranks.index(1)
    words = {"more": in_game(view, winner), "fewer": in_game(view, 1 - winner)}
    if words["more"] <= words["fewer"]:
        return ""
    return (
        ngettext("with %(more)d card to %(fewer)d", "with %(more)d cards to %(fewer)d", words["more"]) % words
    )


def _bars(view: View) -> tuple[Bar, ...]:
    """The cards of both seats that are still in the game."""
    if not any(view.squads):
        return ()
    hands = [view.hands[seat].count for seat in (0, 1)]
    return tuple(
        Bar(seat, ((_("Cards on the grid"), in_game(view, seat) - hand), (_("Cards in hand"), hand)))
        for seat, hand in enumerate(hands)
    )


def cards_of(view: View, seat: Seat) -> list[CardId]:
    """The seat's cards that are still in the game; all are known after the end."""
    on_grid = (lying.card for lying in view.grid if lying.owner == seat and lying.card)
    return [*(view.hands[seat].cards or ()), *on_grid]


def values_of(view: View, seat: Seat) -> int:
    """The sum that decides a becalmed game if both have equally many cards (CE-19)."""
    return sum(card.c + card.d for card in map(view.ruleset.by_id.__getitem__, cards_of(view, seat)))


def _cause(view: View, names: Names) -> str:
    if view.outcome is None or view.outcome.reason != "becalmed":
        return ""
    cards, values = ([count(view, seat) for seat in (0, 1)] for count in (in_game, values_of))
    words = {"more": max(cards), "fewer": min(cards), "winner": names[view.outcome.ranks.index(1)],
             "count": cards[0], "high": max(values), "low": min(values), "values": values[0]}  # fmt: skip
    if cards[0] != cards[1]:
        return _("%(winner)s had %(more)d cards in the game, the opponent %(fewer)d.") % words
    if values[0] != values[1]:
        told = _(
            "Both had %(count)d cards. Those of %(winner)s add up to %(high)d, the opponent's to %(low)d."
        )
        return told % words
    return _("A draw: both had %(count)d cards in the game that add up to %(values)d.") % words


def in_game(view: View, seat: Seat) -> int:
    """The number of a seat's cards still in the game, which is public."""
    return view.hands[seat].count + sum(lying.owner == seat for lying in view.grid)


def _reckoning(view: View, names: Names) -> Reckoning | None:
    if not any(view.squads):
        return None  # a seat left while squads were chosen
    columns = (_("Hand"), _("Grid"), _("Total cards"), _("C + D"))
    counts = [Count(name, _row(view, seat)) for seat, name in enumerate(names)]
    return Reckoning(_("Player"), columns, tuple(counts))


def _row(view: View, seat: Seat) -> tuple[int, ...]:
    hand, cards = view.hands[seat].count, in_game(view, seat)
    return (hand, cards - hand, cards, values_of(view, seat))


def _hidden(view: View, names: Names) -> list[tuple[str, str]]:
    rows = []
    for seat, name in enumerate(names):
        down = [lying.card for lying in view.grid if lying.owner == seat and not lying.up and lying.card]
        rows.append((_("%(name)s's hand") % {"name": name}, _listed(view.hands[seat].cards or ())))
        rows.append((_("%(name)s's face-down cards") % {"name": name}, _listed(down)))
    return [row for row in rows if row[1]]


def _listed(cards: tuple[CardId, ...] | list[CardId]) -> str:
    return listed(map(card_name, cards), "") if cards else ""


def becalmed_now(view: View, names: Names) -> str:
    """A sentence about who would win by cards if the countdown ended now; it ignores the values of hidden cards."""
    if view.becalmed_in is None or view.outcome is not None:
        return ""
    first, second = in_game(view, 0), in_game(view, 1)
    if first == second:
        return ngettext(
            "Both have %(count)d card, so the higher sum of C and D would win now.",
            "Both have %(count)d cards, so the higher sum of C and D would win now.", first,
        ) % {"count": first}  # fmt: skip
    words = {
        "name": names[0 if first > second else 1],
        "more": max(first, second),
        "fewer": min(first, second),
    }
    return _("%(name)s would win now, with %(more)d cards in the game to %(fewer)d.") % words


# Statistics

_LEAST = 3  # squads with a card before its results are compared

FIGURES = (
    Figure(
        "squads", gettext_lazy("Characters chosen"), "share", CARD_NAMES.__getitem__,
        gettext_lazy("Share of all squads that each character led."),
    ),
    Figure(
        "squads", gettext_lazy("Characters that win"), "rate", CARD_NAMES.__getitem__,
        gettext_lazy("Share of a character's squads that won."), least=_LEAST,
    ),
    Figure(
        "supports", gettext_lazy("Supports chosen"), "share", CARD_NAMES.__getitem__,
        gettext_lazy("Share of all supports in squads."),
    ),
    Figure(
        "supports", gettext_lazy("Supports that win"), "rate", CARD_NAMES.__getitem__,
        gettext_lazy("Share of the squads with this support that won."), least=_LEAST,
    ),
    Figure(
        "factions", gettext_lazy("Factions that win"), "rate", FACTION_NAMES.__getitem__,
        gettext_lazy("Share of the squads led by a character of this faction that won."),
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
