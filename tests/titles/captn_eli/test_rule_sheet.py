"""The tables of the rule sheet match the cards, goals and orders: CE-2, CE-3, CE-6."""

import re

from games.titles.captn_eli import GAME
from games.titles.captn_eli.cards import CARDS, RARITIES, RULESET, STARTERS
from games.titles.captn_eli.squads import is_squad
from tests.rule_sheets import sheet, table, tables


def told(row):
    """Return a row of a table of cards, in the words of the card file."""
    keywords = tuple(row["keywords"].lower().split())
    return row["type"].lower(), int(row["C"]), int(row["D"]), keywords


def test_ce_03_the_table_of_cards_is_the_set():
    """CE-3: the current values; after a change to a card, its row must change, too."""
    rows = {row["id"]: row for row in table("CE-3")}
    assert list(rows) == list(CARDS)
    for name, row in rows.items():
        card = CARDS[name]
        assert (row["name"], *told(row)) == (card.name, card.type, card.c, card.d, card.keywords)
        assert row["faction"].lower().replace(" ", "-") == card.faction
        assert row["rarity"].replace(" ", "-") == card.rarity


def test_ce_03_no_two_cards_are_the_same_in_play():
    assert len({(card.type, card.c, card.d, frozenset(card.keywords)) for card in CARDS.values()}) == len(
        CARDS
    )


def test_ce_03_the_starters_are_those_of_the_set():
    rows = {row["starter"]: tuple(re.findall(r"`([^`]+)`", row["squad"])) for row in table("CE-3", 2)}
    assert rows == STARTERS
    for name, cards in STARTERS.items():
        assert is_squad(RULESET, RULESET.by_id, cards), name


def test_ce_02_the_published_cards_are_those_of_the_set():
    for row in table("CE-2"):
        card = CARDS[row["id"]]
        assert told(row) == (card.type, card.c, card.d, card.keywords)


def test_ce_06_the_weights_of_rarities():
    assert {row["rarity"].replace(" ", "-"): int(row["weight"]) for row in table("CE-6")} == RARITIES


def test_every_standing_order_is_explained():
    (rows,) = [rows for rows in tables(sheet("captn-eli")) if "order" in rows[0]]
    assert [(row["order"], row["value"]) for row in rows] == [
        (order.name, value) for order in GAME.orders for value in order.values[1:]
    ]
