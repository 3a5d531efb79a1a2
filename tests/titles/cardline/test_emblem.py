"""Portraits: each character has a different one, by shape as well as by colour, all in one small file (CL-1)."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from games.titles.cardline.deck import bundled
from games.titles.cardline.emblem import ACCENTS, FAMILIES, emblem_of, family_of, sign_of

STATIC = Path(__file__).parents[3] / "static" / "games" / "cardline"
SVG = "{http://www.w3.org/2000/svg}"
DRAWN = {"svg", "symbol", "g", "path", "circle", "polygon"}
LOOKS = {
    *("id", "viewBox", "d", "points", "cx", "cy", "r", "transform", "opacity"),
    *("fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin"),
}

CREAM = "#fdf4df"
COLOURS = re.compile(r"^\.cl-(ink|land)-(\S+) \{ --cl-(?:accent|ground): (#\w+); \}$", re.MULTILINE)

sprite = ElementTree.parse(STATIC / "emblems.svg").getroot()  # noqa: S314 our own drawing
symbols = {symbol.get("id"): symbol for symbol in sprite}
frames = {f"{side}-{name}" for side in ("hero", "villain") for name in FAMILIES}
motifs = symbols.keys() - frames - {"ribbon-hero", "ribbon-villain"}


def emblem(card):
    return emblem_of(card.id, card.side, card.origin)


def test_the_style_sheet_has_the_colours_of_the_code():
    written = COLOURS.findall((STATIC / "emblems.css").read_text())
    accents = [("ink", name, colour) for name, colour in ACCENTS.items()]
    assert written == accents + [("land", name, family.ground) for name, family in FAMILIES.items()]


def test_the_drawings_are_plain_svg_that_a_strict_policy_shows():
    elements = list(sprite.iter())
    assert {element.tag.removeprefix(SVG) for element in elements} == DRAWN
    assert {name for element in elements for name in element.attrib} <= LOOKS
    assert (STATIC / "emblems.svg").stat().st_size < 150_000


def test_no_symbol_is_duplicated():
    assert len(symbols) == len(sprite) == len(motifs) + 2 * len(FAMILIES) + 2


@pytest.mark.parametrize("card", bundled(), ids=lambda card: card.id)
def test_every_card_has_a_shield_a_motif_and_colours(card):
    side, family, motif, accent = emblem(card)
    assert {f"{side}-{family}", motif} <= symbols.keys()
    assert accent in ACCENTS and family in FAMILIES


@pytest.mark.parametrize("card", bundled(), ids=lambda card: card.id)
def test_shapes_show_the_side(card):
    outline = {"hero": "circle", "villain": "polygon"}[card.side]
    side, family, *_ = emblem(card)
    assert symbols[f"{side}-{family}"][0].tag == f"{SVG}{outline}"


def test_no_two_characters_show_the_same_motif():
    assert len({sign_of(card.id).motif for card in bundled()}) == len(bundled())


def test_every_origin_has_a_chosen_frame():
    for card in bundled():
        assert len({family_of(card.origin, chance) for chance in range(len(FAMILIES))}) == 1, card.origin


def test_a_character_of_another_deck_gets_an_emblem_by_its_id():
    shown = {emblem_of(f"stranger-{n}", "hero", "Martian saga") for n in range(40)}
    assert len(shown) > 30
    assert emblem_of("a", "hero", "Martian saga") == emblem_of("a", "hero", "Martian saga")


def test_motifs_stay_inside_the_shield():
    for name in motifs:
        for path in symbols[name].iter(f"{SVG}path"):
            numbers = [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", path.get("d"))]
            assert all(-6 <= number <= 70 for number in numbers), (name, path.get("d"))


def luminance(colour):
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("family", FAMILIES)
def test_motifs_stand_out_on_their_ground(family):
    ground = FAMILIES[family].ground
    assert contrast(CREAM, ground) >= 7
    assert min(contrast(accent, ground) for accent in ACCENTS.values()) >= 3


@pytest.mark.parametrize("side", ["hero", "villain"])
@pytest.mark.parametrize("page", ["#f3ecdd", "#fdf9f0", "#0c1722", "#142332"])
def test_the_word_can_be_read_and_the_shield_seen_on_light_and_dark_pages(side, page):
    colour = symbols[f"ribbon-{side}"][0].get("fill")
    assert contrast("#ffffff", colour) >= 4.5
    assert max(contrast(colour, page), contrast(CREAM, page)) >= 3
