"""Links words in the log to the paragraphs of the rules that explain them."""

import re
from collections.abc import Mapping
from functools import cache

from django.urls import reverse
from django.utils.translation import get_language
from markupsafe import Markup, escape

from games.presenters import PRESENTERS


def explained(text: object, slug: str) -> Markup:
    """The text with a link to each rule that it mentions, at the first mention."""
    pattern, anchors = _words_of(slug, get_language())
    plain = str(text)
    if pattern is None:
        return escape(plain)
    address, seen = reverse("rules", args=[slug]), set[str]()
    parts, end = [], 0
    for found in pattern.finditer(plain):
        anchor = anchors[found[0]]
        if anchor in seen:
            continue
        seen.add(anchor)
        link = Markup('<a class="log__rule" href="{}#{}">{}</a>').format(address, anchor, found[0])
        parts += [escape(plain[end : found.start()]), link]
        end = found.end()
    return Markup("").join([*parts, escape(plain[end:])])


@cache
def _words_of(slug: str, language: str | None) -> tuple[re.Pattern[str] | None, Mapping[str, str]]:
    """A pattern for a title's words in a language, longest first, and the anchor of each word."""
    links = PRESENTERS[slug].links
    anchors = {word: anchor for anchor, words in links.items() for word in str(words).split("|") if word}
    if not anchors:
        return None, {}
    words = sorted(anchors, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, words))})(?!\w)"), anchors
