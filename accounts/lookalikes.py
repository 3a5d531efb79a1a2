"""Names that a reader could take for each other, by UTS 39 as ICU knows it.

The *key* of a name is the same for all names that look like it: Cyrillic letters among Latin ones, `rn` for `m`, or
`0` for `O`. Newer Unicode data may give other keys; a key that is stored stays until its person changes the name.
"""

import re
import unicodedata
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import combinations

from icu import Char, SpoofChecker, UProperty

__all__ = ["has_unseen", "is_of_bot_or_guest", "is_reserved", "keys_of", "told_apart"]

KEY_LENGTH = 250  # characters; names whose keys begin alike for so long count as the same
# Categories of characters that are invisible, break the line, or change the direction of the text.
_UNSEEN = ("Cc", "Cf", "Cs", "Cn", "Co", "Zl", "Zp")
_UNSEEN_PROPERTIES = (UProperty.DEFAULT_IGNORABLE_CODE_POINT, UProperty.BIDI_CONTROL)
_BLANK = "\u2800"  # the one character without ink that has no property to tell it by
# Who is called so could speak for the site. As a word anywhere in a name:
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
# Or as all of it, spaces aside. The last few stand on our pages where a person is missing.
_WHOLE = (
    "security", "system", "root", "captainstable", "thecaptainstable", "captainstableteam",
    "anonymous", "nobody", "everybody", "spectator",
)  # fmt: skip
# Digits and signs that stand for letters and are no look-alikes by UTS 39, as 0 and 1 are.
_LEET = str.maketrans("5$43@7+", "ssaeatt")
_STAND_IN = re.compile(r"(seat|forrnerplayer)[0-9ol]*")  # of a seat or person without a name, as a folded key
# What bots and guests are told by, as a folded key: there, 0 and 1 are letters.
_BOT = re.compile(r"[(\[{]\s*bot\s*[)\]}]")
_GUEST = re.compile(r"guest[\W_]*[0-9ol]+")


def has_unseen(name: str) -> bool:
    """Whether the name has characters that nobody sees, or that change the direction of the text."""
    return any(
        character == _BLANK
        or unicodedata.category(character) in _UNSEEN
        or (character.isspace() and character != " ")
        or any(Char.hasBinaryProperty(character, each) for each in _UNSEEN_PROPERTIES)
        for character in name
    )


@cache
def _checker() -> SpoofChecker:
    return SpoofChecker()


def _skeleton(text: str) -> str:
    return str(_checker().getSkeleton(0, text))


@lru_cache(maxsize=4096)
def _folded(name: str) -> str:
    """The key of the name in whatever case it is written."""
    return _skeleton(unicodedata.normalize("NFKC", name).casefold()).casefold()


def keys_of(name: str) -> frozenset[str]:
    """The keys of a name: as it is written, and in small letters. Two names are confusable if they share one."""
    tidy = " ".join(name.split())
    return frozenset({_skeleton(tidy)[:KEY_LENGTH], _folded(tidy)[:KEY_LENGTH]})


def is_reserved(name: str) -> bool:
    """Whether who is called so could be taken for the site, its moderators, or somebody without a name."""
    # After an @ our pages write a user name: "Alice (@alice)" would be Alice.
    return "@" in _folded(name) or _is_reserved(name) or _is_reserved(name.translate(_LEET))


def _is_reserved(name: str) -> bool:
    words = re.split(r"[\W_]+", _folded(name))
    whole = "".join(words)
    # A number makes nobody somebody else: moderator2 is one, too.
    named = {_upright(each) for each in (*words, whole, *re.split(r"[\W\d_]+", name))}
    return (
        not named.isdisjoint(map(_upright, _OFFICES))
        or _upright(whole) in map(_upright, _WHOLE)
        or _STAND_IN.fullmatch(whole) is not None
    )


def is_of_bot_or_guest(name: str) -> bool:
    """Whether who is called so could be taken for a bot or a guest."""
    folded = _folded(" ".join(name.split()))
    return _BOT.search(folded) is not None or (
        any(each.isdigit() for each in name) and _GUEST.fullmatch(folded) is not None
    )


def _upright(name: str) -> str:
    """The folded key of a word, with `l` for `i`: the capital I looks like l or 1, the small letter does not."""
    return _folded(name).replace("i", "l")


def told_apart(people: Sequence[tuple[str, str]]) -> list[str]:
    """What to call people at one table, by name and user name: both where the name is close to somebody else's."""
    close = {
        number
        for pair in combinations(range(len(people)), 2)
        if _is_close(people[pair[0]][0], people[pair[1]][0])
        for number in pair
    }
    return [
        f"{name} (@{handle})" if number in close else name for number, (name, handle) in enumerate(people)
    ]


@lru_cache(maxsize=4096)
def _is_close(one: str, other: str) -> bool:
    """Whether two names differ by accents and punctuation only, or, if they are not short, by one letter more."""
    a, b = _plain(one), _plain(other)
    return a == b or (min(len(a), len(b)) >= 4 and _is_one_edit(a, b))


def _plain(name: str) -> str:
    letters = unicodedata.normalize("NFD", _folded(name))
    return "".join(each for each in letters if each.isalnum()) or letters


def _is_one_edit(a: str, b: str) -> bool:
    """Whether one letter was added, left out, changed, or changed places with the next."""
    short, long = sorted((a, b), key=len)
    start = next((at for at, (x, y) in enumerate(zip(short, long, strict=False)) if x != y), len(short))
    rest, other = short[start:], long[start:]
    return (
        rest[1:] == other[1:] or rest == other[1:] or (rest[:2] == other[:2][::-1] and rest[2:] == other[2:])
    )
