"""Captivate in words: the data of the board, the question, and the cards on the rules page."""

import re

import pytest

from games.engine.codec import load_move
from games.engine.play import finality
from games.engine.presenter import Scene
from games.titles.captivate import GAME
from games.titles.captivate.cards import CARDS, CREATURES
from games.titles.captivate.grid import is_flipped
from games.titles.captivate.presenter import PRESENTER
from games.titles.captivate.presenter.words import card_name
from games.titles.captivate.state import Capture, End, Play
from tests.titles.captivate.positions import card, done, lay, position, see, take

NAMES = ("Alice", "Bob")
GRID = """
 E2   .
 (D9) W12
"""


def drawn(state, you=0, **choice):
    """Return the data of the board for `you` (None for a spectator)."""
    legal = GAME.legal_moves(state, you) if you is not None else ()
    is_final = finality(GAME, state, you or 0)
    return PRESENTER.board(
        see(state, you), Scene(you, NAMES, legal, choice, 2, bool(legal), is_final=is_final)
    )


def places(board):
    return {place.cell: place for row in board["rows"] for place in row}


def targets(board):
    return {cell for cell, place in places(board).items() if place.target}


@pytest.fixture
def state():
    return position(GRID, "L1 D13 | E5")


def test_nothing_lights_up_before_a_card_is_chosen(state):
    board = drawn(state)
    assert targets(board) == set()
    assert board["asked"] == "" and board["move"] is None and board["end"] is None
    assert [held["target"] for held in board["hand"]] == ["?card=light-1", "?card=dark-13"]


def test_the_cells_that_light_up_are_the_legal_ones(state):
    legal = {move.cell for move in GAME.legal_moves(state, 0) if isinstance(move, Play | Capture)}
    board = drawn(state, card="light-1")
    assert targets(board) == legal
    assert board["asked"] == "Light Rat: choose where to lay it."


def test_every_target_shows_what_it_would_flip(state):
    found = places(drawn(state, card="dark-13"))
    assert found[1, 0].flips == 2 and "flips Water Tiger and Earth Frog" in found[1, 0].label
    assert found[0, 2].flips == 0 and found[0, 2].label.endswith("lay Dark Dragon here, flips nothing")
    assert "capture Dark Wolf with Dark Dragon, flips Earth Frog and Water Tiger" in found[0, 1].label


def test_a_chosen_cell_shows_what_would_happen_and_offers_the_move(state):
    board = drawn(state, card="dark-13", cell="1,0")
    flipped = {cell for cell, place in places(board).items() if place.would_flip}
    assert flipped == {(0, 0), (1, 1)}
    assert board["asked"] == "Dark Dragon at E4 flips Water Tiger and Earth Frog."
    assert load_move(GAME, board["move"].json) == Play("dark-13", (1, 0))
    capture = drawn(state, card="light-1", cell="0,1")["move"]
    assert load_move(GAME, capture.json) == Capture("light-1", (0, 1))
    assert capture.label == "Capture Dark Wolf"


@pytest.mark.parametrize(
    "choice",
    [
        {"card": "earth-5"},  # Bob's
        {"card": "dark-9", "cell": "0,0"},
        {"card": "\x00", "cell": "x"},
        {"cell": "1,0"},
        {"card": "light-1", "cell": "0,0"},
        {"card": "light-1", "cell": "9999999999,1"},
        {"card": "light-1", "cell": "１,0"},
    ],
)
def test_illegal_choices_are_ignored(state, choice):
    assert drawn(state, **choice)["move"] is None
    if choice.get("card") != "light-1":
        assert drawn(state, **choice) == drawn(state)


def test_others_and_spectators_have_nothing_to_choose(state):
    for you in (1, None):
        board = drawn(state, you, card="light-1", cell="1,0")
        assert targets(board) == set() and board["move"] is None
        assert len(board["rows"]) == len(board["rows"][0]) == 2
    assert drawn(state, None)["hand"] == []


def test_strict_play_names_no_face_down_card():
    board = drawn(position(GRID, "L1 D13 | E5", memory="strict"), card="light-1", cell="0,1")
    assert places(board)[0, 1].face is None
    assert card_name(card("D9")) not in repr(board)
    assert board["move"].label == "Capture with Light Rat"


def test_the_turn_can_be_ended_once_a_card_was_laid(state):
    board = drawn(done(state, (0, take("L1", 0, 1))))
    assert board["end"].href == "?sure=end" and not board["end"].json
    sure = drawn(done(state, (0, take("L1", 0, 1))), sure="end")
    assert (
        load_move(GAME, sure["move"].json) == End()
        and sure["asked"] == "End your turn? You can't take this back."
        and sure["end"] is None
    )
    assert [face.id for face in board["set_aside_cards"]] == ["dark-9"]


def test_the_prompt_says_what_matters_now(state):
    def asked(state):
        return str(PRESENTER.prompt(see(state, 0), 0))

    assert asked(state) == "Lay a card, or capture a face-down one."
    assert asked(position("E2", "L1 | E5")) == "Your turn: choose a card to lay."
    assert asked(done(state, (0, lay("L1", 1, 0)))).startswith("1 card laid.")
    both = done(state, (0, lay("L1", 1, 0)), (0, lay("D13", 2, 0)))
    assert asked(both) == "Your hand is empty: end your turn."
    assert asked(position(GRID, "L1 | E5", deck="", awaited=(1,))).startswith("Your last turn:")


def test_hands_and_scores_are_listed_once_play_has_ended(state):
    before = drawn(state)["holdings"][1]
    assert before["hand"] == 1 and before["hand_cards"] == [] and before["score"] is None
    last = position(GRID, "L1 | E5", piles="W10 | ", deck="", awaited=())
    over = drawn(done(last, (0, lay("L1", 1, 0)), (0, {"type": "end"})))
    assert over["hand"] == []
    assert [held["score"] for held in over["holdings"]] == [10, -5]
    assert [face.name for face in over["holdings"][1]["hand_cards"]] == ["Earth Owl"]


def test_cards_laid_since_the_reader_last_acted_are_new_while_they_lie_face_up(state):
    events = (
        ("played", {"seat": 1, "card": "earth-2", "cell": [0, 0], "flipped": [{"cell": [0, 1]}]}),
        ("captured", {"seat": 1, "cell": [0, 1], "flipped": []}),  # flipped since, and faded in strict play
        ("turn-ended", {"seat": 1, "drawn": 2}),
    )
    scene = Scene(0, NAMES, GAME.legal_moves(state, 0), {}, 2, True, since=events)
    board = PRESENTER.board(see(state, 0), scene)
    assert {cell for cell, place in places(board).items() if place.is_new} == {(0, 0)}


def test_cells_keep_their_names_for_the_whole_game():
    board = drawn(position(GRID, "L1 D13 | E5"), card="light-1")
    assert board["columns"] == ["C", "D", "E", "F"]
    assert [[place.name for place in row] for row in board["rows"]][1] == ["C4", "D4", "E4", "F4"]
    assert places(board)[1, 0].label == "E4: lay Light Rat here, flips nothing"
    assert board["rows"][0][0].row == "3"


def test_unseen_cards_are_counted_if_memory_is_assisted(state):
    unseen = drawn(state)["unseen"]
    assert unseen["Light"] == list(range(2, 14)) and unseen["Dark"] == [*range(1, 9), 10, 11, 12]
    assert 5 in unseen["Earth"] and 5 not in drawn(state, 1)["unseen"]["Earth"]  # it is Bob's
    assert drawn(position(GRID, "L1 D13 | E5", memory="strict"))["unseen"] == {}


@pytest.mark.parametrize(
    ("hands", "piles", "cause"),
    [
        ("L2 | ", "W10 | W9", "Cards in hand cost Alice first place: Light Rat and Light Frog, worth 3."),
        (" | L3", "W12 | W9", "Best capture: Water Tiger, by Alice."),
        (" | ", "W12 | D12 E1", "Best capture: Dark Tiger, by Bob."),
        (" | ", " | ", None),  # nobody has captured anything: a tie, and throws
    ],
)
def test_the_ending_says_what_was_decisive(hands, piles, cause):
    last = position("E2 D1*", hands.replace("L2", "L1 L2"), piles=piles, deck="", awaited=())
    over = done(last, (0, {"type": "end"}))
    if cause is None:
        assert over.throwing is not None
    else:
        assert PRESENTER.ending(see(over, None), NAMES).cause == cause


# The log

FLIPPED = [{"card": "earth-2", "cell": [0, 0]}, {"card": "water-12", "cell": [1, 1]}]


@pytest.mark.parametrize(
    ("kind", "facts", "words"),
    [
        ("dealt", {"card": "light-1", "hand": ["earth-2", "dark-9"]},
         "The cards are dealt. The first card is Light Rat. Your hand: Earth Frog and Dark Wolf."),
        ("dealt", {}, "The cards are dealt, and the first card is turned up."),
        ("played", {"seat": 0, "card": "light-1", "cell": [0, 0], "flipped": []}, "Alice plays Light Rat at D4."),
        ("played", {"seat": 0, "card": "light-1", "cell": [1, 0], "flipped": FLIPPED},
         "Alice plays Light Rat at E4. It flips Earth Frog and Water Tiger."),
        ("played", {"seat": 1, "cell": [-3, 3], "flipped": [{"cell": [0, 0]}]}, "Bob plays a card at A7. It flips D4."),
        ("captured", {"seat": 1, "card": "light-1", "cell": [0, 1], "captured": "dark-9", "flipped": []},
         "Bob captures Dark Wolf at D5 with Light Rat."),
        ("captured", {"seat": 1, "card": "light-1", "cell": [0, 1], "flipped": []},
         "Bob captures a face-down card at D5 with Light Rat."),
        ("captured", {"seat": 1, "cell": [0, 1], "flipped": []}, "Bob captures a face-down card at D5."),
        ("turn-ended", {"seat": 0, "captured": 2, "drawn": 1, "cards": ["dark-9"]},
         "Alice ends the turn. 2 cards go to the pile. Drawn: Dark Wolf."),
        ("turn-ended", {"seat": 0, "captured": 0, "drawn": 2}, "Alice ends the turn. 2 cards are drawn."),
        ("turn-ended", {"seat": 0, "captured": 0, "drawn": 0, "cards": []}, "Alice ends the turn."),
        ("play-ended", {"reason": "field-full", "scores": [3, -1], "tied": [0]},
         "The field is full and every card is face up: play ends. Scores: Alice 3, Bob -1."),
        ("play-ended", {"reason": "last-round", "scores": [3, 3], "tied": [0, 1]},
         "The last round is over. Scores: Alice 3, Bob 3. Alice and Bob are tied and throw rock, paper or scissors."),
        ("thrown", {"seat": 0, "hand": "rock"}, "Alice throws rock."),
        ("thrown", {"seat": 0}, "Alice has thrown."),
        ("throws-shown", {"hands": [{"seat": 0, "hand": "rock"}, {"seat": 1, "hand": "paper"}], "dropped": [0]},
         "The throws: Alice rock, Bob paper. Out: Alice."),
        ("throws-shown", {"hands": [{"seat": 0, "hand": "rock"}], "dropped": []},
         "The throws: Alice rock. Nobody drops out."),
        ("game-over", {"ranks": [2, 1]}, "The game is over. Bob wins."),
    ],
)  # fmt: skip
def test_the_log_shows_what_its_reader_may_know(kind, facts, words):
    assert PRESENTER.sentence(kind, facts, NAMES) == words


# The page of the rules

CARD = re.compile(
    r'aria-label="(\w+) (\w+), value (\d+), dots: top (\d), right (\d), bottom (\d), left (\d)([^"]*)"'
)


@pytest.fixture
def rules(client, db):
    return client.get("/rules/captivate/").content.decode()


def samples(page):
    """Return the cards drawn on the page, each with the words about its state."""
    for element, creature, value, *dots, words in CARD.findall(page):
        yield CARDS[f"{element.lower()}-{value}"], creature, tuple(map(int, dots)), words


def test_the_cards_in_the_rules_are_those_of_the_deck(rules):
    found = list(samples(rules))
    assert len(found) >= 16
    for data, creature, dots, _ in found:
        assert (creature.lower(), dots) == (data.creature, data.dots)


def test_the_table_of_dots_in_the_rules_is_that_of_the_deck(rules):
    cell = r"<td>(\d+)</td>"
    rows = re.findall(rf'<tr>{cell}<th scope="row">(\w+)</th>{cell * 4}</tr>', rules)
    told = [(name.lower(), tuple(map(int, dots))) for _, name, *dots in rows]
    assert told == list(CREATURES)
    assert [int(value) for value, *_ in rows] == list(range(1, 14))


def test_the_pairs_in_the_rules_flip_as_they_are_drawn(rules):
    pairs = re.findall(
        r'<figure class="rule-figure">\s*<div class="cluster">(.*?)</figure>', rules, re.DOTALL
    )
    assert len(pairs) == 4
    for pair in pairs:
        (left, _, _, words), (right, _, _, laid) = samples(pair)
        assert "laid this turn" in laid
        assert is_flipped(CARDS[right.id], 3, CARDS[left.id], 1) == ("would be flipped" in words)
