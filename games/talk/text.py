"""The text that people write to each other: what may stand in it, whom it mentions, and how a page shows it."""

import re
import unicodedata
from collections.abc import Container, Iterable, Iterator

from django.utils.html import Urlizer, escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import Truncator
from django.utils.translation import gettext_lazy as _

from games.errors import MalformedInput

__all__ = ["clean_text", "in_one_line", "mentions_in", "shown"]

# Format characters without which some scripts, and joined emoji, cannot be written. The others turn the direction of
# what follows, or hide in it.
_JOINERS = "\u200c\u200d\u200e\u200f"
# What a mention looks like: an @ that begins a word, and what a user name may consist of.
_MENTION = re.compile(r"(?<![\w/@.+-])@([\w@.+-]+)")
_GAPS = re.compile(r"\n{3,}")


def clean_text(text: str, limit: int, *, may_be_empty: bool = False) -> str:
    """The text as it is stored. Raises MalformedInput for control characters, for more than `limit`, for nothing."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", " ")
    if any(_is_control(character) for character in text):
        raise MalformedInput(_("That text has characters in it that nobody can see. Nothing was saved."))
    text = _GAPS.sub("\n\n", unicodedata.normalize("NFC", text)).strip()
    if not (may_be_empty or any(_is_visible(character) for character in text)):
        raise MalformedInput(_("There is nothing in it. Write something first."))
    if len(text) > limit:
        raise MalformedInput(
            _("That is too long: %(length)d characters, and %(limit)d are possible.")
            % {"length": len(text), "limit": limit}
        )
    return text


def _is_control(character: str) -> bool:
    category = unicodedata.category(character)
    if category == "Cf":
        return character not in _JOINERS
    return category in ("Cc", "Cs", "Zl", "Zp") and character != "\n"


def _is_visible(character: str) -> bool:
    """Whether it leaves a mark. What our tables of characters do not know yet is most likely a new emoji."""
    category = unicodedata.category(character)
    return category == "Cn" or category[0] not in "ZCM"


def mentions_in(text: str, names: Iterable[str]) -> set[str]:
    """Those of the user names that the text mentions as `@name`, in whatever letters."""
    known = {name.casefold(): name for name in names}
    return {known[text[start + 1 : end].casefold()] for start, end in _mentions(text, known)}


def _mentions(text: str, known: Container[str]) -> Iterator[tuple[int, int]]:
    """Where mentions of the known names, in small letters, begin and end."""
    for match in _MENTION.finditer(text):
        word = match.group(1)
        for name in (word, word.rstrip("@.+-")):  # the end of a sentence is not part of a name
            if name.casefold() in known:
                yield match.start(), match.start(1) + len(name)
                break


class _Links(Urlizer):
    """Addresses as links that lend nobody our name, and that cannot reach back into this page."""

    url_template = '<a href="{href}" rel="nofollow noopener noreferrer ugc">{url}</a>'

    @staticmethod
    def is_email_simple(value: str) -> bool:
        """An address of mail stays text: most that look like one are mentions."""
        return False


_links = _Links()


def shown(text: str, names: Iterable[str] = ()) -> SafeString:
    """The text as HTML: escaped, addresses as links, mentions of these user names in strong letters."""
    known = {name.casefold() for name in names}
    parts: list[str] = []
    at = 0
    for start, end in _mentions(text, known):
        parts += [
            _linked(text[at:start]),
            format_html('<strong class="mention">{}</strong>', text[start:end]),
        ]
        at = end
    return mark_safe("".join([*parts, _linked(text[at:])]))  # noqa: S308  # each part is escaped


def _linked(text: str) -> str:
    return str(_links(text, autoescape=True)) if "." in text or "://" in text else escape(text)


def in_one_line(text: str, length: int) -> str:
    """The beginning of the text without line breaks, of at most `length` characters."""
    return Truncator(" ".join(text.split())).chars(length)
