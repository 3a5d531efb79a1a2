"""Text written by people: allowed characters, mentions, and conversion to HTML."""

import re
import unicodedata
from collections.abc import Container, Iterable, Iterator

from django.utils.html import Urlizer, escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import Truncator
from django.utils.translation import gettext_lazy as _

from games.errors import MalformedInput

# Format characters that some scripts and joined emoji need. Others are invisible or change the text direction.
_JOINERS = "\u200c\u200d\u200e\u200f"
# A mention: an @ at the start of a word, followed by characters of a user name.
_MENTION = re.compile(r"(?<![\w/@.+-])@([\w@.+-]+)")
_GAPS = re.compile(r"\n{3,}")


def clean_text(text: str, limit: int, *, may_be_empty: bool = False) -> str:
    """The text for storage. Raises MalformedInput for control characters, over `limit` characters, or no text."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", " ")
    if any(_is_control(character) for character in text):
        raise MalformedInput(
            _("Your text has invisible characters, so it wasn't saved. Remove them and try again.")
        )
    text = _GAPS.sub("\n\n", unicodedata.normalize("NFC", text)).strip()
    if not (may_be_empty or any(_is_visible(character) for character in text)):
        raise MalformedInput(_("Your text is empty. Write something first."))
    if len(text) > limit:
        raise MalformedInput(
            _("Your text has %(length)d characters; the limit is %(limit)d.")
            % {"length": len(text), "limit": limit}
        )
    return text


def _is_control(character: str) -> bool:
    category = unicodedata.category(character)
    if category == "Cf":
        return character not in _JOINERS
    return category in ("Cc", "Cs", "Zl", "Zp") and character != "\n"


def _is_visible(character: str) -> bool:
    """Whether the character is visible. Unassigned ones count as visible, because they are probably new emoji."""
    category = unicodedata.category(character)
    return category == "Cn" or category[0] not in "ZCM"


def mentions_in(text: str, names: Iterable[str]) -> set[str]:
    """The user names that the text mentions as `@name`, ignoring case."""
    known = {name.casefold(): name for name in names}
    return {known[text[start + 1 : end].casefold()] for start, end in _mentions(text, known)}


def _mentions(text: str, known: Container[str]) -> Iterator[tuple[int, int]]:
    """The start and end of each mention of a known name. Names are given in lower case."""
    for match in _MENTION.finditer(text):
        word = match.group(1)
        for name in (word, word.rstrip("@.+-")):  # the second without punctuation at the end of a sentence
            if name.casefold() in known:
                yield match.start(), match.start(1) + len(name)
                break


class _Links(Urlizer):
    """Turns URLs into links whose rel values pass on no reputation, no referrer and no access to this page."""

    url_template = '<a href="{href}" rel="nofollow noopener noreferrer ugc">{url}</a>'

    @staticmethod
    def is_email_simple(value: str) -> bool:
        """Leave email addresses as text, because most apparent addresses are mentions."""
        return False


_links = _Links()


def message_html(text: str, names: Iterable[str] = ()) -> SafeString:
    """Return the text as HTML: escaped, with links, and with mentions of these user names in bold."""
    known = {name.casefold() for name in names}
    parts: list[str] = []
    at = 0
    for start, end in _mentions(text, known):
        parts += [
            _link_urls(text[at:start]),
            format_html('<strong class="mention">{}</strong>', text[start:end]),
        ]
        at = end
    return mark_safe("".join([*parts, _link_urls(text[at:])]))  # noqa: S308  # each part is escaped


def _link_urls(text: str) -> str:
    return str(_links(text, autoescape=True)) if "." in text or "://" in text else escape(text)


def in_one_line(text: str, length: int) -> str:
    """The start of the text without line breaks, at most `length` characters."""
    return Truncator(" ".join(text.split())).chars(length)
