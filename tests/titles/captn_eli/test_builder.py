"""The squad builder: links lead to every squad, and errors are shown while choosing."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.chance import Chance
from games.engine.codec import load_move
from games.engine.presenter import Scene
from games.titles.captn_eli import GAME
from games.titles.captn_eli.cards import CARDS, RULESET
from games.titles.captn_eli.presenter import PRESENTER
from games.titles.captn_eli.presenter.builder import builder
from games.titles.captn_eli.squads import random_squad
from tests.titles.captn_eli.drawings import NAMES, drawn, fields_of
from tests.titles.captn_eli.positions import SEED, done, opening, squad

VEHICLES = "captn-eli,dolphin,sea-sled,bathysphere"


@pytest.fixture
def state():
    return opening()


def built(state, you=0, **choice):
    return drawn(state, you, **choice)["builder"]


def entries(shown):
    return {entry.face.id: entry for _heading, found in shown["groups"] for entry in found}


def test_characters_come_first_then_the_supports(state):
    first = built(state)
    assert set(entries(first)) == set(RULESET.characters)
    assert [slot.face for slot in first["slots"]] == [None] * 4
    then = built(state, **fields_of(entries(first)["captn-eli"].href))
    assert {CARDS[card].type for card in entries(then)} == {"vehicle"}
    assert then["asked"] == "Choose 3 more supports." and then["move"] == ""


@pytest.mark.parametrize("number", range(20))
def test_links_can_build_any_squad(number):
    """Each card has the link of its entry, and further copies have a link for another one."""
    state = opening("sealed" if number % 2 else "all", number.to_bytes(32, "big"))
    wanted = random_squad(RULESET, state.pools[0], Chance(SEED, number))
    fields = {}
    for card in wanted:
        shown = entries(built(state, **{**fields, "type": "all"}))
        entry = shown[card.partition("#")[0]]
        fields = fields_of(entry.more if "#" in card else entry.href)
    move = load_move(GAME, built(state, **fields)["move"])
    assert GAME.is_legal(state, 0, move)
    assert (move.cards[0], Counter(move.cards)) == (wanted[0], Counter(wanted))


IDS = st.sampled_from([*CARDS, "hydron#2", "", "\x00", "captn-eli"])


@given(st.lists(IDS, max_size=10).map(",".join))
def test_only_legal_squads_are_offered_and_others_are_questioned(text):
    state = opening()
    shown = drawn(state, 0, squad=text)
    move = shown["builder"]["move"]
    if move:
        assert GAME.is_legal(state, 0, load_move(GAME, move))
        assert shown["asked"] == "Your squad is complete. You can't change it later."
    else:
        assert shown["asked"].startswith("This is") is False


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("captn-eli", "Choose 3 more supports."),
        ("dolphin", "Choose a character."),
        ("captn-eli,dolphin,sonar", "Choose 1 more support."),
        (VEHICLES, "Vehicles: 3, but the limit is 2 of one type."),
        ("captn-eli,dolphin,sea-sled,sonar,kelp-maze", "You have 4 supports, but a squad has 3. Take 1 out."),
        ("captn-eli,hydron,dolphin,sonar", "A squad has only one character."),
        ("hydron,hydron,hydron,hydron,dolphin", "Your squad is complete. You can't change it later."),
    ],
)
def test_the_builder_says_what_is_wrong_or_missing(state, text, told):
    assert told in drawn(state, 0, squad=text)["asked"]


def test_a_card_says_which_rule_it_would_break(state):
    shown = entries(built(state, squad="captn-eli,dolphin,sea-sled", type="all"))
    assert "Vehicles: 3, but the limit is 2" in shown["bathysphere"].note
    assert shown["sonar"].note == "" and shown["dolphin"].chosen == 1
    assert shown["hydron"].action == "Take Hydron instead of Capt'n Eli"
    assert fields_of(shown["hydron"].href)["squad"] == "hydron,dolphin,sea-sled"
    assert fields_of(shown["dolphin"].href)["squad"] == "captn-eli,sea-sled"


def test_copies_are_removed_with_their_character(state):
    shown = entries(built(state, squad="hydron,dolphin,hydron", type="character"))
    assert shown["hydron"].chosen == 2 and shown["hydron"].more
    assert fields_of(shown["captn-eli"].href)["squad"] == "captn-eli,dolphin"
    assert not entries(built(state, squad="hydron,hydron,hydron", type="character"))["hydron"].more


@pytest.mark.parametrize(
    ("name", "word"),
    [("faction", "hydrons"), ("rarity", "super-rare"), ("type", "gadget"), ("keyword", "mystic")],
)
def test_filters_show_what_they_say(state, name, word):
    found = set(entries(built(state, squad="captn-eli", **{name: word})))
    fitting = {
        card.id for card in CARDS.values() if word in (card.faction, card.rarity, card.type, *card.keywords)
    }
    assert found == fitting


def test_filters_keep_the_squad_and_each_other(state):
    shown = built(state, squad="captn-eli,dolphin", faction="hydrons", rarity="rare")
    hrefs = [href for _label, links in shown["filters"] for _link, href in links]
    assert all(fields_of(href)["squad"] == "captn-eli,dolphin" for href in hrefs)
    gone = {link.id: fields_of(href) for _label, links in shown["filters"] for link, href in links}
    assert gone["faction-any"] == {"squad": "captn-eli,dolphin", "rarity": "rare"}
    assert shown["filtered"] == "Hydrons, rare"
    assert set(entries(shown)) == {"hydron-drone", "sunken-temple"}


def test_starter_squads_are_offered(state):
    """One from any pool comes first, then the five starters, each with its plan."""
    starts = built(state)["starts"]
    assert [bool(start["plan"]) for start in starts] == [False] + [True] * 5
    assert len({str(start["label"]) for start in starts}) == 6
    for start in starts:
        move = load_move(GAME, built(state, **fields_of(start["href"]))["move"])
        assert GAME.is_legal(state, 0, move)


def test_past_squads_are_offered_if_the_pool_has_their_cards():
    """The site passes the moves as the log has them."""
    past = (
        '{"type":"squad","cards":["hydron","hydron#2","dolphin","sonar"]}',
        '{"type":"squad","cards":["captn-eli","grapple","sonar","dolphin"]}',
    )
    state = opening("sealed")
    pool = ("hydron", "hydron#2", "hydron#3", "dolphin", "sonar", "harpoon", "eagle-rock")
    view = GAME.observe(state, 0)
    view = type(view)(
        **{name: getattr(view, name) for name in view.__struct_fields__} | {"pools": (pool, None)}
    )
    starts = builder(view, Scene(0, NAMES, (), {}, 2, True, past=past))["starts"]
    assert [start["cards"] for start in starts][:1] == ["Hydron, Hydron 2, Dolphin, Sonar"]
    assert fields_of(starts[0]["href"]) == {"squad": "hydron,hydron,dolphin,sonar"}
    assert len(starts) == 2


def test_nobody_learns_anything_about_the_others_choice(state):
    """Bob and a spectator see the same, whatever Alice has chosen."""
    one = done(state, (0, squad("captn-eli dolphin eagle-rock sonar")))
    other = done(state, (0, squad("hydron hydron#2 hydron#3 grapple")))
    for you in (1, None):
        assert drawn(one, you) == drawn(other, you)
    assert drawn(one, 0)["builder"] is None
    mine = [face.id for face in drawn(one, 0)["chosen"][0][2]]
    assert mine == ["captn-eli", "dolphin", "eagle-rock", "sonar"]
    assert [(*told[:2], list(told[2])) for told in drawn(one, None)["chosen"]] == [
        ("Alice", True, []),
        ("Bob", False, []),
    ]
    assert drawn(one, None)["builder"] is None and drawn(one, 1)["builder"] is not None


def test_a_sealed_pool_limits_the_choice():
    state = opening("sealed")
    shown = entries(built(state, type="all"))
    assert set(shown) == {card for card in state.pools[0] if "#" not in card}
    assert len(shown) == 10
    assert PRESENTER.prompt(GAME.observe(state, 0), 0).startswith("Choose your squad")
