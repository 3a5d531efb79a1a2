"""The checks of translations, and the command that begins a language."""

import pytest
from babel.messages.catalog import Message

from tools.message_checks import faults_of
from tools.messages import extracted, merged
from tools.pseudo import pseudo, pseudo_translated

COUNTED = ("%(num)d card of %(name)s", "%(num)d cards of %(name)s")
WRONG = [
    ("A card", "", "0 of 1 forms"),
    ("%(name)s wins", "%(nome)s gewinnt", "lacks %(name)s"),
    ("%(num)d cards", "%(num)s Karten", "has %(num)s"),
    ("100%% sure", "100% sicher", "lacks %%"),
    ("A <b>card</b>", "Eine <i>Karte</i>", "tags"),
    ("A card", "Eine <b>Karte</b>", "tags"),
    (" and ", "und", "other spaces"),
    ("One.\nTwo.", "Eins. Zwei.", "other lines"),
    (COUNTED, ("%(num)d Karte von %(name)s", ""), "1 of 2 forms"),
    (COUNTED, ("%(num)d Karte", "%(num)d Karten von %(name)s"), "lacks %(name)s"),
]


@pytest.mark.parametrize(("source", "translation", "fault"), WRONG)
def test_a_wrong_translation_is_found(source, translation, fault):
    assert any(fault in found for found in faults_of(Message(source, translation), 2))


def test_a_fuzzy_translation_is_wrong_and_a_good_one_is_right():
    assert [*faults_of(Message("A card", "Eine Karte", flags={"fuzzy"}), 2)] == ["marked as fuzzy"]
    right = Message("%(name)s has <b>%(num)d</b>%%", "<b>%(num)d</b>%% hat %(name)s")
    assert [*faults_of(right, 2)] == []


@pytest.fixture(scope="module")
def template():
    return extracted()


def test_a_catalogue_depends_only_on_the_sources(template):
    assert len(template) > 4000 and merged("pl", template) == merged("pl", extracted())


def test_the_pseudo_language_has_no_faults(template):
    assert [fault for each in pseudo_translated(template) if each.id for fault in faults_of(each, 2)] == []
    assert pseudo("%(num)d <b>cards</b> left") == "[%(num)d <b>çáŕđš</b> ĺéƒţ ~~~~~ ~~~~~]"
