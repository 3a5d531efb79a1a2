"""What bots know about Cardline: how close each seat is to winning, and guesses at the values of known characters.

Nobody may look at the back of a card, but a player who has read the published deck has an idea of the values, as people
have of Heracles. A level's idea is the published rank of a card with an error: always the same, and larger for lower
levels. It depends only on the name on the front, never on the state. For unpublished decks, such as those that users
upload, bots know only the rules.
"""

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache

from msgspec.structs import replace

from games.engine.chance import SETUP, Chance
from games.engine.contract import Game, Seat
from games.engine.search.knowledge import Knowledge, Payoffs, Strength, payoffs
from games.titles.cardline.deck import Digest, Trait, editions
from games.titles.cardline.rules import slots_of
from games.titles.cardline.state import Card, CardId, Place, State, is_in

_BLUR = {
    "deckhand": 0.2,
    "mate": 0.1,
    "captain": 0.02,
    "greedy": 0.07,
}  # by level, as parts of the whole deck
_A_CARD = 0.9  # the weight of one card less in hand
_THROWS = 4  # their sum has a nearly normal distribution
_GRAIN = 1 << 16


def evaluate(state: State) -> Payoffs:
    """Each seat's chance of being the first to have no cards."""
    if state.outcome is not None:
        return payoffs(state.outcome)
    weights = [
        math.exp(-_A_CARD * len(hand)) if is_in(state, seat) else 0.0 for seat, hand in enumerate(state.hands)
    ]
    return tuple(weight / sum(weights) for weight in weights)


def reduce(state: State, seat: Seat, moves: Sequence[Place]) -> Sequence[Place]:
    """For each card in hand, the slot where it belongs in this world."""
    slots = {card.id: slots_of(state.line, card.value) for card in state.hands[seat]}
    return [move for move in moves if slots[move.card][0] <= move.slot <= slots[move.card][1]]


def believe(world: State, level: str, chance: Chance) -> State:
    """Deal the hidden values as the player guesses them; the same world if the player doesn't know the deck."""
    ideas = _ideas(world.edition, world.trait, level) if world.own is None and level in _BLUR else None
    if not ideas:
        return world
    told = set(world.told)
    hidden = [card for cards in (world.deck, *world.hands) for card in cards if card.id not in told]
    values = sorted(card.value for card in hidden)
    order = sorted(hidden, key=lambda card: ideas[card.id] + _BLUR[level] * _blur(chance))
    shared = {card.id: Card(card.id, value) for card, value in zip(order, values, strict=True)}

    def redeal(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(shared.get(card.id, card) for card in cards)

    return replace(world, deck=redeal(world.deck), hands=tuple(map(redeal, world.hands)))


@lru_cache(maxsize=64)
def _ideas(edition: Digest, trait: Trait, level: str) -> Mapping[CardId, float]:
    """A level's guess for each card of a published deck: its rank by the trait, 0 to 1, with an error."""
    deck = editions().get(edition)
    if deck is None:
        return {}
    ranked = sorted(deck.cards, key=lambda card: (card.value(trait), card.id))
    return {
        card.id: place / len(ranked)
        + _BLUR[level] * _blur(Chance(f"{level} {trait} {card.id}".encode(), SETUP))
        for place, card in enumerate(ranked)
    }


def _blur(chance: Chance) -> float:
    """A random number with mean 0 and standard deviation 1."""
    mean, deviation = _THROWS / 2, math.sqrt(_THROWS / 12)
    return (sum(chance.below(_GRAIN) for _ in range(_THROWS)) / _GRAIN - mean) / deviation


def knowledge_of(game: Game[State, Place]) -> Knowledge[State, Place]:
    """What bots know about a rules version. Without a search, they place a card that is right in an imagined world."""
    return Knowledge(
        evaluate=evaluate,
        rollout_move=lambda state, seat, chance: chance.pick(
            reduce(state, seat, game.legal_moves(state, seat))
        ),
        reduce=reduce,
        believe=believe,
        strengths={
            "deckhand": Strength(worlds=4, slack=0.01),
            "mate": Strength(worlds=12),
            "captain": Strength(worlds=32),
            "greedy": Strength(worlds=16, is_thorough=True),
        },
    )
