"""The kit of presenters: choices step by step, the log in sentences, lists of words."""

import msgspec
import pytest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from games.engine.kit import (
    Button,
    Sentences,
    also,
    by,
    choose,
    either,
    fact,
    listed,
    press,
    query,
    seat,
    seats,
    several,
    when,
)


class Lay(msgspec.Struct, frozen=True, tag="lay"):
    card: str
    place: int


class Drop(msgspec.Struct, frozen=True, tag="drop"):
    card: str


class End(msgspec.Struct, frozen=True, tag="end"):
    pass


LEGAL = (Lay("red", 1), Lay("red", 2), Lay("blue", 1), Drop("blue"), End())


def way(move):
    match move:
        case Lay(card, place):
            return {"card": card, "at": str(place)}
        case Drop(card):
            return {"card": card, "do": "drop"}
        case _:
            return {}


def chosen(address, **how):
    return choose(address, [(way(move), move) for move in LEGAL], **how)


def links(offers):
    return {word: offer.href for word, offer in offers.items()}


# Choices


def test_nothing_is_chosen_at_first_and_only_the_first_field_is_offered():
    choice = chosen({})
    assert choice.move is None and choice.word("card") == ""
    assert choice.moves == LEGAL[:-1]
    assert links(choice.offers("card")) == {"red": "?card=red", "blue": "?card=blue"}
    assert choice.offers("at") == choice.offers("do") == {}
    assert not any(offer.move or offer.completes for offer in choice.offers("card").values())


def test_a_card_offers_its_places_and_can_be_exchanged():
    choice = chosen({"card": "blue"})
    assert choice.move is None and choice.moves == (Lay("blue", 1), Drop("blue"))
    assert links(choice.offers("at")) == {"1": "?card=blue&at=1"}
    assert choice.offers("at")["1"].move == Lay("blue", 1) and choice.offers("at")["1"].completes
    assert links(choice.offers("do")) == {"drop": "?card=blue&do=drop"}
    assert {word: offer.is_chosen for word, offer in choice.offers("card").items()} == {
        "red": False, "blue": True,
    }  # fmt: skip


def test_a_move_is_complete_once_all_parts_are_chosen():
    choice = chosen({"card": "red", "at": "2"})
    assert choice.move == Lay("red", 2) and choice.moves == (Lay("red", 2),)
    assert links(choice.offers("at")) == {"1": "?card=red&at=1", "2": "?card=red&at=2"}
    offer = choice.offers("at")["2"]
    assert offer.is_chosen and not offer.completes and offer.toggle == "?card=red"
    assert choice.offers("card")["red"].toggle == choice.without("card") == "?"
    assert links(choice.offers("card"))["blue"] == "?card=blue"  # later choices are dropped


@pytest.mark.parametrize(
    ("address", "kept"),
    [
        ({"at": "1"}, {}),
        ({"card": "green"}, {}),
        ({"card": "blue", "at": "2"}, {"card": "blue"}),
        ({"card": "blue", "at": "１"}, {"card": "blue"}),
        ({"card": "blue", "at": "1", "do": "drop"}, {"card": "blue", "at": "1"}),
        ({"card": "red", "other": "\x00"}, {"card": "red"}),
    ],
)
def test_choices_without_a_legal_move_are_ignored(address, kept):
    assert chosen(address).chosen == kept


def test_without_an_order_any_field_may_come_first_and_the_others_stay_as_far_as_they_agree():
    choice = chosen({"at": "2"}, in_order=False)
    assert choice.chosen == {"at": "2"} and choice.moves == (Lay("red", 2),)
    assert links(choice.offers("card")) == {"red": "?card=red&at=2", "blue": "?card=blue"}
    assert choice.offers("card")["red"].move == Lay("red", 2)
    both = chosen({"at": "1", "card": "red"}, in_order=False)
    assert both.move == Lay("red", 1)
    assert both.without("card") == both.offers("card")["red"].toggle == "?at=1"


def test_a_move_may_have_several_ways():
    ways = [({"a": "1", "b": "2"}, End()), ({"a": "2", "b": "1"}, End())]
    assert choose({"a": "2", "b": "1"}, ways).move == choose({"a": "1", "b": "2"}, ways).move == End()
    assert choose({}, ways).moves == (End(),)


def test_of_moves_with_the_same_way_the_first_counts():
    ways = [({"a": "1"}, Drop("red")), ({"a": "1"}, Drop("blue"))]
    assert choose({}, ways).offers("a")["1"].move == choose({"a": "1"}, ways).move == Drop("red")


def test_links_are_escaped_and_a_list_stays_readable():
    assert query({"card": "hydron#2", "cell": "-1,0", "x": "a&b"}) == "?card=hydron%232&cell=-1,0&x=a%26b"
    assert query({}) == "?"


def test_repeated_choices_of_a_list_are_limited_by_what_is_owned():
    assert several("a,b,a,c,a,,x", ["a", "a", "b"]) == ["a", "b", "a"]
    assert several("", ["a"]) == []


def test_a_button_carries_its_move():
    assert press("end", "End", End(), "now", is_quiet=True) == Button(
        "end", "End", '{"type":"end"}', note="now", is_quiet=True, move=End()
    )


# Sentences

NAMES = ("Anne", "Benno", "Clara")
tell = Sentences(
    {
        "plain": _("%(name)s ends the turn."),
        "counted": ngettext_lazy("%(drawn)d card.", "%(drawn)d cards.", "drawn"),
        "either": either(_("%(name)s lays %(card)s."), _("%(name)s lays a card.")),
        "also": also(_("%(name)s draws."), _("Drawn: %(cards)s."), when("last", _("That was all."))),
        "by": by("why", {"full": _("It is full."), "over": _("It is over.")}),
        "own": lambda words: f"{words.names[0]} and {words['other']}",
        "more": lambda words: _("%(name)s has %(extra)s.") % words.adding(extra="more"),
        "winners": _("%(winners)s win."),
        "scores": also(_("The end."), _("Scores: %(scores)s.")),
        "nothing": either(_("Out: %(out)s.")),
        "lone": _("%(card)s is shown."),
    },
    {
        "card": fact("card", str.upper), "cards": fact("cards", listed), "other": seat("other"), "out": seats("out"),
    },
)  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "facts", "told"),
    [
        ("plain", {"seat": 1}, "Benno ends the turn."),
        ("counted", {"drawn": 1}, "1 card."),
        ("counted", {"drawn": 0}, "0 cards."),
        ("either", {"seat": 0, "card": "fox"}, "Anne lays FOX."),
        ("either", {"seat": 0}, "Anne lays a card."),
        ("either", {"seat": 0, "card": None}, "Anne lays a card."),
        ("also", {"seat": 0}, "Anne draws."),
        ("also", {"seat": 0, "cards": []}, "Anne draws."),
        ("also", {"seat": 0, "cards": ["a", "b"], "last": True}, "Anne draws. Drawn: a and b. That was all."),
        ("by", {"why": "over"}, "It is over."),
        ("own", {"other": 2}, "Anne and Clara"),
        ("more", {"seat": 2}, "Clara has more."),
        ("winners", {"ranks": [1, 2, 1]}, "Anne and Clara win."),
        ("scores", {"scores": [3, -1, 0]}, "The end. Scores: Anne 3, Benno -1, Clara 0."),
        ("scores", {"scores": None}, "The end."),
        ("nothing", {"out": []}, ""),
        ("nothing", {"out": [0, 1, 2]}, "Out: Anne, Benno and Clara."),
    ],
)
def test_an_event_is_described_as_far_as_its_words_are_known(kind, facts, told):
    text = tell(kind, facts, NAMES)
    assert text == told and isinstance(text, str)


def test_a_sentence_without_a_short_form_needs_its_words():
    with pytest.raises(LookupError):
        tell("lone", {}, NAMES)


def test_an_error_in_a_spelling_is_not_an_unknown_word():
    broken = Sentences({"a": either(_("%(card)s"), _("a card"))}, {"card": fact("card", {}.__getitem__)})
    with pytest.raises(KeyError):
        broken("a", {"card": "fox"}, NAMES)


# Lists


@pytest.mark.parametrize(
    ("last", "lists"),
    [
        ("and", ["", "A", "A and B", "A, B and C"]),
        ("or", ["", "A", "A or B", "A, B or C"]),
        ("", ["", "A", "A, B", "A, B, C"]),
    ],
)
def test_words_are_listed(last, lists):
    assert [listed("ABC"[:count], last) for count in range(4)] == lists


def test_words_of_any_kind_are_listed():
    assert listed(iter([1, _("two")])) == "1 and two"
