"""20,000 Miles under the Sea in words: the log, the question, previews, and scoreboards that explain themselves."""

import pytest

from games.titles.nautilus import GAME
from games.titles.nautilus.cards import CHIPS
from games.titles.nautilus.explain import places_in_order
from games.titles.nautilus.ocean import Submarine
from games.titles.nautilus.presenter import PRESENTER
from tests.engine.positions import Case, begin, random_game
from tests.titles.nautilus.pages import NAMES, drawn
from tests.titles.nautilus.positions import (
    SKIP,
    TWO_BOARDS,
    commit,
    committed,
    done,
    holding,
    leave,
    position,
    sea_with,
    see,
    steer,
)

GAMES = [
    (Case(GAME, seats, {"rounds": rounds, "commit": mode}), number)
    for seats, rounds, mode, number in ((2, 3, "open", 1), (3, 5, "sealed", 2), (4, 3, "open", 3), (4, 5, "sealed", 4))
]  # fmt: skip
games = pytest.mark.parametrize(("case", "number"), GAMES, ids=[str(case) for case, _ in GAMES])
ROW_1 = "B1-squid-shark-1 W1-pearl-1 W2-wild-1"  # four pictures by three chips


def tell(kind, **facts):
    return PRESENTER.sentence(kind, {"seat": 0, "turn": 0, **facts}, NAMES[:2])


def prompt(state, seat=0):
    return str(PRESENTER.prompt(see(state, seat), seat))


def viewers(state):
    return (None, *range(len(state.boards)))


# The log


@games
def test_every_event_of_a_game_has_a_sentence_for_everybody(case, number):
    told = {}
    steps = [begin(case, number)[1], *(ply.step for ply in random_game(case, number, leavers=True))]
    for step in steps:
        for viewer in viewers(step.state):
            for event in step.events:
                facts = GAME.recall(step.state, viewer, event)
                told[event.type] = PRESENTER.sentence(event.type, facts, NAMES[: case.seats])
    assert told.keys() <= PRESENTER.sentence.table.keys()
    assert all(told[kind].endswith(".") for kind in told if kind != "turn-ended")
    assert not any(name in words for words in told.values() for name in ("white-", "blue-", "special-", "%("))


def test_only_its_owner_reads_a_sealed_card():
    state = position("|", commit="sealed", owned="bell|")
    step = GAME.apply(state, 0, GAME.legal_moves(state, 0)[-1], None)
    (event,) = step.events
    told = [
        PRESENTER.sentence(event.type, GAME.recall(step.state, viewer, event), NAMES)
        for viewer in (0, 1, None)
    ]
    assert told[0] == "Anne plays Current 12 with Bell."
    assert told[1] == told[2] == "Anne plays a card face down."


@pytest.mark.parametrize(
    ("kind", "facts", "words"),
    [
        ("arrow-spent", {"chip": "blue-1-arrow-1"}, "Anne has already used this arrow."),
        ("star-removed", {"chip": "blue-1-star-1", "place": [2, -1]},
         "Stars block every step, so the star at C\N{NO-BREAK SPACE}−1 is removed."),
        ("steered", {"axis": "depth", "step": 1, "by": "arrow", "place": [0, 0], "empty": True},
         "Arrow: Anne rises to A\N{NO-BREAK SPACE}0. There is no chip there."),
        ("special-gained", {"card": "special-bell", "top": None, "chip": "white-1-anchor-1", "place": [0, 0]},
         "Anne trades the anchor for Bell. That was the last special card."),
        ("left", {"specials": ["special-globe"]},
         "Anne leaves the game. These special cards go back under the pile: Globe."),
    ],
)  # fmt: skip
def test_rare_events_have_sentences_too(kind, facts, words):
    assert tell(kind, **facts) == words


def test_the_round_score_lists_every_part():
    state = committed(position(f"{ROW_1} W1-squid-1|", round=1, closing=True), "sailor-2", "sailor-2")
    step = GAME.apply(done(state, (0, SKIP)), 1, GAME.legal_moves(done(state, (0, SKIP)), 1)[-1], None)
    counted = next(event for event in step.events if event.type == "round-counted")
    assert PRESENTER.sentence("round-counted", counted.public, NAMES) == (
        "Round 1 is over: a row is full. Anne scores 70 for 4 pictures, 25 for number chip 1, 95 in total. "
        "Benno scores 0 for 0 pictures, −20 for a row that is not full, 15 for number chip 2, −5 in total."
    )


# What is asked


@games
def test_every_question_says_what_to_do(case, number):
    for ply in random_game(case, number, leavers=True):
        for seat in GAME.to_act(ply.before):
            assert prompt(ply.before, seat).endswith((".", "!"))
        assert len(PRESENTER.tallies(see(ply.before, None), 0)) in (0, 2, 3)


def test_prompts_say_what_each_answer_does():
    anchor = done(
        committed(position(ocean=sea_with(below="W1-anchor-1")), "depth-4", "sailor-2"),
        (0, steer("depth", -1)),
    )
    assert prompt(anchor) == "An anchor! Keep it as a chip, or trade it for Special Sailor."
    full = position("W1-squid-1 W1-squid-2 W1-coral-1 W1-coral-2|", ocean=sea_with(below="W1-anchor-1"))
    told = prompt(done(committed(full, "depth-4", "sailor-2"), (0, steer("depth", -1))))
    assert told == "An anchor! Your row is full, so you can only trade the anchor for Special Sailor."
    arrow = position(ocean=sea_with(below="(B2-arrow-1)"))
    assert "An arrow!" in prompt(done(committed(arrow, "depth-4", "sailor-2"), (0, steer("depth", -1))))


def test_both_cards_are_asked_for_in_either_order():
    state = holding("globe", card="depth-4")
    assert prompt(state) == "Use Depth 4 and Globe, in either order."
    assert prompt(done(state, (0, steer("depth", -1)))) == "Now use Globe, or give it up."
    assert prompt(done(state, (0, {"type": "skip-special"}))) == "Depth 4: steer up or down."
    assert "as any hand card" in prompt(holding("thermostat"))
    barred = holding("bell", card="depth-4", ocean=sea_with(below="B2-star-1"))
    assert prompt(barred).startswith("Every step of Depth 4 is blocked: use Bell first")


# Before a card is committed


def test_a_card_shows_where_each_of_its_steps_would_lead():
    state = position("|", ocean=sea_with(below="(B2-arrow-1)"), submarine=Submarine("N", -1, 0))
    board = drawn(state, do="commit", p1="depth-10")
    assert board["asked"] == (
        "Depth 10: the other cards decide when you sail. If the submarine is still here, "
        "you can steer to A\N{NO-BREAK SPACE}0 (nothing) or to A\N{NO-BREAK SPACE}−2 (nothing). "
        "You can't take back a card that you've played."
    )
    assert board["preview"].condition == "If the submarine is still here:"
    assert [place.token for place in board["sea"]["places"] if place.is_marked] == ["o0-0", "o0-2"]


def test_previews_name_no_face_down_chip():
    board = drawn(position("|", ocean=sea_with(below="(B2-shark-coral-1)")), do="commit", p1="depth-10")
    (step,) = board["preview"].steps
    assert step.finds == "a face-down chip (blue 2), which you turn up"
    assert step.face.icons == ()


@pytest.mark.parametrize(
    ("below", "boards", "finds"),
    [
        ("W2-coral-1", "|", "Coral, for row 1, column 1"),
        (
            "W2-coral-1",
            "W1-squid-1 W1-squid-2 W1-coral-1 W1-coral-2|",
            "Coral, which stays there because your row is full",
        ),
        ("W2-anchor-1", "|", "Anchor, for row 1, column 1 or to trade for Special Sailor"),
        ("B2-arrow-1", "|", "Arrow: one more step of any kind"),
        ("B2-star-1", "|", "blocked by a star"),
        (".", "|", "no chip there"),
    ],
)
def test_a_preview_says_what_happens_to_the_chip_there(below, boards, finds):
    board = drawn(position(boards, ocean=sea_with(below=below)), do="commit", p1="depth-10")
    (step,) = board["preview"].steps
    assert step.finds == finds
    assert len(step.then) == (6 if "more step" in finds else 0)


def test_the_last_to_commit_learns_that_it_may_sail_at_once():
    state = committed(position("|", ocean=sea_with(below="W2-coral-1")), "sailor-2")
    told = drawn(state, 1, do="commit", p1="depth-4")
    assert told["asked"].startswith("Depth 4: you sail first, right away, because everyone else has played.")
    assert told["preview"].condition == ""
    later = drawn(state, 1, do="commit", p1="thermostat-1")
    assert later["asked"].startswith("Thermostat 1: you sail last.")
    assert later["preview"].condition == "If the submarine is still here:"


def test_committed_cards_can_be_viewed_while_others_act():
    state = committed(position("|"), "depth-4")
    assert drawn(state, 0)["preview"].title == "Depth 4"
    assert drawn(state, 0)["preview"].condition == "If the submarine is still here:"
    assert drawn(state, None)["preview"].title == "All steps from here"


def test_the_order_is_shown_as_far_as_cards_are_open():
    def places(state, seat, card, special=None):
        return places_in_order(see(state, seat), seat, card, special)

    state = position("||")
    assert places(state, 0, "current-12") == (1, 1)  # of equal ones, the earlier is first
    assert places(state, 2, "current-12") == (1, 3)
    assert places(state, 0, "thermostat-1") == (1, 3)
    assert places(committed(state, "course-8"), 1, "course-8") == (2, 3)
    reverse = position("||", owned="|reverse|")
    assert places(reverse, 0, "current-12") == (1, 3)
    assert places(reverse, 1, "current-12", "special-reverse") == (2, 3)
    assert places(committed(reverse, "depth-4", "course-5+reverse"), 2, "thermostat-1") == (1, 1)


def test_another_seats_sealed_card_reveals_nothing_about_the_order():
    state = position("|", commit="sealed")
    dull, bold = (done(state, (1, commit(card))) for card in ("thermostat-1", "current-12"))
    assert drawn(dull, 0, do="commit", p1="depth-7") == drawn(bold, 0, do="commit", p1="depth-7")
    assert drawn(dull, None) == drawn(bold, None)
    assert [actor.state for actor in drawn(dull, 0)["turn"]["actors"]] == [
        "choosing a card",
        "card face down",
    ]


# Two stages


def test_the_turn_shows_who_acts_and_who_has_acted():
    state = committed(position("||", owned="bell||"), "depth-4+bell", "course-5", "sailor-2")
    turn = drawn(state, 0)["turn"]
    assert turn["stage"].startswith("Stage 2 of 2")
    told = [(actor.name, actor.card, actor.special_state, actor.state) for actor in turn["actors"]]
    assert told == [
        ("Benno", "Course 5", "", "sailing now"),
        ("Anne", "Depth 4", "not used yet", "waiting to sail"),
        ("Clara", "Sailor 2", "", "waiting to sail"),
    ]
    assert [actor.is_acting for actor in turn["actors"]] == [True, False, False]


def test_a_leaver_has_no_part_in_the_turn_and_no_board():
    board = drawn(leave(position("||"), 1), 1)
    assert [actor.name for actor in board["turn"]["actors"]] == ["Anne", "Clara"]
    assert [one.name for one in board["boards"]] == ["Anne", "Clara"]


# Scoreboards


def test_a_row_shows_matches_gaps_and_the_next_chips_square():
    board = drawn(position("W1-squid-1 W1-harpoon-1|"))["boards"][0]
    row = board.rows[0]
    assert (row.points, row.told) == ("−5", "1 picture: 5. 2 of 4 chips: −10. Missing: Shark, Pearl, Coral.")
    assert [picture.is_matched for picture in row.pictures] == [True, False, False, False]
    assert [cell.column for cell in row.cells if cell.is_next] == [3]
    assert board.now == "−5 for the row, 25 for number chip 1, 20 points in total"


def test_rows_and_columns_say_what_a_wild_counts_as():
    board = drawn(position(f"{ROW_1} ; W1-squid-1 . W1-pearl-2|", round=2, counts=()))["boards"][0]
    told = drawn(position(f"{ROW_1}|"))["boards"][0].rows[0].told
    assert told == "4 pictures: 70. Wild as Coral. 3 of 4 chips: −5."
    first, _, third, _ = board.columns
    assert first.lines == ["3 × Squid: 16", "1 × Shark: 0"]  # the printed one among them
    assert first.gains.startswith("One more: Squid +16")
    assert third.lines == ["2 × Pearl: 6", "Wild as Pearl"]


def test_a_full_row_says_that_no_more_is_taken():
    board = drawn(position("W1-squid-1 W1-squid-2 W1-coral-1 W1-coral-2|"))["boards"][0]
    assert board.is_full
    assert not any(cell.is_next for row in board.rows for cell in row.cells)


def test_swaps_show_what_they_are_worth():
    state = committed(
        position("W1-squid-1 W1-coral-1 ; W1-coral-2 W1-squid-2|", round=2), "sailor-2", "thermostat-1"
    )
    worse = drawn(state, do="swap", p1="b0-1-2", p2="b0-2-2")["asked"]
    assert worse.startswith("Coral (row 1, column 2) and Squid (row 2, column 2) swap places.")
    assert worse.endswith("Your row and columns would score −4 instead of 1.")
    same = drawn(state, do="swap", p1="b0-1-2", p2="b0-2-1")["asked"]
    assert same.endswith("Your row and columns would still score 1.")


def test_a_finished_round_is_counted_line_by_line():
    state = committed(position(f"{ROW_1} W1-squid-1|", closing=True), "sailor-2", "sailor-2")
    (count,) = drawn(done(state, (0, SKIP), (1, SKIP)))["counts"]
    lines = {line.label: line.parts[0] for line in count["lines"]}
    assert [item.label for item in lines["Pictures"].items] == ["Squid", "Shark", "Pearl", "Wild as Coral"]
    assert {label: part.points for label, part in lines.items()} == {
        "Pictures": "70", "Row not full": "0", "Number chip": "25", "This round": "95",
    }  # fmt: skip


def test_every_chip_has_a_drawing_and_a_name():
    two = drawn(position(TWO_BOARDS))["boards"]
    faces = [cell.face for one in two for row in one.rows for cell in row.cells if cell.face]
    assert {face.name for face in faces} >= {"Squid (white 1)", "Wild (white 2)"}
    assert {chip.kind for chip in CHIPS.values()} == {"symbol", "anchor", "wild", "star", "arrow"}
