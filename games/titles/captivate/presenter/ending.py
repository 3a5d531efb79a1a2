"""The end of a game of Captivate: the ending screen (CV-14, CV-15), and its amounts in the statistics."""

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.contract import Facts
from games.engine.kit import listed
from games.engine.kit.events import Sums
from games.engine.presenter import Amounts, Bar, Count, Ending, Figure, Names, Reckoning
from games.titles.captivate.cards import CARDS
from games.titles.captivate.observe import Cards, View
from games.titles.captivate.presenter.words import CREATURE_NAMES, ELEMENT_NAMES, card_name, card_names


def ending(view: View, names: Names) -> Ending:
    """The contents of the ending screen."""
    hands = [
        (_("Hand of %(name)s") % {"name": names[seat]}, _named(view.hands[seat])) for seat in _stayed(view)
    ]
    deck = [(_("Left in the deck"), _named(view.deck))]
    hidden = tuple(row for row in hands + deck if row[1])
    return Ending(_cause(view, names), bars=_bars(view), reckoning=_reckoning(view, names), hidden=hidden)


def _stayed(view: View) -> list[int]:
    return [seat for seat in range(len(view.hands)) if seat not in view.left]


def _bars(view: View) -> tuple[Bar, ...]:
    return tuple(
        Bar(
            seat,
            ((_("Captured cards"), view.piles[seat].value or 0), (_("Hand"), -(view.hands[seat].value or 0))),
        )
        for seat in _stayed(view)
    )


def _named(cards: Cards) -> str:
    return card_names(cards.cards) if cards.cards else ""


def _cause(view: View, names: Names) -> str:
    """What decided the game: the throws after a tie, a hand that cost the first place, or else the best capture."""
    if view.outcome is None or view.scores is None:
        return ""
    if view.throwing is None:
        return _costly_hand(view, names) or _best_catch(view, names)
    winner = view.outcome.ranks.index(1)
    words = {"tied": listed(names[seat] for seat in view.throwing.tied), "winner": names[winner]}
    if len(view.throwing.still_in) > 1:
        return (
            _("%(tied)s had the same score, the throws decided nothing, and %(winner)s won by lot.") % words
        )
    if all(seat in view.left for seat in view.throwing.tied if seat != winner):
        return _("%(tied)s had the same score, and only %(winner)s stayed to throw.") % words
    return _("%(tied)s had the same score, and %(winner)s won at rock, paper, scissors.") % words


def _costly_hand(view: View, names: Names) -> str:
    """A player who captured at least as much as the winner's points, but lost because of the cards in hand."""
    scores, ranks = view.scores or (), view.outcome.ranks if view.outcome else ()
    best = max(score for seat, score in enumerate(scores) if ranks[seat] == 1)
    lost = [seat for seat in _stayed(view) if ranks[seat] > 1 and (view.piles[seat].value or 0) >= best]
    if not lost:
        return ""
    seat = max(lost, key=lambda seat: view.piles[seat].value or 0)
    words = {"name": names[seat], "cards": _named(view.hands[seat]), "value": view.hands[seat].value}
    # Translators: `cards` is a list of cards, such as "Light Rat and Dark Owl".
    return _("Cards in hand cost %(name)s first place: %(cards)s, worth %(value)d.") % words


def _best_catch(view: View, names: Names) -> str:
    """The card with the highest value in a points pile; the winner's, if several are equal."""
    ranks = view.outcome.ranks if view.outcome else ()
    caught = [
        (CARDS[card].value, -ranks[seat], card, seat)
        for seat in _stayed(view)
        for card in view.piles[seat].cards or ()
    ]
    if not caught:
        return ""
    *_rest, card, seat = max(caught)
    return _("Best capture: %(card)s, by %(name)s.") % {"card": card_name(card), "name": names[seat]}


def _reckoning(view: View, names: Names) -> Reckoning | None:
    """The captured cards minus the hand, the best seat first. The scores are the outcome's."""
    if view.scores is None or view.outcome is None:
        return None
    seats = sorted(_stayed(view), key=view.outcome.ranks.__getitem__)
    counts = tuple(_count(view, names, seat) for seat in seats)
    return Reckoning(_("Player"), (_("Captured cards"), _("Hand"), _("Score")), counts)


def _count(view: View, names: Names, seat: int) -> Count:
    pile, hand, scores = view.piles[seat].value or 0, view.hands[seat].value or 0, view.scores or ()
    return Count(names[seat], (pile, f"\N{MINUS SIGN}{hand}" if hand else "0", scores[seat]))


_PLACES = {"first": gettext_lazy("The winner"), "others": gettext_lazy("Everybody else")}

FIGURES = (
    Figure(
        "captured", gettext_lazy("Captured creatures"), "share", CREATURE_NAMES.__getitem__,
        gettext_lazy("Cards in the points piles at the end, by creature."),
    ),
    Figure(
        "elements", gettext_lazy("Captured elements"), "share", ELEMENT_NAMES.__getitem__,
        gettext_lazy("Cards in the points piles at the end, by element."),
    ),
    Figure(
        "score", gettext_lazy("Score"), "mean", _PLACES.__getitem__,
        gettext_lazy("Average points at the end."), is_sorted=False,
    ),
    Figure(
        "hand", gettext_lazy("Cost of the hand"), "mean", _PLACES.__getitem__,
        gettext_lazy("Average points lost for cards still in hand."), is_sorted=False,
    ),
)  # fmt: skip


def counted(view: View, events: Iterable[tuple[str, Facts]]) -> Amounts:
    """The captured cards, and the scores of the seats that stayed."""
    sums = Sums()
    ranks, scores = view.outcome.ranks if view.outcome else (), view.scores or ()
    for seat, (rank, score) in enumerate(zip(ranks, scores, strict=False)):
        if seat in view.left:
            continue
        place = "first" if rank == 1 else "others"
        sums.add("score", place, score)
        sums.add("hand", place, view.hands[seat].value or 0)
        for card in view.piles[seat].cards or ():
            sums.add("captured", CARDS[card].creature)
            sums.add("elements", CARDS[card].element)
    return sums.amounts
