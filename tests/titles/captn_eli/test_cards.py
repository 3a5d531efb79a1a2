"""The set of cards: CE-1 to CE-3."""

import re
from collections import Counter

import pytest

from games.titles.captn_eli.cards import CARDS, FACTIONS, KEYWORDS, RARITIES, RULESET, TYPES, original_of
from games.titles.captn_eli.presenter.words import FLAVOUR

ALL = list(CARDS.values())


def of_type(kind):
    return [card for card in ALL if card.type == kind]


def test_ce_01_every_card_has_its_values():
    """CE-1: types, factions, rarities and keywords are those of the sheet; names and ids are unique."""
    assert len({card.name for card in ALL}) == len(ALL)
    for card in ALL:
        assert card.type in TYPES
        assert card.faction in FACTIONS
        assert card.rarity in RARITIES
        assert set(card.keywords) <= set(KEYWORDS)
        assert len(set(card.keywords)) == len(card.keywords)


def test_ce_02_published_cards_keep_their_values():
    """CE-2: four cards are known."""
    known = {
        "captn-eli": ("Capt'n Eli", "character", 1, 1, ()),
        "hydron": ("Hydron", "character", 1, 1, ("stacked",)),
        "dolphin": ("Dolphin", "vehicle", 1, 1, ()),
        "eagle-rock": ("Eagle Rock", "location", 0, 3, ()),
    }
    for id_, values in known.items():
        card = CARDS[id_]
        assert (card.name, card.type, card.c, card.d, card.keywords) == values


def test_ce_03_thirty_six_cards_by_type():
    """CE-3: 10 characters, 9 vehicles, 9 locations, 8 gadgets."""
    counts = Counter(card.type for card in ALL)
    assert counts == {"character": 10, "vehicle": 9, "location": 9, "gadget": 8}
    assert len(CARDS) == 36


def test_ce_03_values_are_within_their_limits():
    """CE-3: 0 to 3; locations do not challenge."""
    for card in ALL:
        assert card.c in range(4)
        assert card.d in range(4)
    assert {card.c for card in of_type("location")} == {0}


@pytest.mark.parametrize("faction", FACTIONS)
def test_ce_03_factions_have_two_characters(faction):
    """CE-3: each of the four."""
    assert sum(card.faction == faction for card in of_type("character")) >= 2


@pytest.mark.parametrize("kind", TYPES)
def test_ce_03_every_rarity_in_every_type(kind):
    """CE-3: common, uncommon, rare and super rare."""
    assert {card.rarity for card in of_type(kind)} == set(RARITIES)


def test_ce_03_keywords():
    """CE-3: each on two cards at least; STACKED and SACRIFICE on characters only."""
    having = {keyword: [card for card in ALL if keyword in card.keywords] for keyword in KEYWORDS}
    for keyword, cards in having.items():
        assert len(cards) >= 2
        outside = [card for card in cards if card.type != "character"]
        assert bool(outside) == (keyword in {"mystic", "tenacious"})


def test_ce_03_ids_come_from_names():
    """CE-3: kebab case."""
    for card in ALL:
        assert card.id == re.sub(r"[^a-z]+", "-", card.name.lower().replace("'", ""))
    assert set(RULESET.characters) | set(RULESET.supports) == set(CARDS)


def test_ce_05_stacked_characters_have_two_copies():
    """CE-5: `hydron`, `hydron#2`, `hydron#3`, with the values of the card; all other cards are single."""
    assert RULESET.copies["hydron"] == ("hydron", "hydron#2", "hydron#3")
    stacked = {"hydron", "hydron-drone", "hydron-elder"}
    assert {base for base, copies in RULESET.copies.items() if len(copies) == 3} == stacked
    assert len(RULESET.by_id) == 36 + 6
    for id_, card in RULESET.by_id.items():
        assert card == CARDS[original_of(id_)]._replace(id=id_)


def test_every_card_has_one_line_of_flavour():
    assert set(FLAVOUR) == set(CARDS)
    assert len(set(FLAVOUR.values())) == len(FLAVOUR)
    assert all(line == line.strip() and "\n" not in line and line for line in FLAVOUR.values())
