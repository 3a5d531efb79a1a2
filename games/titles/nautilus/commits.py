"""Stage 1: hand cards, open or sealed, and the order that they lead to (NA-8, NA-9)."""

from msgspec.structs import replace

from games.engine.contract import Event, Seat
from games.engine.rows import with_row
from games.titles.nautilus.cards import CARDS, REVERSE
from games.titles.nautilus.holdings import Log
from games.titles.nautilus.sailing import sail_on
from games.titles.nautilus.state import Commit, State

__all__ = ["apply_commit", "sail_if_all_committed"]


def apply_commit(state: State, seat: Seat, move: Commit, log: Log) -> State:
    """A hand card, perhaps with a special card; final, and sealed it is told to nobody else."""
    who, what = {"seat": seat, "turn": state.turn}, {"card": move.card, "special": move.special}
    sealed = state.commit == "sealed"
    log.append(Event("committed", who, {seat: what}) if sealed else Event("committed", {**who, **what}))
    return sail_if_all_committed(replace(state, commits={**state.commits, seat: move}), log)


def sail_if_all_committed(state: State, log: Log) -> State:
    """On to stage 2 once every seat that is still in has committed."""
    if len(state.commits) < len(state.order):
        return state
    if state.commit == "sealed":
        log.append(Event("revealed", {"turn": state.turn, "commits": _all_commits(state)}))
    reversing = next((seat for seat, commit in state.commits.items() if commit.special == REVERSE), None)
    ordered = replace(state, order=_new_order(state, reversing is not None))
    if reversing is not None:
        ordered = _spend_reverse(ordered, reversing)
    facts = {"turn": state.turn, "order": list(ordered.order), "reversed_by": reversing}
    log.append(Event("ordered", facts))
    return sail_on(ordered, ordered.order, log)


def _all_commits(state: State) -> list[dict[str, object]]:
    commits = [(seat, state.commits[seat]) for seat in state.order]
    return [{"seat": seat, "card": commit.card, "special": commit.special} for seat, commit in commits]


def _new_order(state: State, is_reversed: bool) -> tuple[Seat, ...]:
    """NA-9: by value. Equals stay as they were: the sort is stable, and open commits came in the old order."""
    sign = 1 if is_reversed else -1
    return tuple(sorted(state.order, key=lambda seat: sign * CARDS[state.commits[seat].card].value))


def _spend_reverse(state: State, seat: Seat) -> State:
    """NA-9: the reverse is used now, and goes under the pile."""
    kept = tuple(card for card in state.specials[seat] if card != REVERSE)
    pile = (*state.special_pile, REVERSE)
    return replace(state, special_pile=pile, specials=with_row(state.specials, seat, kept))
