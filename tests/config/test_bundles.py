"""Bundles: a page asks for few files, and each has all its parts."""

import re
from pathlib import Path

import pytest
from django.conf import settings

from tests.play import running_table

STATIC = Path(settings.BASE_DIR, "static")


def names_in(source):
    """The classes and custom properties of a style sheet, or the quoted words of a script."""
    text = re.sub(r"/\*.*?\*/|^\s*//[^\n]*", "", source, flags=re.DOTALL | re.MULTILINE)
    return set(re.findall(r"--[\w-]+:|\.[a-z][\w-]+(?=[ {:,])(?<!js)|[\"'`][\w-]+[\"'`]", text))


@pytest.mark.parametrize(
    ("path", "parts"),
    [
        (
            "site/every-page.css",
            ["site/tokens.css", "site/base.css", "site/components.css", "tables/table.css"],
        ),
        ("tables/table-page.js", ["tables/live.js", "tables/motion.js", "tables/drag.js", "talk/talk.js"]),
        ("games/captn-eli/title.css", ["games/captn-eli/builder.css", "games/captn-eli/cards.css"]),
    ],
)
def test_a_bundle_has_all_that_its_parts_have(path, parts, client):
    answer = client.get(f"/static/{path}")
    assert answer.status_code == 200
    sent = answer.getvalue().decode()
    for part in parts:
        source = (STATIC / part).read_text()
        names = names_in(source)
        assert len(names) > 5 and {name for name in names if name.rstrip(":") not in sent} == set()
    assert "/*" not in sent


@pytest.mark.django_db
@pytest.mark.parametrize("title", [path.name for path in sorted((STATIC / "games").iterdir())])
def test_a_table_needs_at_most_eight_files_before_it_can_be_played(title, alice, bob, client_for):
    table, client = running_table(alice, bob, title=title), client_for(alice)
    page = client.get(f"/tables/{table.pk}/").text
    files = set(re.findall(r'<(?:script src|link rel="stylesheet" href|use href)="(/static/[^"#]+)', page))
    assert 3 < len(files) <= 7  # and the page itself
    assert {client.get(file).status_code for file in files} == {200}


@pytest.mark.django_db
@pytest.mark.skipif(not settings.EMBEDDED, reason="the proxy of a public site compresses")
@pytest.mark.parametrize("title", [path.name for path in sorted((STATIC / "games").iterdir())])
def test_make_run_sends_less_than_150_kilobytes_for_a_first_table(title, alice, bob, client_for):
    table, client = running_table(alice, bob, title=title), client_for(alice)
    page = client.get(f"/tables/{table.pk}/").text
    files = set(re.findall(r'<(?:script src|link[^>]* href|use href|img[^>]* src)="(/static/[^"#]+)', page))
    answers = [
        client.get(path, headers={"Accept-Encoding": "gzip"}) for path in (f"/tables/{table.pk}/", *files)
    ]
    assert answers[0]["Content-Encoding"] == "gzip"
    assert 50_000 < sum(len(answer.getvalue()) for answer in answers) < 150_000


@pytest.mark.parametrize(
    "path", ["site/nothing.css", "games/nothing/title.css", "games/../title.css", "title.css"]
)
def test_other_paths_are_not_found(path, client):
    assert client.get(f"/static/{path}").status_code == 404
