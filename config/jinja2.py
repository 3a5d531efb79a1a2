"""The Jinja2 environment for our own pages: global functions and filters for all templates."""

import re
from collections.abc import MutableMapping
from contextlib import suppress
from datetime import date, datetime, timedelta
from functools import cache, partial
from typing import Any

import jinja2
import jinja2.bccache
from django.conf import settings
from django.contrib.messages import get_messages
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.urls import reverse
from django.utils import formats, timezone
from django.utils.text import capfirst
from django.utils.translation import get_language, gettext, ngettext, npgettext, pgettext
from django_htmx.jinja import htmx_script
from lucide.jinja import lucide
from markupsafe import Markup, escape

from accounts.lookalikes import initials
from games.api.reference import marked_up
from games.engine.kit import hyphened
from games.lessons.courses import has_course
from games.pages.blocks import keyed, keyed_markup
from games.tables.log import explained, names_of, people_of
from games.tables.panels import slot_templates
from games.tables.words import coming_words, gone_words, reliability_words, reply_words, span_words


def environment(**options: Any) -> jinja2.Environment:
    """Return the environment for Django's Jinja2 backend.

    Undefined names raise an error instead of rendering as an empty text, so that missing values are noticed.
    """
    options["undefined"] = jinja2.StrictUndefined
    made = _Environment(autoescape=True, **{name: options[name] for name in options if name != "autoescape"})
    made.trim_blocks = made.lstrip_blocks = True
    made.bytecode_cache = _bytecode_cache()
    made.add_extension("jinja2.ext.i18n")
    made.install_gettext_callables(  # type: ignore[attr-defined]  # the extension adds it
        gettext, ngettext, newstyle=True, pgettext=pgettext, npgettext=npgettext
    )
    made.globals.update(slot=slot_templates)
    made.globals.update(static=cache(static), static_or=cache(static_or), url=url)
    made.globals.update(today=timezone.localdate, zone_name=timezone.get_current_timezone_name)
    made.globals.update(span=span_words, names_of=names_of, people_of=people_of, has_course=has_course)
    made.globals.update(keyed=keyed, language=get_language, languages=lambda: settings.LANGUAGES)
    made.globals.update(
        lucide=cache(partial(lucide, size=None, width="1.25em", height="1.25em", aria_hidden="true"))
    )
    made.globals.update(htmx_script=htmx_script, get_messages=get_messages)
    made.globals.update(source_url=lambda: settings.SOURCE_URL, site_url=lambda: settings.SITE_URL)
    made.filters.update(stamp=stamp, moment=moment, clock=clock, ago=ago, day=day, to_minute=to_minute)
    made.filters.update(
        due=due,
        explained=explained,
        hyphened=hyphened,
        due_in_zone=due_in_zone,
        left=left,
        reliability=reliability_words,
        reply=reply_words,
        unlinked=unlinked,
        initials=initials,
        capfirst=capfirst,
        reidentified=reidentified,
        keyed=keyed_markup,
        marked_up=marked_up,
    )
    return made


class _Environment(jinja2.Environment):
    """Jinja2's environment, changed so that a template has its globals in one dictionary.

    Jinja2 chains two. At each import it looks up every global in the chain, which is a tenth of a board's time.
    """

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Return the globals of a template."""
        return {**self.globals, **(d or {})}


def _bytecode_cache() -> jinja2.BytecodeCache:
    """The cache of compiled templates, shared by all processes and kept when they restart.

    Each version of a template has its own file.
    """
    folder = settings.VAR / "jinja2"
    folder.mkdir(parents=True, exist_ok=True)
    return _BytecodeCache(str(folder))


class _BytecodeCache(jinja2.FileSystemBytecodeCache):
    """Jinja2's cache, changed so that a full disk does not prevent pages from rendering."""

    def dump_bytecode(self, bucket: jinja2.bccache.Bucket) -> None:
        """Write the file if there is space."""
        with suppress(OSError):
            super().dump_bytecode(bucket)


def static_or(name: str, other: str) -> str:
    """Return the URL of a static file, or of `other` if the file does not exist.

    The URL is empty if `other` is empty too.
    """
    found = name if finders.find(name) else other
    return static(found) if found else ""


def url(name: str, *args: Any, **kwargs: Any) -> str:
    """Return the URL of the view `name`, with positional or keyword arguments."""
    return reverse(name, args=args, kwargs=kwargs)


def stamp(when: datetime) -> str:
    """Return `when` in ISO format, to the minute like all times on our pages: "2026-11-24T18:40+00:00"."""
    return when.isoformat(timespec="minutes")


def to_minute(when: datetime) -> datetime:
    """Return `when` without seconds, because they could reveal who answered automatically (ADR 12)."""
    return when.replace(second=0, microsecond=0)


def moment(when: datetime) -> str:
    """Return `when` to the minute in the reader's time zone: "Tuesday 24 Nov, 18:40"."""
    # Translators: a date and time, in the letters of Django's date format.
    return formats.date_format(timezone.localtime(when), pgettext("date format", "l j M, H:i"))


def clock(when: datetime) -> str:
    """Return the time of day if `when` is today in the reader's zone, otherwise the date: "24 Nov"."""
    local = timezone.localtime(when)
    is_today = local.date() == timezone.localdate()
    letters = pgettext("time format", "H:i") if is_today else pgettext("date format", "j M")
    return formats.date_format(local, letters)


_TICKING = Markup('<time datetime="{when}" data-{kind}="{near}">{words}</time>')  # static/site/times.js


def ago(when: datetime) -> Markup:
    """Return how long ago `when` was, as an element that ticks; this minute and the previous one are "just now"."""
    minute, now, near = to_minute(when), to_minute(timezone.now()), gettext("just now")
    is_near = now - minute <= timedelta(minutes=1)
    words = near if is_near else gone_words(now - minute)
    return _TICKING.format(when=stamp(minute), kind="ago", near=near, words=words)


def day(when: date) -> str:
    """Return a date without the year: "Tuesday 24 Nov"."""
    return formats.date_format(when, pgettext("date format", "l j M"))


def due(when: datetime) -> Markup:
    """Return a deadline as time and ticking distance: "Tuesday 18:40, in 2 days"; with its date if it is not near."""
    words = escape(gettext("%(moment)s, %(left)s"))
    return words % {"moment": _moment_due(when), "left": left(when)}


def due_in_zone(when: datetime) -> str:
    """Return a deadline like `due`, with its time zone, for emails: "Tuesday 18:40 (Europe/Berlin), in 2 days"."""
    return gettext("%(moment)s (%(zone)s), %(left)s") % {
        "moment": _moment_due(when),
        "zone": timezone.get_current_timezone_name().replace("_", " "),
        "left": left_until(when),
    }


def _moment_due(when: datetime) -> str:
    local = timezone.localtime(when)
    is_near = timezone.localdate() <= local.date() < timezone.localdate() + timedelta(days=6)
    letters = pgettext("date format", "l H:i") if is_near else pgettext("date format", "l j M, H:i")
    return formats.date_format(local, letters)


def left(when: datetime) -> Markup:
    """Return the time until `when` as an element that ticks."""
    return _TICKING.format(
        when=stamp(to_minute(when)), kind="left", near=gettext("now"), words=left_until(when)
    )


def left_until(when: datetime) -> str:
    """Return the time until `when`, rounded as in speech: "in 2 days", "in 36 hours", "in 5 minutes"."""
    span = to_minute(when) - to_minute(timezone.now())
    return coming_words(span) if span > timedelta() else gettext("now")


def unlinked(html: str) -> str:
    """Return markup without controls: links and buttons keep their look, and only links within the page still work."""
    text = str(html)  # Markup would escape the replacements
    html = _BUTTON.sub(_as_span, _HREF.sub(r"\1", text)).replace("</button>", "</span>")
    return Markup(html)  # noqa: S704  # what a template has rendered, minus attributes


def reidentified(html: str, suffix: str) -> str:
    """Return markup whose ids and references to ids end in `suffix`, so that a page can contain it more than once.

    Landmarks become groups, because landmarks on a page must have different names.
    """

    def renamed(attribute: re.Match[str]) -> str:
        return f"{attribute[1]}{' '.join(id_ + suffix for id_ in attribute[2].split())}{attribute[3]}"

    if not suffix:
        return Markup(html)  # noqa: S704  # as below
    found = _LANDMARK.sub(_as_group, _NAMED.sub(renamed, str(html)))
    return Markup(found)  # noqa: S704  # what a template has rendered, with other ids


_NAMED = re.compile(
    r"""(\s(?:id|for|aria-(?:labelledby|describedby|controls|owns|details)|popovertarget)="|href="\#|url\(\#)"""
    r"""([^")]+)(["\)])"""
)
_LANDMARK = re.compile(r'<section\b(?![^>]*\srole=)|\srole="region"')


def _as_group(landmark: re.Match[str]) -> str:
    return '<section role="group"' if landmark[0].startswith("<") else ' role="group"'


_HREF = re.compile(r'(<a\b[^>]*?)\s+href="(?!#)[^"]*"')
_BUTTON = re.compile(r"<button\b([^>]*)>")
_CLASS = re.compile(r'\sclass="[^"]*"')


def _as_span(button: re.Match[str]) -> str:
    found = _CLASS.search(button[1])
    return f"<span{found[0] if found else ''}>"
