"""Confusable names, based on Unicode UTS 39 as implemented by ICU.

The *key* of a name is the same for all names that look like it: Cyrillic letters among Latin ones, `rn` for `m`, or `0`
for `O`. Newer Unicode data may give other keys; a stored key stays until the person changes the name.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations

from icu import BreakIterator, Char, Locale, SpoofChecker, UnicodeSet, UnicodeString, UProperty
from idna.core import valid_contextj

KEY_LENGTH = 250  # characters; names whose keys agree this far count as the same
# Categories of characters that are invisible, break lines, or change the text direction.
_INVISIBLE = ("Cc", "Cf", "Cs", "Cn", "Co", "Zl", "Zp")
_INVISIBLE_PROPERTIES = (UProperty.DEFAULT_IGNORABLE_CODE_POINT, UProperty.BIDI_CONTROL)
_JOINERS = "\u200c\u200d"
_EMOJI = UnicodeSet("[:RGI_Emoji:]")  # UTS 51: also sequences, with their joiners and selectors
_BLANK = "\u2800"  # the only character without ink that no property identifies
# Names that could seem to speak for the site, reserved as a word anywhere in a name.
_OFFICES = (
    "admin",
    "admins",
    "administrator",
    "administrators",
    "moderator",
    "moderators",
    "mod",
    "mods",
    "official",
    "postmaster",
    "staff",
    "support",
    "sysop",
    "webmaster",
)
# Reserved as the whole name, ignoring spaces. Our pages use the last few when a person is missing.
_WHOLE = (
    "security", "system", "root", "captainstable", "thecaptainstable", "captainstableteam",
    "anonymous", "nobody", "everybody", "spectator",
)  # fmt: skip
# Digits and signs that replace letters but, unlike 0 and 1, don't count as look-alikes in UTS 39.
_LEET = str.maketrans("5$43@7+", "ssaeatt")
# Names for empty seats and former players, as folded keys.
_STAND_IN = re.compile(r"(seat|forrnerplayer)[0-9ol]*")
# Patterns of bots' and guests' names, as folded keys, in which 0 and 1 have become letters.
_BOT = re.compile(r"[(\[{]\s*bot\s*[)\]}]")
_GUEST = re.compile(r"guest[\W_]*[0-9ol]+")


def has_invisible(name: str) -> bool:
    """Whether the name has characters that are invisible or change the text direction.

    Inside of an emoji they are fine; so is a joiner where its script needs one (UTS 39, 3.1.1), as in Persian.
    """
    words = "".join(" " if _EMOJI.contains(each) else each for each in _graphemes(name))
    return any(
        _is_invisible(character) and not (character in _JOINERS and valid_contextj(words, at))
        for at, character in enumerate(words)
    )


@lru_cache(maxsize=4096)
def initials(name: str) -> str:
    """One or two letters for a name: of its first and last word, or the first two. Emoji stay whole."""
    first, *others = [list(_graphemes(word)) for word in name.split() if word[0] not in "(@"] or [["?"]]
    return (first[0] + others[-1][0] if others else "".join(first[:2])).upper()


def _graphemes(text: str) -> Iterator[str]:
    units = UnicodeString(text)  # offsets count its units, not characters
    breaks = BreakIterator.createCharacterInstance(Locale.getRoot())
    breaks.setText(units)
    start = 0
    for end in breaks:
        yield str(units[start:end])
        start = end


def _is_invisible(character: str) -> bool:
    return (
        character == _BLANK
        or unicodedata.category(character) in _INVISIBLE
        or (character.isspace() and character != " ")
        or any(Char.hasBinaryProperty(character, each) for each in _INVISIBLE_PROPERTIES)
    )


@cache
def _checker() -> SpoofChecker:
    return SpoofChecker()


def _skeleton(text: str) -> str:
    return str(_checker().getSkeleton(0, text))


@lru_cache(maxsize=4096)
def _folded_key(name: str) -> str:
    """The key of the name, ignoring case."""
    return _skeleton(unicodedata.normalize("NFKC", name).casefold()).casefold()


def keys_of(name: str) -> frozenset[str]:
    """The keys of a name: as written, and with case ignored. Two names are confusable if they share a key."""
    tidy = " ".join(name.split())
    return frozenset({_skeleton(tidy)[:KEY_LENGTH], _folded_key(tidy)[:KEY_LENGTH]})


def key_of(name: str) -> str:
    """The key of a name with case ignored."""
    return _folded_key(" ".join(name.split()))[:KEY_LENGTH]


def is_reserved(name: str) -> bool:
    """Whether the name could be taken for the site, its moderators, or a missing person."""
    # Our pages write user names after an @, so "Alice (@alice)" would look like Alice.
    return "@" in _folded_key(name) or _is_reserved(name) or _is_reserved(name.translate(_LEET))


def _is_reserved(name: str) -> bool:
    words = re.split(r"[\W_]+", _folded_key(name))
    whole = "".join(words)
    # Numbers don't make a name different: moderator2 is reserved too.
    named = {_folded_with_l(each) for each in (*words, whole, *re.split(r"[\W\d_]+", name))}
    return (
        not named.isdisjoint(map(_folded_with_l, _OFFICES))
        or _folded_with_l(whole) in map(_folded_with_l, _WHOLE)
        or _STAND_IN.fullmatch(whole) is not None
    )


def is_of_bot_or_guest(name: str) -> bool:
    """Whether the name could be taken for a bot's or a guest's."""
    folded = _folded_key(" ".join(name.split()))
    return _BOT.search(folded) is not None or (
        any(each.isdigit() for each in name) and _GUEST.fullmatch(folded) is not None
    )


def _folded_with_l(name: str) -> str:
    """The folded key of a word with `l` for `i`, because a capital I looks like l or 1. A small i does not."""
    return _folded_key(name).replace("i", "l")


def distinct_names(people: Sequence[tuple[str, str]]) -> list[str]:
    """Unambiguous names of people at a table, from names and user names. Similar names get the user name added."""
    close = {
        number
        for pair in combinations(range(len(people)), 2)
        if _looks_alike(people[pair[0]][0], people[pair[1]][0])
        for number in pair
    }
    return [
        f"{name} (@{handle})" if number in close else name for number, (name, handle) in enumerate(people)
    ]


@lru_cache(maxsize=4096)
def _looks_alike(one: str, other: str) -> bool:
    """Whether two names differ only by accents, punctuation and, unless they're short, at most one letter."""
    a, b = _bare_letters(one), _bare_letters(other)
    return a == b or (min(len(a), len(b)) >= 4 and _is_one_edit(a, b))


def _bare_letters(name: str) -> str:
    letters = unicodedata.normalize("NFD", _folded_key(name))
    return "".join(each for each in letters if each.isalnum()) or letters


def _is_one_edit(a: str, b: str) -> bool:
    """Whether one letter was added, removed, changed, or swapped with the next."""
    short, long = sorted((a, b), key=len)
    start = next((at for at, (x, y) in enumerate(zip(short, long, strict=False)) if x != y), len(short))
    rest, other = short[start:], long[start:]
    return (
        rest[1:] == other[1:] or rest == other[1:] or (rest[:2] == other[:2][::-1] and rest[2:] == other[2:])
    )
