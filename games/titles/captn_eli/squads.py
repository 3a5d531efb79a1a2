"""Pools, and the squads that may be chosen from them (CE-4 to CE-6)."""

from collections import Counter
from collections.abc import Iterable, Sequence

from games.engine.chance import Chance
from games.titles.captn_eli.cards import RARITIES, Card, CardId, Ruleset, original_of

SQUAD_SUPPORTS = 3
MOST_OF_A_TYPE = 2
MOST_COPIES = 2  # besides the character itself
CHARACTERS_DEALT = 3  # CE-6
SUPPORTS_DEALT = 7
TYPES_DEALT = 2  # at least


def _most_of_a_type(ruleset: Ruleset, supports: Iterable[CardId]) -> int:
    """The largest number of supports of the same type; further copies are a separate type (CE-5)."""
    return max(Counter(ruleset.by_id[card].type for card in supports).values())


def is_squad(ruleset: Ruleset, pool: Sequence[CardId], cards: Sequence[CardId]) -> bool:
    """Whether the cards, the character first, are a legal squad (CE-4, CE-5)."""
    if len(cards) != 1 + SQUAD_SUPPORTS or len(set(cards)) != len(cards) or not set(cards) <= set(pool):
        return False
    character, *supports = cards
    if character not in ruleset.characters:
        return False
    copies = {card for card in supports if ruleset.by_id[card].type == "character"}
    if copies != set(ruleset.copies[character][1 : 1 + len(copies)]):  # of this character, without a gap
        return False
    return _most_of_a_type(ruleset, supports) <= MOST_OF_A_TYPE


def as_hand(ruleset: Ruleset, squad: Sequence[CardId]) -> tuple[CardId, ...]:
    """The squad as a hand: the character and its copies, lowest first, then the supports in the order chosen."""
    is_character = {card: ruleset.by_id[card].type == "character" for card in squad}
    return tuple(sorted(squad, key=lambda card: (False, card) if is_character[card] else (True, "")))


def default_squad(ruleset: Ruleset, pool: Sequence[CardId]) -> tuple[CardId, ...]:
    """A sensible squad, always the same for a pool: a character that is hard to beat, and the highest values."""
    cards = [ruleset.cards[card] for card in pool if card in ruleset.cards]
    characters = [card for card in cards if card.type == "character"]
    character = max(characters, key=lambda card: (card.d, card.c, len(card.keywords)))
    supports: list[Card] = []
    for card in sorted(cards, key=lambda card: card.c + card.d, reverse=True):
        same = sum(other.type == card.type for other in supports)
        if card.type != "character" and len(supports) < SQUAD_SUPPORTS and same < MOST_OF_A_TYPE:
            supports.append(card)
    return (character.id, *(card.id for card in supports))


def random_squad(ruleset: Ruleset, pool: Sequence[CardId], chance: Chance) -> tuple[CardId, ...]:
    """A random character, then three random supports that fit it, all combinations equally likely."""
    character = chance.pick([card for card in pool if card in ruleset.characters])
    candidates = [card for card in pool if card in ruleset.supports or card in ruleset.copies[character][1:]]
    while True:
        supports = chance.shuffled(candidates)[:SQUAD_SUPPORTS]
        if _most_of_a_type(ruleset, supports) <= MOST_OF_A_TYPE:
            return (character, *_without_gap(ruleset, character, supports))


def _without_gap(ruleset: Ruleset, character: CardId, supports: Sequence[CardId]) -> list[CardId]:
    copies = iter(ruleset.copies[character][1:])
    return [next(copies) if ruleset.by_id[card].type == "character" else card for card in supports]


def filled_pool(
    ruleset: Ruleset, characters: Sequence[CardId], supports: Sequence[CardId], chance: Chance
) -> tuple[CardId, ...]:
    """CE-6: a sealed pool with these cards in it; the rest is dealt at random, by rarity, without replacement."""
    others = [card for card in ruleset.characters if card not in characters]
    dealt = {*characters, *draw_weighted(ruleset, others, CHARACTERS_DEALT - len(characters), chance)}
    rest = [card for card in ruleset.supports if card not in supports]
    while True:
        drawn = (*supports, *draw_weighted(ruleset, rest, SUPPORTS_DEALT - len(supports), chance))
        if len({ruleset.by_id[card].type for card in drawn}) >= TYPES_DEALT:
            return tuple(card for card in ruleset.by_id if original_of(card) in dealt or card in drawn)


def draw_weighted(
    ruleset: Ruleset, cards: Sequence[CardId], count: int, chance: Chance
) -> tuple[CardId, ...]:
    """Draw this many cards without replacement, with probabilities weighted by rarity (CE-6)."""
    left = list(cards)
    drawn: list[CardId] = []
    for _ in range(count):
        at = chance.below(sum(RARITIES[ruleset.cards[card].rarity] for card in left))
        place = 0
        while (at := at - RARITIES[ruleset.cards[left[place]].rarity]) >= 0:
            place += 1
        drawn.append(left.pop(place))
    return tuple(drawn)
