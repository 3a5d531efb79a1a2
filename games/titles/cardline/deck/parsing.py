"""Characters and decks (CL-1), and the reader and writer of their CSV files (CL-2, CL-3)."""

import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Literal, NamedTuple, TypeAlias, cast, get_args

import msgspec

Side: TypeAlias = Literal["hero", "villain"]
Trait: TypeAlias = Literal["strength", "iq", "fighting"]
Digest: TypeAlias = str  # 32 hexadecimal digits

SIDES: tuple[Side, ...] = ("hero", "villain")


class Span(NamedTuple):
    """A trait's column in a deck, and its least and greatest value (CL-2)."""

    column: str
    least: int
    greatest: int


TRAITS: dict[Trait, Span] = {
    "strength": Span("strength_kg", 5, 100_000_000),
    "iq": Span("iq", 40, 250),
    "fighting": Span("fighting", 1, 100),
}


class Character(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One card: its front, its three traits, and a note that explains them."""

    id: str  # lower case ASCII letters and digits, joined by hyphens
    name: str
    epithet: str
    side: Side
    strength_kg: int  # the greatest load that it can lift, in kilograms
    iq: int
    fighting: int  # all powers and skills together
    origin: str
    note: str

    def value(self, trait: Trait) -> int:
        """The card's value for this trait."""
        worth: int = getattr(self, TRAITS[trait].column)
        return worth


class Deck(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of one edition."""

    name: str
    cards: tuple[Character, ...]


def digest_of(deck: Deck) -> Digest:
    """The digest that identifies an edition: 128 bits of SHA-256 over its JSON form."""
    return sha256(msgspec.json.encode(deck)).hexdigest()[:32]


COLUMNS: tuple[str, ...] = tuple(field.name for field in msgspec.structs.fields(Character))
SMALLEST, LARGEST = 40, 500  # cards of a deck (CL-3)
MOST_BYTES = 1_000_000
_LONGEST = {"id": 64, "name": 60, "epithet": 80, "origin": 60, "note": 300}  # in characters
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_WHOLE = re.compile(r"[0-9]{1,12}")

_ = str  # marks a text for translation: the site shows faults in the reader's language

# By code: a template for `%`.
REASONS: dict[str, str] = {
    "encoding": _("this is not text in UTF-8"),
    "size": _("the file has more than %(most)d bytes"),
    "csv": _("this is not CSV: %(error)s"),
    "columns": _("the first line must name the columns %(columns)s"),
    "fields": _("expected %(expected)d fields, but got %(got)d"),
    "empty": _("the %(column)s is empty"),
    "unprintable": _("the %(column)s has a character that can't be shown: U+%(character)s"),
    "long": _("the %(column)s has more than %(most)d characters"),
    "id": _("the id %(value)s is not made of the letters a-z and digits, joined by single hyphens"),
    "twice": _("the %(column)s %(value)s is already in line %(first)d"),
    "side": _("the side must be hero or villain, not %(value)s"),
    "whole": _("the %(column)s must be a whole number, not %(value)s"),
    "range": _("the %(column)s must be from %(least)d to %(greatest)d, not %(value)s"),
    "few": _("a deck needs at least %(least)d cards, but this one has %(got)d"),
    "many": _("a deck can have at most %(most)d cards"),
}


class Fault(msgspec.Struct, frozen=True):
    """One fault in one line of a file."""

    line: int  # from 1, which is the heading
    code: str  # a key of REASONS
    values: dict[str, str | int] = {}

    @property
    def reason(self) -> str:
        """The fault as a sentence without its full stop."""
        return REASONS[self.code] % self.values


class DeckError(Exception):
    """A file that isn't a valid deck; `rows` lists all faults as (line number, reason)."""

    def __init__(self, faults: list[Fault]) -> None:
        self.faults = tuple(sorted(faults, key=lambda fault: fault.line))
        self.rows = [(fault.line, fault.reason) for fault in self.faults]
        super().__init__("\n".join(f"line {line}: {reason}" for line, reason in self.rows))


def parse_deck(text: str | bytes) -> tuple[Character, ...]:
    """Return the cards of a CSV file with the columns of `Character`, in the order of the file.

    Bytes are read as UTF-8, with or without a byte order mark. Spaces around a field are dropped.

    Raises:
        DeckError: for one fault or more; it reports every bad row with everything that is wrong in it.
    """
    return _cards(*_rows(_decode(text)))


def check_deck(cards: Iterable[Character]) -> tuple[Character, ...]:
    """Return the cards of a deck given as data, as they would be read from a file.

    Raises:
        DeckError: for one fault or more, each with the line that the card would have in a file.
    """
    rows = [(line, _row(card)) for line, card in enumerate(cards, 2)]
    faults = [Fault(rows[LARGEST][0], "many", {"most": LARGEST})] if len(rows) > LARGEST else []
    return _cards(rows[:LARGEST], faults)


def write_deck(cards: Iterable[Character]) -> str:
    """Return the CSV file that `parse_deck` reads these cards from."""
    file = io.StringIO()
    sheet = csv.DictWriter(file, COLUMNS, lineterminator="\n")
    sheet.writeheader()
    sheet.writerows(_row(card) for card in cards)
    return file.getvalue()


def _row(card: Character) -> dict[str, str]:
    return {column: _clean(str(getattr(card, column))) for column in COLUMNS}


def _clean(field: str) -> str:
    return unicodedata.normalize("NFC", field.strip())


def _cards(rows: list[tuple[int, dict[str, str]]], faults: list[Fault]) -> tuple[Character, ...]:
    """Return the cards of these rows; raises DeckError if any fault was found, here or earlier."""
    cards: list[Character] = []
    seen: dict[tuple[str, str], int] = {}
    for line, row in rows:
        found = _row_faults(line, row) + _repeats(line, row, seen)
        faults += found
        if not found:
            cards.append(_card(row))
    if not faults and len(cards) < SMALLEST:
        faults.append(Fault(1, "few", {"least": SMALLEST, "got": len(cards)}))
    if faults:
        raise DeckError(faults)
    return tuple(cards)


def _decode(text: str | bytes) -> str:
    if len(text) > MOST_BYTES:
        raise DeckError([Fault(1, "size", {"most": MOST_BYTES})])
    if isinstance(text, str):
        return text.removeprefix("\ufeff")
    try:
        return text.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise DeckError([Fault(line, "encoding")]) from error


def _rows(text: str) -> tuple[list[tuple[int, dict[str, str]]], list[Fault]]:
    """Return every row below the heading with the number of its first line, and the faults of all other lines."""
    lines = _numbered_rows(text)
    rows: list[tuple[int, dict[str, str]]] = []
    faults: list[Fault] = []
    try:
        if tuple(next(lines, (1, []))[1]) != COLUMNS:
            return [], [Fault(1, "columns", {"columns": ",".join(COLUMNS)})]
        for count, (line, fields) in enumerate(lines):
            if count == LARGEST:
                faults.append(Fault(line, "many", {"most": LARGEST}))
                break
            if len(fields) == len(COLUMNS):
                rows.append((line, dict(zip(COLUMNS, fields, strict=True))))
            else:
                faults.append(Fault(line, "fields", {"expected": len(COLUMNS), "got": len(fields)}))
    except DeckError as error:
        # After a broken quote, rows can't be told apart, but the rows before it can.
        faults += error.faults
    return rows, faults


def _numbered_rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """Every row that is not blank, with the number of its first line."""
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    while True:
        line = reader.line_num + 1
        try:
            fields = next(reader, None)
        except csv.Error as error:
            raise DeckError([Fault(line, "csv", {"error": str(error)})]) from error
        if fields is None:
            return
        if fields:
            yield line, [_clean(field) for field in fields]


def _row_faults(line: int, row: dict[str, str]) -> list[Fault]:
    faults = [fault for column in _LONGEST for fault in _word_faults(line, column, row[column])]
    if row["id"] and not _ID.fullmatch(row["id"]):
        faults.append(Fault(line, "id", {"value": _quoted(row["id"])}))
    if row["side"] not in get_args(Side):
        faults.append(Fault(line, "side", {"value": _quoted(row["side"])}))
    return faults + _number_faults(line, row)


def _quoted(value: str) -> str:
    """Quote and shorten a value with arbitrary contents."""
    return repr(value[:40])


def _word_faults(line: int, column: str, word: str) -> Iterator[Fault]:
    if not word and column in {"id", "name"}:
        yield Fault(line, "empty", {"column": column})
    if len(word) > (most := _LONGEST[column]):
        yield Fault(line, "long", {"column": column, "most": most})
    # Line breaks, control characters, marks that change the direction of text and lone surrogates are not allowed.
    strange = next((character for character in word if not character.isprintable()), None)
    if strange is not None:
        yield Fault(line, "unprintable", {"column": column, "character": f"{ord(strange):04X}"})


def _number_faults(line: int, row: dict[str, str]) -> list[Fault]:
    faults = []
    for column, least, greatest in TRAITS.values():
        value = row[column]
        if not _WHOLE.fullmatch(value):
            faults.append(Fault(line, "whole", {"column": column, "value": _quoted(value)}))
        elif not least <= int(value) <= greatest:
            span: dict[str, str | int] = {"least": least, "greatest": greatest}
            faults.append(Fault(line, "range", {"column": column, "value": value, **span}))
    return faults


def _repeats(line: int, row: dict[str, str], seen: dict[tuple[str, str], int]) -> list[Fault]:
    """Report ids and names that an earlier line has, ignoring case; add those of this line to `seen`."""
    faults = []
    for column in ("id", "name"):
        first = seen.setdefault((column, row[column].casefold()), line)
        if row[column] and first != line:
            faults.append(
                Fault(line, "twice", {"column": column, "value": _quoted(row[column]), "first": first})
            )
    return faults


def _card(row: dict[str, str]) -> Character:
    numbers = {span.column: int(row[span.column]) for span in TRAITS.values()}
    words = {column: row[column] for column in _LONGEST}
    return Character(**words, **numbers, side=cast(Side, row["side"]))  # type: ignore[arg-type]
