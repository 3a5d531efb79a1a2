"""What the board of Captivate is drawn from: field, hand, the choice under way, and what lies beside."""

from typing import Any

from django.utils.translation import gettext as _

from games.engine.codec import dump_move
from games.engine.presenter import Scene
from games.titles.captivate.cards import CardId
from games.titles.captivate.observe import View
from games.titles.captivate.presenter.choice import asked, choice_of, confirmation
from games.titles.captivate.presenter.faces import by_value, face, faces, spoken
from games.titles.captivate.presenter.field import rows_of
from games.titles.captivate.presenter.words import HAND_NAMES
from games.titles.captivate.state import Capture, End, Play, Throw

__all__ = ["board"]


def board(view: View, scene: Scene) -> dict[str, Any]:
    """Everything that the templates of Captivate draw."""
    choice = choice_of(view, scene)
    return {
        "rows": rows_of(view, scene, choice),
        "asked": asked(view, choice),
        "chosen": face(choice.card) if choice.card else None,
        "move": confirmation(view, choice),
        "end": dump_move(End()) if End() in scene.legal else "",
        "hand": _hand(view, scene, choice.card),
        "throws": _throws(scene),
        "throwing": _throwing(view, scene),
        "is_over": bool(view.reason),
        "strict": view.memory == "strict",
        "deck": view.deck.count,
        "deck_cards": faces(view.deck),
        "set_aside": view.set_aside.count,
        "set_aside_cards": faces(view.set_aside),
        "last_turns": None if view.awaited is None else [scene.names[seat] for seat in view.awaited],
        "holdings": _holdings(view, scene),
    }


def _hand(view: View, scene: Scene, chosen: CardId | None) -> list[dict[str, Any]]:
    """The reader's hand while it is played; once play has ended, all hands stand among the holdings."""
    if scene.you is None or view.reason:
        return []
    usable = {move.card for move in scene.legal if isinstance(move, Play | Capture)}
    return [
        {
            "face": face(card), "is_chosen": card == chosen, "target": f"?card={card}" if card in usable else "",
            "label": _("%(card)s, chosen") % {"card": spoken(card)} if card == chosen else spoken(card),
        }
        for card in sorted(view.hands[scene.you].cards or (), key=by_value)
    ]  # fmt: skip


def _holdings(view: View, scene: Scene) -> list[dict[str, Any]]:
    """What lies before each seat: its points pile, and its hand and score once they are shown."""
    return [
        {
            "seat": seat, "name": scene.names[seat], "has_left": seat in view.left,
            "pile": pile.count, "value": pile.value, "pile_cards": faces(pile),
            "hand": hand.count, "hand_value": hand.value, "hand_cards": faces(hand),
            "score": view.scores[seat] if view.scores is not None else None,
        }
        for seat, (pile, hand) in enumerate(zip(view.piles, view.hands, strict=True))
    ]  # fmt: skip


def _throws(scene: Scene) -> list[dict[str, Any]]:
    return [
        {"json": dump_move(move), "hand": move.hand, "label": HAND_NAMES[move.hand]}
        for move in scene.legal
        if isinstance(move, Throw)
    ]


def _throwing(view: View, scene: Scene) -> dict[str, Any] | None:
    throws = view.throwing
    if throws is None or view.outcome is not None:
        return None
    waiting = [scene.names[seat] for seat in throws.still_in if seat not in throws.thrown]
    mine = HAND_NAMES[throws.mine] if throws.mine else ""
    return {"still_in": [scene.names[seat] for seat in throws.still_in], "waiting": waiting, "mine": mine}
