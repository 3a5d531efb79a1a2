"""What the board of Cardline is drawn from: the line, the reader's cards, everybody else's, and the backs after it."""

from typing import Any

from games.engine.presenter import Scene
from games.titles.cardline.deck import editions
from games.titles.cardline.observe import Face, View
from games.titles.cardline.presenter.choice import Choice, asked, choice_of, confirmation
from games.titles.cardline.presenter.faces import Portrait, portrait
from games.titles.cardline.presenter.line import jumps_of, latest_of, spots_of
from games.titles.cardline.presenter.words import TRAIT_NAMES, edition_name

__all__ = ["board"]

_LAST_SHUFFLE = 3  # CL-13


def board(view: View, scene: Scene) -> dict[str, Any]:
    """Everything that the templates of Cardline draw."""
    choice = choice_of(view, scene)
    is_over = view.outcome is not None
    return {
        "trait": TRAIT_NAMES[view.trait],
        "deck_name": "" if view.edition in editions() else edition_name(view.edition),
        "deck": view.deck,
        "knockout": view.knockout,
        "is_last_round": view.shuffles >= _LAST_SHUFFLE and not is_over,
        "is_over": is_over,
        "asked": asked(view, choice),
        "can_drop": choice.slot is not None or (choice.card is not None and not choice.is_given),
        "chosen": portrait(choice.card, view.trait) if choice.card else None,
        "move": confirmation(choice),
        "middle": (len(view.line) + 1) // 2,
        "spots": spots_of(view, scene, choice),
        "jumps": jumps_of(view),
        "latest": latest_of(view, scene),
        "hand": _hand(view, scene, choice),
        "seats": _seats(view, scene),
        "box": _by_value(view, view.box),
        "cards": _all_cards(view) if is_over else [],
    }


def _hand(view: View, scene: Scene, choice: Choice) -> list[dict[str, Any]]:
    """The reader's cards while the game runs; who is out has them among those of all seats."""
    if scene.you is None or view.outcome is not None or view.out[scene.you] is not None:
        return []
    slot = "" if choice.slot is None else f"&slot={choice.slot}"
    can_choose = bool(scene.legal) and not choice.is_given
    return [
        {
            "card": portrait(face, view.trait), "is_chosen": face == choice.card,
            "target": f"?card={face.id}{slot}" if can_choose and face != choice.card else "",
        }
        for face in view.hands[scene.you]
    ]  # fmt: skip


def _seats(view: View, scene: Scene) -> list[dict[str, Any]]:
    """The cards in front of each seat, fronts up."""
    return [
        {
            "seat": seat, "name": scene.names[seat], "is_mine": seat == scene.you,
            "is_out": view.out[seat] is not None, "cards": [portrait(face, view.trait) for face in hand],
        }
        for seat, hand in enumerate(view.hands)
    ]  # fmt: skip


def _by_value(view: View, faces: tuple[Face, ...]) -> list[Portrait]:
    return [
        portrait(face, view.trait) for face in sorted(faces, key=lambda face: (face.value or 0, face.name))
    ]


def _all_cards(view: View) -> list[Portrait]:
    """CL-9: with all traits and notes, by value of the trait that was played."""
    held = (face for hand in view.hands for face in hand)
    return _by_value(view, (*view.line, *view.box, *held, *(view.deck_cards or ())))
