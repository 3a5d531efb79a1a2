"""The observation of a seat or a spectator in a game of Cannonades (CN-19)."""

from collections.abc import Iterator
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from games.engine.chance import Chance
from games.engine.contract import Event, Facts, Outcome, Seat
from games.engine.rules import class_with
from games.titles.cannonades.cards import SHIPS, Face, in_order
from games.titles.cannonades.ending import StandOffScore, stand_off_scores
from games.titles.cannonades.rules import to_act
from games.titles.cannonades.state import (
    Answer,
    Decision,
    Row,
    Ruleset,
    Ship,
    State,
    decision,
    hand_limit,
    is_first_turn,
    is_in,
)
from games.titles.cannonades.turns import may_redraw


class Cards(msgspec.Struct, frozen=True):
    """A hand or the deck: always its count; its cards only if they may be known."""

    count: int
    cards: tuple[Face, ...] | None = None


class Shown(msgspec.Struct, frozen=True):
    """A ship on the table; `face` is None if only its back is shown."""

    face: Face | None
    up: bool


class View(msgspec.Struct, frozen=True):
    """The observation of one seat, or of a spectator. Hands and ships have one entry per seat."""

    ruleset: ClassVar[Ruleset] = State.ruleset

    you: Seat | None
    decision: Decision  # the current decision
    asked: tuple[Seat, ...]  # the seats that make it
    seat: Seat | None  # whose turn it is, or which seat salvages; None in the set-up
    turn: int
    first_turn: bool  # whether it is the seat's first turn: no shooting or boarding yet
    actions: int  # left in the current turn
    limit: int  # cards that a seat may hold at the end of its turn
    deck: Cards
    discards: tuple[Face, ...]
    hands: tuple[Cards, ...]
    ships: tuple[tuple[Shown | None, ...], ...]  # by berth, None for a free one
    answers: tuple[Answer, ...]  # the first one is being answered
    poor: tuple[Seat, ...]  # in the set-up, the seats whose opening hands may be exchanged
    redraw: bool | None  # the reader's own choice about redrawing, while others have yet to choose
    starter: Seat | None
    awaited: tuple[Seat, ...]  # seats whose turns in the stand-off are still to come
    out: tuple[Seat, ...]
    left: tuple[Seat, ...]
    fleets: dict[Seat, StandOffScore]  # as the stand-off compared them; empty without one
    outcome: Outcome | None


def observe(state: State, seat: Seat | None) -> View:
    """The observation of a seat, built from scratch: it includes only what a rule shows."""
    over = state.outcome is not None  # CN-19: then everything is public
    running = state.redraws is None
    return class_with(View, state.ruleset)(
        you=seat, decision=decision(state), asked=tuple(sorted(to_act(state))),
        seat=state.seat if running else None, turn=state.turn, first_turn=running and is_first_turn(state),
        actions=state.actions, limit=hand_limit(state),
        deck=_cards(state.deck, over), discards=state.discards,
        hands=tuple(_cards(hand, over or owner == seat) for owner, hand in enumerate(state.hands)),
        ships=tuple(_visible_row(row, over or owner == seat) for owner, row in enumerate(state.ships)),
        answers=state.queue, poor=() if state.redraws is None else state.redraws.asked,
        redraw=_own_choice(state, seat), starter=state.starter,
        awaited=tuple(other for other in state.awaited if is_in(state, other)),
        out=state.out, left=state.left, fleets=_compared_scores(state), outcome=state.outcome,
    )  # fmt: skip


def _cards(cards: tuple[Face, ...], visible: bool) -> Cards:
    return Cards(len(cards), cards) if visible else Cards(len(cards))


def _visible_row(row: Row, visible: bool) -> tuple[Shown | None, ...]:
    return tuple(
        None if ship is None else Shown(ship.face if ship.up or visible else None, ship.up) for ship in row
    )


def _own_choice(state: State, seat: Seat | None) -> bool | None:
    return None if state.redraws is None or seat is None else state.redraws.chosen.get(seat)


def _compared_scores(state: State) -> dict[Seat, StandOffScore]:
    return (
        stand_off_scores(state) if state.outcome is not None and state.outcome.reason == "stand-off" else {}
    )


def recall(state: State, seat: Seat | None, event: Event) -> Facts:
    """The facts that the log shows now: everything once the game is over (CN-19)."""
    return event.facts_for(seat) if state.outcome is None else event.all_facts()


_TRIES = 100  # per hand; about one hand in five has fewer than two ships


def resample(state: State, seat: Seat | None, chance: Chance) -> State:
    """Redeal all cards that `seat` cannot see, with ships for face-down ships; make secret choices at random."""
    if state.outcome is not None:
        return state
    cards = chance.shuffled(in_order(_hidden_cards(state, seat)))
    if state.redraws is None:
        return _redeal(state, seat, cards)
    redraws = state.redraws
    made = sorted(redraws.chosen.items())  # nobody sees the order in which they chose
    chosen = {who: redraw if who == seat else chance.below(2) == 0 for who, redraw in made}
    anew = replace(state, redraws=replace(redraws, chosen=chosen))
    return _redeal_openings(anew, seat, cards, chance)


def _redeal_openings(state: State, seat: Seat | None, cards: tuple[Face, ...], chance: Chance) -> State:
    """Deal opening hands: fewer than two ships for seats that are asked or kept their hands, more for others (CN-5)."""
    poor = () if state.redraws is None else (*state.redraws.asked, *state.redraws.kept)
    hands, count = list(state.hands), state.ruleset.hand
    for owner in range(len(hands)):
        if owner == seat or not is_in(state, owner):
            continue
        for _ in range(_TRIES):
            if may_redraw(cards[:count]) is (owner in poor):
                break
            cards = chance.shuffled(cards)
        hands[owner], cards = in_order(cards[:count]), cards[count:]
    return replace(state, hands=tuple(hands), deck=cards)


def _hidden_cards(state: State, seat: Seat | None) -> Iterator[Face]:
    yield from state.deck
    for owner, (hand, row) in enumerate(zip(state.hands, state.ships, strict=True)):
        if owner != seat:
            yield from hand
            yield from (ship.face for ship in row if ship is not None and not ship.up)


def _redeal(state: State, seat: Seat | None, cards: tuple[Face, ...]) -> State:
    covered = [(owner, place) for owner, row in enumerate(state.ships) for place in range(len(row))
               if owner != seat and (ship := row[place]) is not None and not ship.up]  # fmt: skip
    below = [place for place, card in enumerate(cards) if card in SHIPS][: len(covered)]
    berths = {at: Ship(cards[place]) for at, place in zip(covered, below, strict=True)}
    rest = iter([card for place, card in enumerate(cards) if place not in below])
    return replace(
        state,
        ships=tuple(
            tuple(berths.get((owner, place), ship) for place, ship in enumerate(row))
            for owner, row in enumerate(state.ships)
        ),
        hands=tuple(
            hand if owner == seat else in_order(next(rest) for _ in hand)
            for owner, hand in enumerate(state.hands)
        ),
        deck=tuple(rest),
    )
