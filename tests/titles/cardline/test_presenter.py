"""Cardline in words: values, the log, the question, the data of the board, and the rules page."""

import re
from html import escape, unescape

import pytest
from django.utils.translation import gettext_lazy
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import play
from games.engine.chance import Chance
from games.engine.codec import load_move, load_options
from games.engine.kit import hyphened
from games.engine.play import random_move
from games.engine.presenter import Scene
from games.titles.cardline import GAME
from games.titles.cardline.deck import bundled
from games.titles.cardline.emblem import emblem_of
from games.titles.cardline.presenter import PRESENTER
from games.titles.cardline.presenter.words import value_words
from tests.titles.cardline.positions import do, leave, position, see, turns

NAMES = ("Anne", "Benno", "Clara", "David", "Eva", "Fritz", "Gerda", "Hans")
LINE = "10 20 30"
DECK = "50 60 70 80 90 91 92"
THIN = "\u202f"


def drawn(state, you=0, **choice):
    """Return the data of the board for `you` (None for a spectator)."""
    legal = GAME.legal_moves(state, you) if you is not None else ()
    count = len(state.hands)
    return PRESENTER.board(see(state, you), Scene(you, NAMES[:count], legal, choice, count, bool(legal)))


def told(step):
    facts = [(event.type, GAME.recall(step.state, None, event)) for event in step.events]
    return [PRESENTER.sentence(type_, fact, NAMES[: len(step.state.hands)]) for type_, fact in facts]


@pytest.mark.parametrize(
    ("kilograms", "words"),
    [
        *(
            (5, "5_kg"),
            (999, "999_kg"),
            (1_000, "1_t"),
            (1_500, "1.5_t"),
            (1_005, "1.005_t"),
            (12_340, "12.34_t"),
        ),
        *((1_000_000, "1_000_t"), (100_000_000, "100_000_t"), (12_345_678, "12_345.678_t")),
    ],
)
def test_loads_are_written_for_people(kilograms, words):
    assert value_words("strength", kilograms) == words.replace("_", THIN)


def test_other_traits_are_plain_numbers():
    assert (value_words("iq", 200), value_words("fighting", 7)) == ("200", "7")


@pytest.mark.parametrize(
    ("token", "slot", "sentence"),
    [
        ("15", 1, "Anne places Name 15 between Name 10 (10) and Name 20 (20). Right: 15."),
        ("5", 0, "Anne places Name 5 before Name 10 (10). Right: 5."),
        ("40", 3, "Anne places Name 40 after Name 30 (30). Right: 40."),
        (
            "15",
            3,
            "Anne places Name 15 after Name 30 (30). Wrong: 15 belongs between Name 10 (10) and Name 20 (20).",
        ),
        ("40", 0, "Anne places Name 40 before Name 10 (10). Wrong: 40 belongs after Name 30 (30)."),
        (
            "20b",
            0,
            "Anne places Name 20b before Name 10 (10). Wrong: 20 belongs between Name 10 (10) and Name 30 (30).",
        ),
    ],
)
def test_the_log_says_where_a_card_went_its_value_and_where_it_belongs(token, slot, sentence):
    assert told(do(position(LINE, f"{token} 77 | 25", deck=DECK), 0, token, slot))[0] == sentence


def test_the_log_mentions_replacements_shuffles_and_knock_out_rounds():
    step = do(turns(position(LINE, "15 | 25 | 5 6", deck="", box="60 61"), "++"), 2, "5", 1)
    assert told(step)[1:3] == [
        "The deck is empty: the 3 cards of the box are shuffled and become the deck.",
        f"Clara takes Name {step.state.hands[2][-1].id[1:]}.",
    ]
    assert told(step)[3] == "Knock-out round 1 begins: Anne and Benno, with one card each. Out: Clara."
    last = do(position(LINE, "5 6 | 25", box="60", shuffles=2), 0, "5", 3)
    assert told(last)[1].endswith("This round is the last.")


def test_the_log_describes_the_end():
    assert told(do(turns(position(LINE, "15 | 25", knockout=1, barren=4), "+"), 1, "25", 3))[-1] == (
        "The game is over. Anne and Benno share the first place."
    )
    step = GAME.leave(position(LINE, "15 | 25"), 0, Chance(b"", 0))
    assert told(step) == ["Anne leaves the game.", "The game is over. Benno wins."]


def test_the_deal_names_the_first_card():
    step = play.setup(GAME, 2, load_options(GAME, {"hand": 5}), b"seed")
    first = next(card for card in bundled() if card.id == step.state.line[0].id)
    words = value_words("strength", first.strength_kg)
    assert told(step) == [f"Everybody gets 5 cards. {first.name} begins the line, Strength {words}."]


def test_the_prompt_says_what_matters_now():
    def asked(state):
        return str(PRESENTER.prompt(see(state, 0), 0))

    assert asked(position(LINE, "15 16 | 25")) == "Your turn: place a card by Fighting."
    assert asked(position(LINE, "15 | 25")) == "Your last card: where does Name 15 belong?"
    assert asked(position(LINE, "15 | 25", knockout=2)) == "Knock-out round 2: where does Name 15 belong?"


def test_tallies_count_cards_and_show_who_is_out():
    view = see(leave(position(LINE, "15 16 | 25 | 5 | 6", out=(None, 2, None, None), knockout=1), 3))
    shown = [
        [(str(tally.label), str(tally.value)) for tally in PRESENTER.tallies(view, seat)] for seat in range(4)
    ]
    assert shown == [
        [("Cards", "2")],
        [("Cards", "1"), ("Out", "round 3")],
        [("Cards", "1")],
        [("Cards", "1")],
    ]


def test_a_card_and_a_slot_can_be_chosen_in_either_order():
    state = position(LINE, "15 16 | 25")
    first = drawn(state, card="v15")
    assert first["asked"] == "Where does Name 15 belong? (Epithet 15; Origin 15)"
    assert [spot.target for spot in first["spots"]] == [f"?card=v15&slot={slot}" for slot in range(4)]
    other = drawn(state, slot="1")
    assert other["asked"] == "Which card belongs between Name 10 (10) and Name 20 (20)?"
    assert [held["target"] for held in other["hand"]] == ["?card=v15&slot=1", "?card=v16&slot=1"]
    assert first["move"] is None and other["move"] is None
    both = drawn(state, card="v15", slot="1")
    assert both["asked"] == "Name 15 between Name 10 (10) and Name 20 (20)? You can't take this back."
    assert (both["move"].json, both["move"].label) == (
        '{"type":"place","card":"v15","slot":1}',
        "Place it",
    )


def test_a_players_only_card_is_preselected():
    board = drawn(position(LINE, "15 | 25"), slot="3")
    assert board["move"].json == '{"type":"place","card":"v15","slot":3}'
    assert drawn(position(LINE, "15 | 25"))["asked"] == ""
    assert [held["target"] for held in board["hand"]] == [""]


def test_choosing_something_again_clears_the_choice():
    board = drawn(position(LINE, "15 16 | 25"), card="v15", slot="1")
    assert [held["target"] for held in board["hand"]] == ["?slot=1", "?card=v16&slot=1"]
    assert board["spots"][1].target == "?card=v15"


@pytest.mark.parametrize(
    "choice",
    [
        {"card": "v25"},
        {"card": "v10"},
        {"card": ""},
        {"slot": "4"},
        {"slot": "-1"},
        {"slot": "１"},
        {"slot": "1e1"},
    ],
)
def test_illegal_choices_are_ignored(choice):
    state = position(LINE, "15 16 | 25")
    assert drawn(state, **choice) == drawn(state)


def test_seats_that_are_not_asked_have_nothing_to_choose():
    for you in (1, None):
        board = drawn(position(LINE, "15 16 | 25 26"), you, card="v25", slot="1")
        assert not any(spot.target or spot.is_chosen for spot in board["spots"])
        assert not any(held["target"] for held in board["hand"])
        assert board["move"] is None and board["asked"] == ""


def test_every_legal_move_can_be_reached_by_links_and_a_button():
    state = turns(position(LINE, "15 16 17 18 | 25 26", deck=DECK), "-+")
    reached = set()
    for held in drawn(state)["hand"]:
        card = dict(re.findall(r"(\w+)=([^&]*)", held["target"]))
        for spot in drawn(state, **card)["spots"]:
            both = dict(re.findall(r"(\w+)=([^&]*)", spot.target))
            reached.add(load_move(GAME, drawn(state, **both)["move"].json))
    assert reached == set(GAME.legal_moves(state, 0))


def test_a_wrong_card_leaves_marks_where_it_was_put_and_where_it_belongs():
    board = drawn(do(position(LINE, "15 16 | 25", deck=DECK), 0, "15", 3).state, 1)
    assert [spot.was_tried for spot in board["spots"]] == [False, False, False, True]
    assert [spot.belongs for spot in board["spots"]] == [False, True, False, False]
    assert (board["missed"].name, board["missed"].value) == ("Name 15", "15")
    assert board["box_top"].id == "v15"


def test_cards_of_the_latest_plies_are_marked_with_who_placed_them():
    state = turns(position(LINE, "15 16 | 25 26", deck=DECK), "++")
    latest = (
        (1, (("placed", {"seat": 1, "card": "v25", "right": True}),)),
        (0, (("placed", {"seat": 0, "card": "v15", "right": True}),)),
    )
    scene = Scene(None, NAMES[:2], (), {}, 2, False, latest=latest)
    board = PRESENTER.board(see(state, None), scene)
    marks = {spot.card.id: (spot.mark.name, spot.mark.is_last) for spot in board["spots"] if spot.mark}
    assert marks == {"v15": ("Anne", False), "v25": ("Benno", True)}
    assert board["missed"] is None and not any(spot.was_tried or spot.belongs for spot in board["spots"])


@pytest.mark.parametrize(
    ("word", "shown"),
    [
        ("Scheherazade", "Schehe-razade"),
        ("Mephistopheles", "Mephisto-pheles"),
        ("Frankenstein's", "Franken-stein's"),
        ("Rumpelstiltskin", "Rumpel-stiltskin"),
        ("Polyphemus", "Polyphemus"),
        ("Xxxxxxxxxxxxx", "Xxxxxxxxxxxxx"),
        ("Baron Münchhausen", "Baron Münch-hausen"),
    ],
)
def test_long_names_may_break_at_a_syllable(word, shown):
    assert hyphened(word) == shown.replace("-", "\u00ad")


def test_a_name_with_a_hyphen_breaks_there():
    assert hyphened("Wasser-Tiger, Dunkel-Drache") == "Wasser-Tiger, Dunkel-Drache"


def test_a_lazy_translation_is_hyphenated():
    assert hyphened(gettext_lazy("Rumpelstiltskin")) == "Rumpel\u00adstiltskin"


def test_the_last_word_leaves_out_what_the_marks_show():
    wrong = do(position(LINE, "15 16 | 25", deck=DECK), 0, "15", 3)
    fact = GAME.recall(wrong.state, None, wrong.events[0])
    assert PRESENTER.word("placed", fact, NAMES) == (
        "Anne places Name 15. Wrong: 15 belongs between Name 10 and Name 20."
    )


def test_a_long_line_can_be_jumped_along():
    assert drawn(position(" ".join(str(n) for n in range(1, 12)), "15 | 25"))["jumps"] == []
    jumps = drawn(position(" ".join(str(n) for n in range(1, 41)), "50 | 25"))["jumps"]
    assert [jump["value"] for jump in jumps] == ["1", "8", "16", "24", "32", "40"]
    assert [jump["slot"] for jump in jumps] == ["0", "7", "15", "23", "31", "39"]


def test_backs_are_shown_only_after_the_game_to_readers_who_ask():
    state = position(LINE, "15 | 25 26", deck="50", box="70")
    assert drawn(state, backs="all")["cards"] == []
    assert drawn(leave(state, 1))["cards"] == []  # until the reader asks for them
    over = drawn(leave(state, 1), backs="all")
    assert [card.id for card in over["cards"]] == [f"v{n}" for n in (10, 15, 20, 25, 26, 30, 50, 70)]
    assert (over["cards"][0].strength, over["cards"][0].iq, over["cards"][0].note) == (
        f"1.01{THIN}t", "110", "Note 10",
    )  # fmt: skip
    assert over["hand"] == []


words = st.text(max_size=12) | st.sampled_from(["v15", "v25", "0", "3", "4", "99", "-1", "\x00", "１"])


@settings(max_examples=150, deadline=None)
@given(
    choice=st.dictionaries(st.sampled_from(["card", "slot", "x"]), words), you=st.sampled_from([0, 1, None])
)
def test_the_board_can_be_drawn_with_any_choice(choice, you):
    board = drawn(position(LINE, "15 16 | 25"), you, **choice)
    assert board["move"] is None or load_move(GAME, board["move"].json) in GAME.legal_moves(
        position(LINE, "15 16 | 25"), 0
    )


def random_steps(number, seats):
    seed = number.to_bytes(4, "big")
    chooser = Chance(seed, 1_000_000)
    step = play.setup(GAME, seats, load_options(GAME, {}), seed)
    yield step
    while asked := sorted(GAME.to_act(step.state)):
        move = random_move(GAME, step.state, asked[0], chooser)
        step = play.play(GAME, step.state, asked[0], move, Chance(seed, step.state.turn))
        yield step


@settings(max_examples=12, deadline=None)
@given(number=st.integers(0, 2**31), seats=st.integers(2, 8))
def test_every_event_has_a_sentence_and_nothing_hidden_is_drawn(number, seats):
    """No unrevealed card, no back, and only the values of cards in the line or in the box."""
    for step in random_steps(number, seats):
        state = step.state
        assert all(told(step))
        if state.outcome is not None:
            return
        shown = repr(drawn(state, 0))
        hidden = {card.id for card in state.deck} - {*state.told}
        assert not any(f"Portrait(id='{card}'" in shown for card in hidden)
        assert shown.count("strength='', iq='', fighting='', note=''") == shown.count("Portrait(")
        for card in (card for hand in state.hands for card in hand if card.id not in state.told):
            assert set(re.findall(rf"Portrait\(id='{card.id}'.*?value='(.*?)'", shown)) == {""}


@pytest.mark.django_db
def test_every_end_has_its_sentence_and_every_option_its_words():
    assert PRESENTER.reasons.keys() == set(GAME.reasons)
    for option in GAME.options:
        words = PRESENTER.options[option.name]
        assert option.default in words.choices()
        assert set(option.values) <= words.choices().keys()
        assert words.label_of(option.default) == words.values[option.default]


def test_a_deck_is_named_by_whatever_it_was_chosen():
    words = PRESENTER.options["deck"]
    assert words.label_of("heroes-and-villains") == "Heroes and villains"
    assert words.label_of(position(LINE, "15 | 25").edition) == "Numbers"
    assert words.label_of({"name": "My own", "cards": []}) == "My own"


# The page of the rules

USES = re.compile(r"cl-ink-(\w+) cl-land-([\w-]+)\".*?#(hero|villain)-[\w-]+\".*?#([\w-]+)\"")
SAMPLE = re.compile(r"<svg class=\"cl-emblem.*?</svg>.*?(?=<svg|</div>)", re.DOTALL)


@pytest.mark.django_db
def test_the_cards_on_the_page_of_the_rules_are_those_of_the_deck(client):
    page = client.get("/rules/cardline/").content.decode()
    by_name = {card.name: card for card in bundled()}
    drawn = re.findall(
        r'<div class="rule-samples">.*?</div>\s*</div>|<figure class="rule-figure">.*?</figure>',
        page,
        re.DOTALL,
    )
    samples = SAMPLE.findall("".join(drawn))
    assert len(samples) == 6
    for sample in samples:
        card = by_name[unescape(re.search(r"cl-card__name[^>]*>([^<]+)<", sample)[1])]
        assert f"<small>{escape(card.epithet, quote=False)}<i>{card.origin}</i>" in sample.replace(
            "&#39;", "'"
        )
        accent, family, side, motif = USES.search(sample).groups()
        assert emblem_of(card.id, card.side, card.origin) == (side, family, motif, accent)
        value = re.search(r"cl-card__value\">([^<]+)<", sample)
        assert value is None or value[1].replace(THIN, " ") == value_words(
            "strength", card.strength_kg
        ).replace(THIN, " ")
