"""Pages about the site itself: who runs it, and files that browsers and crawlers request."""

import re

import pytest

pytestmark = pytest.mark.django_db

NAMES = ("privacy", "terms", "contact")


@pytest.mark.parametrize("name", NAMES)
def test_the_operator_is_named_and_linked_from_every_page(client, settings, name):
    assert f'href="/{name}/"' in client.get("/about/").text
    assert "haven't published a contact" in client.get(f"/{name}/").text
    settings.OPERATOR_NAME, settings.OPERATOR_CONTACT = "Cap <Nemo>", "mailto:nemo@example.org"
    page = client.get(f"/{name}/").text
    assert "Cap &lt;Nemo&gt;" in page and '<a href="mailto:nemo@example.org">nemo@example.org</a>' in page


def test_every_page_links_to_the_source_code_if_the_operator_says_where_it_is(client, settings):
    assert "Source code" not in client.get("/about/").text
    settings.SOURCE_URL = "https://git.example.org/captain"
    assert '<a href="https://git.example.org/captain">Source code</a>' in client.get("/about/").text


@pytest.mark.parametrize("name", NAMES)
def test_the_operator_can_write_their_own_texts(client, settings, tmp_path, name):
    usual = client.get(f"/{name}/").text
    (tmp_path / f"{name}.txt").write_text("By the law of the sea <i>.\n\nAnd of Hamburg.\n")
    settings.OPERATOR_TEXTS = str(tmp_path)
    page = client.get(f"/{name}/").text
    assert "<p>By the law of the sea &lt;i&gt;.</p><p>And of Hamburg.</p>" in page and page != usual


def test_crawlers_are_kept_out_of_tables(client):
    rules = client.get("/robots.txt").text.splitlines()
    everybody, previews = (rules[: rules.index("")], rules[rules.index("") + 1 :])
    assert everybody[0] == "User-agent: *" and {"Disallow: /join/", "Disallow: /tables/"} <= set(everybody)
    # Chat apps may fetch a link that somebody has posted; otherwise they couldn't show a preview.
    assert "User-agent: WhatsApp" in previews and "Disallow: /accounts/" in previews
    assert not {"User-agent: *", "Disallow: /tables/", "Disallow: /join/"} & set(previews)


def test_favicon_ico_is_served(client):
    icon = client.get("/favicon.ico", follow=True)
    assert icon.status_code == 200 and icon.getvalue()[:4] == b"\0\0\1\0"


def test_the_offline_page_names_nobody_and_has_all_its_files(client, client_for, alice):
    page = client_for(alice).get("/offline/").text
    assert page == client.get("/offline/").text
    files = re.findall(r'(?:href|src)="(/static/[^"]+)"', page)
    assert "/static/site/offline.js" in files
    assert {client.get(file).status_code for file in files} == {200}


def test_only_players_store_what_waits_for_them(client, client_for, alice):
    assert "reader.js" not in client.get("/about/").text
    assert 'src="/static/site/reader.js" data-waiting="0"' in client_for(alice).get("/about/").text


def test_all_parts_are_shown_in_development_only(client, settings):
    assert client.get("/design/").status_code == 404
    settings.DEBUG = True
    page = client.get("/design/").text
    sheets = "".join(sheet.read_text() for sheet in (settings.BASE_DIR / "static/site").glob("*.css"))
    parts = re.findall(
        r"^\.((?:button|badge|notice|panel|fold|empty|choice|field|tabs|steps|facts)[a-z-]*)", sheets, re.M
    )
    shown = {name for names in re.findall(r'class="([^"]*)"', page) for name in names.split()}
    assert len(set(parts)) > 20 and set(parts) <= shown
