"""The tables of the rule sheet match the cards: CV-1 to CV-3."""

from games.titles.captivate.cards import CARDS
from tests.rule_sheets import table

SIDES = ("top", "right", "bottom", "left")


def test_cv_03_the_table_of_dots_gives_every_card():
    """CV-1 to CV-3: from the strong side of the element, clockwise."""
    strong = {row["element"]: SIDES.index(row["strong side"]) for row in table("CV-1")}
    assert len(table("CV-3")) * len(strong) == len(CARDS)
    for row in table("CV-3"):
        clockwise = [int(row[word]) for word in ("strong", "next", "opposite", "last")]
        for element, first in strong.items():
            card = CARDS[f"{element}-{row['value']}"]
            assert (card.value, card.creature) == (int(row["value"]), row["creature"].lower())
            assert list(card.dots) == [clockwise[(side - first) % 4] for side in range(4)]


def test_cv_03_the_cards_that_are_written_out():
    for row in table("CV-3", 1):
        assert CARDS[row["card"]].dots == tuple(int(row[side]) for side in SIDES)
