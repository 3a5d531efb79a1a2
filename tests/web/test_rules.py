"""The rules pages: examples follow the rules, anchors and cards exist, and no secret of a deck is shown."""

import re
from html import unescape
from pathlib import Path

import pytest
from django.utils.html import strip_tags

from games.lessons.courses import course_of
from games.presenters import PRESENTERS
from games.tables.log import explained
from games.titles.cardline.deck import bundled

every_title = pytest.mark.parametrize(
    "slug", ["cannonades", "captivate", "captn-eli", "cardline", "nautilus"]
)
SECTIONS = ("see", "turn", "end", "scoring", "options", "questions", "cards", "leaving", "credits")
_pages = {}


@pytest.fixture
def page_of(client, db):
    """Return the page of a title's rules; each is requested only once."""

    def page(slug):
        if slug not in _pages:
            answer = client.get(f"/rules/{slug}/")
            assert answer.status_code == 200
            _pages[slug] = answer.content.decode()
        return _pages[slug]

    return page


def ids_in(page):
    return re.findall(r'\sid="([^"]+)"', page)


@every_title
def test_every_section_exists_once_and_every_link_has_a_target(slug, page_of):
    page = page_of(slug)
    ids = ids_in(page)
    assert len(ids) == len(set(ids))
    linked = set(re.findall(r'href="#([^"]+)"', page))
    assert linked <= set(ids)
    assert set(SECTIONS) <= set(ids)


@every_title
def test_the_log_and_the_labels_link_to_existing_paragraphs(slug, page_of):
    anchors = set(PRESENTERS[slug].links)
    assert "leaving" in anchors and anchors <= set(ids_in(page_of(slug)))


@every_title
def test_examples_are_lesson_positions_without_buttons(slug, page_of):
    page = page_of(slug)
    figures = re.findall(r'<figure class="rule-example".*?</figure>', page, re.DOTALL)
    assert len(figures) >= 7
    numbers = set()
    for figure in figures:
        assert "<button" not in figure.replace("<button disabled", "") and 'name="move"' not in figure
        addresses = re.findall(r'href="(/[^"]*)"', figure.partition("<figcaption>")[0])
        assert [each for each in addresses if not each.startswith("/static/")] == []
        numbers.add(int(re.search(rf'/learn/{slug}/(\d+)/">Try it', figure)[1]))
    assert numbers <= set(range(1, len(course_of(slug).lessons) + 1))


@every_title
def test_all_cards_are_listed_and_a_search_hides_the_others(slug, page_of, client):
    entries = PRESENTERS[slug].cards.entries()
    assert len({entry.id for entry in entries}) == len(entries)
    page = page_of(slug)
    assert (
        page.count('<li class="rule-card"') == len(entries)
        and "hidden>" not in page.split('id="card-list"')[1]
    )
    name = str(entries[0].name)
    found = client.get(f"/rules/{slug}/", {"q": f"  {name.upper()} "}).content.decode()
    shown = found.split('id="card-list"')[1].count('<li class="rule-card"') - found.count("hidden>\n")
    fitting = [entry for entry in entries if name.casefold() in f"{entry.name} {entry.about}".casefold()]
    assert 0 < len(fitting) <= shown < len(entries)
    assert f'<b id="card-count">{shown}</b>' in found


@every_title
def test_each_filter_shows_what_it_says_and_unknown_values_are_ignored(slug, client, db):
    index = PRESENTERS[slug].cards
    for number, _label in enumerate(index.filters):
        value = str(index.entries()[-1].groups[number][0])
        wanted = sum(value in map(str, entry.groups[number]) for entry in index.entries())
        page = client.get(f"/rules/{slug}/", {f"f{number}": value}).content.decode()
        assert f'<b id="card-count">{wanted}</b>' in page
    odd = client.get(f"/rules/{slug}/", {"f0": "no-such\x00", "f9": "x", "q": "y" * 999})
    assert odd.status_code == 200 and '<b id="card-count">0</b>' in odd.content.decode()


def test_cardlines_list_shows_no_values(page_of):
    listed = page_of("cardline").split('id="card-list"')[1]
    assert "cl-card__value" not in listed
    told = unescape(strip_tags(listed))
    assert not any(card.note in told for card in bundled())


def test_terms_in_the_log_link_to_their_rule_once():
    said = explained("<b>Anne</b> flips & flips, then captures Earth Rat.", "captivate")
    assert said == (
        "&lt;b&gt;Anne&lt;/b&gt; "
        '<a class="log__rule" href="/rules/captivate/#flipping">flips</a> &amp; flips, then '
        '<a class="log__rule" href="/rules/captivate/#capturing">captures</a> Earth Rat.'
    )
    assert explained("unflips flipsy", "captivate") == "unflips flipsy"


def test_names_in_the_log_link_to_their_players_once():
    people = (("Anne", "/players/anne/"), ("Anne B", "/players/b/"))
    said = explained("Anne B plays. Anne draws, Anne waits for Annette.", "captivate", people)
    assert said == (
        '<a class="player-link" href="/players/b/">Anne B</a> plays. '
        '<a class="player-link" href="/players/anne/">Anne</a> draws, Anne waits for Annette.'
    )


@every_title
def test_every_linked_term_occurs_in_a_log_sentence(slug):
    """When a sentence is reworded, its link must change too."""
    folder = Path("games/titles") / slug.replace("-", "_") / "presenter"
    source = "".join(file.read_text() for file in folder.glob("*.py") if file.name != "reference.py")
    for words in PRESENTERS[slug].links.values():
        for word in str(words).split("|"):
            assert word in source, word
