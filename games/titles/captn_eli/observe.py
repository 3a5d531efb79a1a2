"""The observation of a seat or a spectator in a game of Capt'n Eli (CE-4 to CE-6, CE-8, CE-19, CE-20)."""

from typing import ClassVar, Literal

import msgspec

from games.engine.contract import Event, Facts, Outcome, Seat
from games.engine.rules import class_with
from games.titles.captn_eli.cards import CardId, Ruleset
from games.titles.captn_eli.challenges import attack_total, defence_total, pressure_of
from games.titles.captn_eli.duel import line_of
from games.titles.captn_eli.grid import Cell
from games.titles.captn_eli.rules import to_act
from games.titles.captn_eli.squads import MOST_COPIES, MOST_OF_A_TYPE, SQUAD_SUPPORTS
from games.titles.captn_eli.state import Lying, Phase, State, field_of, name_for


class Cards(msgspec.Struct, frozen=True):
    """A hand: always its count; its cards only if they may be known."""

    count: int
    cards: tuple[CardId, ...] | None = None


class Shown(msgspec.Struct, frozen=True):
    """A card on the grid; `card` is None if the reader knows only its back."""

    cell: Cell
    owner: Seat
    card: CardId | None
    up: bool
    known: bool  # known to both seats, though it may be face down (CE-20)
    marked: bool  # turned 90 degrees: defeated once (CE-16)
    mystic_used: bool
    sacrifice_used: bool


class Running(msgspec.Struct, frozen=True):
    """A challenge that is waiting for an answer, with its current totals."""

    at: Cell
    target: Cell
    through: tuple[Cell, ...]
    attack: int
    defence: int


class SquadLimits(msgspec.Struct, frozen=True):
    """The limits of a squad besides its one character (CE-4, CE-5)."""

    supports: int = SQUAD_SUPPORTS
    of_one_type: int = MOST_OF_A_TYPE
    copies: int = MOST_COPIES  # of a STACKED character; they count as a support type of their own


class View(msgspec.Struct, frozen=True):
    """The observation of one seat, or of a spectator. `pools`, `squads`, `hands`, `removed` have one entry per seat."""

    ruleset: ClassVar[Ruleset] = State.ruleset

    you: Seat | None
    cards: Literal["all", "sealed"]
    phase: Phase
    seat: Seat  # whose turn it is
    asked: tuple[Seat, ...]  # the seats that must move now
    turn: int
    limits: SquadLimits
    pools: tuple[tuple[CardId, ...] | None, ...]
    chosen: tuple[Seat, ...]  # the seats that have chosen a squad
    squads: tuple[tuple[CardId, ...] | None, ...]
    hands: tuple[Cards, ...]
    grid: tuple[Shown, ...]  # in reading order
    removed: tuple[tuple[CardId, ...], ...]
    quiet: int  # turns in which cards were only moved, in the whole game; in version 1, in a row
    pressure: int  # see `challenges.push_of`; above 0, cards may move only if nothing else is possible
    becalmed_in: int | None  # version 1's countdown: the number of quiet turns until the game ends
    mystic: Cell | None  # the card whose MYSTIC must be answered
    challenge: Running | None
    outcome: Outcome | None


def observe(state: State, seat: Seat | None) -> View:
    """The observation of a seat, built from scratch: it includes only what a rule shows."""
    over = state.outcome is not None  # CE-20
    rules = state.ruleset
    return class_with(View, rules)(
        you=seat, cards=state.cards, phase=state.phase, seat=state.seat, asked=tuple(sorted(to_act(state))),
        turn=state.turn, limits=SquadLimits(),
        pools=tuple(pool if over or owner == seat else None for owner, pool in enumerate(state.pools)),
        chosen=tuple(owner for owner, squad in enumerate(state.squads) if squad),
        squads=tuple(_squad(state, seat, owner) for owner in range(len(state.squads))),
        hands=tuple(_hand(state, seat, owner) for owner in range(len(state.hands))),
        grid=tuple(_seen_card(state, seat, lying) for lying in sorted(state.grid, key=lambda lying: lying.cell[::-1])),
        removed=tuple(_visible_ids(state, seat, owner, cards) for owner, cards in enumerate(state.removed)),
        quiet=state.quiet, pressure=pressure_of(state),
        becalmed_in=None if rules.storm or state.quiet < rules.countdown else rules.becalmed - state.quiet,
        mystic=state.mystic, challenge=_running(state), outcome=state.outcome,
    )  # fmt: skip


def _visible_ids(
    state: State, seat: Seat | None, owner: Seat, cards: tuple[CardId, ...]
) -> tuple[CardId, ...]:
    return tuple(name_for(state, seat, owner, card) for card in cards)


def _squad(state: State, seat: Seat | None, owner: Seat) -> tuple[CardId, ...] | None:
    if not state.squads[owner] or not (owner == seat or state.outcome is not None):
        return None
    return state.squads[owner]  # the whole squad: each copy once, whatever its number


def _hand(state: State, seat: Seat | None, owner: Seat) -> Cards:
    hand = state.hands[owner]
    if owner == seat or state.outcome is not None:
        return Cards(len(hand), _visible_ids(state, seat, owner, hand))
    return Cards(len(hand))


def _seen_card(state: State, seat: Seat | None, lying: Lying) -> Shown:
    visible = lying.seen or lying.owner == seat or state.outcome is not None
    return Shown(
        cell=lying.cell, owner=lying.owner,
        card=name_for(state, seat, lying.owner, lying.card) if visible else None,
        up=lying.up, known=lying.seen, marked=lying.marked,
        mystic_used=lying.mystic_used, sacrifice_used=lying.sacrifice_used,
    )  # fmt: skip


def _running(state: State) -> Running | None:
    """The running challenge. Everything in it is face up: the target was turned up before any question."""
    duel = state.duel
    if duel is None:
        return None
    field, line = field_of(state), line_of(state, duel)
    attack = attack_total(field, field[duel.at], line, pressure_of(state))
    through = tuple(lying.cell for lying in line.through)
    return Running(duel.at, duel.target, through, attack, defence_total(field, line.target))


def recall(state: State, seat: Seat | None, event: Event) -> Facts:
    """The facts that the log shows now: all of them after the game, with copies numbered as `seat` knows them."""
    if state.outcome is None:
        return event.facts_for(seat)
    if event.type == "opened":
        return {**event.public, "pools": [event.private[owner]["pool"] for owner in sorted(event.private)]}
    secret = {
        name: name_for(state, seat, owner, fact) if name == "card" else fact
        for owner, facts in event.private.items() if owner != seat
        for name, fact in facts.items()
    }  # fmt: skip
    return {**secret, **event.facts_for(seat)}  # facts that are also public keep their public form
