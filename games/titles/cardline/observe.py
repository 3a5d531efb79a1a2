"""The observation of a game of Cardline (CL-5, CL-9), which is the same for all seats and for spectators."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from games.engine.chance import Chance
from games.engine.contract import Event, Facts, Outcome, Seat
from games.engine.rules import class_with
from games.titles.cardline.deck import Character, Side, Trait, registry
from games.titles.cardline.state import Card, CardId, Ruleset, State


class Face(msgspec.Struct, frozen=True, omit_defaults=True):
    """A card on the table. Its value and the rest of its back are included only if a rule shows them."""

    id: CardId
    name: str
    epithet: str
    side: Side
    origin: str
    value: int | None = None  # for the trait in play; known in the line and in the box
    strength_kg: int | None = None  # from here on: after the game
    iq: int | None = None
    fighting: int | None = None
    note: str | None = None


class Turn(msgspec.Struct, frozen=True):
    """The latest turn of a seat."""

    card: Face
    slot: int
    right: bool
    turn: int


class View(msgspec.Struct, frozen=True):
    """The observation of one seat, or of a spectator."""

    ruleset: ClassVar[Ruleset] = State.ruleset

    you: Seat | None
    edition: str
    trait: Trait
    seat: Seat  # whose turn it is
    turn: int
    round: int
    knockout: int  # knock-out rounds begun, this one included
    barren: int
    shuffles: int
    line: tuple[Face, ...]
    box: tuple[Face, ...]
    hands: tuple[tuple[Face, ...], ...]
    deck: int  # only the count is shown (CL-5)
    deck_cards: tuple[Face, ...] | None  # after the game
    out: tuple[int | None, ...]
    left: tuple[Seat, ...]
    last: tuple[Turn | None, ...]
    outcome: Outcome | None


def observe(state: State, seat: Seat | None) -> View:
    """The observation of a seat, built from scratch: it includes only what a rule shows."""
    faces = _Faces(state)
    return class_with(View, state.ruleset)(
        you=seat, edition=state.edition, trait=state.trait, seat=state.seat, turn=state.turn, round=state.round,
        knockout=state.knockout, barren=state.barren, shuffles=state.shuffles,
        line=tuple(map(faces.played, state.line)),  # CL-9
        box=tuple(map(faces.played, state.box)),
        hands=tuple(tuple(map(faces.held, hand)) for hand in state.hands),  # CL-5
        deck=len(state.deck),
        deck_cards=tuple(map(faces.held, state.deck)) if faces.is_over else None,
        out=state.out, left=state.left,
        last=tuple(
            None if last is None else Turn(faces.played(last.card), last.slot, last.right, last.turn)
            for last in state.last
        ),
        outcome=state.outcome,
    )  # fmt: skip


class _Faces:
    """The visible parts of cards in one state; everything else in the edition stays hidden."""

    def __init__(self, state: State) -> None:
        self._characters = _characters(state)
        self.is_over = state.outcome is not None

    def played(self, card: Card) -> Face:
        """A card whose value was shown."""
        return self._face(card, card.value)

    def held(self, card: Card) -> Face:
        """A card that shows only its front until the game is over."""
        return self._face(card, card.value if self.is_over else None)

    def _face(self, card: Card, value: int | None) -> Face:
        words = self._characters[card.id]
        if self.is_over:  # CL-9: the other traits and the notes of all cards
            return Face(value=value, **msgspec.structs.asdict(words))
        return Face(card.id, words.name, words.epithet, words.side, words.origin, value)


def _characters(state: State) -> Mapping[CardId, Character]:
    return registry.characters(state.edition) if state.own is None else registry.by_id(state.own)


def recall(state: State, seat: Seat | None, event: Event) -> Facts:
    """The event with the names of its cards; the log stores only their ids."""
    cards = _characters(state)
    names = {card: cards[card].name for card in _cards_in(event.public)}
    return {**event.public, "names": names} if names else event.public


def _cards_in(facts: Facts) -> Iterator[CardId]:
    """The ids of all cards in an event."""
    if "card" in facts:
        yield facts["card"]
    for neighbour in (*facts.get("beside", ()), *facts.get("belongs", ())):
        if neighbour is not None:
            yield neighbour[0]
    for hand in facts.get("hands", ()):
        yield from hand


def resample(state: State, seat: Seat | None, chance: Chance) -> State:
    """Redeal whatever nobody can know: the order of the deck, and the values of cards that were never played.

    A card that has come back out of the box keeps its value, because it is in the log.
    """
    if state.outcome is not None:
        return state
    deck = chance.shuffled(sorted(state.deck))  # an order that reveals nothing about the true one
    told = set(state.told)
    hidden = [card.value for card in (*deck, *_all(state.hands)) if card.id not in told]
    values = iter(chance.shuffled(sorted(hidden)))

    def redeal(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(card if card.id in told else Card(card.id, next(values)) for card in cards)

    return replace(state, deck=redeal(deck), hands=tuple(map(redeal, state.hands)))


def _all(hands: tuple[tuple[Card, ...], ...]) -> Iterator[Card]:
    for hand in hands:
        yield from hand
