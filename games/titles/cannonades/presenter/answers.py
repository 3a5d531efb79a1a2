"""Answers to grins: the queue of open ones, and the reader's choices (CN-10, CN-11)."""

from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from games.engine.kit import Button, final, press
from games.engine.presenter import Names, Scene
from games.titles.cannonades.observe import View
from games.titles.cannonades.presenter.choices import Picked
from games.titles.cannonades.presenter.words import Face, card_name, face
from games.titles.cannonades.state import Answer, Grin

__all__ = ["Queued", "answer_buttons", "may_reveal", "queue_of", "reveal_button", "story_of"]


@dataclass(frozen=True)
class Queued:
    """One open answer."""

    face: Face
    text: str
    is_now: bool  # it is the current one


def queue_of(view: View, names: Names) -> list[Queued]:
    """The open answers, the current one first."""
    return [
        Queued(face(answer.ship), _queued(view, answer, names, number), number == 0)
        for number, answer in enumerate(view.answers)
    ]


def _queued(view: View, answer: Answer, names: Names, number: int) -> str:
    words = {"name": names[answer.seat], "against": names[answer.against], "cause": _cause(answer, names)}
    if number:
        return _("%(cause)s Then %(name)s answers %(against)s.") % words
    if view.decision == "forced-discard":
        return _("%(cause)s %(against)s has to discard a card: the table waits for %(against)s.") % words
    return _("%(cause)s The table waits for the answer of %(name)s.") % words


def _cause(answer: Answer, names: Names) -> str:
    """The reason why a ship grins, as a sentence."""
    words = {"name": names[answer.seat], "against": names[answer.against], "ship": card_name(answer.ship)}
    if answer.cause == "turned-up":
        return _("%(against)s turned up %(ship)s of %(name)s.") % words
    if answer.cause == "sunk":
        return _("%(against)s sank %(ship)s of %(name)s.") % words
    return _("%(name)s boarded %(against)s with %(ship)s.") % words


def story_of(view: View, names: Names, picked: Picked) -> str:
    """The story so far and the question, for the seat that is asked about a grin."""
    if not view.answers:
        return ""
    if picked.reveal is not None and isinstance(picked.reveal.berth, int):
        chosen = {"number": picked.reveal.berth + 1, "name": names[view.answers[0].against]}
        return (
            _("Turn up berth %(number)d of %(name)s? It is not sunk. If it has two grins, it answers you.")
            % chosen
        )
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
    """Whether a ship that answers for being turned up was also sunk by the same shot."""
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
    """The possible effects of the grin, `pass` last; reveals are offered by berth (`reveal_button`)."""
    return [
        _answer_button(view, scene, move)
        for move in scene.legal
        if isinstance(move, Grin) and move.effect != "reveal"
    ]


def _answer_button(view: View, scene: Scene, move: Grin) -> Button:
    if move.effect == "draw":
        return final("grin-draw", _("Draw a card"), move, _draw_note(view, scene))
    if move.effect == "discard":
        return final("grin-discard", _("Make them discard"), move)
    return replace(final("grin-pass", _("Do nothing"), move), is_quiet=True)


def _draw_note(view: View, scene: Scene) -> str:
    if view.deck.count > 1:
        return ""
    turn = scene.names[view.seat] if view.seat is not None else ""
    return _("The last one: the turn of %(name)s ends, and the stand-off begins.") % {"name": turn}


def may_reveal(scene: Scene) -> bool:
    """Whether the grin may turn up a ship, which is then chosen on the board."""
    return any(isinstance(move, Grin) and move.effect == "reveal" for move in scene.legal)


def reveal_button(view: View, scene: Scene, picked: Picked) -> list[Button]:
    """The button that turns up the ship chosen on the board."""
    if picked.reveal is None or not isinstance(picked.reveal.berth, int):
        return []
    words = {"name": scene.names[view.answers[0].against], "number": picked.reveal.berth + 1}
    note = _("Turn it up: berth %(number)d of %(name)s") % words
    return [press("confirm", _("Turn it up"), picked.reveal, note)]
