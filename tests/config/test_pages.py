"""What every page has: safe headers, static files, and templates that use only their own context."""

import re
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import jinja2
import pytest
from django.core.management import CommandError, call_command
from django.template import engines
from django.utils import formats, timezone
from django.utils.html import strip_tags


def render(source, **context):
    return engines["jinja2"].from_string(source).render(context)


def test_a_time_is_shown_in_the_readers_zone():
    when = datetime(2026, 11, 24, 18, 40, tzinfo=ZoneInfo("UTC"))
    assert render("{{ when|moment }}", when=when) == "Tuesday 24 Nov, 18:40"
    with timezone.override("Asia/Tokyo"):
        assert render("{{ when|moment }}", when=when) == "Wednesday 25 Nov, 03:40"


@pytest.mark.parametrize(
    ("name", "away", "words"),
    [
        ("ago", timedelta(seconds=-20), "just now"),
        ("ago", timedelta(hours=-3, minutes=-20), "3 hours ago"),
        ("left", timedelta(seconds=-1), "now"),
        ("left", timedelta(days=2, hours=1), "in 2 days"),
        ("left", timedelta(days=14), "in 14 days"),
        ("left", timedelta(days=13, hours=23, minutes=59), "in 14 days"),
    ],
)
def test_spans_are_shown_in_words(name, away, words):
    when = timezone.now() + away
    assert strip_tags(render("{{ when|" + name + " }}", when=when)).replace("\xa0", " ") == words


def test_an_undefined_name_is_an_error():
    with pytest.raises(jinja2.UndefinedError):
        render("{{ nobody }}")


def test_values_are_escaped():
    assert render("{{ name }}", name="<b>") == "&lt;b&gt;"
    assert render('{{ _("Hello %(name)s", name=name) }}', name="<b>") == "Hello &lt;b&gt;"


def test_scripts_and_styles_come_only_from_the_site(client, db):
    headers = client.get("/accounts/login/").headers
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert not {"unsafe", "data:", "http", "*"} & set(
        re.split(r"[\s';-]+", headers["Content-Security-Policy"])
    )
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"


def test_a_static_file_is_served_once_and_then_confirmed(client):
    first = client.get("/static/accounts/time_zone.js")
    assert b"resolvedOptions" in first.getvalue()
    assert first.headers["Content-Type"].startswith("text/javascript")
    again = client.get("/static/accounts/time_zone.js", headers={"if-none-match": first.headers["ETag"]})
    assert (again.status_code, again.getvalue()) == (304, b"")
    assert client.get("/static/../manage.py").status_code == 404


def test_a_template_that_cannot_be_compiled_is_found_by_name(settings, tmp_path):
    settings.TEMPLATES = [
        {**settings.TEMPLATES[0], "DIRS": [tmp_path / "templates"]},
        {**settings.TEMPLATES[1], "DIRS": [tmp_path / "templates" / "django"]},
    ]
    settings.BASE_DIR = tmp_path
    (tmp_path / "templates" / "django").mkdir(parents=True)
    (tmp_path / "templates" / "good.html").write_text("{{ _('good') }}")
    (tmp_path / "templates" / "open.html").write_text("{% if x %}")
    (tmp_path / "templates" / "django" / "unknown.html").write_text("{% nonsense %}")
    with pytest.raises(CommandError, match=r"open\.html: .*\nunknown\.html: "):
        call_command("compile_templates")


def test_a_body_of_more_than_a_megabyte_is_refused(client, db):
    response = client.post("/accounts/login/", {"login": "a" * 1_100_000, "password": "b"})
    assert response.status_code == 400


@pytest.mark.parametrize("zone", ["UTC", "Asia/Tokyo", "America/St_Johns"])
def test_cached_times_are_formatted_like_djangos(zone, settings, time_machine):
    time_machine.move_to(datetime(2026, 11, 3, tzinfo=ZoneInfo("UTC")))  # today's events show the time
    moments = [datetime(2026, month, 24, 23, 40, tzinfo=ZoneInfo("UTC")) for month in range(1, 13)]
    for _time in range(2):
        for letters, name in (("l j M, H:i", "moment"), ("j M", "clock")):
            with timezone.override(zone):
                shown = [render("{{ when|" + name + " }}", when=when) for when in moments]
                assert shown == [formats.date_format(timezone.localtime(when), letters) for when in moments]
