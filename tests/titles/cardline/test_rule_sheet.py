"""The rule sheet describes decks as the reader of deck files checks them: CL-2, CL-3."""

import csv
import io
import re

import pytest

from games.titles.cardline.deck import (
    COLUMNS,
    LARGEST,
    MOST_BYTES,
    SMALLEST,
    DeckError,
    parse_deck,
    write_deck,
)
from tests.rule_sheets import ruling, table
from tests.titles.cardline.positions import NUMBERS

NUMBER = re.compile(r"\d[\d,]*")


def is_read(column, value):
    """Whether a deck is accepted in which one card has this value."""
    rows = list(csv.DictReader(io.StringIO(write_deck(NUMBERS.cards[:SMALLEST]))))
    rows[0][column] = value
    file = io.StringIO()
    sheet = csv.DictWriter(file, COLUMNS)
    sheet.writeheader()
    sheet.writerows(rows)
    try:
        parse_deck(file.getvalue())
    except DeckError:
        return False
    return True


def numbers(text):
    return [int(found.replace(",", "")) for found in NUMBER.findall(text)]


def test_cl_3_the_sheets_columns_match_the_file():
    assert tuple(row["column"] for row in table("CL-3")) == COLUMNS
    assert ruling("CL-3").count("40 to 500 cards") == 1
    assert (SMALLEST, LARGEST) == (40, 500)
    assert f"at most {MOST_BYTES:,} bytes" in ruling("CL-3")


@pytest.mark.parametrize("row", table("CL-3"), ids=lambda row: row["column"])
def test_cl_3_a_column_accepts_exactly_what_the_sheet_says(row):
    """CL-3: the number of characters, the numbers, the words; and what may be empty."""
    column, told = row["column"], row["content"]
    if "whole number" in told:
        least, greatest = numbers(told)[:2]
        taken, refused = (str(least), str(greatest)), (str(least - 1), str(greatest + 1), f"{least}.0", "")
    elif "characters" in told:
        (most,) = numbers(told)
        needed = column in ("id", "name")
        assert ("not empty" in told) is (column == "name")
        taken, refused = ("x" * most, "x"), ("x" * (most + 1), *([""] if needed else []))
    else:
        taken, refused = re.findall(r"`(\w+)`", told), ("Hero", "")
    assert [value for value in taken if not is_read(column, value)] == []
    assert [value for value in refused if is_read(column, value)] == []
