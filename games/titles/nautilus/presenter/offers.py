"""What the bar offers: moves that are made at once, and moves that are begun there and picked step by step."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.codec import dump_move
from games.engine.presenter import Scene, Text
from games.titles.nautilus.cards import CardId, SpecialId
from games.titles.nautilus.observe import Committed, View
from games.titles.nautilus.presenter.choice import Choice, query_of
from games.titles.nautilus.presenter.steps import Step, step_to
from games.titles.nautilus.presenter.words import SPECIAL_NAMES, card_name
from games.titles.nautilus.state import Anchor, Globe, Skip, SkipSpecial, Steer

__all__ = ["Button", "StepButton", "at_once", "beginnings", "step_buttons"]


@dataclass(frozen=True)
class Button:
    """A move that is made at once, or, with a query in place of it, one that is begun."""

    id: str
    label: Text
    json: str = ""
    query: str = ""


@dataclass(frozen=True)
class StepButton:
    """A step that is made at once."""

    id: str
    step: Step
    json: str


_BEGINNINGS: dict[str, Text] = {
    "swap": gettext_lazy("Swap two chips"),
    "trade": gettext_lazy("Trade chips"),
    "shift": gettext_lazy("Special Sailor: move a chip"),
    "fish": gettext_lazy("Special Helmet: fish a chip"),
    "ring": gettext_lazy("Bell: take a chip"),
    "globe": gettext_lazy("Globe: one more step"),
    "renumber": gettext_lazy("Numbers: deal the number chips"),
}


def mine(view: View) -> Committed | None:
    """What the reader has committed in this turn."""
    return next((commit for commit in view.commits if commit.seat == view.you), None)


def step_buttons(view: View, scene: Scene, choice: Choice) -> list[StepButton]:
    """Steps: those of the hand card or the arrow, unless the globe is being used."""
    if choice.picked or choice.kind not in ("", "steer", "globe"):
        return []
    wanted = Globe if choice.kind == "globe" else Steer
    moves = [move for move in scene.legal if isinstance(move, wanted)]
    steps = [(move, step_to(view, move.axis, move.step)) for move in moves]
    return [StepButton(f"steer-{step.icon}", step, dump_move(move)) for move, step in steps]


def beginnings(choice: Choice) -> list[Button]:
    """Moves to begin, where there is more than one kind; steps of the hand card have buttons of their own."""
    if choice.kind:
        return []
    return [
        Button(f"begin-{kind}", _BEGINNINGS[kind], query=query_of(kind, ()))
        for kind in choice.kinds
        if kind in _BEGINNINGS
    ]


def at_once(view: View, scene: Scene, choice: Choice) -> list[Button]:
    """Anchors, and what gives a card up; nothing of it while something else is being picked."""
    if choice.is_begun:
        return []
    found = (_at_once(view, move) for move in scene.legal)
    return [button for button in found if button is not None]


def _at_once(view: View, move: Any) -> Button | None:
    committed = mine(view)
    match move:
        case Anchor("board"):
            return Button("anchor-board", _("Put it on your board"), dump_move(move))
        case Anchor():
            special = SPECIAL_NAMES[view.special_top or ""]
            return Button("anchor-card", _("Give it for %(special)s") % {"special": special}, dump_move(move))
        case Skip():
            return Button("skip", _give_up_hand(committed.card if committed else None), dump_move(move))
        case SkipSpecial():
            return Button("skip-special", _give_up(committed.special if committed else None), dump_move(move))
        case _:
            return None


def _give_up_hand(card: CardId | None) -> str:
    return _("Do nothing with %(card)s") % {"card": card_name(card)} if card else _("Do nothing")


def _give_up(special: SpecialId | None) -> str:
    return _("Give up %(special)s") % {"special": SPECIAL_NAMES[special]} if special else _("Give it up")
