"""Go Fish in words: the log, the question, and the board."""

from games.engine import play
from games.engine.presenter import Scene
from tests.engine.positions import do, leave, told
from tests.example_title.go_fish import GAME
from tests.example_title.go_fish.presenter import PRESENTER
from tests.example_title.positions import position

NAMES = ("Anne", "Benno", "Clara")


def log(state, seat, rank, reader=None):
    step = do(GAME, state, state.seat, {"type": "ask", "seat": seat, "rank": rank})
    return told(GAME, PRESENTER, step, NAMES[: len(state.hands)], reader)


def board(state, you):
    legal = GAME.legal_moves(state, you) if you is not None else ()
    return PRESENTER.board(GAME.observe(state, you), Scene(you, NAMES, legal, {}, 3, bool(legal)))


def test_everybody_reads_what_is_given_and_caught():
    assert log(position("7h Ks | 7c 7d 2h"), 1, "7") == ["Anne asks Benno for sevens and gets 7♣ and 7♦."]
    state = position("7h 7s 7c Ks | 2h", stock="7d")
    assert log(state, 1, "7") == [
        "Anne asks Benno for sevens. Go fish!", "Anne catches 7♦ and goes on.",
        "Anne lays down a book: all sevens.",
    ]  # fmt: skip


def test_only_the_drawing_seat_reads_what_it_drew():
    state = position("Kh | 2h", stock="As")
    assert log(state, 1, "king", reader=0)[1:] == ["Anne draws A♠."]
    assert log(state, 1, "king", reader=1)[1:] == log(state, 1, "king")[1:] == ["Anne draws a card."]


def test_the_log_of_a_finished_game_shows_what_was_drawn():
    """GF-8."""
    state = position("Kh | 2h", stock="As 3d", last=True)
    step = do(GAME, state, 0, {"type": "ask", "seat": 1, "rank": "king"})
    facts = GAME.recall(leave(GAME, step.state, 1).state, None, step.events[1])
    assert PRESENTER.sentence("drawn", facts, NAMES) == "Anne draws A♠."
    dealt = play.setup(GAME, 2, {}, b"seed").events[0]
    told = PRESENTER.sentence("dealt", GAME.recall(leave(GAME, state, 1).state, None, dealt), NAMES)
    assert told == "Everybody gets 7 cards."


def test_the_end_names_all_winners():
    step = leave(GAME, position("7h | 2h"), 1)
    assert told(GAME, PRESENTER, step, NAMES[:2]) == [
        "Benno leaves the game.", "The game is over. Anne wins.",
    ]  # fmt: skip
    assert (
        log(position("7h Ks | 7d"), 1, "7")[-1] == "The game is over. Anne and Benno share the first place."
    )


def test_a_button_for_every_legal_move():
    state = position("7h 7s Qc | 2h | 3h", books="| 10 |")
    shown = board(state, 0)
    assert [(group.heading, [str(button.label) for button in group.buttons]) for group in shown["groups"]] == [
        ("Ask Benno for", ["sevens", "queens"]), ("Ask Clara for", ["sevens", "queens"]),
    ]  # fmt: skip
    moves = [button.move for group in shown["groups"] for button in group.buttons]
    assert tuple(moves) == GAME.legal_moves(state, 0)
    assert board(state, 1)["groups"] == board(state, None)["groups"] == []


def test_the_lists_of_the_board():
    state = position("7h 7s Qc | 2h | 3h", books="| 10 jack |")
    own, books, stock = board(state, 0)["lines"]
    assert (str(own.label), own.text) == ("Your hand", "7♥, 7♠, Q♣")
    assert [(line.label, line.text) for line in books.lines] == [
        ("Anne", "none"), ("Benno", "tens, jacks"), ("Clara", "none"),
    ]  # fmt: skip
    assert (str(stock.label), stock.text) == ("Cards in the stock", "39")
    assert [str(line.label) for line in board(state, None)["lines"]] == ["Books", "Cards in the stock"]
