"""The buttons of the action bar, each a legal move that says what it does; and the queue of grins (CN-10, CN-11)."""

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
from games.titles.cannonades.state import Add, Answer, Discard, Draw, End, Grin, Keep, Redraw, Salvage, Shoot

__all__ = ["Queued", "answer_buttons", "buttons_of", "queue_of", "reveal_buttons", "story_of"]


def buttons_of(view: View, scene: Scene, picked: Picked) -> list[Button]:
    """What the reader can do now, except answers to grins."""
    if not scene.legal or view.decision == "answering":
        return []
    if view.decision == "set-up":
        return _set_up()
    if view.decision == "salvaging":
        return [_salvage(view, move) for move in scene.legal if isinstance(move, Salvage)]
    if picked.due:
        return [_discard(picked.discards)] if picked.discards else []
    return _actions(view, scene, picked)


def _set_up() -> list[Button]:
    return [
        press(
            "redraw", _("Exchange the hand"), Redraw(),
            _("Everybody sees your five cards; they are discarded, and you draw five new ones."),
        ),
        press("keep", _("Keep the hand"), Keep(), _("You will not be asked again."), is_quiet=True),
    ]  # fmt: skip


def _salvage(view: View, move: Salvage) -> Button:
    count = view.discards.count(move.card)
    note = ngettext("%(count)d in the discard pile", "%(count)d in the discard pile", count) % {
        "count": count
    }
    return press(f"salvage-{move.card}", _("Take %(card)s") % {"card": card_name(move.card)}, move, note)


def _discard(faces: tuple[FaceId, ...]) -> Button:
    moves = tuple(dump_move(Discard(face)) for face in faces)
    label = _("Discard %(cards)s") % {"cards": card_names(faces)}
    return Button("confirm", label, moves[0]) if len(moves) == 1 else Button("confirm", label, moves=moves)


def _actions(view: View, scene: Scene, picked: Picked) -> list[Button]:
    if picked.strike is not None:
        return [press("confirm", _strike_label(view, scene, picked), picked.strike)]
    if picked.card is not None:
        return [*_adding(view, scene, picked.card), *_drawing(view, scene, picked.card)]
    if picked.is_empty and End() in scene.legal:
        return [press("end", _("End your turn"), End(), _after_end(view, scene))]
    return []


def _strike_label(view: View, scene: Scene, picked: Picked) -> str:
    seat, berth = picked.at or (0, 0)
    ship = shown_at(view, (seat, berth))
    words = {"name": scene.names[seat], "number": berth + 1}
    shoots = isinstance(picked.strike, Shoot)
    if ship is None or ship.face is None:
        return (
            _("Shoot at berth %(number)d of %(name)s") % words
            if shoots
            else _("Board berth %(number)d of %(name)s") % words
        )
    words["ship"] = card_name(ship.face)
    return _("Shoot at %(ship)s of %(name)s") % words if shoots else _("Board %(ship)s of %(name)s") % words


def _adding(view: View, scene: Scene, card: FaceId) -> list[Button]:
    move = Add(card)
    if scene.you is None or move not in scene.legal:
        return []
    berth = view.ships[scene.you].index(None) + 1
    note = _("Face down into berth %(number)d: the others see only that it is a ship.") % {"number": berth}
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
        return _("It takes the last card of the deck: your turn ends there, and the stand-off begins.")
    return ""


def _after_end(view: View, scene: Scene) -> str:
    """What ending the turn brings about, if anything."""
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


# Grins


@dataclass(frozen=True)
class Queued:
    """One open answer."""

    face: Face
    text: str
    is_now: bool  # it is the one that is being answered


def queue_of(view: View, names: Names) -> list[Queued]:
    """The open answers, the one that is asked first."""
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
    """Why a ship grins, as a sentence."""
    words = {"name": names[answer.seat], "against": names[answer.against], "ship": card_name(answer.ship)}
    if answer.cause == "turned-up":
        return _("%(against)s turned up %(ship)s of %(name)s.") % words
    if answer.cause == "sunk":
        return _("%(against)s sank %(ship)s of %(name)s.") % words
    return _("%(name)s boarded %(against)s with %(ship)s.") % words


def story_of(view: View, names: Names) -> str:
    """What happened and what is asked now, for the seat that is asked about a grin."""
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
    """Whether the ship that answers for being turned up was also sunk by the same shot."""
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
        _answer_button(view, scene, move)
        for move in scene.legal
        if isinstance(move, Grin) and move.effect != "reveal"
    ]


def _answer_button(view: View, scene: Scene, move: Grin) -> Button:
    against = view.answers[0].against
    words = {"name": scene.names[against]}
    if move.effect == "draw":
        return press("grin-draw", _("Draw a card"), move, _draw_note(view, scene))
    if move.effect == "discard":
        count = view.hands[against].count
        note = ngettext("%(name)s has only %(count)d.", "%(name)s chooses which of %(count)d.", count)
        label = _("Make %(name)s discard a card") % words
        return press("grin-discard", label, move, note % {**words, "count": count})
    return press("grin-pass", _("Do nothing"), move, is_quiet=True)


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
        press(
            f"grin-reveal-{move.berth}", _("Berth %(number)d") % {"number": move.berth + 1}, move,
            _("Turn up the ship of %(name)s in berth %(number)d")
            % {"name": scene.names[view.answers[0].against], "number": move.berth + 1},
        )
        for move in scene.legal
        if isinstance(move, Grin) and isinstance(move.berth, int)
    ]  # fmt: skip
