"""The tables of the rule sheet are the cards, the goals and the orders that there are: CE-2, CE-3, CE-6."""

import re

from games.titles.captn_eli import GAME
from games.titles.captn_eli.balance import Tally, report
from games.titles.captn_eli.cards import CARDS, RARITIES
from tests.rule_sheets import sheet, table, tables


def told(row):
    """A row of a table of cards, in the words of the card file."""
    keywords = tuple(row["keywords"].lower().split())
    return row["type"].lower(), int(row["C"]), int(row["D"]), keywords


def test_ce_03_the_table_of_cards_is_the_set():
    """CE-3: the values as they are now; whoever changes a card changes its row."""
    rows = {row["id"]: row for row in table("CE-3")}
    assert list(rows) == list(CARDS)
    for name, row in rows.items():
        card = CARDS[name]
        assert (row["name"], *told(row)) == (card.name, card.type, card.c, card.d, card.keywords)
        assert row["faction"].lower().replace(" ", "-") == card.faction
        assert row["rarity"].replace(" ", "-") == card.rarity


def test_ce_03_the_goals_are_those_that_the_command_marks():
    tally = Tally()
    tally.games = 1
    tally.squads.update(["hydron", "dolphin"])
    marked = re.findall(r"^(\w+).*\(goal (\d+)%-(\d+)%\)", "\n".join(report(tally)), re.MULTILINE)
    assert {word: (int(least), int(most)) for word, least, most in marked} == {
        "character": goal("share of every CHARACTER"),
        "vehicle": goal("share of every support card"),
        "first": goal("share of the first seat"),
        "draws": goal("draws"),
        "becalmed": goal("games that end becalmed"),
    }


def goal(what):
    """The least and the greatest per cent of a goal in the sheet."""
    (told,) = [row["goal"] for row in table("CE-3", 1) if row["what"] == what]
    *least, most = map(int, re.findall(r"\d+", told))
    return (*least, most) if least else (0, most)


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
