"""The observation of a seat or a spectator in a game of Captivate (CV-14, CV-16, CV-17, CV-19)."""

from collections.abc import Iterator
from typing import Any, ClassVar, Literal

import msgspec
from msgspec.structs import replace

from games.engine.chance import Chance
from games.engine.contract import Event, Facts, Outcome, Seat
from games.engine.rules import class_with
from games.titles.captivate.cards import CardId
from games.titles.captivate.ending import HANDS, value_of
from games.titles.captivate.grid import Cell, Laid
from games.titles.captivate.state import Ruleset, State, is_played_out


class Cards(msgspec.Struct, frozen=True):
    """A hand, pile or deck: always its count; its cards and their value only if they may be known."""

    count: int
    cards: tuple[CardId, ...] | None = None
    value: int | None = None


class Shown(msgspec.Struct, frozen=True):
    """A card on the field; `card` is None if only its back is shown."""

    cell: Cell
    card: CardId | None
    up: bool
    fresh: bool


class Throws(msgspec.Struct, frozen=True):
    """The throws of CV-15: the seats still in, those that have thrown in this round, and the reader's own throw."""

    tied: tuple[Seat, ...]
    still_in: tuple[Seat, ...]
    thrown: tuple[Seat, ...]
    mine: str | None
    barren: int


class View(msgspec.Struct, frozen=True):
    """The observation of one seat, or of a spectator."""

    ruleset: ClassVar[Ruleset] = State.ruleset

    you: Seat | None
    memory: Literal["assisted", "strict"]
    seat: Seat  # whose turn it is
    turn: int
    field: tuple[Shown, ...]
    deck: Cards
    hands: tuple[Cards, ...]
    piles: tuple[Cards, ...]
    gone: tuple[Cards, ...]
    set_aside: Cards
    laid: int
    awaited: tuple[Seat, ...] | None
    left: tuple[Seat, ...]
    scores: tuple[int, ...] | None
    reason: str
    throwing: Throws | None
    outcome: Outcome | None


def observe(state: State, seat: Seat | None) -> View:
    """The observation of a seat, built from scratch: it includes only what a rule shows."""
    over = is_played_out(state)  # CV-14: hands, piles, deck and scores are shown when play ends
    assisted = over or state.memory == "assisted"  # CV-16
    return class_with(View, state.ruleset)(
        you=seat, memory=state.memory, seat=state.seat, turn=state.turn,
        field=tuple(_visible_card(laid, assisted) for laid in state.field),
        deck=_cards(state.deck, over),
        hands=tuple(_cards(hand, over or owner == seat) for owner, hand in enumerate(state.hands)),
        piles=tuple(_cards(pile, assisted) for pile in state.piles),
        gone=tuple(_cards(cards, over) for cards in state.gone),
        set_aside=_cards(state.set_aside, assisted),
        laid=state.laid, awaited=state.awaited, left=state.left, scores=state.scores, reason=state.reason,
        throwing=_throws(state, seat), outcome=state.outcome,
    )  # fmt: skip


def _visible_card(laid: Laid, assisted: bool) -> Shown:
    return Shown(laid.cell, laid.card if laid.up or assisted else None, laid.up, laid.fresh)


def _cards(cards: tuple[CardId, ...], visible: bool) -> Cards:
    return Cards(len(cards), cards, value_of(cards)) if visible else Cards(len(cards))


def _throws(state: State, seat: Seat | None) -> Throws | None:
    throwing = state.throwing
    if throwing is None:
        return None
    mine = None if seat is None else throwing.hands.get(seat)
    return Throws(throwing.tied, throwing.still_in, tuple(sorted(throwing.hands)), mine, throwing.barren)


def fades(state: State) -> bool:
    """Whether old facts are hidden: in strict play, until play ends (CV-16)."""
    return state.memory == "strict" and not is_played_out(state)


def recall(state: State, seat: Seat | None, event: Event) -> Facts:
    """The facts that the log shows now. Until it ends, strict play hides cards from a round of turns ago (CV-16)."""
    if state.outcome is not None:
        return event.all_facts()
    facts = event.all_facts() if is_played_out(state) and event.type != "thrown" else event.facts_for(seat)
    if not fades(state) or not _is_faded(state, facts):
        return facts
    flipped = [{"cell": flip["cell"]} for flip in facts.get("flipped", ())]
    kept = {name: fact for name, fact in facts.items() if name not in {"card", "cards", "hand"}}
    return {**kept, "flipped": flipped} if flipped else kept


def _is_faded(state: State, facts: Facts) -> bool:
    return bool(facts.get("turn", state.turn) <= state.turn - len(state.hands))


def resample(state: State, seat: Seat | None, chance: Chance) -> State:
    """Redeal all cards that `seat` cannot see, and make the throws that are still secret at random."""
    if state.throwing is not None and state.outcome is None:
        thrown = sorted(state.throwing.hands.items())  # nobody sees the order in which they threw
        hands = {who: hand if who == seat else chance.pick(HANDS) for who, hand in thrown}
        return replace(state, throwing=replace(state.throwing, hands=hands))
    if is_played_out(state):
        return state
    return _redeal(state, seat, chance)


def _redeal(state: State, seat: Seat | None, chance: Chance) -> State:
    strict = state.memory == "strict"
    hidden = sorted(_hidden_cards(state, seat, strict))  # in an order that reveals nothing about their places
    cards = iter(chance.shuffled(hidden))

    def redeal(group: tuple[CardId, ...], is_hidden: bool) -> tuple[CardId, ...]:
        return tuple(next(cards) for _ in group) if is_hidden else group

    return replace(
        state,
        deck=redeal(state.deck, True),
        hands=tuple(redeal(hand, owner != seat) for owner, hand in enumerate(state.hands)),
        piles=tuple(redeal(pile, strict) for pile in state.piles),
        gone=tuple(redeal(group, True) for group in state.gone),
        set_aside=redeal(state.set_aside, strict),
        field=tuple(
            replace(laid, card=next(cards)) if strict and not laid.up else laid for laid in state.field
        ),
    )


def _hidden_cards(state: State, seat: Seat | None, strict: bool) -> Iterator[Any]:
    yield from state.deck
    for owner, hand in enumerate(state.hands):
        yield from hand if owner != seat else ()
    for group in (*state.gone, *((*state.piles, state.set_aside) if strict else ())):
        yield from group
    if strict:
        yield from (laid.card for laid in state.field if not laid.up)
