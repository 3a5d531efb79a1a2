"""What the board of Capt'n Eli is drawn from."""

from typing import Any

from django.utils.translation import gettext as _

from games.engine.kit import Button, Choice
from games.engine.presenter import Scene
from games.titles.captn_eli.v4.cards import KEYWORDS
from games.titles.captn_eli.v4.observe import View
from games.titles.captn_eli.v4.presenter.asked import asked
from games.titles.captn_eli.v4.presenter.builder import builder
from games.titles.captn_eli.v4.presenter.choices import button, cell_of, cell_word, choice_of, turned_down
from games.titles.captn_eli.v4.presenter.ending import becalmed_now
from games.titles.captn_eli.v4.presenter.labels import label_of
from games.titles.captn_eli.v4.presenter.results import was_wedged
from games.titles.captn_eli.v4.presenter.spots import face_of, rows_of, spot_id
from games.titles.captn_eli.v4.presenter.sums import Sum, caveats, field_seen, pressure_now, sum_of, verdict
from games.titles.captn_eli.v4.presenter.words import KEYWORD_NAMES, KEYWORD_RULES, Face, face, faces, spoken
from games.titles.captn_eli.v4.state import Challenge, Move, Mystic, Place

__all__ = ["board"]


def board(view: View, scene: Scene) -> dict[str, Any]:
    """Everything that the templates of Capt'n Eli draw."""
    if view.phase == "squads":
        return _choosing(view, scene)
    choice = choice_of(scene)
    total = _total(view, choice)
    chart, columns, rows = rows_of(view, scene, choice, total)
    return {
        "phase": view.phase, "builder": None, "chart": chart, "columns": columns, "rows": rows,
        "was_wedged": was_wedged(scene)[0] != 0, "sides": _sides(view, scene), "final": _final(view, scene, choice),
        "asked": asked(view, choice, total), "button": button(view, scene, choice),
        "is_choosing": bool(choice.chosen), "origin": _origin(choice), "sum": _sum(view, scene, total, choice),
        "detail": _detail(view, scene, choice), "hand": _hand(view, scene, choice),
        "pressure": view.pressure, "pressure_now": pressure_now(view.pressure), "becalmed_in": view.becalmed_in,
        "becalmed_now": becalmed_now(view, scene.names),
        "you": scene.you, "orders": scene.orders, "is_over": view.outcome is not None,
        **_beside(view, scene),
    }  # fmt: skip


def _choosing(view: View, scene: Scene) -> dict[str, Any]:
    """Both seats choose at the same time. A seat that has chosen sees its squad; everybody sees who has chosen."""
    builds = builder(view, scene)
    squad = view.squads[scene.you] if scene.you is not None else None
    return {
        "phase": "squads", "builder": builds, "asked": builds["asked"] if builds else "",
        "squad": faces(squad), "is_over": False,
        "chosen": [(name, seat in view.chosen) for seat, name in enumerate(scene.names)],
        **_beside(view, scene),
    }  # fmt: skip


def _sides(view: View, scene: Scene) -> list[dict[str, Any]]:
    """What both seats hold off the grid, the opponent first: cards in hand, and cards that are lost."""
    first = 1 - (scene.you or 0)
    return [
        {
            "seat": seat, "name": scene.names[seat], "is_you": seat == scene.you, "hand": view.hands[seat].count,
            "lost": len(view.removed[seat]), "top": face(view.removed[seat][-1]) if view.removed[seat] else None,
        }
        for seat in (first, 1 - first)
    ]  # fmt: skip


def _final(view: View, scene: Scene, choice: Choice[Move]) -> Button | None:
    """The button that makes the chosen move: no move of this game can be taken back."""
    found = button(view, scene, choice)
    return found if found is not None and found.json else None


def _total(view: View, choice: Choice[Move]) -> Sum | None:
    """The sum of the challenge that is chosen, or of the one under way."""
    if isinstance(choice.move, Challenge):
        return sum_of(view, choice.move.at, choice.move.target)
    running = view.challenge
    if running is None:
        return None
    now = turned_down(view, choice.move.target) if isinstance(choice.move, Mystic) else view
    return sum_of(now, running.at, running.target)


def _sum(view: View, scene: Scene, total: Sum | None, choice: Choice[Move]) -> dict[str, Any] | None:
    if total is None:
        return None
    return {
        "attack": total.attack, "attack_total": total.attack_total, "defence": total.defence,
        "defence_total": total.defence_total, "perhaps": total.perhaps, "notes": _notes(view, scene, total, choice),
    }  # fmt: skip


def _notes(view: View, scene: Scene, total: Sum, choice: Choice[Move]) -> list[str]:
    """Notes below the sum; nothing that the question above it says already."""
    if isinstance(choice.move, Challenge):
        return caveats(field_seen(view), total)
    return [verdict(total)] if not scene.is_asked or (view.phase == "mystic" and choice.move is None) else []


def _origin(choice: Choice[Move]) -> str:
    """The id of the element where a choice began."""
    if choice.word("card"):
        return f"card-{choice.word('card')}"
    at = cell_of(choice)
    return spot_id(at) if at else "asked"


def _detail(view: View, scene: Scene, choice: Choice[Move]) -> dict[str, Any] | None:
    """A close look at a card of the grid: the chosen one, or one that the reader wants to look at."""
    word = choice.word("at") or ("" if choice.chosen else scene.choice.get("look", ""))
    shown = next((shown for shown in view.grid if cell_word(shown.cell) == word), None)
    known = face_of(shown) if shown else None
    if shown is None or known is None:
        return None
    return {"face": known, "label": label_of(shown, scene), "shown": shown, "is_look": not choice.chosen}


def _hand(view: View, scene: Scene, choice: Choice[Move]) -> list[dict[str, Any]]:
    """The reader's hand; once the game is over all hands stand beside the grid."""
    if scene.you is None or view.outcome is not None:
        return []
    offers = choice.offers("card")
    firsts = {move.card: spot_id(move.cell) for move in scene.legal[::-1] if isinstance(move, Place)}
    return [
        {
            "face": shown, "is_chosen": shown.id == choice.word("card"), "label": _held_label(shown, choice),
            "href": offers[shown.id].href if shown.id in offers else "", "focus": firsts.get(shown.id, ""),
        }
        for shown in map(face, view.hands[scene.you].cards or ())
    ]  # fmt: skip


def _held_label(shown: Face, choice: Choice[Move]) -> str:
    return (
        _("%(card)s, chosen") % {"card": spoken(shown)} if shown.id == choice.word("card") else spoken(shown)
    )


def _beside(view: View, scene: Scene) -> dict[str, Any]:
    """For every seat its squad, if the reader may know it, and what has left the game."""
    return {
        "holdings": [
            {
                "seat": seat, "name": name, "is_you": seat == scene.you,
                "squad_cards": faces(view.squads[seat]), "removed_cards": faces(view.removed[seat]),
                "pool_cards": faces(view.pools[seat]) if view.outcome and view.cards == "sealed" else [],
            }
            for seat, name in enumerate(scene.names)
        ],
        "keywords": [(key, KEYWORD_NAMES[key], KEYWORD_RULES[key]) for key in KEYWORDS],
        "is_sealed": view.cards == "sealed",
    }  # fmt: skip
