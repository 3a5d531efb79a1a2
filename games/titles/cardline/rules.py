"""Cardline's moves and rounds (CL-4 to CL-14)."""

from bisect import bisect_left, bisect_right
from functools import lru_cache
from itertools import chain
from operator import itemgetter
from typing import Any, TypeAlias

from msgspec.structs import replace

from games.engine.chance import Chance
from games.engine.codec import convert
from games.engine.contract import Event, Illegal, Options, Outcome, Seat, Step
from games.engine.rules import ranks, with_row
from games.titles.cardline.deck import BUNDLED, Deck, Digest, registry
from games.titles.cardline.state import Card, CardId, Place, Placed, State, seats_in

_RESERVE = 8  # cards that a deck must have beyond all hands (CL-4)
_BLOCK = 32  # moves are listed for this many slots at once

Neighbours: TypeAlias = tuple[Card | None, Card | None]  # left and right; None past the end of the line

_value = itemgetter(1)


def slots_of(line: tuple[Card, ...], value: int) -> tuple[int, int]:
    """The first and the last slot where `value` is right; they differ if the line has equal values."""
    return bisect_left(line, value, key=_value), bisect_right(line, value, key=_value)


def is_right(line: tuple[Card, ...], slot: int, value: int) -> bool:
    """CL-7: not lower than the left neighbour's value and not higher than the right one's."""
    low, high = slots_of(line, value)
    return low <= slot <= high


def neighbours(line: tuple[Card, ...], first: int, last: int) -> Neighbours:
    """The cards beside the slots `first` to `last`, or beside one slot if both are equal."""
    return line[first - 1] if first > 0 else None, line[last] if last < len(line) else None


def setup(seats: int, options: Options, chance: Chance, *, state_type: type[State] = State) -> Step[State]:
    """CL-5: shuffle, deal, begin the line; raises Illegal for a deck that is unknown or too small (CL-4)."""
    chosen = options["deck"]
    digest, deck = _deck(chosen, state_type.ruleset.bundled)
    trait, hand = options["trait"], options["hand"]
    if len(deck.cards) < seats * hand + _RESERVE:
        raise Illegal(
            f"Expected a deck of {seats * hand + _RESERVE} cards or more, but got {len(deck.cards)}"
        )
    cards = chance.shuffled([Card(card.id, card.value(trait)) for card in deck.cards])
    hands = tuple(cards[seat * hand : (seat + 1) * hand] for seat in range(seats))
    first, *rest = cards[seats * hand :]
    state = state_type(
        edition=digest, trait=trait, line=(first,), deck=tuple(rest), hands=hands,
        out=(None,) * seats, last=(None,) * seats, own=None if isinstance(chosen, str) else deck,
    )  # fmt: skip
    dealt = [[card.id for card in held] for held in hands]
    facts = {"turn": 0, "trait": trait, "card": first.id, "value": first.value, "hands": dealt}
    return Step(state, (Event("dealt", facts),))


def _deck(chosen: str | dict[str, Any], bundled: Digest) -> tuple[Digest, Deck]:
    """The deck by its slug or digest, or from data (CL-3)."""
    if isinstance(chosen, str):
        digest = bundled if chosen == BUNDLED else chosen
        return digest, registry.deck_of(digest)
    digest = registry.register(convert(chosen, Deck))
    return digest, registry.find(digest)


_ALONE = tuple(frozenset((seat,)) for seat in range(8))


def to_act(state: State) -> frozenset[Seat]:
    """The seat whose turn it is."""
    return frozenset() if state.outcome is not None else _ALONE[state.seat]


def legal_moves(state: State, seat: Seat) -> tuple[Place, ...]:
    """Every card in front of the seat at every slot, card by card."""
    if state.outcome is not None or seat != state.seat:
        return ()
    slots = len(state.line) + 1
    return tuple(chain.from_iterable(_places(card.id, slots) for card in state.hands[seat]))


def sample_move(state: State, seat: Seat, chance: Chance) -> Place:
    """A random legal move, without listing the others."""
    slots, hand = len(state.line) + 1, state.hands[seat]
    held, slot = divmod(chance.below(slots * len(hand)), slots)
    return Place("place", hand[held].id, slot)


def _places(card: CardId, slots: int) -> tuple[Place, ...]:
    return _block(card, slots + -slots % _BLOCK)[:slots]


@lru_cache(maxsize=1024)  # one turn later, a card's moves are almost the same
def _block(card: CardId, slots: int) -> tuple[Place, ...]:
    return tuple(Place("place", card, slot) for slot in range(slots))


def is_legal(state: State, seat: Seat, move: Place) -> bool:
    """Whether `move` is among the legal moves of `seat`."""
    if state.outcome is not None or seat != state.seat or not 0 <= move.slot <= len(state.line):
        return False
    return any(card.id == move.card for card in state.hands[seat])


def default_move(state: State, seat: Seat) -> Place:
    """After a time-out: place the card held longest in the middle of the line. No front shows where it belongs."""
    return Place("place", state.hands[seat][0].id, len(state.line) // 2)


def apply(state: State, seat: Seat, move: Place, chance: Chance) -> Step[State]:
    """CL-7: show the value; a right card stays in the line, and a wrong one goes to the box and is replaced."""
    hand = state.hands[seat]
    card = next(held for held in hand if held.id == move.card)
    slot, right = move.slot, is_right(state.line, move.slot, card.value)
    kept = tuple([held for held in hand if held is not card])
    hands = with_row(state.hands, seat, kept)
    last = with_row(state.last, seat, Placed(card, slot, right, state.turn))
    event = _placed_event(state, card, slot, right)
    if right:
        line = (*state.line[:slot], card, *state.line[slot:])
        return pass_on(replace(state, hands=hands, last=last, line=line), chance).after(event)
    taken = take(replace(state, hands=hands, last=last, box=(*state.box, card)), seat, chance)
    return pass_on(taken.state, chance).after(event, *taken.events)


def _placed_event(state: State, card: Card, slot: int, right: bool) -> Event:
    facts: dict[str, Any] = {
        "seat": state.seat, "turn": state.turn, "trait": state.trait, "card": card.id, "value": card.value,
        "slot": slot, "right": right, "beside": _as_facts(neighbours(state.line, slot, slot)),
    }  # fmt: skip
    if not right:
        low, high = slots_of(state.line, card.value)
        facts |= {"slots": [low, high], "belongs": _as_facts(neighbours(state.line, low, high))}
    return Event("placed", facts)


def _as_facts(pair: Neighbours) -> list[list[Any] | None]:
    """Both neighbours as [id, value]; null past the end of the line."""
    return [None if card is None else [card.id, card.value] for card in pair]


def leave(state: State, seat: Seat, chance: Chance) -> Step[State]:
    """CL-14: the seat is out with its cards. Its turn ends, and possibly the round or the game."""
    event = Event("left", {"seat": seat, "turn": state.turn})
    out = with_row(state.out, seat, state.round)
    after = replace(state, out=out, left=(*state.left, seat), barren=0)  # CL-13
    stay = seats_in(after)
    if len(stay) == 1:
        step = finish(after, "left", stay[0])
    elif seat == state.seat:
        step = pass_on(after, chance)
    else:
        return Step(after, (event,))
    return step.after(event)


def pass_on(state: State, chance: Chance) -> Step[State]:
    """Pass the turn to the next seat that has one in this round; after the last one, end the round."""
    for seat in range(state.seat + 1, len(state.out)):
        if state.out[seat] is None:
            return Step(replace(state, seat=seat, turn=state.turn + 1), ())
    return _end_round(state, chance)


def _end_round(state: State, chance: Chance) -> Step[State]:
    """CL-10, CL-11: a single seat without cards wins; several such seats stay in; with none, all stay in."""
    seats = seats_in(state)
    bare = [seat for seat in seats if not state.hands[seat]]
    if len(bare) == 1:
        return finish(state, "knock-out" if state.knockout else "first-out", bare[0])
    gone = [seat for seat in seats if seat not in bare] if bare else []
    out = tuple(state.round if seat in gone else out for seat, out in enumerate(state.out))
    after = replace(state, out=out, barren=_barren(state, out))
    if after.shuffles >= state.ruleset.last_shuffle or after.barren == state.ruleset.barren_rounds:
        return finish(after, "stalled")
    if stock(after) < len(bare):
        return finish(after, "no-cards")
    return _begin_round(after, bare, gone, chance)


def _barren(state: State, out: tuple[int | None, ...]) -> int:
    """The number of knock-out rounds in a row, including this one, in which no seat was beaten or left."""
    return state.barren + 1 if state.knockout and state.round not in out else 0


def _begin_round(state: State, bare: list[Seat], gone: list[Seat], chance: Chance) -> Step[State]:
    """Begin the next round; seats without a card take one, which belongs to the knock-out round (CL-13)."""
    seats = seats_in(state)
    knockout = state.knockout + (1 if state.knockout or bare else 0)
    after = replace(state, seat=seats[0], turn=state.turn + 1, round=state.round + 1, knockout=knockout)
    if not after.knockout:
        return Step(after, ())
    facts = {"turn": after.turn, "number": after.knockout, "stay": seats, "out": gone, "barren": after.barren}
    events = [Event("knock-out", facts)]
    for seat in bare:
        step = take(after, seat, chance)
        after = step.state
        events += step.events
    return Step(after, tuple(events))


# The source of new cards


def stock(state: State) -> int:
    """The number of cards that can still be taken."""
    return len(state.deck) + len(state.box)


def take(state: State, seat: Seat, chance: Chance) -> Step[State]:
    """Put the top card of the deck, front up, in front of `seat`; the deck or the box must have a card."""
    filled = state if state.deck else _shuffle_box(state, chance)
    card, deck = filled.deck[0], filled.deck[1:]
    hands = with_row(filled.hands, seat, (*filled.hands[seat], card))
    taken = Event("taken", {"seat": seat, "turn": state.turn, "card": card.id})
    if filled is state:
        return Step(replace(state, hands=hands, deck=deck), (taken,))
    is_last = filled.shuffles >= state.ruleset.last_shuffle
    facts = {"turn": state.turn, "count": len(filled.deck), "times": filled.shuffles, "last": is_last}
    return Step(replace(filled, hands=hands, deck=deck), (Event("box-shuffled", facts), taken))


def _shuffle_box(state: State, chance: Chance) -> State:
    """CL-8: the box becomes the deck, so a card that was placed wrong in this turn may come back."""
    deck = chance.shuffled(state.box)
    fresh = [card.id for card in state.box if card.id not in state.told]
    return replace(state, deck=deck, box=(), told=(*state.told, *fresh), shuffles=state.shuffles + 1)


# The end


def finish(state: State, reason: str, winner: Seat | None = None) -> Step[State]:
    """End the game; without a winner the seats still in are ranked by their cards (CL-13)."""
    keys = [_rank_key(state, seat, winner) for seat in range(len(state.out))]
    ended = Outcome(reason, ranks(keys, state.left))
    event = Event("game-over", {"turn": state.turn, "reason": reason, "ranks": list(ended.ranks)})
    return Step(replace(state, outcome=ended), (event,))


def _rank_key(state: State, seat: Seat, winner: Seat | None) -> tuple[int, ...]:
    """Greater is better: the winner first, then a later round of elimination, then fewer cards."""
    out = state.out[seat]
    return (seat == winner, state.round if out is None else out, -len(state.hands[seat]))
