"""Grins: what the asked seat may do with one, and the queue of answers that everybody sees (CN-10, CN-11)."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.codec import dump_move
from games.engine.presenter import Names, Scene
from games.titles.cannonades.observe import View
from games.titles.cannonades.presenter.buttons import Button
from games.titles.cannonades.presenter.faces import Face, face
from games.titles.cannonades.presenter.words import card_name
from games.titles.cannonades.state import Answer, Grin

__all__ = ["Queued", "answer_buttons", "cause_of", "queue_of", "reveal_buttons", "story_of"]


@dataclass(frozen=True)
class Queued:
    """One open answer."""

    face: Face
    text: str
    is_now: bool  # it is being answered


def queue_of(view: View, names: Names) -> list[Queued]:
    """The open answers, the one that is asked first."""
    return [
        Queued(face(answer.ship), _queued(view, answer, names, number), number == 0)
        for number, answer in enumerate(view.answers)
    ]


def _queued(view: View, answer: Answer, names: Names, number: int) -> str:
    words = {"name": names[answer.seat], "against": names[answer.against], "cause": cause_of(answer, names)}
    if number:
        return _("%(cause)s Then %(name)s answers %(against)s.") % words
    if view.decision == "forced-discard":
        return _("%(cause)s %(against)s has to discard a card: the table waits for %(against)s.") % words
    return _("%(cause)s The table waits for the answer of %(name)s.") % words


def cause_of(answer: Answer, names: Names) -> str:
    """Why a ship grins, as a sentence."""
    words = {"name": names[answer.seat], "against": names[answer.against], "ship": card_name(answer.ship)}
    if answer.cause == "turned-up":
        return _("%(against)s turned up %(ship)s of %(name)s.") % words
    if answer.cause == "sunk":
        return _("%(against)s sank %(ship)s of %(name)s.") % words
    return _("%(name)s boarded %(against)s with %(ship)s.") % words


def story_of(view: View, names: Names) -> str:
    """For who is asked out of turn or in it: what happened, and what that asks."""
    if not view.answers:
        return ""
    answer = view.answers[0]
    words = {"name": names[answer.seat], "against": names[answer.against], "ship": card_name(answer.ship)}
    if view.decision == "forced-discard":
        return _forced_story(answer) % words
    stories = {
        "turned-up": _("%(against)s turned up your %(ship)s, and its crew grins. What shall it do?"),
        "sunk": _("%(against)s sank your %(ship)s, and its crew grins. What shall it do?"),
        "boarding": _("You boarded %(against)s with %(ship)s, and its crew grins. What shall it do?"),
        "both": _(
            "%(against)s turned up and sank your %(ship)s: its crew grins twice. What shall it do first?"
        ),
    }
    return stories["both" if _answers_twice(view) else answer.cause] % words


def _answers_twice(view: View) -> bool:
    """Whether the ship that is asked for being turned up was sunk by the same shot."""
    first, *others = view.answers
    return first.cause == "turned-up" and any(
        (other.seat, other.ship, other.cause) == (first.seat, first.ship, "sunk") for other in others
    )


def _forced_story(answer: Answer) -> str:
    if answer.cause == "turned-up":
        return _("You turned up %(ship)s of %(name)s, and it grins back: choose a card to discard.")
    if answer.cause == "sunk":
        return _("You sank %(ship)s of %(name)s, and it grins back: choose a card to discard.")
    return _("%(name)s boarded you with %(ship)s, and it grins: choose a card to discard.")


def answer_buttons(view: View, scene: Scene) -> list[Button]:
    """What the grin may do, `pass` last; reveals are offered by berth (`reveal_buttons`)."""
    return [
        _answer(view, scene, move)
        for move in scene.legal
        if isinstance(move, Grin) and move.effect != "reveal"
    ]


def _answer(view: View, scene: Scene, move: Grin) -> Button:
    against = view.answers[0].against
    words = {"name": scene.names[against]}
    if move.effect == "draw":
        return Button("grin-draw", dump_move(move), _("Draw a card"), _draw_note(view, scene))
    if move.effect == "discard":
        count = view.hands[against].count
        note = ngettext("%(name)s has only %(count)d.", "%(name)s chooses which of %(count)d.", count)
        return Button(
            "grin-discard",
            dump_move(move),
            _("Make %(name)s discard a card") % words,
            note % {**words, "count": count},
        )
    return Button("grin-pass", dump_move(move), _("Do nothing"), is_quiet=True)


def _draw_note(view: View, scene: Scene) -> str:
    if view.deck.count > 1:
        return _("%(count)d are left in the deck.") % {"count": view.deck.count}
    turn = scene.names[view.seat] if view.seat is not None else ""
    return _("It is the last one: the turn of %(name)s ends there, and the stand-off begins.") % {
        "name": turn
    }


def reveal_buttons(view: View, scene: Scene) -> list[Button]:
    """The face-down ships of the attacker that the grin may turn up."""
    return [
        Button(
            f"grin-reveal-{move.berth}", dump_move(move), _("Berth %(number)d") % {"number": move.berth + 1},
            _("Turn up the ship of %(name)s in berth %(number)d")
            % {"name": scene.names[view.answers[0].against], "number": move.berth + 1},
        )
        for move in scene.legal
        if isinstance(move, Grin) and isinstance(move.berth, int)
    ]  # fmt: skip
