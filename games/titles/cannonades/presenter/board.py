"""What the board of Cannonades is drawn from: the fleets, the hand, what is asked, and what lies beside."""

from typing import Any

from games.engine.presenter import Scene
from games.titles.cannonades.observe import View
from games.titles.cannonades.presenter.answers import answer_buttons, queue_of, reveal_buttons
from games.titles.cannonades.presenter.asked import asked_of
from games.titles.cannonades.presenter.buttons import buttons_of
from games.titles.cannonades.presenter.choice import Choice, choice_of
from games.titles.cannonades.presenter.faces import face, piled
from games.titles.cannonades.presenter.fleets import captains, fleet_of, is_playing
from games.titles.cannonades.presenter.hand import hand_of
from games.titles.cannonades.presenter.reach import within_range
from games.titles.cannonades.presenter.standing import (
    comparison_of,
    facts_of,
    set_up_of,
    stand_off_of,
    watching_of,
)

__all__ = ["board"]


def board(view: View, scene: Scene) -> dict[str, Any]:
    """Everything that the templates of Cannonades draw."""
    choice = choice_of(view, scene)
    return {
        **_standing(view, scene),
        **_fleets(view, scene, choice),
        **_to_do(view, scene, choice),
        **_beside(view, scene),
    }


def _standing(view: View, scene: Scene) -> dict[str, Any]:
    return {
        "facts": facts_of(view, scene.names),
        "set_up": set_up_of(view, scene),
        "stand_off": stand_off_of(view, scene.names),
        "watching": watching_of(view, scene.you),
        "queue": queue_of(view, scene.names),
        "is_over": view.outcome is not None,
    }


def _fleets(view: View, scene: Scene, choice: Choice) -> dict[str, Any]:
    you = scene.you
    return {
        "fleets": [fleet_of(view, scene, choice, seat) for seat in captains(view, scene)],
        "own": fleet_of(view, scene, choice, you) if you is not None and is_playing(view, you) else None,
        "hand": hand_of(view, scene, choice),
        "weapon": choice.weapon,
        "has_target": choice.at is not None,
    }


def _to_do(view: View, scene: Scene, choice: Choice) -> dict[str, Any]:
    return {
        "asked": asked_of(view, scene, choice),
        "is_answering": view.decision == "answering" and bool(scene.legal),
        "is_discarding": bool(choice.due and scene.legal),
        "answers": answer_buttons(view, scene),
        "reveals": reveal_buttons(view, scene),
        "attacker": scene.names[view.answers[0].against] if view.answers else "",
        "buttons": buttons_of(view, scene, choice),
        "cancel": _cancel(choice),
    }


def _beside(view: View, scene: Scene) -> dict[str, Any]:
    is_over = view.outcome is not None
    looks_out = scene.you is not None and is_playing(view, scene.you) and not is_over
    return {
        "discards": piled(view.discards),
        "in_range": within_range(view, scene.you, scene.names) if looks_out and scene.you is not None else [],
        "comparison": comparison_of(view, scene.names),
        "hands": _hands(view, scene) if is_over else [],
        "deck": piled(view.deck.cards or ()),
    }


def _cancel(choice: Choice) -> str:
    """The id of what was chosen, to which the keyboard goes back; empty if nothing is."""
    if choice.card is not None:
        return f"card-{choice.card}"
    if choice.own is not None:
        return f"own-{choice.own + 1}"
    if choice.at is not None:
        return f"at-{choice.at[0]}-{choice.at[1] + 1}"
    return "hand" if choice.discards else ""


def _hands(view: View, scene: Scene) -> list[dict[str, Any]]:
    """All hands, once they are shown."""
    return [
        {"name": scene.names[seat], "cards": [face(card) for card in hand.cards or ()]}
        for seat, hand in enumerate(view.hands)
        if hand.count
    ]
