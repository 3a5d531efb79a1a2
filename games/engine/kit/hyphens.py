"""Soft hyphens in long words, for names on cards."""

import re
import unicodedata

_SHY = "\N{SOFT HYPHEN}"
_LONG_WORD = 10  # letters; longer words may be hyphenated, shorter ones are drawn smaller
_SHORT_PART = 3  # minimum number of letters before or after a hyphen
_AS_ONE = ("ch", "ck", "ph", "sh", "st", "th")  # consonants that are never separated by a hyphen


def hyphened(text: object) -> str:
    """The text with a soft hyphen in each long word, at the syllable nearest to its middle."""
    return re.sub(r"[^\s-]+", lambda word: _word(word[0]), str(text))  # it may be lazy


def _word(word: str) -> str:
    if len(word) <= _LONG_WORD:
        return word
    ends = range(_SHORT_PART, len(word) - _SHORT_PART + 1)
    at = min((at for at in ends if _is_syllable(word, at)), key=lambda at: abs(2 * at - len(word)), default=0)
    return word[:at] + _SHY + word[at:] if at else word


def _is_syllable(word: str, at: int) -> bool:
    """Whether a syllable begins here: with the last consonant before a vowel."""
    vowels = [unicodedata.normalize("NFD", letter)[0].lower() in "aeiouy" for letter in word]
    start = at + 2 if word[at : at + 2].lower() in _AS_ONE else at + 1
    parted = word[at - 1 : at + 1].lower() in _AS_ONE
    return not vowels[at] and vowels[start] and any(vowels[:at]) and not parted
