"""What the board of Capt'n Eli is drawn from: builder, Sea Grid, hand, the sum of a challenge, and what lies beside."""

from typing import Any

from django.utils.translation import gettext as _

from games.engine.presenter import Scene
from games.titles.captn_eli.observe import View
from games.titles.captn_eli.presenter.beside import beside
from games.titles.captn_eli.presenter.builder import builder
from games.titles.captn_eli.presenter.choice import Choice, cell_in, choice_of, query
from games.titles.captn_eli.presenter.deeds import asked, button, turned_down
from games.titles.captn_eli.presenter.faces import Face, face, faces, spoken
from games.titles.captn_eli.presenter.labels import label_of
from games.titles.captn_eli.presenter.spots import face_of, rows_of, spot_id
from games.titles.captn_eli.presenter.sums import Sum, field_seen, sum_of
from games.titles.captn_eli.presenter.verdicts import caveats, verdict
from games.titles.captn_eli.state import Challenge, Mystic, Place

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
        "asked": asked(view, scene, choice, total), "button": button(view, scene, choice),
        "is_choosing": choice.is_made, "origin": _origin(choice), "sum": _sum(view, scene, total, choice),
        "detail": _detail(view, scene, choice), "hand": _hand(view, scene, choice),
        "becalmed_in": view.becalmed_in, "turn": view.turn + 1, "is_over": view.outcome is not None,
        **beside(view, scene),
    }  # fmt: skip


def _choosing(view: View, scene: Scene) -> dict[str, Any]:
    """Both seats choose at once; who has done so sees the own squad, everybody else who has."""
    builds = builder(view, scene)
    squad = view.squads[scene.you] if scene.you is not None else None
    return {
        "phase": "squads", "builder": builds, "asked": builds["asked"] if builds else "",
        "squad": faces(squad), "is_over": False,
        "chosen": [(name, seat in view.chosen) for seat, name in enumerate(scene.names)],
        **beside(view, scene),
    }  # fmt: skip


def _total(view: View, choice: Choice) -> Sum | None:
    """The sum of the challenge that is chosen, or of the one under way."""
    if isinstance(choice.move, Challenge):
        return sum_of(view, choice.move.at, choice.move.target)
    running = view.challenge
    if running is None:
        return None
    now = turned_down(view, choice.move.target) if isinstance(choice.move, Mystic) else view
    return sum_of(now, running.at, running.target)


def _sum(view: View, scene: Scene, total: Sum | None, choice: Choice) -> dict[str, Any] | None:
    if total is None:
        return None
    return {
        "attack": total.attack, "attack_total": total.attack_total, "defence": total.defence,
        "defence_total": total.defence_total, "perhaps": total.perhaps, "notes": _notes(view, scene, total, choice),
    }  # fmt: skip


def _notes(view: View, scene: Scene, total: Sum, choice: Choice) -> list[str]:
    """What the question above the sum does not say already."""
    if isinstance(choice.move, Challenge):
        return caveats(field_seen(view), total)
    return [verdict(total)] if not scene.is_asked or (view.phase == "mystic" and choice.move is None) else []


def _origin(choice: Choice) -> str:
    """The id of the element where a choice began."""
    if choice.card is not None:
        return f"card-{choice.card}"
    return spot_id(choice.at) if choice.at else "asked"


def _detail(view: View, scene: Scene, choice: Choice) -> dict[str, Any] | None:
    """A card of the grid more closely: the one chosen, or one that the reader wants to look at."""
    cell = choice.at or (None if choice.is_made else cell_in(scene.choice, "look"))
    shown = next((shown for shown in view.grid if shown.cell == cell), None)
    known = face_of(shown) if shown else None
    if shown is None or known is None:
        return None
    return {"face": known, "label": label_of(shown, scene), "shown": shown, "is_look": not choice.is_made}


def _hand(view: View, scene: Scene, choice: Choice) -> list[dict[str, Any]]:
    """The reader's hand; once the game is over all hands stand beside the grid."""
    if scene.you is None or view.outcome is not None:
        return []
    targets = {move.card: spot_id(move.cell) for move in scene.legal[::-1] if isinstance(move, Place)}
    return [
        {
            "face": shown, "is_chosen": shown.id == choice.card, "label": _held_label(shown, choice),
            "href": query({"card": shown.id}) if shown.id in targets else "", "focus": targets.get(shown.id, ""),
        }
        for shown in map(face, view.hands[scene.you].cards or ())
    ]  # fmt: skip


def _held_label(shown: Face, choice: Choice) -> str:
    return _("%(card)s, chosen") % {"card": spoken(shown)} if shown.id == choice.card else spoken(shown)
