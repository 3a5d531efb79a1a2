"""The tables of the rule sheet match the cards and the orders: CN-2 to CN-4."""

from games.titles.cannonades import GAME
from games.titles.cannonades.cards import CARDS, COLOURS, SHIPS
from tests.rule_sheets import sheet, table, tables


def test_cn_02_the_table_of_ships():
    """CN-2, CN-4: how many of each grin, which way they face, and the three signs of a colour."""
    told = {}
    for row in table("CN-2"):
        symbol = COLOURS[row["colour"]]
        assert (row["faces"], row["letter"], row["shape"]) == (symbol.facing, symbol.letter, symbol.shape)
        told |= {f"{row['colour']}-{grin}": int(row[f"grin {grin}"]) for grin in range(3)}
    ships = {face: CARDS[face].copies for face in SHIPS}
    assert {face: copies for face, copies in told.items() if copies} == ships


def test_cn_03_the_table_of_cannonades():
    told = {row["face"]: int(row["cards"]) for row in table("CN-3")}
    assert told == {face: card.copies for face, card in CARDS.items() if face not in SHIPS}


def test_every_standing_order_is_explained():
    (rows,) = [rows for rows in tables(sheet("cannonades")) if "order" in rows[0]]
    told = [(row["order"], row["value"]) for row in rows]
    assert told == [(order.name, value) for order in GAME.orders for value in order.values[1:]]
