"""Pools, and the squads that may be chosen out of them (CE-4 to CE-6)."""

from collections import Counter
from collections.abc import Sequence

from games.engine.chance import Chance
from games.titles.captn_eli.cards import (
    BY_ID,
    CARDS,
    CHARACTERS,
    COPIES,
    ORIGINAL,
    RARITIES,
    SUPPORTS,
    CardId,
)

__all__ = [
    "CHARACTERS_DEALT", "EVERYTHING", "MOST_COPIES", "MOST_OF_A_TYPE", "SQUAD_SUPPORTS", "STARTERS", "SUPPORTS_DEALT",
    "as_hand", "default_squad", "draw_weighted", "filled_pool", "is_squad", "random_squad", "support_type",
]  # fmt: skip

SQUAD_SUPPORTS = 3
MOST_OF_A_TYPE = 2
MOST_COPIES = 2  # further ones, on top of the character itself
CHARACTERS_DEALT = 3  # CE-6
SUPPORTS_DEALT = 7
TYPES_DEALT = 2  # at least

EVERYTHING: tuple[CardId, ...] = tuple(BY_ID)

# Squads that are offered to whoever has none yet, each with a plan of its own; how they fare is told by `balance`.
STARTERS: dict[str, tuple[CardId, ...]] = {
    "home-guard": ("captn-eli", "torpedo-skiff", "eagle-rock", "sonar"),
    "hive": ("hydron", "hydron#2", "world-ark", "decoy-mirror"),
    "broadside": ("void-lieutenant", "kraken-frigate", "dolphin", "pulse-lamp"),
    "sea-fog": ("sable-envoy", "kraken-frigate", "dolphin", "grapple"),
    "lighthouse": ("old-keeper", "torpedo-skiff", "bathysphere", "kelp-maze"),
}


def support_type(card: CardId) -> str:
    """What the card counts as among the supports: further copies are a type of their own (CE-5)."""
    return BY_ID[card].type


def is_squad(pool: Sequence[CardId], cards: Sequence[CardId]) -> bool:
    """Whether the cards, the character first, are a legal squad (CE-4, CE-5)."""
    if len(cards) != 1 + SQUAD_SUPPORTS or len(set(cards)) != len(cards) or not set(cards) <= set(pool):
        return False
    character, *supports = cards
    if character not in CHARACTERS:
        return False
    copies = {card for card in supports if support_type(card) == "character"}
    if copies != set(COPIES[character][1 : 1 + len(copies)]):  # of its own, without a gap
        return False
    return max(Counter(map(support_type, supports)).values()) <= MOST_OF_A_TYPE


def as_hand(squad: Sequence[CardId]) -> tuple[CardId, ...]:
    """The squad as a hand: character and copies first, the lowest first, then the supports as they were chosen."""
    return tuple(sorted(squad, key=lambda card: (BY_ID[card].type != "character", _number(card))))


def _number(card: CardId) -> int:
    return COPIES[ORIGINAL[card]].index(card) if BY_ID[card].type == "character" else 0


def default_squad(pool: Sequence[CardId]) -> tuple[CardId, ...]:
    """The same sensible squad out of the same pool: a character that is hard to beat and the highest values."""
    character = max((card for card in pool if card in CHARACTERS), key=_sturdiness)
    supports: list[CardId] = []
    for card in sorted((card for card in pool if card in SUPPORTS), key=_value, reverse=True):
        same = sum(support_type(other) == support_type(card) for other in supports)
        if len(supports) < SQUAD_SUPPORTS and same < MOST_OF_A_TYPE:
            supports.append(card)
    return (character, *supports)


def _sturdiness(card: CardId) -> tuple[int, int, int]:
    values = BY_ID[card]
    return (values.d, values.c, len(values.keywords))


def _value(card: CardId) -> int:
    return BY_ID[card].c + BY_ID[card].d


def random_squad(pool: Sequence[CardId], chance: Chance) -> tuple[CardId, ...]:
    """A character, each equally likely, then any three supports that go with it, each three equally likely."""
    character = chance.pick([card for card in pool if card in CHARACTERS])
    candidates = [card for card in pool if card in SUPPORTS or card in COPIES[character][1:]]
    while True:
        supports = chance.shuffled(candidates)[:SQUAD_SUPPORTS]
        if max(Counter(map(support_type, supports)).values()) <= MOST_OF_A_TYPE:
            return (character, *_without_gap(character, supports))


def _without_gap(character: CardId, supports: Sequence[CardId]) -> list[CardId]:
    copies = iter(COPIES[character][1:])
    return [next(copies) if support_type(card) == "character" else card for card in supports]


def filled_pool(
    characters: Sequence[CardId], supports: Sequence[CardId], chance: Chance
) -> tuple[CardId, ...]:
    """CE-6: a sealed pool with these cards in it, the rest dealt at random, by rarity, without replacement."""
    others = [card for card in CHARACTERS if card not in characters]
    dealt = {*characters, *draw_weighted(others, CHARACTERS_DEALT - len(characters), chance)}
    rest = [card for card in SUPPORTS if card not in supports]
    while True:
        drawn = (*supports, *draw_weighted(rest, SUPPORTS_DEALT - len(supports), chance))
        if len({support_type(card) for card in drawn}) >= TYPES_DEALT:
            return tuple(card for card in EVERYTHING if ORIGINAL[card] in dealt or card in drawn)


def draw_weighted(cards: Sequence[CardId], count: int, chance: Chance) -> tuple[CardId, ...]:
    """So many of the cards, one after the other, each as likely as its rarity weighs (CE-6)."""
    left = list(cards)
    drawn: list[CardId] = []
    for _ in range(count):
        at = chance.below(sum(RARITIES[CARDS[card].rarity] for card in left))
        place = 0
        while (at := at - RARITIES[CARDS[left[place]].rarity]) >= 0:
            place += 1
        drawn.append(left.pop(place))
    return tuple(drawn)
