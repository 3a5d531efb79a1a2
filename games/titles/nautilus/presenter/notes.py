"""Help for beginners at 20,000 Miles: a card's effect, and why a step or a card cannot be chosen.

Made from the observation alone.
"""

from django.utils.translation import gettext as _

from games.engine.contract import Seat
from games.engine.presenter import Note, Notes, Scene, Text
from games.titles.nautilus.cards import AXES, CARDS, SpecialId
from games.titles.nautilus.explain import committed_by
from games.titles.nautilus.observe import View
from games.titles.nautilus.presenter.ocean import steps_on
from games.titles.nautilus.presenter.words import SPECIAL_EFFECTS, SPECIAL_NAMES, STEP_NAMES, card_name
from games.titles.nautilus.state import (
    Commit,
    Fish,
    Globe,
    Renumber,
    Ring,
    Shift,
    Skip,
    SkipSpecial,
    Steer,
    Swap,
    Trade,
)


def notes(view: View, scene: Scene) -> Notes | None:
    """The notes for the reader's current decision; None for a spectator."""
    if scene.you is None:
        return None
    if view.sailing is None:
        return _committing(scene)
    match view.sailing.asked:
        case "anchor":
            return Notes(
                _("As a chip, it only scores in columns. If you trade it, you get the special card you see.")
            )
        case "arrow":
            told = _("Each step shows what you would find. Stars block some steps.")
            return Notes(told, (), _barred(view, tuple(AXES["thermostat"])))
        case _:
            return _sailing(view, scene, scene.you)


def _committing(scene: Scene) -> Notes:
    told = _("High cards sail first. If you sail later, the submarine may have moved.")
    does = Note(_("Play card"), _("You use this card in stage 2. You can't take it back."), "committing")
    held = {move.card for move in scene.legal if isinstance(move, Commit)}
    why = _("You've already played it. Once you've played all twelve, you get them back.")
    return Notes(told, (does,), (), {card: why for card in CARDS if card not in held})


def _sailing(view: View, scene: Scene, you: Seat) -> Notes:
    mine = committed_by(view, you)
    card = mine.card if mine else None
    axes = AXES[CARDS[card].kind] if card and any(isinstance(move, Steer) for move in scene.legal) else ()
    return Notes(_asked(view, scene, you), _does(scene, card), _barred(view, tuple(axes)))


def _asked(view: View, scene: Scene, you: Seat) -> str:
    """Advice for the kinds of moves that are possible."""
    kinds = {type(move) for move in scene.legal}
    if kinds & {Steer, Globe}:
        return _taking(view, you)
    if kinds & {Swap, Trade, Shift, Fish, Ring}:
        return _(
            "A chip in the current round's row scores there and in its column; in earlier rows, only in its column."
        )
    if Renumber in kinds:
        return _("Number chips decide who sails next, and score points when the round ends.")
    return _("Your card can't do anything now.")


def _taking(view: View, you: Seat) -> str:
    """The effect of a step (NA-12, NA-13)."""
    if None in view.boards[you][view.round - 1]:
        return _(
            "You take the chip where your step ends. It goes to the leftmost free square of the current row."
        )
    return _(
        "Your current row is full, so chips stay in the ocean. "
        "You can still trade an anchor for a special card, if one is left."
    )


def _does(scene: Scene, card: str | None) -> tuple[Note, ...]:
    """The effects of the moves that are possible (NA-11, NA-15)."""
    kinds = {type(move) for move in scene.legal}
    return tuple(
        Note(*told) for kind, told in _effects(card_name(card) if card else "").items() if kind in kinds
    )


def _effects(card: str) -> dict[type, tuple[Text, Text, str]]:
    """By kind of move: its name, its effect, and its paragraph of the rules."""
    trade = _("One of your chips and another player's chip swap places.")
    fish = _("You put one of your chips into the ocean and take a white-backed one from there.")
    return {
        Steer: (_("Steer"), _("Moves the submarine or turns the ocean."), "steering"),
        Swap: (_("Swap chips…"), _("Two chips on your scoreboard swap places."), "trading"),
        Trade: (_("Trade chips…"), trade, "trading"),
        Skip: (_("Do nothing"), _("%(card)s has no effect.") % {"card": card}, "trading"),
        Shift: _special("special-sailor"),
        Fish: _special("special-helmet", fish),
        Ring: _special(
            "special-bell", _("You take another player's chip and put it in any of your rows so far.")
        ),
        Globe: _special("special-globe"),
        Renumber: _special("special-numbers"),
        SkipSpecial: (_("Give it up"), _("Your special card goes back under the pile, unused."), "special"),
    }


def _special(name: SpecialId, effect: Text = "") -> tuple[Text, Text, str]:
    return SPECIAL_NAMES[name], effect or SPECIAL_EFFECTS[name], "special"


def _barred(view: View, axes: tuple[str, ...]) -> tuple[Note, ...]:
    """The steps on these axes that are impossible because of a star or the bounds of the ocean (NA-11, NA-13)."""
    reached = {(step.axis, step.step): step for step in steps_on(view, axes, barred=True)}  # type: ignore[arg-type]
    found = []
    for (axis, step), name in STEP_NAMES.items():
        if axis not in axes:
            continue
        way = reached.get((axis, step))
        if way is None:
            found.append(Note(name, _edge(view), "steering"))
        elif way.is_barred:
            found.append(Note(name, _("A star blocks %(place)s.") % {"place": way.spot}, "star"))
    return tuple(found)


def _edge(view: View) -> Text:
    return (
        _("The submarine is already at depth 0.")
        if view.depth == 0
        else _("The submarine can't go any deeper.")
    )
