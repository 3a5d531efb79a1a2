"""The end of a game of Cardline: the ending screen (CL-11 to CL-14), and its amounts in the statistics."""

from collections.abc import Iterable
from itertools import product

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.engine.contract import Facts, Seat
from games.engine.kit import listed
from games.engine.kit.events import Sums
from games.engine.presenter import Amounts, Bar, Count, Ending, Figure, Names, Reckoning, Text
from games.titles.cardline.deck import editions, registry
from games.titles.cardline.observe import View
from games.titles.cardline.presenter.words import TRAIT_NAMES, called, card_at, place_words, value_words

_WON = ("first-out", "knock-out")


def ending(view: View, names: Names) -> Ending:
    """The contents of the ending screen. Hands are always open; the end adds the values on their backs."""
    hands = (
        (_("Cards of %(name)s") % {"name": names[seat]},
         listed((f"{called(face.name)} {value_words(view.trait, face.value)}"
                 for face in hand if face.value is not None), ""))
        for seat, hand in enumerate(view.hands)
    )  # fmt: skip
    bars = tuple(
        Bar(seat, ((_("Cards placed right"), right),))
        for seat, (right, _wrong) in (turns_of(view) or {}).items()
    )
    hidden = tuple(row for row in hands if row[1])
    return Ending(_cause(view, names), _margin(view), bars, _reckoning(view, names), hidden)


def _margin(view: View) -> str:
    """How many cards the next player still has, if the first one to be out won."""
    if view.outcome is None or view.outcome.reason != "first-out":
        return ""
    left = min(len(view.hands[seat]) for seat, rank in enumerate(view.outcome.ranks) if rank > 1)
    return ngettext("%(num)d card ahead", "%(num)d cards ahead", left) % {"num": left}


def _cause(view: View, names: Names) -> str:
    """The reason why the game could not continue, or the card that won it."""
    if view.outcome is None or view.outcome.reason != "stalled":
        return _winning_card(view, names)
    if view.shuffles >= view.ruleset.last_shuffle:
        return _("The box had been shuffled so often that this round was the last.")
    return _("In %(count)d knock-out rounds in a row nobody went out.") % {
        "count": view.ruleset.barren_rounds
    }


def _winning_card(view: View, names: Names) -> str:
    """The winner's last card and its neighbours."""
    if view.outcome is None or view.outcome.reason not in _WON:
        return ""
    winner = view.outcome.ranks.index(1)
    last = view.last[winner]
    at = next((at for at, face in enumerate(view.line) if last and face.id == last.card.id), None)
    if at is None:
        return ""
    words = {
        "name": names[winner],
        "card": card_at(view, at),
        "place": place_words(card_at(view, at - 1), card_at(view, at + 1)),
    }
    # Translators: `place` is "between A (80 kg) and B (1.2 t)", "before A (80 kg)" or "after B (1.2 t)".
    return _("%(name)s's winning card: %(card)s, %(place)s.") % words


def _reckoning(view: View, names: Names) -> Reckoning | None:
    """The turns of each seat, right and wrong, the best seat first; the right ones add up to the cards in the line."""
    if view.outcome is None:
        return None
    seats = sorted(range(len(names)), key=view.outcome.ranks.__getitem__)
    seats, turns = [seat for seat in seats if seat not in view.left], turns_of(view)
    has_out = any(view.out[seat] is not None for seat in seats)
    counts = [
        Count(
            names[seat],
            (
                *((*turns[seat], sum(turns[seat])) if turns else ()),
                len(view.hands[seat]),
                *([_out(view, seat)] if has_out else []),
            ),
        )
        for seat in seats
    ]
    columns = (
        *((_("Right"), _("Misses"), _("Turns")) if turns else ()),
        _("Cards left"),
        *([_("Out in round")] if has_out else []),
    )
    return Reckoning(_("Player"), columns, tuple(counts))


def _out(view: View, seat: int) -> str:
    """The round in which the seat went out; a dash for a seat that did not."""
    out = view.out[seat]
    return "\N{EN DASH}" if out is None else str(out + 1)


_TRAITS: dict[str, Text] = {str(trait): name for trait, name in TRAIT_NAMES.items()}
_LEAST = 3  # placements of a card before it is compared


def _card(key: str) -> Text:
    """The name of a card of any shipped edition; otherwise its id."""
    found = (registry.characters(edition).get(key) for edition in editions())
    return next((called(card.name) for card in found if card is not None), key)


_MOST_MISSED = {
    "strength": gettext_lazy("Most misplaced by strength"),
    "iq": gettext_lazy("Most misplaced by IQ"),
    "fighting": gettext_lazy("Most misplaced by fighting"),
}
_PLACED_WRONG = gettext_lazy("How often the card was placed wrong.")

FIGURES = (
    *(
        Figure(f"misses-{trait}", heading, "rate", _card, _PLACED_WRONG, least=_LEAST)
        for trait, heading in _MOST_MISSED.items()
    ),
    Figure(
        "traits", gettext_lazy("Misses by trait"), "rate", _TRAITS.__getitem__,
        gettext_lazy("How many cards were placed wrong."),
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


# How often each seat was right and wrong, as far as the game's last position shows.
#
# A seat has one turn in every round in which it is in, and each turn is right or wrong. A wrong card is replaced,
# so a seat was right as often as it has fewer cards than it was given, by the deal and for knock-out rounds. A position
# shows neither how many cards were dealt, nor in which knock-out rounds without losers all were right. So every
# possibility that fits the line is tried.

_HANDS = range(4, 9)  # cards dealt to each seat (CL-4)
_MOST_OPEN = 8  # knock-out rounds in which all or none may have been right; with more there is no result


def turns_of(view: View) -> dict[Seat, tuple[int, int]] | None:
    """For each seat that has not left: (times right, times wrong). None if the position does not show it.

    Also None if the game ended because all others had left: then some seats missed their last turn.
    """
    if view.outcome is None or view.outcome.reason == "left":
        return None
    rounds = range(1, view.knockout)  # knock-out rounds after which another one began
    is_open = [not _has_lost(view, number) for number in rounds]
    if sum(is_open) > _MOST_OPEN:
        return None
    ways = product(*([True, False] if open_ else [True] for open_ in is_open))
    found = {counts for way in ways if (counts := _counts(view, way))}
    return dict(found.pop()) if len(found) == 1 else None


def _last_ordinary(view: View) -> int:
    """The last round before the knock-out rounds."""
    return view.round - view.knockout


def _has_lost(view: View, number: int) -> bool:
    """Whether a seat was beaten in this knock-out round, so that all that stayed in were right (CL-11)."""
    beaten = {out for seat, out in enumerate(view.out) if seat not in view.left}
    return _last_ordinary(view) + number in beaten


def _counts(view: View, way: tuple[bool, ...]) -> tuple[tuple[Seat, tuple[int, int]], ...] | None:
    """The counts if `way` says after which knock-out rounds the seats took a card; None if that is impossible."""
    extra = [_extra(view, seat, way) for seat in range(len(view.hands))]
    held = [len(hand) for hand in view.hands]
    dealt, rest = divmod(len(view.line) - 1 + sum(held) - sum(extra), len(held))
    if rest or dealt not in _HANDS:
        return None
    stayed = [seat for seat in range(len(held)) if seat not in view.left]
    right = {seat: dealt + extra[seat] - held[seat] for seat in stayed}
    turns = {seat: _turns(view, seat) for seat in stayed}
    if not all(0 <= right[seat] <= turns[seat] for seat in stayed):
        return None
    return tuple((seat, (right[seat], turns[seat] - right[seat])) for seat in stayed)


def _extra(view: View, seat: Seat, way: tuple[bool, ...]) -> int:
    """Cards that the seat took for knock-out rounds (CL-10, CL-11)."""
    survived = (
        _turns(view, seat) - 1 - _last_ordinary(view) - 1
    )  # knock-out rounds after which it was still in
    return 1 + sum(way[:survived]) if view.knockout and survived >= 0 else 0


def _turns(view: View, seat: Seat) -> int:
    """Rounds in which the seat was in."""
    out = view.out[seat]
    return (view.round if out is None else out) + 1
