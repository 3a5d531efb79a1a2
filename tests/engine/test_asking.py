"""Buttons that ask before they make a move."""

import msgspec
import pytest

from games.engine.kit import PlainBoard, ask_once, press
from games.engine.presenter import Scene


class Draw(msgspec.Struct, frozen=True, tag="draw"):
    pass


class Skip(msgspec.Struct, frozen=True, tag="skip"):
    pass


BUTTONS = [press("draw", "Draw", Draw()), press("skip", "Pass", Skip())]


def asked(is_quick, **choice):
    scene = Scene(0, ("Anne",), (), choice, 1, True, is_quick=is_quick, is_final=lambda move: move == Draw())
    found = ask_once(scene, BUTTONS)
    return found.question, [(each.id, each.json or each.href) for each in found.buttons]


DRAW, SKIP = '{"type":"draw"}', '{"type":"skip"}'


@pytest.mark.parametrize(
    ("is_quick", "choice", "question", "buttons"),
    [
        (True, "", "", [("draw", "?sure=draw"), ("skip", SKIP)]),
        (True, "draw", "Draw? You can't take this back.", [("confirm", DRAW)]),
        (True, "skip", "", [("draw", "?sure=draw"), ("skip", SKIP)]),
        (False, "", "", [("draw", "?sure=draw"), ("skip", "?sure=skip")]),
        (False, "skip", "Pass?", [("confirm", SKIP)]),
        (False, "nonsense", "", [("draw", "?sure=draw"), ("skip", "?sure=skip")]),
    ],
)
def test_a_final_move_is_confirmed_once(is_quick, choice, question, buttons):
    assert asked(is_quick, **({"sure": choice} if choice else {})) == (question, buttons)


def test_a_plain_board_asks_players_who_want_to_confirm():
    def board(choice):
        scene = Scene(0, ("Anne",), (Draw(), Skip()), choice, 1, True, is_final=lambda move: move == Draw())
        return PlainBoard(button=lambda move, names: type(move).__name__)(Skip(), scene)

    first = board({})["groups"][0].buttons
    assert [(each.label, each.json, each.href) for each in first] == [
        ("Draw", "", "?sure=move-0"), ("Skip", "", "?sure=move-1"),
    ]  # fmt: skip
    then = board({"sure": "move-1"})
    assert then["asked"] == "Skip?" and [each.json for each in then["groups"][0].buttons] == [SKIP]
