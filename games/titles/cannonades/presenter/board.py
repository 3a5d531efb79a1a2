"""What the board of Cannonades is drawn from: the fleets, the hand, what is asked, and what lies beside it."""

from typing import Any

from games.engine.presenter import Scene
from games.titles.cannonades.observe import View
from games.titles.cannonades.presenter.asked import (
    asked_of,
    facts_of,
    set_up_of,
    stand_off_of,
    watching_of,
)
from games.titles.cannonades.presenter.buttons import answer_buttons, buttons_of, queue_of, reveal_buttons
from games.titles.cannonades.presenter.choices import Picked, picked_by, within_range
from games.titles.cannonades.presenter.fleets import captains, fleets_of, hand_of, is_playing
from games.titles.cannonades.presenter.words import face, piled

__all__ = ["board"]


def board(view: View, scene: Scene) -> dict[str, Any]:
    """Everything that the templates of Cannonades draw."""
    picked = picked_by(view, scene)
    return {
        **_standing(view, scene),
        **_fleets(view, scene, picked),
        **_to_do(view, scene, picked),
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


def _fleets(view: View, scene: Scene, picked: Picked) -> dict[str, Any]:
    you = scene.you
    return {
        "fleets": fleets_of(view, scene, picked, captains(view, scene)),
        "own": fleets_of(view, scene, picked, [you])[0]
        if you is not None and is_playing(view, you)
        else None,
        "hand": hand_of(view, scene, picked),
        "weapon": picked.weapon,
        "has_target": picked.at is not None,
    }


def _to_do(view: View, scene: Scene, picked: Picked) -> dict[str, Any]:
    return {
        "asked": asked_of(view, scene, picked),
        "is_answering": view.decision == "answering" and bool(scene.legal),
        "is_discarding": bool(picked.due and scene.legal),
        "answers": answer_buttons(view, scene),
        "reveals": reveal_buttons(view, scene),
        "attacker": scene.names[view.answers[0].against] if view.answers else "",
        "buttons": buttons_of(view, scene, picked),
        "cancel": _cancel(picked),
    }


def _beside(view: View, scene: Scene) -> dict[str, Any]:
    is_over = view.outcome is not None
    looks_out = scene.you is not None and is_playing(view, scene.you) and not is_over
    return {
        "discards": piled(view.discards),
        "in_range": within_range(view, scene.you, scene.names) if looks_out and scene.you is not None else [],
        "hands": _hands(view, scene) if is_over else [],
        "deck": piled(view.deck.cards or ()),
    }


def _cancel(picked: Picked) -> str:
    """The id of the chosen element, to which the keyboard goes back; empty if nothing is chosen."""
    if picked.card is not None:
        return f"card-{picked.card}"
    if picked.own is not None:
        return f"own-{picked.own + 1}"
    if picked.at is not None:
        return f"at-{picked.at[0]}-{picked.at[1] + 1}"
    return "hand" if picked.discards else ""


def _hands(view: View, scene: Scene) -> list[dict[str, Any]]:
    """All hands, once they are shown."""
    return [
        {"name": scene.names[seat], "cards": [face(card) for card in hand.cards or ()]}
        for seat, hand in enumerate(view.hands)
        if hand.count
    ]
