"""Where the reader's card would lead: before it is committed, while it waits, and when it is carried out."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.engine.contract import Seat
from games.engine.presenter import Scene
from games.titles.nautilus.cards import ALL_AXES, AXES, CARDS, THERMOSTAT, Axis, CardId, SpecialId
from games.titles.nautilus.observe import View
from games.titles.nautilus.presenter.choice import Choice
from games.titles.nautilus.presenter.steps import Step, step_to, steps_on
from games.titles.nautilus.presenter.turn import places_in_order
from games.titles.nautilus.presenter.words import SPECIAL_EFFECTS, SPECIAL_NAMES, commit_name
from games.titles.nautilus.state import Commit, Globe, Steer

__all__ = ["Preview", "axes_of", "if_still_here", "is_sure", "preview_of"]


@dataclass(frozen=True)
class Preview:
    """Some steps, and whether they are sure to start from where the submarine is now."""

    title: str
    steps: tuple[Step, ...]
    condition: str  # empty if nobody acts before
    special: str  # what the special card with it does; empty without one
    is_marked: bool  # in the ocean; otherwise they are all that there are, and the list may stay folded


def if_still_here() -> str:
    """What every look ahead rests on while others act first."""
    return _("If the submarine is still here:")


def axes_of(card: CardId, special: SpecialId | None) -> tuple[Axis, ...]:
    """The axes on which a hand card may steer, with the special card beside it (NA-11, NA-15)."""
    return ALL_AXES if special == THERMOSTAT else AXES[CARDS[card].kind]


def preview_of(view: View, scene: Scene, choice: Choice) -> Preview | None:
    """What the reader looks at; for who looks at nothing yet, all steps that there are."""
    if view.outcome is not None:
        return None
    if view.sailing is not None and scene.is_asked:
        return _of_sailing(view, scene, choice)
    looked_at = _of_commit(view, choice.move) if isinstance(choice.move, Commit) else _of_waiting(view)
    return looked_at or _of_all(view)


def _of_all(view: View) -> Preview:
    return Preview(_("Every step from here"), steps_on(view, ALL_AXES, barred=True), "", "", is_marked=False)


def _of_commit(view: View, move: Commit) -> Preview | None:
    """A hand card that may be committed, or is."""
    steps = steps_on(view, axes_of(move.card, move.special), barred=True)
    if not steps and move.special is None:
        return None
    condition = "" if not steps or view.you is None or is_sure(view, view.you, move) else if_still_here()
    return Preview(
        commit_name(move.card, move.special), steps, condition, _effect(move.special), is_marked=True
    )


def _effect(special: SpecialId | None) -> str:
    if special is None:
        return ""
    return _("%(special)s: %(effect)s") % {
        "special": SPECIAL_NAMES[special],
        "effect": SPECIAL_EFFECTS[special],
    }


def is_sure(view: View, seat: Seat, move: Commit) -> bool:
    """Whether the seat would sail first, from where the submarine is now."""
    return view.sailing is None and places_in_order(view, seat, move.card, move.special) == (1, 1)


def _of_sailing(view: View, scene: Scene, choice: Choice) -> Preview | None:
    """The steps that may be made now; of a kind of move that does not steer, none."""
    kinds = (choice.kind,) if choice.kind else ("steer", "globe")
    moves = [move for move in scene.legal if isinstance(move, Steer | Globe)]
    found = [(move.axis, move.step) for move in moves if isinstance(move, Steer) == (kinds[0] == "steer")]
    if not found or kinds[0] not in ("steer", "globe"):
        return None
    steps = tuple(step_to(view, axis, step) for axis, step in found)
    return Preview(_("Where you may steer now"), steps, "", "", is_marked=True)


def _of_waiting(view: View) -> Preview | None:
    """What the reader has committed and not carried out yet."""
    mine = next((commit for commit in view.commits if commit.seat == view.you), None)
    if mine is None or mine.card is None or (view.sailing is not None and mine.seat not in view.queue):
        return None
    return _of_commit(view, Commit(mine.card, mine.special))
