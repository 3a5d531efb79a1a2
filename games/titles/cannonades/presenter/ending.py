"""The end of a game of Cannonades: the ending screen (CN-14, CN-17 to CN-19), and its amounts in the statistics."""

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.engine.contract import Facts, Seat
from games.engine.kit.events import Sums
from games.engine.presenter import Amounts, Bar, Count, Ending, Figure, Names, Reckoning, Text
from games.titles.cannonades.cards import GRINS, SHIPS
from games.titles.cannonades.observe import View
from games.titles.cannonades.presenter.words import COLOUR_NAMES, card_names

_MEASURES = ("ships", "colours", "facing", "hand")  # CN-17, in the order of the comparison
_ORDER = (
    gettext_lazy("first"),
    gettext_lazy("second"),
    gettext_lazy("third"),
    gettext_lazy("fourth"),
)  # the seat that went out


def ending(view: View, names: Names) -> Ending:
    """The contents of the ending screen."""
    hidden = [(_("Hand of %(name)s") % {"name": names[seat]}, card_names(hand.cards))
              for seat, hand in enumerate(view.hands) if hand.cards]  # fmt: skip
    covered = [(_("Ships face down, %(name)s") % {"name": names[seat]}, card_names(faces))
               for seat, row in enumerate(view.ships)
               if (faces := [ship.face for ship in row if ship and ship.face and not ship.up])]  # fmt: skip
    bars = tuple(Bar(seat, ((_("Ships"), _ships(view, seat)),)) for seat in _best_first(view))
    return Ending(_cause(view, names), _margin(view), bars, _reckoning(view, names), (*covered, *hidden))


def _margin(view: View) -> str:
    """The ships of the last captain, if any; the cause has the numbers of a stand-off."""
    if view.outcome is None or view.outcome.reason != "last-captain":
        return ""
    ships = _ships(view, view.outcome.ranks.index(1))
    return (
        ngettext("with %(num)d ship afloat", "with %(num)d ships afloat", ships) % {"num": ships}
        if ships
        else ""
    )


def _best_first(view: View) -> list[Seat]:
    ranks = view.outcome.ranks if view.outcome else ()
    return [seat for seat in sorted(range(len(ranks)), key=ranks.__getitem__) if seat not in view.left]


def _cause(view: View, names: Names) -> str:
    """The measure in which the best fleet beat the next one."""
    if len(view.fleets) < 2:
        return ""
    first, second = [seat for seat in _best_first(view) if seat in view.fleets][:2]
    best, next_ = view.fleets[first], view.fleets[second]
    by = next((name for name in _MEASURES if getattr(best, name) != getattr(next_, name)), "")
    words = {
        "name": names[first],
        "next": names[second],
        "more": getattr(best, by, 0),
        "fewer": getattr(next_, by, 0),
    }
    if not by and view.outcome and view.outcome.ranks.count(1) > 1:
        return _("The best fleets were equal in everything, and neither captain had begun the stand-off.")
    if not by:
        return (
            _("The best fleets were equal in everything, and %(name)s had drawn the last card of the deck.")
            % words
        )
    return _by(by) % words


def _by(measure: str) -> str:
    return {
        "ships": _("%(name)s had more ships than %(next)s: %(more)d to %(fewer)d."),
        "colours": _("With equal ships, %(name)s had more colours than %(next)s: %(more)d to %(fewer)d."),
        "facing": _(
            "With equal ships and colours, %(name)s had more ships facing the same way than %(next)s: "
            "%(more)d to %(fewer)d."
        ),
        "hand": _("With equal fleets, %(name)s had more cards in hand than %(next)s: %(more)d to %(fewer)d."),
    }[measure]


def _reckoning(view: View, names: Names) -> Reckoning | None:
    if view.outcome is None or not _best_first(view):
        return None
    if view.fleets:
        return _comparison(view, names)
    rows = [(_ships(view, seat), _grins(view, seat), view.hands[seat].count) for seat in _best_first(view)]
    counts = [
        Count(names[seat], (*row, _went_out(view, seat)))
        for seat, row in zip(_best_first(view), rows, strict=True)
    ]
    total = Count(_("Total"), (*map(sum, zip(*rows, strict=True)), ""), is_sum=True)
    columns = (_("Ships"), _("Grins"), _("Hand"), _("Went out"))
    return Reckoning(_("Captain"), columns, (*counts, total))


def _ships(view: View, seat: Seat) -> int:
    return sum(ship is not None for ship in view.ships[seat])


def _grins(view: View, seat: Seat) -> int:
    """The grins on the ships of a fleet."""
    return sum(GRINS[ship.face] for ship in view.ships[seat] if ship and ship.face)


def _went_out(view: View, seat: Seat) -> str:
    return str(_ORDER[view.out.index(seat)]) if seat in view.out else "\N{EN DASH}"


def _comparison(view: View, names: Names) -> Reckoning:
    """The compared fleets; captains who were already out have none."""
    columns = (_("Ships"), _("Colours"), _("Facing the same way"), _("Hand"))
    counts = [Count(_label(view, names, seat), _row(view, seat)) for seat in _best_first(view)]
    return Reckoning(_("Captain"), columns, tuple(counts))


def _label(view: View, names: Names, seat: Seat) -> str:
    return _("%(name)s (starter)") % {"name": names[seat]} if seat == view.starter else names[seat]


def _row(view: View, seat: Seat) -> tuple[object, ...]:
    fleet = view.fleets.get(seat)
    if fleet is None:
        return ("\N{EN DASH}",) * len(_MEASURES)
    return tuple(getattr(fleet, name) for name in _MEASURES)


_COLOURS: dict[str, Text] = {str(colour): name for colour, name in COLOUR_NAMES.items()}
_GRINS = {"0": gettext_lazy("No grin"), "1": gettext_lazy("One grin"), "2": gettext_lazy("Two grins")}
_EFFECTS = {
    "draw": gettext_lazy("Draw a card"),
    "discard": gettext_lazy("Make them discard"),
    "reveal": gettext_lazy("Turn up a ship"),
    "pass": gettext_lazy("Nothing"),
}

FIGURES = (
    Figure(
        "sunk", gettext_lazy("Ships sunk"), "rate", _COLOURS.__getitem__,
        gettext_lazy("How many attacked ships were sunk, by colour."),
    ),
    Figure(
        "grins", gettext_lazy("Grins of sunk ships"), "share", _GRINS.__getitem__,
        gettext_lazy("Sunk ships by their grins."), is_sorted=False,
    ),
    Figure(
        "answers", gettext_lazy("Answers of grins"), "share", _EFFECTS.__getitem__,
        gettext_lazy("What captains chose when their ships grinned."),
    ),
    Figure(
        "left", gettext_lazy("Ships of the winner"), "share", str,
        gettext_lazy("How many ships the winner had at the end."), is_sorted=False,
    ),
)  # fmt: skip


def counted(view: View, events: Iterable[tuple[str, Facts]]) -> Amounts:
    """Ships attacked and sunk, the answers of grins, and the winner's remaining ships and cards."""
    sums = Sums()
    for kind, facts in events:
        if kind in {"shot", "boarded"}:
            ship, sunk = facts["ship"], int(facts["sunk"])
            sums.add("sunk", SHIPS[ship], sunk)
            if sunk:
                sums.add("grins", str(GRINS[ship]))
        elif kind == "answered":
            sums.add("answers", facts["effect"])
    ranks = view.outcome.ranks if view.outcome else ()
    for seat, rank in enumerate(ranks):
        if rank == 1:
            sums.add("left", str(sum(ship is not None for ship in view.ships[seat])))
    return sums.amounts
