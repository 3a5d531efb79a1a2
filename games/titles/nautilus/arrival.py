"""The submarine's steps, the chip where one ends (NA-11 to NA-13), and how chips and special cards change hands."""

from typing import Any, TypeAlias

from msgspec.structs import replace

from games.engine.contract import Event, Facts, Seat
from games.engine.rules import with_row
from games.titles.nautilus import ocean, scoring
from games.titles.nautilus.cards import ALL_AXES, CHIPS, ChipId
from games.titles.nautilus.ocean import DOTS, Lying
from games.titles.nautilus.state import Sailing, State, pending_special

Log: TypeAlias = list[Event]  # the events of this ply so far


def fact(state: State, kind: str, seat: Seat, /, **facts: Any) -> Event:
    """A public fact of the current turn about a seat."""
    return Event(kind, {"seat": seat, "turn": state.turn, **facts})


def set_square(state: State, seat: Seat, index: int, chip: ChipId | None) -> State:
    """The state with this chip, or none, on a square of a board."""
    board = with_row(state.boards[seat], index, chip)
    return replace(state, boards=with_row(state.boards, seat, board))


def put(state: State, seat: Seat, index: int, chip: ChipId, log: Log) -> State:
    """Put a chip on a free square; if that fills a row of the current round, the round is closing (NA-16)."""
    after = set_square(state, seat, index, chip)
    if index // scoring.COLUMNS + 1 != state.round or None in scoring.row_of(after.boards[seat], state.round):
        return after
    log.append(fact(state, "row-full", seat, row=state.round))
    return replace(after, closing=True)


def lay(state: State, place: int, lying: Lying | None) -> State:
    """The state with this chip, or none, at a place in the ocean."""
    return replace(state, ocean=with_row(state.ocean, place, lying))


def sailing_of(state: State) -> Sailing:
    """The progress of the sailing seat; raises ValueError in stage 1."""
    if state.sailing is None:
        raise ValueError("Nobody is sailing")
    return state.sailing


def spend_special(state: State, seat: Seat) -> State:
    """Put the sailing seat's special card at the bottom of the pile (NA-14)."""
    card = pending_special(state, seat)
    if card is None:
        raise ValueError(f"Seat {seat} has no special card to spend")
    kept = tuple(held for held in state.specials[seat] if held != card)
    return replace(
        state,
        specials=with_row(state.specials, seat, kept),
        special_pile=(*state.special_pile, card),
        sailing=replace(sailing_of(state), special=False),
    )


def make_step(state: State, axis: str, step: int, by: str, log: Log) -> State:
    """Make one legal step, by a card or an arrow (`by`), with all its consequences."""
    seat, way = state.queue[0], ocean.way(state.submarine, axis, step)
    sub, place = way.after, list(DOTS[way.place].place)
    now: Facts = {"heading": sub.heading, "depth": sub.depth, "rotation": sub.rotation, "place": place}
    now["empty"] = state.ocean[way.place] is None
    log.append(fact(state, "steered", seat, axis=axis, step=step, by=by, **now))
    return _free_way(_arrive(replace(state, submarine=sub), seat, way.place, log), log)


def _arrive(state: State, seat: Seat, place: int, log: Log) -> State:
    lying = state.ocean[place]
    if lying is None:
        return state
    if not lying.up:  # NA-12: before anything else, and even if the row is full
        state = _turn_up(state, seat, place, lying, log)
    match CHIPS[lying.chip].kind:
        case "star":
            return state
        case "arrow":
            return _meet_arrow(state, seat, lying, log)
        case "anchor" if state.special_pile:
            log.append(fact(state, "anchor-found", seat, chip=lying.chip, place=list(DOTS[place].place)))
            return replace(state, sailing=replace(sailing_of(state), asked="anchor"))
        case _:
            return _take(state, seat, place, log)


def _turn_up(state: State, seat: Seat, place: int, lying: Lying, log: Log) -> State:
    log.append(fact(state, "turned-up", seat, chip=lying.chip, place=list(DOTS[place].place)))
    after = lay(state, place, Lying(lying.chip, up=True))
    return replace(after, stars=(*state.stars, place)) if CHIPS[lying.chip].kind == "star" else after


def _meet_arrow(state: State, seat: Seat, lying: Lying, log: Log) -> State:
    """NA-13: ask for one more step, but only once for each arrow while a seat sails."""
    sailing = sailing_of(state)
    if lying.chip in sailing.arrows:
        log.append(fact(state, "arrow-spent", seat, chip=lying.chip))
        return state
    log.append(fact(state, "arrow-met", seat, chip=lying.chip))
    return replace(state, sailing=replace(sailing, asked="arrow", arrows=(*sailing.arrows, lying.chip)))


def _take(state: State, seat: Seat, place: int, log: Log) -> State:
    """NA-12: move the chip to the leftmost free square of the current row; if the row is full, the chip stays."""
    lying, square = state.ocean[place], scoring.free_square(state.boards[seat], state.round)
    if lying is None:
        raise ValueError(f"Nothing lies at {DOTS[place].place}")
    where = list(DOTS[place].place)
    if square is None:
        log.append(fact(state, "left-lying", seat, chip=lying.chip, place=where))
        return state
    log.append(
        fact(state, "took", seat, chip=lying.chip, place=where, square=list(scoring.square_of(square)))
    )
    return put(lay(state, place, None), seat, square, lying.chip, log)


def _free_way(state: State, log: Log) -> State:
    """NA-13, the safeguard: if stars block every step, remove the latest star."""
    if ocean.open_ways(state.submarine, state.stars, ALL_AXES):
        return state
    place = ocean.blocking_star(state.submarine, state.stars)
    star = None if place is None else state.ocean[place]
    if place is None or star is None:
        raise ValueError(f"No star bars the way of {state.submarine}")
    log.append(fact(state, "star-removed", state.queue[0], chip=star.chip, place=list(DOTS[place].place)))
    stars = tuple(other for other in state.stars if other != place)
    return replace(lay(state, place, None), stars=stars, gone=(*state.gone, star.chip))


def apply_anchor(state: State, seat: Seat, to: str, log: Log) -> State:
    """NA-13: turn the anchor at the submarine's place into a chip or a special card."""
    place = ocean.place_of(state.submarine)
    answered = replace(state, sailing=replace(sailing_of(state), asked=""))
    return _take(answered, seat, place, log) if to == "board" else _trade_anchor(answered, seat, place, log)


def _trade_anchor(state: State, seat: Seat, place: int, log: Log) -> State:
    anchor, (card, *rest) = state.ocean[place], state.special_pile
    if anchor is None:
        raise ValueError(f"Nothing lies at {DOTS[place].place}")
    top = rest[0] if rest else None
    where = list(DOTS[place].place)
    log.append(fact(state, "special-gained", seat, chip=anchor.chip, place=where, card=card, top=top))
    return replace(
        lay(state, place, None),
        gone=(*state.gone, anchor.chip),
        special_pile=tuple(rest),
        specials=with_row(state.specials, seat, (*state.specials[seat], card)),
    )
