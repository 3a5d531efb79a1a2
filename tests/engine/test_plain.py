"""The plain board works for every title, and a title's own words replace plain names."""

from dataclasses import replace
from typing import Literal

import msgspec
import pytest

from games.engine.codec import load_move
from games.engine.kit import PlainBoard, plain_sentence, player
from games.engine.presenter import Scene
from tests.engine.positions import every_case, random_game

NAMES = ("Anne", "Benno", "Clara", "David", "Emil", "Fritz", "Gerda", "Hans")


class Pile(msgspec.Struct, frozen=True):
    count: int
    cards: tuple[str, ...] | None = None


class View(msgspec.Struct, frozen=True):
    you: int | None = 0
    seat: int = 1
    phase: Literal["draw", "play"] = "draw"
    is_last: bool = False
    hand: tuple[str, ...] = ("red-1", "blue-2")
    empty: tuple[str, ...] = ()
    piles: tuple[Pile, ...] = (Pile(2, ("red-7",)), Pile(3))
    grid: tuple[tuple[int, ...], ...] = ((1, 2), (3, 4))
    scores: tuple[int | None, ...] = (5, None)
    hidden: str | None = None
    reason: str = ""


class Draw(msgspec.Struct, frozen=True, tag="draw"):
    pass


class Give(msgspec.Struct, frozen=True, tag="give-away"):
    card: str
    to_seat: int
    also: str | None = None


LEGAL = (Draw(), Give("red-1", 1), Give("blue-2", 1, "red-1"))


def scene(*legal):
    return Scene(0, NAMES[:2], legal, {}, 2, bool(legal), is_quick=True, is_final=lambda move: False)


def said(lines):
    """Return lines as pairs of label and text, or label and further lines."""
    return {str(line.label): said(line.lines) if line.lines else str(line.text) for line in lines}


def shown(board, view=None):
    return said(board(view or View(), scene())["lines"])


def buttons(board, *legal):
    groups = board(View(), scene(*legal))["groups"]
    return [(str(group.heading), [str(button.label) for button in group.buttons]) for group in groups]


def test_a_title_without_texts_is_shown_by_its_own_names():
    assert shown(PlainBoard()) == {
        "Seat": "1", "Phase": "draw", "Is last": "no", "Hand": "red-1, blue-2", "Empty": "none",
        "Piles": {"1": {"Count": "2", "Cards": "red-7"}, "2": {"Count": "3"}},
        "Grid": {"1": "1, 2", "2": "3, 4"},
        "Scores": "5, –",
    }  # fmt: skip
    assert buttons(PlainBoard(), *LEGAL) == [
        ("", ["draw", "give away (card red-1, to seat 1)", "give away (card blue-2, to seat 1, also red-1)"])
    ]


def test_labels_choose_the_fields_and_their_order():
    labels = {
        "hand": "Cards of yours",
        "piles": "Stacks",
        "count": "high",
        "seat": "On turn",
        "no_such": "Nothing",
    }
    assert shown(PlainBoard(labels)) == {
        "Cards of yours": "red-1, blue-2",
        "Stacks": {"1": {"high": "2"}, "2": {"high": "3"}},
        "On turn": "1",
    }


def test_values_by_seat_have_the_seats_names_and_are_spelled_out():
    board = PlainBoard(
        {"seat": "On turn", "hand": "Hand", "scores": "Score", "piles": "Stacks", "cards": "with"},
        by_seat={"scores", "piles"},
        spelling={
            "seat": player,
            "cards": lambda card, names: card.upper(),
            "hand": lambda card, names: f"*{card}",
        },
    )
    assert shown(board) == {
        "On turn": "Benno", "Hand": "*red-1, *blue-2", "Score": {"Anne": "5", "Benno": "–"},
        "Stacks": {"Anne": {"with": "RED-7"}, "Benno": ""},
    }  # fmt: skip


def test_moves_are_grouped_under_the_titles_headings():
    board = PlainBoard(
        button=lambda move, names: getattr(move, "card", "Draw"),
        group=lambda move, names: f"Give {names[move.to_seat]}" if isinstance(move, Give) else "",
    )
    assert buttons(board, *LEGAL) == [("", ["Draw"]), ("Give Benno", ["red-1", "blue-2"])]
    found = board(View(), scene(*LEGAL))["groups"]
    ids = [button.id for group in found for button in group.buttons]
    assert len(set(ids)) == len(ids)
    assert found[1].buttons[0].json == '{"type":"give-away","card":"red-1","to_seat":1,"also":null}'


def test_an_event_is_described_by_its_facts():
    facts = {
        "seat": 1,
        "rank": 7,
        "cards": ["red-1", "red-2"],
        "to": None,
        "is_last": True,
        "at": {"x": 1, "y": [2]},
    }
    assert plain_sentence("asked-for", facts, NAMES) == (
        "Benno: asked for (rank 7, cards red-1, red-2, is last yes, at x 1, y 2)."
    )
    assert plain_sentence("shuffled", {}, NAMES) == "shuffled."
    assert plain_sentence("left", {"seat": 0}, NAMES) == "Anne: left."


@pytest.mark.parametrize("case", every_case(), ids=str)
def test_every_title_can_be_played_on_a_plain_board(case):
    """Each move has exactly one button; every event has a sentence."""
    game, board = case.game, PlainBoard()
    for ply in list(random_game(case, 8, leavers=True))[::3]:
        for seat in (None, *range(case.seats)):
            legal = () if seat is None else game.legal_moves(ply.before, seat)
            view = game.observe(ply.before, seat)
            drawn = board(view, replace(scene(*legal), you=seat, names=NAMES[: case.seats]))
            pressed = [button for group in drawn["groups"] for button in group.buttons]
            assert tuple(load_move(game, button.json) for button in pressed) == legal
            assert len({str(button.label) for button in pressed}) == len(legal)
            assert said(drawn["lines"])
            for event in ply.step.events:
                assert plain_sentence(event.type, game.recall(ply.step.state, seat, event), NAMES).endswith(
                    "."
                )
