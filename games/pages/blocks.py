"""Keyed blocks: elements of a page that the browser keeps for as long as their content stays the same.

A block has an id and a key, a digest of what it is drawn from. A browser that asks for a part of the page sends the
keys of the blocks that it shows; a block with one of these keys is neither drawn nor sent. An empty element with
`hx-preserve` takes its place, and htmx puts the old element there. The server remembers nothing about browsers. A key
is made of nothing that the reader isn't shown, so of times without their seconds.
"""

import re
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import get_script_prefix
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.functional import Promise
from django.utils.translation import get_language
from jinja2 import pass_context
from jinja2.runtime import Context, Macro
from markupsafe import Markup

from games.pages.responses import is_partial_request

KNOWN_BLOCKS = "Known-Blocks"  # the request header with the keys, separated by spaces


@dataclass(frozen=True)
class _Block:
    tag: str
    name: str  # its id in the page
    key: str
    draw: Callable[[], str]


class Blocks:
    """The blocks of one response. Templates put a mark in place of each, which `response` replaces."""

    def __init__(self, request: HttpRequest) -> None:
        self._request = request
        self._known = frozenset(request.headers.get(KNOWN_BLOCKS, "").split())
        self._blocks: list[_Block] = []
        self._salt = _salt(get_language(), timezone.get_current_timezone_name(), str(timezone.localdate()))

    def add(self, tag: str, name: str, made_of: bytes, draw: Callable[[], str]) -> Markup:
        """Add a block and return its mark. `draw` returns one element `tag` without an id."""
        key = _digest(self._salt, name.encode(), made_of)
        self._blocks.append(_Block(tag, name, key, draw))
        return Markup(f"{_SIGN}{len(self._blocks) - 1}\0")  # noqa: S704  # only a number

    def steady(self, html: str) -> bytes:
        """What to compare of drawn markup: keys for blocks, no ticking times, no form token, no receipt."""
        return _MARK.sub(lambda mark: self._blocks[int(mark[1])].key, _UNSTEADY.sub(r"\1", html)).encode()

    def response(self, html: str, status: int = 200) -> HttpResponse:
        """The response with these blocks, or 304 if the browser shows the last one, which contains the others."""
        etag = f'"{self._blocks[-1].key}"'
        if not is_partial_request(self._request):
            answer = HttpResponse(self._filled(html), status=status)
        elif status == 200 and etag == self._request.headers.get("If-None-Match"):
            answer = HttpResponse(status=304)
        else:  # a part has no text whose indentation counts
            answer = HttpResponse(_INDENT.sub("\n", self._filled(html)), status=status)
        answer["ETag"] = etag
        patch_vary_headers(answer, ("HX-Request", "Cookie", KNOWN_BLOCKS))
        return answer

    def _filled(self, html: str) -> str:
        return _MARK.sub(lambda mark: self._element(self._blocks[int(mark[1])]), html)

    def _element(self, block: _Block) -> str:
        if block.key in self._known:
            return f'<{block.tag} id="{block.name}" hx-preserve></{block.tag}>'
        return _with_id(block.tag, f'{block.name}" data-key="{block.key}', self._filled(block.draw()))


def render_blocks(
    request: HttpRequest, template: str, context: Mapping[str, Any], *, status: int = 200
) -> HttpResponse:
    """Like Django's `render`, but without the blocks that the browser has, and 304 if nothing is new.

    The template has one block that contains all others.
    """
    blocks = Blocks(request)
    return blocks.response(render_to_string(template, {**context, "blocks": blocks}, request), status)


@pass_context
def keyed(context: Context, tag: str, name: str, draw: Macro, *values: Any) -> str:
    """For templates: a block that a macro draws from plain values and from markup, which may contain other blocks.

        {{ keyed("td", "cell-1", cell, place) }}

    The macro returns one element `tag` without an id. It is imported without context, so that it reads nothing else.
    On a page without blocks it is drawn at once.
    """
    blocks: Blocks | None = context.get("blocks")
    if blocks is None:
        return Markup(_with_id(tag, name, draw(*values)))  # noqa: S704  # a macro escapes what it draws
    made_of = _encoder.encode(
        (draw.name, [blocks.steady(each) if type(each) is Markup else each for each in values])
    )
    return blocks.add(tag, name, made_of, lambda: draw(*values))


@pass_context
def keyed_markup(context: Context, html: str, name: str) -> str:
    """For templates: a block of markup that is drawn in any case.

    {% filter keyed("drawer") %}<section>...</section>{% endfilter %}
    """
    html = html.strip()
    tag = html[1:].split(maxsplit=1)[0].partition(">")[0]
    blocks: Blocks | None = context.get("blocks")
    if blocks is None:
        return Markup(_with_id(tag, name, html))  # noqa: S704  # a template has drawn it
    return blocks.add(tag, name, blocks.steady(html), lambda: html)


def _with_id(tag: str, name: str, html: str) -> str:
    html = html.lstrip()
    if not html.startswith(f"<{tag}"):
        raise ValueError(f"The block {name} must begin with <{tag}, but begins with {html[:40]!r}")
    return f'<{tag} id="{name}"{html[len(tag) + 1 :]}'


def _digest(*parts: bytes) -> str:
    return urlsafe_b64encode(blake2b(b"\0".join(parts), digest_size=6).digest()).decode()


@cache
def _template_version() -> bytes:
    """A digest of all templates and translations: a new release draws everything anew."""
    folders = {Path(settings.BASE_DIR / "templates"): "*.html", Path(settings.LOCALE_PATHS[0]): "*.mo"}
    files = [file for folder, kind in folders.items() for file in sorted(folder.rglob(kind))]
    return blake2b(b"".join(each.read_bytes() for each in files), digest_size=6).digest()


def _salt(language: str | None, zone: str, day: str) -> bytes:
    """What all blocks are made of besides their values."""
    return b"\0".join([_template_version(), f"{language} {zone} {day} {get_script_prefix()}".encode()])


def _plain(value: Any) -> Any:
    """Translations as text. Other objects raise TypeError: a key must be made of plain values."""
    if isinstance(value, Promise):
        return str(value)
    raise NotImplementedError


_encoder = msgspec.msgpack.Encoder(enc_hook=_plain, order="deterministic")
_INDENT = re.compile(r"\n\s+")
_SIGN = f"\0{secrets.token_hex(8)}:"  # begins a mark; random, because a form's text may stand in the page
_MARK = re.compile(f"{_SIGN}([0-9]+)\0")
# A receipt depends on hidden cards and changes with every ply, as other things do.
_UNSTEADY = re.compile(r"""(<time\b[^>]*>|<code class="receipt">|csrfmiddlewaretoken" value=")[^<"]*""")
