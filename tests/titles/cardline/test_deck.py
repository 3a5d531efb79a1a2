"""Decks: how a CSV is read and refused (CL-3), and the default deck (CL-2)."""

import csv
import io
import subprocess
import sys

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.titles.cardline.deck import (
    COLUMNS,
    REASONS,
    TRAITS,
    Character,
    DeckError,
    bundled,
    demands,
    id_of_name,
    parse_deck,
)


def rows_of(count):
    return [
        {
            "id": f"knight-{n}",
            "name": f"Knight {n}",
            "epithet": "Of the table",
            "side": "hero" if n % 2 else "villain",
            "strength_kg": str(100 + n),
            "iq": "100",
            "fighting": "50",
            "origin": "British legend",
            "note": "Rides, reads, fights",
        }
        for n in range(count)
    ]


def written(rows, columns=COLUMNS):
    out = io.StringIO()
    sheet = csv.DictWriter(out, columns, lineterminator="\n")
    sheet.writeheader()
    sheet.writerows(rows)
    return out.getvalue()


def refused(text):
    with pytest.raises(DeckError) as caught:
        parse_deck(text)
    return caught.value.rows


def test_a_deck_is_read_in_the_order_of_its_file():
    deck = parse_deck(written(rows_of(40)))
    assert [card.id for card in deck] == [f"knight-{n}" for n in range(40)]
    assert deck[3] == Character(
        id="knight-3",
        name="Knight 3",
        epithet="Of the table",
        side="hero",
        strength_kg=103,
        iq=100,
        fighting=50,
        origin="British legend",
        note="Rides, reads, fights",
    )
    assert [deck[3].value(trait) for trait in TRAITS] == [103, 100, 50]


@pytest.mark.parametrize("start", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_bytes_are_read_with_or_without_mark_and_with_either_line_end(start, end):
    rows = rows_of(40)
    rows[0]["name"] = " Väinämöinen "
    file = start + written(rows).encode().replace(b"\n", end) + end
    assert parse_deck(file)[0].name == "Väinämöinen"


@pytest.mark.parametrize(
    ("column", "value", "reason"),
    [
        ("id", "", "the id is empty"),
        (
            "id",
            "Knight 7",
            "the id 'Knight 7' is not made of the letters a-z and digits, joined by single hyphens",
        ),
        (
            "id",
            "knight--7",
            "the id 'knight--7' is not made of the letters a-z and digits, joined by single hyphens",
        ),
        ("id", "knight-3", "the id 'knight-3' is already in line 5"),
        ("name", "  ", "the name is empty"),
        ("name", "KNIGHT 3", "the name 'KNIGHT 3' is already in line 5"),
        ("name", "x" * 61, "the name has more than 60 characters"),
        ("name", "Kni\u202eght", "the name has a character that can't be shown: U+202E"),
        ("note", "two\nlines", "the note has a character that can't be shown: U+000A"),
        ("side", "Hero", "the side must be hero or villain, not 'Hero'"),
        ("iq", "", "the iq must be a whole number, not ''"),
        ("iq", "100.0", "the iq must be a whole number, not '100.0'"),
        ("iq", "-100", "the iq must be a whole number, not '-100'"),
        ("iq", "١٠٠", "the iq must be a whole number, not '١٠٠'"),
        ("iq", "39", "the iq must be from 40 to 250, not 39"),
        ("iq", "251", "the iq must be from 40 to 250, not 251"),
        ("fighting", "0", "the fighting must be from 1 to 100, not 0"),
        ("fighting", "101", "the fighting must be from 1 to 100, not 101"),
        ("strength_kg", "4", "the strength_kg must be from 5 to 100000000, not 4"),
        ("strength_kg", "100000001", "the strength_kg must be from 5 to 100000000, not 100000001"),
        ("strength_kg", "1,000", "the strength_kg must be a whole number, not '1,000'"),
    ],
)
def test_a_bad_field_is_refused_with_its_line_and_reason(column, value, reason):
    rows = rows_of(41)
    rows[7][column] = value
    assert refused(written(rows)) == [(9, reason)]


def test_every_error_of_every_row_is_reported():
    rows = rows_of(41)
    rows[2] |= {"side": "both", "iq": "1"}
    rows[20] |= {"name": ""}
    assert [line for line, _ in refused(written(rows))] == [4, 4, 22]


def test_a_line_break_inside_quotes_does_not_shift_the_lines_below():
    rows = rows_of(41)
    rows[2]["note"] = "a\nb\nc"
    rows[4]["iq"] = "x"
    assert [line for line, _ in refused(written(rows))] == [4, 8]


@pytest.mark.parametrize("count", [40, 500])
def test_the_smallest_and_the_largest_deck_are_accepted(count):
    assert len(parse_deck(written(rows_of(count)))) == count


@pytest.mark.parametrize(
    ("count", "row"),
    [
        (0, (1, "a deck needs at least 40 cards, but this one has 0")),
        (39, (1, "a deck needs at least 40 cards, but this one has 39")),
        (501, (502, "a deck can have at most 500 cards")),
        (900, (502, "a deck can have at most 500 cards")),
    ],
)
def test_too_few_and_too_many_cards_are_refused(count, row):
    assert refused(written(rows_of(count))) == [row]


@pytest.mark.parametrize("text", ["", "\n", "a,b\n1,2\n", written([], COLUMNS[::-1]), ";".join(COLUMNS)])
def test_other_columns_are_refused(text):
    assert refused(text) == [(1, REASONS["columns"] % {"columns": ",".join(COLUMNS)})]


def test_a_row_with_another_number_of_fields_is_refused():
    lines = written(rows_of(41)).splitlines()
    lines[5] += ",more"
    assert refused("\n".join(lines)) == [(6, "expected 9 fields, but got 10")]


def test_text_that_is_not_utf_8_is_refused_at_its_line():
    lines = written(rows_of(41)).encode().splitlines(keepends=True)
    lines[11] = lines[11].replace(b"Knight", b"Kn\xefght")
    assert refused(b"".join(lines)) == [(12, "this is not text in UTF-8")]


def test_an_unclosed_quote_is_refused_with_the_text_before_it():
    rows = rows_of(41)
    rows[1]["iq"] = "x"
    text = written(rows).replace("knight-4,", '"knight-4,')
    assert [line for line, _ in refused(text)] == [3, 6]


def test_a_huge_file_is_refused_before_it_is_read():
    assert refused("x" * 1_000_001) == [(1, "the file has more than 1000000 bytes")]


def read_or_refused(text):
    try:
        return parse_deck(text), []
    except DeckError as error:
        return (), error.rows


@given(
    st.one_of(
        st.binary(max_size=300), st.text(max_size=300), st.text().map(lambda t: written(rows_of(40)) + t)
    )
)
def test_whatever_the_file_it_is_a_deck_or_refused_with_lines_and_reasons(text):
    deck, rows = read_or_refused(text)
    assert bool(deck) != bool(rows)
    assert all(line >= 1 and reason for line, reason in rows)


def test_the_bundled_deck_meets_cl_2():
    assert demands(bundled()) == []
    assert len(bundled()) == 110
    assert {card.side for card in bundled()} == {"hero", "villain"}


def replaced(number, **changes):
    cards = list(bundled())
    cards[number] = msgspec.structs.replace(cards[number], **changes)
    return cards


@pytest.mark.parametrize(
    ("deck", "reason"),
    [
        (bundled()[1:], "expected 110 cards, but got 109"),
        (
            bundled()[1::-1] + bundled()[2:],
            "the order must follow the names, but Achilles stands after Ali Baba",
        ),
        (replaced(0, id="a"), "the id of Achilles must be achilles, not a"),
        (replaced(0, origin=""), "Achilles has no origin"),
        (replaced(0, note="(strength) (IQ)"), "the note of Achilles does not argue its fighting"),
    ],
)
def test_each_requirement_of_cl_2_is_checked(deck, reason):
    assert demands(deck) == [reason]


def test_counts_of_sides_and_values_are_checked():
    same = [msgspec.structs.replace(card, side="hero", iq=100) for card in bundled()]
    assert demands(same) == [
        "expected at least 40 of side villain, but got 0",
        "expected at least 40 values of iq, but got 1",
        "at most 12 cards may share one iq, but 110 have 100",
    ]


@pytest.mark.parametrize(
    ("name", "made"),
    [("D'Artagnan", "dartagnan"), ("Väinämöinen", "vainamoinen"), ("Mr Hyde", "mr-hyde"), ("A - B.", "a-b")],
)
def test_ids_are_made_from_names(name, made):
    assert id_of_name(name) == made


def test_the_check_of_the_deck_runs_as_a_module():
    command = [sys.executable, "-W", "error", "-m", "games.titles.cardline.deck"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "110 cards, every demand of CL-2 met\n", "")


# What a player knows for certain before reading a note: the weaker one first.
@pytest.mark.parametrize(
    ("trait", "less", "more"),
    [
        ("strength", "issun-boshi", "alice"),
        ("strength", "alice", "king-arthur"),
        ("strength", "robin-hood", "goliath"),
        ("strength", "ebenezer-scrooge", "mr-hyde"),
        ("strength", "grendel", "beowulf"),
        ("strength", "samson", "heracles"),
        ("iq", "polyphemus", "odysseus"),
        ("iq", "minotaur", "daedalus"),
        ("iq", "thor", "loki"),
        ("iq", "jinni-of-the-bottle", "scheherazade"),
        ("fighting", "ali-baba", "sindbad"),
        ("fighting", "don-quixote", "dartagnan"),
        ("fighting", "lady-macbeth", "mulan"),
        ("fighting", "minotaur", "heracles"),
    ],
)
def test_no_value_contradicts_the_order_in_the_stories(trait, less, more):
    worth = {card.id: card.value(trait) for card in bundled()}
    assert worth[less] < worth[more]
