"""Template tags that let Django templates (those of allauth) use the site's own layout and form fields.

Both exist only as Jinja2 templates; a Django template passes its parts to them.
"""

from datetime import UTC, datetime
from typing import Any

from django import template
from django.forms import BaseForm
from django.http import HttpRequest
from django.template import Context
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from config.jinja2 import ago
from games.notices.forms import browser_label

register = template.Library()
register.filter("browser", browser_label)
register.filter("ago", ago)


@register.simple_tag(takes_context=True)
def framed(context: Context, layout: str, **parts: SafeString) -> SafeString:
    """Return the whole page: base.html with the parts title, head, content and scripts."""
    page = {"framed": {"layout": layout.strip(), **parts}}
    return _rendered("partials/framed.html", page, context.get("request"))


@register.simple_tag
def form_fields(form: BaseForm, *, unlabeled: Any = False) -> SafeString:
    """Return the fields of `form`. With `unlabeled` (allauth's name), placeholders replace the labels."""
    return _rendered("partials/form_fields.html", {"form": form, "placeholder_labels": bool(unlabeled)})


@register.filter
def epoch_ago(seconds: float) -> str:
    """Return how long ago a Unix time was, as an element that ticks."""
    return ago(datetime.fromtimestamp(seconds, UTC))


def _rendered(name: str, context: dict[str, Any], request: HttpRequest | None = None) -> SafeString:
    text = render_to_string(name, context, request=request, using="jinja2")
    return mark_safe(text)  # noqa: S308  # the template has escaped what it was given
