"""Help for beginners at 20,000 Miles: the effect of a card, and why a step or a card cannot be chosen.

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
        return _committing(view, scene, scene.you)
    match view.sailing.asked:
        case "anchor":
            return Notes(
                _("As a chip it counts in columns alone. The special card that you see is the one you get.")
            )
        case "arrow":
            told = _("Every place tells what you would find there, and where stars bar the way.")
            return Notes(told, (), _barred(view, tuple(AXES["thermostat"])))
        case _:
            return _sailing(view, scene, scene.you)


def _committing(view: View, scene: Scene, you: Seat) -> Notes:
    told = _("High cards sail first, low ones later: whoever comes later finds the submarine elsewhere.")
    does = (
        Note(
            _("Play it"),
            _("You sail with this card in the second stage. It cannot be taken back."),
            "committing",
        ),
    )
    held = {move.card for move in scene.legal if isinstance(move, Commit)}
    why = _("You have played it. When all twelve are played, you take them up again.")
    return Notes(told, does, (), {card: why for card in CARDS if card not in held})


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
            "A chip in this round's row counts there and in its column, one in an earlier row in columns alone."
        )
    if Renumber in kinds:
        return _("Number chips tell who sails next, and give points when the round ends.")
    return _("There is nothing that your card could do now.")


def _taking(view: View, you: Seat) -> str:
    """The effect of a step (NA-12, NA-13)."""
    if None in view.boards[you][view.round - 1]:
        return _("Where your step ends you take the chip, to the leftmost free square of this round's row.")
    return _(
        "Your row of this round is full: chips stay where your step ends; "
        "an anchor is traded for a special card, if there is one."
    )


def _does(scene: Scene, card: str | None) -> tuple[Note, ...]:
    kinds = {type(move) for move in scene.legal}
    told = {**_of_hand(card), **_of_special()}
    return tuple(Note(*words) for kind, words in told.items() if kind in kinds)


_Told = dict[type, tuple[Text, Text, str]]  # by kind of move: its name, its effect, and its paragraph


def _of_hand(card: str | None) -> _Told:
    """The effects of hand cards (NA-11)."""
    words = {"card": card_name(card) if card else ""}
    return {
        Steer: (_("A step"), _("Moves the submarine, or the sea."), "steering"),
        Swap: (_("Swap chips"), _("Two chips of your scoreboard change squares."), "trading"),
        Trade: (_("Trade chips"), _("A chip of yours and one of another player change squares."), "trading"),
        Skip: (_("Do nothing"), _("%(card)s lies aside without effect.") % words, "trading"),
    }


def _of_special() -> _Told:
    """The effects of special cards (NA-15)."""
    texts: dict[type, tuple[SpecialId, Text]] = {
        Shift: ("special-sailor", SPECIAL_EFFECTS["special-sailor"]),
        Fish: (
            "special-helmet",
            _("A chip of yours goes into the ocean, for a white-backed one from there."),
        ),
        Ring: ("special-bell", _("You take a chip of another player into any row of yours so far.")),
        Globe: ("special-globe", SPECIAL_EFFECTS["special-globe"]),
        Renumber: ("special-numbers", SPECIAL_EFFECTS["special-numbers"]),
    }
    told: _Told = {kind: (SPECIAL_NAMES[name], text, "special") for kind, (name, text) in texts.items()}
    gone = _("Your special card goes back under the pile, unused.")
    return {**told, SkipSpecial: (_("Give it up"), gone, "special")}


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
            found.append(Note(name, _("A star lies at %(place)s.") % {"place": way.spot}, "star"))
    return tuple(found)


def _edge(view: View) -> Text:
    return _("The submarine is at depth 0 already.") if view.depth == 0 else _("It cannot dive any deeper.")
