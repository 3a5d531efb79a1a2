"""The board of Capt'n Eli: its highlights, its links, the sums of challenges, and hidden information."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.codec import load_move
from games.titles.captn_eli import GAME
from games.titles.captn_eli.actions import turn_up
from games.titles.captn_eli.cards import CARDS
from games.titles.captn_eli.challenges import attack_total, defence_total, line_to
from games.titles.captn_eli.presenter import PRESENTER
from games.titles.captn_eli.presenter.choices import flip_loses
from games.titles.captn_eli.presenter.sums import sum_of
from games.titles.captn_eli.presenter.words import CARD_NAMES
from games.titles.captn_eli.state import Challenge, Flip, Mystic, Sacrifice, Wedge, field_of
from games.titles.captn_eli.turns import loss_of
from tests.titles.captn_eli.drawings import drawn, fields_of, gaps, positions, reachable, spots
from tests.titles.captn_eli.positions import begun, challenge, done, flip, place, position

OPENING = [place("dolphin", 0, 0), place("hydron", 0, -1), place("captn-eli", 1, 0), place("sonar", -1, -1)]
MIDDLE = """
 1:coral-keep 1:hydron^    .
 1:sonar^     0:dolphin^   0:eagle-rock
 0:harpoon^   0:captn-eli^ .
"""


@pytest.fixture
def opened():
    """Return CE-21 after the first four turns; seat 0 still holds Sonar and Eagle Rock."""
    state = begun("captn-eli dolphin sonar eagle-rock", "hydron hydron#2 sonar coral-keep")
    return done(state, *((number % 2, form) for number, form in enumerate(OPENING)))


@pytest.fixture
def middle():
    return position(MIDDLE, "| hydron#2", corner=(-1, -1))


@pytest.fixture
def mystic():
    """A challenge through the Dolphin has turned up Sable Envoy, with gadgets on both sides."""
    grid = """
     .         1:sable-envoy  1:kelp-maze
     .         0:dolphin^     .
     0:harpoon^ 0:captn-eli^  0:sonar^
    """
    return done(position(grid, "| sea-sled grapple"), (0, challenge((1, 2), (1, 0))))


@pytest.fixture
def sacrifice():
    grid = """
     .         1:admiral-quill^  1:kelp-maze
     0:sonar^  0:captn-eli^      .
    """
    return done(position(grid, "| sea-sled"), (0, challenge((1, 1), (1, 0))))


@pytest.fixture
def last_face_down():
    """CE-18 (c): the character is in hand, and only one card is still face down."""
    return position("0:dolphin 0:sonar^ 1:hydron^", "captn-eli |")


# Everything legal, and nothing else


@pytest.mark.parametrize("number", range(6))
def test_every_legal_move_can_be_reached_and_no_other(number):
    for state in list(positions(number + 1, 6))[-8:]:
        if state.phase != "squads":
            assert reachable(state, state.asked) == set(GAME.legal_moves(state, state.asked))


def test_every_answer_can_be_reached(mystic, sacrifice):
    for state in (mystic, sacrifice):
        assert reachable(state, 1) == set(GAME.legal_moves(state, 1))
        assert reachable(state, 0) == set()


def test_seats_that_are_not_asked_can_only_look(middle):
    for you in (1, None):
        board = drawn(middle, you, at="0,1", to="0,-1")
        assert {spot.kind for spot in spots(board).values()} <= {"", "look"}
        assert board["button"] is None and board["asked"] == "" and gaps(board) == []


KEYS = ("card", "cell", "gap", "at", "to", "do", "look", "squad", "type", "faction", "rarity", "keyword")
WORDS = (
    "0,1",
    "0,-1",
    "1,2",
    "-1,0",
    "sonar",
    "hydron#2",
    "flip",
    "decline",
    "captn-eli,dolphin",
    "all",
    "\x00",
    "٣,1",
)


@given(
    st.dictionaries(
        st.sampled_from(KEYS), st.sampled_from(WORDS) | st.text("0123456789-,#aeil\x00٣", max_size=20)
    )
)
def test_any_url_works_and_offers_only_legal_moves(choice):
    states = [begun("captn-eli dolphin sonar eagle-rock", "hydron hydron#2 sonar coral-keep")]
    states.append(position(MIDDLE, "sea-sled | hydron#2", corner=(-1, -1)))
    for state in states:
        for you in (0, 1, None):
            button = drawn(state, you, **choice)["button"]
            if button and button.json:
                assert GAME.is_legal(state, you, load_move(GAME, button.json))


# The Sea Grid


def test_the_readers_side_is_below(opened):
    first = [row.label for row in drawn(opened, 0)["rows"]]
    assert first == ["2°N", "1°N", "0°", "1°S"]
    assert [row.label for row in drawn(opened, 1)["rows"]] == first[::-1]
    assert drawn(opened, 1)["columns"] == drawn(opened, 0)["columns"][::-1] == ["1°E", "0°", "1°W"]
    assert drawn(opened, None)["columns"] == drawn(opened, 0)["columns"]
    for you in (0, 1):
        found = spots(drawn(opened, you))
        assert found[0, 0].is_up_edge == (you == 0) and found[0, -1].is_up_edge == (you == 1)


def test_the_frame_shows_a_rim_only_where_the_box_may_grow(opened):
    chart = drawn(opened)["chart"]
    assert (chart.width, chart.height, len(chart.columns), len(chart.rows)) == (3, 2, 3, 4)
    assert chart.is_full_width and not chart.is_full_height
    first = drawn(begun("captn-eli dolphin sonar eagle-rock", "hydron sea-sled sonar coral-keep"))["chart"]
    assert (first.width, first.height, len(first.columns), len(first.rows)) == (0, 0, 3, 3)


def test_a_gap_opens_where_a_card_may_be_wedged_in(opened):
    board = drawn(opened, card="sonar")
    assert [gap.cell for gap in gaps(board)] == [(0, -1)]
    assert "wedge Sonar in here, parting the rows" in gaps(board)[0].label
    after = drawn(opened, **fields_of(gaps(board)[0].href))
    assert load_move(GAME, after["button"].json) == Wedge("sonar", (0, 0))
    found = spots(after)
    assert found[0, -1].is_ghost and found[0, -1].face.name == "Sonar"
    assert found[0, -2].shown.owner == found[-1, -2].shown.owner == 1
    assert after["chart"].height == 3


def test_what_a_chosen_card_can_do_lights_up(middle):
    kinds = {cell: spot.kind for cell, spot in spots(drawn(middle, at="0,1")).items() if spot.kind}
    assert kinds == {
        (0, 1): "own", (0, -1): "challenge", (1, 1): "move", (0, 2): "move",
        (1, 0): "own", (-1, 1): "own",  # the Dolphin can't even move
    }  # fmt: skip
    board = drawn(middle, at="1,0")
    assert board["asked"] == "Eagle Rock: you can turn it up or move it."
    assert load_move(GAME, board["button"].json) == Flip((1, 0))


def test_a_card_of_the_grid_can_be_looked_at_by_anybody_who_knows_it(middle):
    for you in (0, 1, None):
        assert drawn(middle, you, look="0,-1")["detail"]["face"].name == "Hydron"
        assert (drawn(middle, you, look="1,0")["detail"] is None) == (you != 0)


# Sums


def test_totals_are_those_of_the_engine():
    checked = 0
    for state in positions(12):
        view, field = GAME.observe(state, state.asked), field_of(state)
        for move in GAME.legal_moves(state, state.asked):
            if isinstance(move, Challenge):
                total, line = sum_of(view, move.at, move.target), line_to(field, move.at, move.target)
                is_known = field[move.target].seen
                assert total.attack_total == attack_total(field, field[move.at], line, view.pressure)
                assert total.defence_total == (defence_total(field, line.target) if is_known else None)
                checked += 1
    assert checked > 50


def test_a_sum_names_each_card(middle):
    told = drawn(middle, at="0,1", to="0,-1")
    assert [(term.name, term.value) for term in told["sum"]["attack"]] == [
        ("Capt'n Eli", 1), ("Dolphin", 1), ("Harpoon", 3),
    ]  # fmt: skip
    assert [(term.name, term.value) for term in told["sum"]["defence"]] == [("Hydron", 1)]
    assert told["asked"] == "5 against 1: the challenge wins."
    assert {cell for cell, spot in spots(told).items() if spot.counts} == {(0, 1), (0, 0), (-1, 1), (0, -1)}


@pytest.mark.parametrize(
    ("grid", "at", "terms"),
    [
        ("1:dolphin^\n0:captn-eli^", "0,1", [("Capt'n Eli", 1), ("Rough sea", 9)]),
        ("1:dolphin^ 0:hydron^", "1,0", [("Hydron", 1), ("Rough sea", 9)]),
    ],
)
def test_a_sum_shows_what_the_storm_adds(grid, at, terms):
    """CE-19: on all sides."""
    told = drawn(position(grid, "| barnacle-jo", quiet=7), at=at, to="0,0")["sum"]
    assert [(term.name, term.value) for term in told["attack"]] == terms
    assert told["attack_total"] == sum(value for _, value in terms)


def test_what_is_unknown_is_marked_as_unknown():
    grid = """
     1:admiral-quill 1:eagle-rock^
     0:captn-eli^    0:harpoon^
    """
    told = drawn(position(grid, "| sonar"), at="0,1", to="0,0")
    assert told["sum"]["defence"][0].value is None and told["sum"]["defence_total"] is None
    assert [(term.name, term.value) for term in told["sum"]["perhaps"]] == [("Eagle Rock", 3)]
    assert told["asked"] == "Your total wins if its defence is 3 or less."
    assert told["sum"]["notes"] == [
        "If it is Mystic, its owner first turns one of your face-up cards face down."
    ]
    assert spots(drawn(position(grid, "| sonar"), at="0,1"))[0, 0].badge == "4 : ?"


@pytest.mark.parametrize(
    ("target", "words"),
    [
        ("1:barnacle-jo^", "Barnacle Jo would only be marked."),
        ("1:old-keeper^", "Sacrifice: its owner may give up"),
        ("1:sable-envoy~", "Mystic: its owner first turns one of your face-up cards"),
    ],
)
def test_keywords_of_a_known_target_are_shown(target, words):
    state = position(f"{target} 1:grapple\n0:captn-eli^ 0:harpoon^", "| sonar")
    assert any(words in note for note in drawn(state, at="0,1", to="0,0")["sum"]["notes"])


def test_the_mystic_answers_preview_matches_the_engine(mystic):
    for move in GAME.legal_moves(mystic, 1):
        step = GAME.apply(mystic, 1, move, None)
        board = drawn(mystic, 1, at=f"{move.target[0]},{move.target[1]}")
        compared = [event.public for event in step.events if event.type == "compared"]
        if not compared:
            assert board["sum"] is None and "This ends the challenge." in board["asked"]
        else:
            assert board["sum"]["attack_total"] == compared[0]["attack"]
            assert board["sum"]["defence_total"] == compared[0]["defence"]


@pytest.mark.parametrize("seat", [0, 1, None])
def test_a_hidden_card_behind_the_challenger_does_not_break_the_sum(seat):
    """The other seat and a spectator do not know the card below Captain Eli: he does not reach through it."""
    state = position("1:sable-envoy 1:grapple\n0:captn-eli^ .\n0:dolphin .", "| sonar")
    asked = done(state, (0, challenge((0, 1), (0, 0))))
    assert (asked.phase, asked.asked) == ("mystic", 1)
    assert drawn(asked, seat)["sum"]["attack_total"] == 1


def test_the_board_counts_to_the_storm_and_says_what_it_does():
    """CE-19: from the first turn on."""
    grid = "1:dolphin^ . 0:captn-eli^"
    assert [drawn(position(grid, quiet=quiet))["storm_in"] for quiet in (0, 6, 7, 9)] == [7, 1, 0, 0]
    assert drawn(position(grid, quiet=7))["pressure_now"] == "Challenges +9. A first defeat only marks."


# Warnings and prompts


def test_a_losing_flip_is_known_beforehand():
    flips = 0
    for state in positions(90):
        seat, view = state.asked, GAME.observe(state, state.asked)
        for move in GAME.legal_moves(state, seat):
            if isinstance(move, Flip):
                assert flip_loses(view, move) == (loss_of(turn_up(state, move.at), seat) is not None)
                flips += flip_loses(view, move)
    assert flips > 3


def test_a_losing_flip_asks_first(last_face_down):
    board = drawn(last_face_down, at="0,0")
    assert board["button"].json == "" and board["button"].is_danger
    asked = drawn(last_face_down, **fields_of(board["button"].href))
    assert "You'd lose" in asked["asked"]
    assert load_move(GAME, asked["button"].json) == Flip((0, 0)) and asked["button"].is_danger


def test_a_harmless_flip_gives_no_warning(opened):
    asked = drawn(opened, 0, at="0,0", do="flip")
    assert asked["asked"] == "Turn up Dolphin?" and not asked["button"].is_danger


def test_letting_the_last_character_go_asks_first(sacrifice):
    board = drawn(sacrifice, 1)
    assert board["button"].json == ""
    asked = drawn(sacrifice, 1, **fields_of(board["button"].href))
    assert asked["asked"] == "Let Admiral Quill go? You lose the game."
    assert load_move(GAME, asked["button"].json) == Sacrifice(None)
    assert drawn(sacrifice, 1, at="2,0")["asked"] == "Remove Kelp Maze from the game instead?"


def test_prompts_say_what_happened(opened, mystic, sacrifice):
    def asked(state, seat):
        return str(PRESENTER.prompt(GAME.observe(state, seat), seat))

    assert asked(opened, 0) == "Your turn: choose a card in your hand or on the grid."
    assert asked(mystic, 1).startswith("Capt'n Eli challenges your Sable Envoy. Mystic:")
    assert asked(sacrifice, 1) == (
        "Your Admiral Quill is defeated, 2 to 0. Give up a card beside it instead? If not, you lose."
    )
    own = done(position("1:hydron^ .\n0:sunken-temple 0:captn-eli^", "| sonar"), (0, flip(0, 1)))
    assert asked(own, 0).startswith("Your Sunken Temple is Mystic: choose")
    assert Mystic((0, 0)) in GAME.legal_moves(own, 0)


def test_every_card_has_its_words():
    assert {card: str(name) for card, name in CARD_NAMES.items()} == {c.id: c.name for c in CARDS.values()}
