"""The buttons of the action bar, each with a legal move in words, and the queue of grins (CN-10, CN-11)."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.codec import dump_move
from games.engine.kit import Button, press
from games.engine.presenter import Names, Scene
from games.titles.cannonades.cards import GRINS, SHIPS
from games.titles.cannonades.cards import Face as FaceId
from games.titles.cannonades.observe import View
from games.titles.cannonades.presenter.choices import Picked, shown_at
from games.titles.cannonades.presenter.words import Face, card_name, card_names, face
from games.titles.cannonades.state import (
    Add,
    Answer,
    Board,
    Discard,
    Draw,
    End,
    Grin,
    Keep,
    Redraw,
    Salvage,
    Shoot,
)


def buttons_of(view: View, scene: Scene, picked: Picked) -> list[Button]:
    """The reader's possible actions, except answers to grins."""
    if not scene.legal or view.decision == "answering":
        return []
    if view.decision == "set-up":
        return _set_up()
    if view.decision == "salvaging":
        return [_salvage(view, move) for move in scene.legal if isinstance(move, Salvage)]
    if picked.card is None or picked.strike is not None:
        return []
    return [*_adding(view, scene, picked.card), *_drawing(view, scene, picked.card)]


def finals_of(view: View, scene: Scene, picked: Picked) -> list[Button]:
    """Moves that can't be taken back or that end the turn: shots, boardings, turning up a ship, discards, the end."""
    if not scene.legal:
        return []
    if view.decision == "answering":
        return reveal_button(view, scene, picked)
    if picked.due:
        return [_discard(picked.discards)] if picked.discards else []
    if picked.strike is not None:
        return [_strike(view, scene, picked, picked.strike)]
    if picked.is_empty and End() in scene.legal:
        return [press("end", _("End your turn"), End(), _after_end(view, scene))]
    return []


def _set_up() -> list[Button]:
    return [
        press(
            "redraw", _("Exchange the hand"), Redraw(),
            _("Everybody sees your old hand, and you draw as many new cards."),
        ),
        press("keep", _("Keep the hand"), Keep(), _("You won't get another chance."), is_quiet=True),
    ]  # fmt: skip


def _salvage(view: View, move: Salvage) -> Button:
    count = view.discards.count(move.card)
    note = ngettext("%(count)d in the discard pile", "%(count)d in the discard pile", count) % {
        "count": count
    }
    return press(f"salvage-{move.card}", _("Take %(card)s") % {"card": card_name(move.card)}, move, note)


def _discard(faces: tuple[FaceId, ...]) -> Button:
    moves = tuple(dump_move(Discard(face)) for face in faces)
    words = {"cards": card_names(faces)}
    note = _("Discard: %(cards)s") % words
    if len(moves) == 1:
        return Button("confirm", _("Discard"), moves[0], note=note)
    return Button("confirm", _("Discard"), moves=moves, note=note)


def _strike(view: View, scene: Scene, picked: Picked, strike: Shoot | Board) -> Button:
    """The button of the shot or the boarding; screen readers read its note instead of the short label."""
    seat, berth = picked.at or (0, 0)
    ship = shown_at(view, (seat, berth))
    words = {
        "name": scene.names[seat],
        "number": berth + 1,
        "ship": ship and ship.face and card_name(ship.face),
    }
    if isinstance(strike, Shoot):
        told = (
            _("Shoot at %(ship)s of %(name)s")
            if words["ship"]
            else _("Shoot at berth %(number)d of %(name)s")
        )
        return Button("confirm", _("Shoot"), dump_move(strike), note=told % words)
    told = _("Board %(ship)s of %(name)s") if words["ship"] else _("Board berth %(number)d of %(name)s")
    return Button("confirm", _("Board"), dump_move(strike), note=told % words)


def _adding(view: View, scene: Scene, card: FaceId) -> list[Button]:
    move = Add(card)
    if scene.you is None or move not in scene.legal:
        return []
    berth = view.ships[scene.you].index(None) + 1
    note = _("Face down, into berth %(number)d.") % {"number": berth}
    return [press("confirm", _("Add it to your fleet"), move, note)]


def _drawing(view: View, scene: Scene, card: FaceId) -> list[Button]:
    move = Draw(card)
    if move not in scene.legal:
        return []
    count = 1 + GRINS[card]
    label = ngettext("Discard it, draw %(count)d card", "Discard it, draw %(count)d cards", count) % {
        "count": count
    }
    is_quiet = card not in SHIPS or Add(card) in scene.legal
    return [press("draw", label, move, _deck_note(view, count), is_quiet=is_quiet)]


def _deck_note(view: View, count: int) -> str:
    if count >= view.deck.count:
        return _("This draws the last card of the deck: your turn ends at once, and the stand-off begins.")
    return ""


def _after_end(view: View, scene: Scene) -> str:
    """The consequences of ending the turn, if any."""
    if scene.you is None:
        return ""
    if not any(view.ships[scene.you]):
        return _("You have no ship on the table: you will be out.")
    over = view.hands[scene.you].count - view.limit
    if over <= 0:
        return ""
    return ngettext("Then you discard %(count)d card.", "Then you discard %(count)d cards.", over) % {
        "count": over
    }


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
        return _("%(cause)s Waiting for %(against)s to discard a card.") % words
    return _("%(cause)s Waiting for %(name)s to answer.") % words


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
            _(
                "Turn up berth %(number)d of %(name)s? This won't sink it, but if it has two grins, it "
                "answers you."
            )
            % chosen
        )
    answer = view.answers[0]
    words = {"name": names[answer.seat], "against": names[answer.against], "ship": card_name(answer.ship)}
    if view.decision == "forced-discard":
        return _forced_story(answer) % words
    stories = {
        "turned-up": _("%(against)s turned up your %(ship)s, and its crew grins. What should it do?"),
        "sunk": _("%(against)s sank your %(ship)s, and its crew grins. What should it do?"),
        "boarding": _("You boarded %(against)s with %(ship)s, and its crew grins. What should it do?"),
        "both": _(
            "%(against)s turned up and sank your %(ship)s: its crew grins twice. What should it do first?"
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
        return press("grin-draw", _("Draw a card"), move, _draw_note(view, scene))
    if move.effect == "discard":
        return press("grin-discard", _("Make them discard"), move)
    return press("grin-pass", _("Do nothing"), move, is_quiet=True)


def _draw_note(view: View, scene: Scene) -> str:
    if view.deck.count > 1:
        return ""
    turn = scene.names[view.seat] if view.seat is not None else ""
    return _("This is the last card: the turn of %(name)s ends, and the stand-off begins.") % {"name": turn}


def may_reveal(scene: Scene) -> bool:
    """Whether the grin may turn up a ship, which is then chosen on the board."""
    return any(isinstance(move, Grin) and move.effect == "reveal" for move in scene.legal)


def reveal_button(view: View, scene: Scene, picked: Picked) -> list[Button]:
    """The button that turns up the ship chosen on the board."""
    if picked.reveal is None or not isinstance(picked.reveal.berth, int):
        return []
    words = {"name": scene.names[view.answers[0].against], "number": picked.reveal.berth + 1}
    note = _("Turn it up: berth %(number)d of %(name)s") % words
    return [Button("confirm", _("Turn it up"), dump_move(picked.reveal), note=note)]
