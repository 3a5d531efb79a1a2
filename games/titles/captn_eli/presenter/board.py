"""The data for Capt'n Eli's board, in games and in examples on the rules page."""

from typing import Any

from django.utils.translation import gettext as _

from games.engine.kit import Choice
from games.engine.presenter import Scene
from games.titles.captn_eli.cards import KEYWORDS, CardId
from games.titles.captn_eli.explain import field_seen, turned_down
from games.titles.captn_eli.grid import Cell, room_of
from games.titles.captn_eli.observe import Cards, Shown, SquadLimits, View
from games.titles.captn_eli.presenter.asked import asked
from games.titles.captn_eli.presenter.builder import builder
from games.titles.captn_eli.presenter.choices import button, cell_of, cell_word, choice_of
from games.titles.captn_eli.presenter.ending import becalmed_now
from games.titles.captn_eli.presenter.labels import label_of, was_wedged
from games.titles.captn_eli.presenter.spots import face_of, rows_of, spot_id
from games.titles.captn_eli.presenter.sums import Sum, caveats, pressure_now, sum_of, verdict
from games.titles.captn_eli.presenter.words import KEYWORD_NAMES, KEYWORD_RULES, Face, faces, spoken
from games.titles.captn_eli.state import Challenge, Move, Mystic, Place, Wedge


def board(view: View, scene: Scene) -> dict[str, Any]:
    """The context of Capt'n Eli's templates."""
    if view.phase == "squads":
        return _choosing(view, scene)
    choice = choice_of(scene)
    total = _total(view, choice)
    chart, columns, rows = rows_of(view, scene, choice, total)
    pressed = button(view, scene, choice)
    return {
        "phase": view.phase, "builder": None, "chart": chart, "columns": columns, "rows": rows,
        "was_wedged": was_wedged(scene)[0] != 0,
        "final": pressed if pressed and pressed.json else None,
        "asked": asked(view, choice, total), "button": pressed,
        "is_choosing": bool(choice.chosen), "origin": _origin(choice), "sum": _sum(view, scene, total, choice),
        "detail": _detail(view, scene, choice), "hand": _hand(view, scene, choice),
        "pressure": view.pressure, "pressure_now": pressure_now(view), "becalmed_in": view.becalmed_in,
        "storm_in": max(0, view.ruleset.storm - view.quiet), "has_storm": view.ruleset.storm > 0,
        "becalmed_now": becalmed_now(view, scene.names),
        "you": scene.you, "orders": scene.orders, "is_over": view.outcome is not None,
        **_beside(view, scene),
    }  # fmt: skip


def _choosing(view: View, scene: Scene) -> dict[str, Any]:
    """Both seats choose at the same time. A seat that has chosen sees its squad; everybody sees which seats have."""
    builds = builder(view, scene)
    return {
        "phase": "squads", "builder": builds, "asked": builds["asked"] if builds else "",
        "is_over": False,
        "chosen": [
            (name, seat in view.chosen, faces(view.ruleset, view.squads[seat])) for seat, name in enumerate(scene.names)
        ],
        **_beside(view, scene),
    }  # fmt: skip


def _total(view: View, choice: Choice[Move]) -> Sum | None:
    """The sum of the chosen challenge, or of the one under way."""
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
    """Notes below the sum, without repeating the question above it."""
    if isinstance(choice.move, Challenge):
        return caveats(field_seen(view), total)
    is_open = not scene.is_asked or (view.phase == "mystic" and choice.move is None)
    return [verdict(view, total)] if is_open else []


def _origin(choice: Choice[Move]) -> str:
    """The id of the element where a choice began."""
    if choice.word("card"):
        return f"card-{choice.word('card')}"
    at = cell_of(choice)
    return spot_id(at) if at else "asked"


def _detail(view: View, scene: Scene, choice: Choice[Move]) -> dict[str, Any] | None:
    """Details of a card on the grid: the chosen one, or one that the reader wants to inspect."""
    word = choice.word("at") or ("" if choice.chosen else scene.choice.get("look", ""))
    shown = next((shown for shown in view.grid if cell_word(shown.cell) == word), None)
    known = face_of(view, shown) if shown else None
    if shown is None or known is None:
        return None
    label = label_of(view, shown, scene)
    return {"face": known, "label": label, "shown": shown, "is_look": not choice.chosen}


def _hand(view: View, scene: Scene, choice: Choice[Move]) -> list[dict[str, Any]]:
    """The reader's hand. Once the game is over, all hands are beside the grid instead."""
    if scene.you is None or view.outcome is not None:
        return []
    offers = choice.offers("card")
    firsts = {move.card: spot_id(move.cell) for move in scene.legal[::-1] if isinstance(move, Place)}
    return [
        {
            "face": shown, "is_chosen": shown.id == choice.word("card"), "label": _held_label(shown, choice),
            "href": offers[shown.id].href if shown.id in offers else "", "focus": firsts.get(shown.id, ""),
        }
        for shown in faces(view.ruleset, view.hands[scene.you].cards)
    ]  # fmt: skip


def _held_label(shown: Face, choice: Choice[Move]) -> str:
    told = spoken(shown)
    return _("%(card)s, chosen") % {"card": told} if shown.id == choice.word("card") else told


def _beside(view: View, scene: Scene) -> dict[str, Any]:
    """For every seat, its squad, if the reader may know it, and its cards that have left the game."""
    return {
        "holdings": [
            {
                "seat": seat, "name": name, "is_you": seat == scene.you,
                "squad_cards": faces(view.ruleset, view.squads[seat]),
                "removed_cards": faces(view.ruleset, view.removed[seat]),
                "pool_cards": faces(view.ruleset, view.pools[seat]) if view.outcome and view.cards == "sealed" else [],
            }
            for seat, name in enumerate(scene.names)
        ],
        "keywords": [(key, KEYWORD_NAMES[key], KEYWORD_RULES[key]) for key in KEYWORDS],
        "is_sealed": view.cards == "sealed",
    }  # fmt: skip


# Positions for the rules page. They are drawn like any other, so their contents are computed


_LYING: dict[str, tuple[tuple[Cell, int, CardId | None, bool], ...]] = {
    # CE-21 after the first four turns, as seat 0 sees it
    "grid": (
        ((-1, -1), 1, None, False), ((0, -1), 1, None, False),
        ((0, 0), 0, "dolphin", False), ((1, 0), 0, "captn-eli", False),
    ),
    # CE-22, after the tie that has turned the Dolphin up
    "through": (
        ((0, 0), 1, "hydron", True), ((0, 1), 0, "dolphin", True),
        ((0, 2), 0, "captn-eli", True), ((1, 2), 0, "eagle-rock", True),
    ),
    # CE-11 and CE-12: gadgets on one side, a location on the other
    "helpers": (
        ((0, 0), 0, "sonar", True), ((1, 0), 0, "captn-eli", True), ((2, 0), 0, "harpoon", True),
        ((1, -1), 1, "void-lieutenant", True), ((2, -1), 1, "kelp-maze", True),
    ),
}  # fmt: skip
_OPEN = room_of([cell for cell, *_card in _LYING["grid"]]).open_cells
_CHOSEN: dict[str, tuple[tuple[Move, ...], dict[str, str]]] = {
    "grid": ((*(Place("sonar", cell) for cell in _OPEN), Wedge("sonar", (0, 0))), {"card": "sonar"}),
    "through": ((Challenge((0, 2), (0, 0)),), {"at": "0,2", "to": "0,0"}),
    "helpers": ((Challenge((1, 0), (1, -1)),), {"at": "1,0", "to": "1,-1"}),
}
EXAMPLES = tuple(_LYING)


def example(name: str) -> dict[str, Any]:
    """The context for drawing an example's board."""
    legal, choice = _CHOSEN[name]
    grid = tuple(_shown(*lying) for lying in _LYING[name])
    return board(_view(grid), Scene(0, (_("You"), _("the opponent")), legal, choice, 2, is_asked=True))


def _shown(cell: Cell, owner: int, card: CardId | None, up: bool) -> Shown:
    return Shown(cell, owner, card, up, known=up, marked=False, mystic_used=False, sacrifice_used=False)


def _view(grid: tuple[Shown, ...]) -> View:
    """What seat 0 observes in its turn, with a Sonar in hand."""
    return View(
        you=0, cards="all", phase="turn", seat=0, asked=(0,), turn=4, limits=SquadLimits(), pools=(None, None),
        chosen=(0, 1), squads=(("captn-eli", "dolphin", "eagle-rock", "sonar"), None),
        hands=(Cards(1, ("sonar",)), Cards(2)), grid=grid, removed=((), ()), quiet=0, pressure=0, becalmed_in=None,
        mystic=None, challenge=None, outcome=None,
    )  # fmt: skip
