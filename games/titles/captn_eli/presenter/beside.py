"""What lies beside the Sea Grid: cards out of the game, squads, and what the keywords mean."""

from typing import Any

from games.engine.presenter import Scene
from games.titles.captn_eli.cards import KEYWORDS
from games.titles.captn_eli.observe import View
from games.titles.captn_eli.presenter.faces import faces
from games.titles.captn_eli.presenter.words import KEYWORD_NAMES, KEYWORD_RULES

__all__ = ["beside"]


def beside(view: View, scene: Scene) -> dict[str, Any]:
    """For every seat its squad, if the reader may know it, and what has left the game."""
    return {
        "holdings": [
            {
                "seat": seat, "name": name, "is_you": seat == scene.you,
                "squad_cards": faces(view.squads[seat]), "removed_cards": faces(view.removed[seat]),
                "hand_cards": faces(view.hands[seat].cards) if view.outcome else [],
                "pool_cards": faces(view.pools[seat]) if view.outcome and view.cards == "sealed" else [],
            }
            for seat, name in enumerate(scene.names)
        ],
        "keywords": [(key, KEYWORD_NAMES[key], KEYWORD_RULES[key]) for key in KEYWORDS],
        "is_sealed": view.cards == "sealed",
    }  # fmt: skip
