"""The data of the board of Cannonades: the fleets, the hand, the question, and the contents beside them."""

from typing import Any

from games.engine.kit import ask_once
from games.engine.presenter import Scene
from games.titles.cannonades.observe import View
from games.titles.cannonades.presenter.answers import Queued, answer_buttons, may_reveal, queue_of
from games.titles.cannonades.presenter.asked import (
    asked_of,
    set_up_of,
    stand_off_of,
    turn_of,
    watching_of,
)
from games.titles.cannonades.presenter.buttons import buttons_of, finals_of
from games.titles.cannonades.presenter.choices import Picked, picked_by, seen_by_all, within_range
from games.titles.cannonades.presenter.fleets import captains, fleets_of, is_playing
from games.titles.cannonades.presenter.hand import hand_of
from games.titles.cannonades.presenter.words import counts_of, face, piled

__all__ = ["board"]


def board(view: View, scene: Scene) -> dict[str, Any]:
    """The context of Cannonades' templates."""
    picked = picked_by(view, scene)
    return {
        **_standing(view, scene),
        **_fleets(view, scene, picked),
        **_to_do(view, scene, picked),
        **_beside(view, scene),
    }


def _standing(view: View, scene: Scene) -> dict[str, Any]:
    return {
        "turn": turn_of(view, scene.names),
        "set_up": set_up_of(view, scene),
        "stand_off": stand_off_of(view, scene.names),
        "watching": watching_of(view, scene.you),
        "queue": _queue(view, scene),
        "deck_count": view.deck.count,
        "top": face(_top(view, scene)) if view.discards else None,
        "discard_count": len(view.discards),
        "is_quick": scene.is_quick,
        "orders": scene.orders,
        "is_over": view.outcome is not None,
    }


def _queue(view: View, scene: Scene) -> list[Queued]:
    """The open answers; if the reader is asked about the only one, the question shows it instead."""
    queue = queue_of(view, scene.names)
    return [] if scene.is_asked and len(queue) == 1 else queue


def _top(view: View, scene: Scene) -> str:
    """The top card of the discard pile: the latest one known to have gone there."""
    for _seat, events in scene.latest:
        for kind, facts in reversed(events):
            gone = facts.get("ship") if facts.get("sunk") else facts.get("card")
            if kind in ("shot", "boarded", "discarded", "cards-drawn") and gone in view.discards:
                return str(gone)
    return view.discards[-1]


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
    answers = answer_buttons(view, scene) if picked.reveal is None else []
    buttons, finals = buttons_of(view, scene, picked), finals_of(view, scene, picked)
    asked = ask_once(scene, [each for each in (*answers, *buttons, *finals) if each.is_final])
    by_id = {each.id: each for each in asked.buttons}
    words = {
        "asked": asked.question or asked_of(view, scene, picked),
        "is_answering": view.decision == "answering" and bool(scene.legal),
        "is_discarding": bool(picked.due and scene.legal),
        "attacker": scene.names[view.answers[0].against] if view.answers else "",
    }
    if asked.question:
        parts = {"answers": [], "buttons": [], "finals": list(asked.buttons), "may_reveal": False}
        return {**words, **parts, "cancel": "asked"}
    return {
        **words,
        "answers": [by_id.get(each.id, each) for each in answers],
        "may_reveal": may_reveal(scene) and picked.reveal is None,
        "buttons": [by_id.get(each.id, each) for each in buttons],
        "finals": [by_id.get(each.id, each) for each in finals],
        "cancel": _cancel(picked),
    }


def _beside(view: View, scene: Scene) -> dict[str, Any]:
    is_over = view.outcome is not None
    looks_out = scene.you is not None and is_playing(view, scene.you) and not is_over
    return {
        "counts": counts_of(view.ruleset, seen_by_all(view)),
        "in_range": within_range(view, scene.you, scene.names) if looks_out and scene.you is not None else [],
        "deck": piled(view.ruleset, view.deck.cards or ()),
    }


def _cancel(picked: Picked) -> str:
    """The id of the chosen element, to which the keyboard focus returns; empty if nothing is chosen."""
    if picked.card is not None:
        return f"card-{picked.card}"
    if picked.own is not None:
        return f"own-{picked.own + 1}"
    if picked.reveal is not None:
        return "asked"
    if picked.at is not None:
        return f"at-{picked.at[0]}-{picked.at[1] + 1}"
    return "hand" if picked.discards else ""
