"""What the board of 20,000 Miles under the Sea is drawn from."""

from typing import Any

from django.utils.translation import gettext as _

from games.engine.codec import dump_move
from games.engine.contract import Seat
from games.engine.presenter import Scene
from games.titles.nautilus.observe import View
from games.titles.nautilus.presenter.asked import asked, button_label
from games.titles.nautilus.presenter.choice import Choice, choice_of
from games.titles.nautilus.presenter.counts import counts_of
from games.titles.nautilus.presenter.holdings import beside, hand_of, specials_of
from games.titles.nautilus.presenter.look import look_of
from games.titles.nautilus.presenter.offers import at_once, beginnings, step_buttons
from games.titles.nautilus.presenter.picking import groups_of
from games.titles.nautilus.presenter.preview import preview_of
from games.titles.nautilus.presenter.scoreboard import scoreboard
from games.titles.nautilus.presenter.sea import sea
from games.titles.nautilus.presenter.turn import actors

__all__ = ["board"]

TURNS = 12  # in a round at most (NA-16)


def board(view: View, scene: Scene) -> dict[str, Any]:
    """Everything that the templates of this title draw."""
    choice = choice_of(view, scene)
    preview = preview_of(view, scene, choice)
    look = look_of(
        scene, choice, [step.token for step in preview.steps] if preview and preview.is_marked else ()
    )
    boards = [scoreboard(view, scene, look, seat) for seat in _own_first(view, scene)]
    return {
        "is_over": view.outcome is not None,
        "asked": asked(view, scene, choice),
        "move": _confirmation(choice),
        "sea": sea(view, look),
        "preview": preview,
        "turn": _turn(view, scene),
        "hand": hand_of(view, scene, choice),
        "specials": specials_of(view, scene, choice),
        "steps": step_buttons(view, scene, choice),
        "begin": beginnings(choice),
        "at_once": at_once(view, scene, choice),
        "groups": groups_of(view, scene, choice),
        "boards": boards,
        "counts": counts_of(view, scene.names),
        "is_count_new": view.outcome is not None or view.round_turn == 1,
        "beside": beside(view, scene),
    }


def _own_first(view: View, scene: Scene) -> list[Seat]:
    return sorted(view.order, key=lambda seat: seat != scene.you)


def _confirmation(choice: Choice) -> dict[str, str] | None:
    """The button that makes the chosen move."""
    if choice.move is None:
        return None
    return {"json": dump_move(choice.move), "label": button_label(choice.move)}


def _turn(view: View, scene: Scene) -> dict[str, Any]:
    """Round, turn and stage, and everybody's part in it."""
    return {
        "round": view.round, "rounds": view.rounds, "turn": view.round_turn, "turns": TURNS,
        "is_closing": view.closing,
        "actors": actors(view, scene), "stage": _stage(view),
    }  # fmt: skip


def _stage(view: View) -> str:
    if view.sailing is not None:
        return _("Stage 2 of 2, sailing: everybody carries out the card, in the new order.")
    if view.commit == "sealed":
        return _("Stage 1 of 2, cards: everybody commits a card face down, all at the same time.")
    return _("Stage 1 of 2, cards: everybody commits a card face up, in the order of the number chips.")
