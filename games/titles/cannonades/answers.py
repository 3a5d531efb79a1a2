"""Grins and what they do: the queue of answers (CN-10, CN-11)."""

from msgspec.structs import replace

from games.engine.contract import Event, Facts
from games.engine.rows import with_row
from games.titles.cannonades.cards import GRINS, Face
from games.titles.cannonades.state import Answer, Discard, Grin, Ship, State
from games.titles.cannonades.turns import discard, draw, end_actions

__all__ = ["apply_forced_discard", "apply_grin", "discarded", "is_possible", "possible_grins", "settle"]

_DRAW, _DISCARD, _PASS = Grin("draw"), Grin("discard"), Grin("pass")
_REVEALS = tuple(Grin("reveal", berth) for berth in range(4))


def possible_grins(state: State, answer: Answer) -> tuple[Grin, ...]:
    """CN-10: the effects that can happen now, `pass` last."""
    row = state.ships[answer.against]
    return (
        *((_DRAW,) if state.starter is None else ()),  # CN-16: no card from the deck in the stand-off
        *((_DISCARD,) if state.hands[answer.against] else ()),
        *(_REVEALS[berth] for berth, ship in enumerate(row) if ship is not None and not ship.up),
        _PASS,
    )


def is_possible(state: State, answer: Answer, move: Grin) -> bool:
    """Whether `move` is among them."""
    return move in possible_grins(state, answer)


def settle(state: State, told: list[Event]) -> State:
    """Bring up the next answer that can do anything; when there is none, the turn goes on, or its actions are over."""
    while state.queue and possible_grins(state, state.queue[0]) == (_PASS,):
        told.append(Event("answer-skipped", _facts(state, state.queue[0])))
        state = replace(state, queue=state.queue[1:])
    if state.queue or state.actions:
        return state
    return end_actions(state, told)


def _facts(state: State, answer: Answer) -> Facts:
    return {
        "turn": state.turn, "seat": answer.seat, "against": answer.against, "ship": answer.ship, "cause": answer.cause,
    }  # fmt: skip


def apply_grin(state: State, move: Grin, told: list[Event]) -> State:
    """One answer; it stays in the queue until it is taken to its end."""
    answer = state.queue[0]
    facts = {**_facts(state, answer), "effect": move.effect}
    if move.effect == "discard":
        told.append(Event("answered", facts))
        return replace(state, owed=True)
    after = replace(state, queue=state.queue[1:])
    if move.effect == "draw":
        after = draw(after, answer.seat, 1, Event("answered", facts), told)
        return after if after.starter is not None else settle(after, told)
    if isinstance(move.berth, int):
        after = _reveal(after, answer, move.berth, facts, told)
    else:
        told.append(Event("answered", facts))
    return settle(after, told)


def _reveal(state: State, answer: Answer, berth: int, facts: Facts, told: list[Event]) -> State:
    """Turn up a ship of the attacker, without sinking it; its own grin may answer in turn."""
    row = state.ships[answer.against]
    ship = row[berth]
    if ship is None:
        raise ValueError(f"No ship in berth {berth} of seat {answer.against}")
    told.append(Event("answered", {**facts, "berth": berth, "card": ship.face}))
    ships = with_row(state.ships, answer.against, with_row(row, berth, Ship(ship.face, up=True)))
    caused = (Answer(answer.against, answer.seat, ship.face, "turned-up"),) if GRINS[ship.face] == 2 else ()
    return replace(state, ships=ships, queue=(*state.queue, *caused))


def apply_forced_discard(state: State, move: Discard, told: list[Event]) -> State:
    """The attacker discards a card of its own choice, which completes the answer."""
    answer = state.queue[0]
    told.append(discarded(state, answer.against, move.card, answer.seat))
    after = discard(state, answer.against, move.card)
    return settle(replace(after, queue=state.queue[1:], owed=False), told)


def discarded(state: State, seat: int, card: Face, asked_by: int | None) -> Event:
    """The fact that a seat discarded a card: asked by a seat that answered, or by the hand limit."""
    return Event("discarded", {"turn": state.turn, "seat": seat, "card": card, "asked_by": asked_by})
