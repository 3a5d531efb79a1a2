"""The fonts of the site: built from their packages, small, with the letters of all planned languages."""

from io import BytesIO

import pytest
from django.contrib.staticfiles import finders
from fontTools.ttLib import TTFont

from config.fonts import FONTS, FontFinder

LETTERS = "abzABZ0189 ąćęłńóśźż ĄĆĘŁŃÓŚŹŻ äöüßÄÖÜ ëïéè ’“”–…−×€ čšžő"


def test_all_fonts_together_are_small():
    found = list(FontFinder().list([]))
    assert {path.rpartition("/")[2] for path, _storage in found} == {*FONTS, "OFL.txt"}
    assert 0 < sum(storage.size(path) for path, storage in found) < 60_000


@pytest.mark.parametrize("name", FONTS)
def test_a_font_has_the_letters_of_polish_dutch_and_german(name, client):
    answer = client.get(f"/static/site/fonts/{name}")
    assert (answer.status_code, answer["Content-Type"]) == (200, "font/woff2")
    letters = TTFont(BytesIO(answer.getvalue())).getBestCmap()
    assert [letter for letter in LETTERS if ord(letter) not in letters] == []


def test_the_font_finder_finds_only_fonts():
    assert finders.find("site/fonts/other.woff2") is None
    assert finders.find("site/fonts/../fonts/sans-400.woff2") is None
