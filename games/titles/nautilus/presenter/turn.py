"""The two stages of a turn: the progress of each seat, and where a card would lead (NA-8 to NA-10)."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.contract import Seat
from games.engine.kit import labelled, listed
from games.engine.presenter import Scene, Text
from games.titles.nautilus.cards import ALL_AXES, CARDS, REVERSE, CardId, SpecialId
from games.titles.nautilus.explain import (
    acting,
    axes_of,
    committed_by,
    is_last_to_commit,
    places_in_order,
    why_final,
)
from games.titles.nautilus.observe import Committed, View
from games.titles.nautilus.presenter.choices import Picked
from games.titles.nautilus.presenter.ocean import Step, step_to, steps_on
from games.titles.nautilus.presenter.words import SPECIAL_EFFECTS, SPECIAL_NAMES, card_name, commit_name
from games.titles.nautilus.state import Commit, Globe, Move, Steer

_FINAL = {
    "commit": gettext_lazy("You can't take back a card that you've played."),
    "turns-up": gettext_lazy("This turns something up, so you can't take it back."),
    "ends-round": gettext_lazy("This ends the round, so you can't take it back."),
}
_FEW = 2  # steps listed in the sentence; more are shown beside the ocean


@dataclass(frozen=True)
class Actor:
    """One seat in the order of the number chips, and its progress in the turn."""

    seat: Seat
    name: str
    number: int  # its number chip
    is_you: bool
    is_acting: bool  # the game is waiting for this seat
    card: str  # the card that it has committed, if shown
    icon: str  # of that card
    special: Text  # the special card with it
    special_icon: str
    special_state: str
    state: str  # what it has yet to do, in words


def actors(view: View, scene: Scene) -> list[Actor]:
    """The seats still in, in the order in which they act in this stage."""
    return [_actor(view, scene, number, seat) for number, seat in enumerate(view.order, 1)]


def _actor(view: View, scene: Scene, number: int, seat: Seat) -> Actor:
    commit = committed_by(view, seat)
    card, special = (commit.card, commit.special) if commit else (None, None)
    return Actor(
        seat=seat, name=scene.names[seat], number=number, is_you=seat == scene.you,
        is_acting=seat in acting(view),
        card=card_name(card) if card else "", icon=CARDS[card].kind if card else "",
        special=SPECIAL_NAMES[special] if special else "",
        special_icon=special.removeprefix("special-") if special else "",
        special_state=_special_state(view, commit), state=_status_words(view, seat, commit),
    )  # fmt: skip


def _special_state(view: View, commit: Committed | None) -> str:
    if commit is None or commit.special is None:
        return ""
    if commit.pending:
        return _("not used yet")
    return _("used") if commit.special == REVERSE else _("used or given up")


def _status_words(view: View, seat: Seat, commit: Committed | None) -> str:
    if view.outcome is not None:
        return ""
    if view.sailing is not None and seat not in view.queue:
        return _("done")
    if view.sailing is not None:
        return _("sailing now") if seat == view.queue[0] else _("waiting to sail")
    if commit is not None:
        return _("card face down") if commit.card is None else _("card played")
    return _("choosing a card") if seat in acting(view) else _("waiting to choose")


# Where the reader's card would lead: before the commit, while it waits, and when the seat carries it out


@dataclass(frozen=True)
class Preview:
    """Some steps, and whether they will certainly start from the submarine's current place."""

    title: str
    steps: tuple[Step, ...]
    condition: str  # the condition for starting here; empty if nobody acts before
    special: str  # the effect of the special card with it; empty without one
    is_marked: bool  # whether the ocean marks them; otherwise they are all possible steps, in a folded list


def preview_of(view: View, scene: Scene, picked: Picked) -> Preview | None:
    """The preview of the reader's chosen or committed card; without one, all possible steps."""
    if view.outcome is not None:
        return None
    if view.sailing is not None and scene.is_asked:
        return _of_sailing(view, scene, picked)
    move = picked.choice.move
    looked_at = _commit_preview(view, move) if isinstance(move, Commit) else _of_waiting(view)
    steps = steps_on(view, ALL_AXES, barred=True)
    return looked_at or Preview(_("All steps from here"), steps, "", "", is_marked=False)


def _commit_preview(view: View, move: Commit) -> Preview | None:
    """The preview of a chosen or committed hand card."""
    steps = steps_on(view, axes_of(move.card, move.special), barred=True)
    if not steps and move.special is None:
        return None
    is_open = steps and view.you is not None and not _is_sure(view, view.you, move)
    condition = _("If the submarine is still here:") if is_open else ""
    name = commit_name(move.card, move.special)
    return Preview(name, steps, condition, _effect(move.special), is_marked=True)


def _effect(special: SpecialId | None) -> str:
    if special is None:
        return ""
    return labelled(SPECIAL_NAMES[special], SPECIAL_EFFECTS[special])


def _is_sure(view: View, seat: Seat, move: Commit) -> bool:
    """Whether the seat would sail first, from the submarine's current place."""
    return view.sailing is None and places_in_order(view, seat, move.card, move.special) == (1, 1)


def _of_sailing(view: View, scene: Scene, picked: Picked) -> Preview | None:
    """The steps that may be made now; None for a kind of move that does not steer."""
    kinds = (picked.kind,) if picked.kind else ("steer", "globe")
    moves = [move for move in scene.legal if isinstance(move, Steer | Globe)]
    found = [(move.axis, move.step) for move in moves if isinstance(move, Steer) == (kinds[0] == "steer")]
    if not found or kinds[0] not in ("steer", "globe"):
        return None
    steps = tuple(step_to(view, axis, step) for axis, step in found)
    return Preview(_("Steps you can make now"), steps, "", "", is_marked=True)


def _of_waiting(view: View) -> Preview | None:
    """The preview of a card that the reader has committed but not carried out yet."""
    mine = committed_by(view, view.you)
    if mine is None or mine.card is None or (view.sailing is not None and mine.seat not in view.queue):
        return None
    return _commit_preview(view, Commit(mine.card, mine.special))


def commit_text(view: View, seat: Seat, move: Commit) -> str:
    """The seat's position in the sailing order with this card, and where its steps lead."""
    parts = (_order_text(view, seat, move), _effect(move.special), _leads(view, seat, move))
    return " ".join(part for part in parts if part)


def _order_text(view: View, seat: Seat, move: Commit) -> str:
    low, high = places_in_order(view, seat, move.card, move.special)
    count = len(view.order)
    words = {"card": commit_name(move.card, move.special), "low": low, "count": count}
    if high == 1 and is_last_to_commit(view, seat):
        return _("%(card)s: you sail first, right away, because everyone else has played.") % words
    if high == 1:
        return _("%(card)s: you sail first.") % words
    if low == count:
        return _("%(card)s: you sail last.") % words
    if low == high:
        return _("%(card)s: you sail in position %(low)d of %(count)d.") % words
    if low == 1 and high == count:
        return _("%(card)s: the other cards decide when you sail.") % words
    words["numbers"] = listed(range(low, high + 1), "or")
    return _("%(card)s: you sail in position %(numbers)s of %(count)d.") % words


def _leads(view: View, seat: Seat, move: Commit) -> str:
    steps = steps_on(view, axes_of(move.card, move.special))
    if not steps:
        return _without_steps(move.card)
    if len(steps) > _FEW:
        return _("The ocean shows where each step leads.")
    # Translators: a place of the ocean and its chip, such as "to C −1 (Compass)".
    each = (_("to %(spot)s (%(brief)s)") % {"spot": step.spot, "brief": step.brief} for step in steps)
    told = listed(each, "or")
    if _is_sure(view, seat, move):
        return _("You can steer %(steps)s.") % {"steps": told}
    return _("If the submarine is still here, you can steer %(steps)s.") % {"steps": told}


def _without_steps(card: CardId) -> str:
    match CARDS[card].kind:
        case "sailor":
            return _("You may swap two of your chips.")
        case "helmet":
            return _("You may trade a chip with another player.")
        case _:
            return _("Stars block its steps from here.")


def final_because(view: View, scene: Scene, move: Move) -> str:
    """Why a move can't be taken back, as a sentence; empty if it can be."""
    return str(_FINAL.get(why_final(view, move), "")) if scene.is_final(move) else ""
