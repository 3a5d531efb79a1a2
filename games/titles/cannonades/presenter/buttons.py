"""The buttons of the action bar: every one is a legal move, and says what it does."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.codec import dump_move
from games.engine.presenter import Scene
from games.titles.cannonades.cards import GRINS, SHIPS, Face
from games.titles.cannonades.observe import View
from games.titles.cannonades.presenter.choice import Choice
from games.titles.cannonades.presenter.reach import shown_at
from games.titles.cannonades.presenter.words import card_name, card_names
from games.titles.cannonades.state import Add, Discard, Draw, End, Keep, Redraw, Salvage, Shoot

__all__ = ["Button", "buttons_of"]


@dataclass(frozen=True)
class Button:
    """One thing to do."""

    id: str
    json: str
    label: str
    note: str = ""  # what it does, where the label cannot say it
    moves: tuple[str, ...] = ()  # several moves as JSON, one after the other, instead of the one
    is_quiet: bool = False


def buttons_of(view: View, scene: Scene, choice: Choice) -> list[Button]:
    """What the reader can do now, save answers (`answers`)."""
    if not scene.legal or view.decision == "answering":
        return []
    if view.decision == "set-up":
        return _set_up()
    if view.decision == "salvaging":
        return [_salvage(view, move) for move in scene.legal if isinstance(move, Salvage)]
    if choice.due:
        return [_discard(choice.discards)] if choice.discards else []
    return _actions(view, scene, choice)


def _set_up() -> list[Button]:
    return [
        Button(
            "redraw", dump_move(Redraw()), _("Exchange the hand"),
            _("Everybody sees your five cards; they are discarded, and you draw five new ones."),
        ),
        Button("keep", dump_move(Keep()), _("Keep the hand"), _("You will not be asked again."), is_quiet=True),
    ]  # fmt: skip


def _salvage(view: View, move: Salvage) -> Button:
    count = view.discards.count(move.card)
    note = ngettext("%(count)d in the discard pile", "%(count)d in the discard pile", count) % {
        "count": count
    }
    return Button(
        f"salvage-{move.card}", dump_move(move), _("Take %(card)s") % {"card": card_name(move.card)}, note
    )


def _discard(faces: tuple[Face, ...]) -> Button:
    moves = tuple(dump_move(Discard(face)) for face in faces)
    label = _("Discard %(cards)s") % {"cards": card_names(faces)}
    if len(moves) == 1:
        return Button("confirm", moves[0], label)
    return Button("confirm", "", label, moves=moves)


def _actions(view: View, scene: Scene, choice: Choice) -> list[Button]:
    if choice.strike is not None:
        return [Button("confirm", dump_move(choice.strike), _strike_label(view, scene, choice))]
    if choice.card is not None:
        return [*_adding(view, scene, choice.card), *_drawing(view, scene, choice.card)]
    if choice.is_empty and End() in scene.legal:
        return [Button("end", dump_move(End()), _("End your turn"), _after_end(view, scene))]
    return []


def _strike_label(view: View, scene: Scene, choice: Choice) -> str:
    seat, berth = choice.at or (0, 0)
    ship = shown_at(view, (seat, berth))
    words = {"name": scene.names[seat], "number": berth + 1}
    shoots = isinstance(choice.strike, Shoot)
    if ship is None or ship.face is None:
        return (
            _("Shoot at berth %(number)d of %(name)s") % words
            if shoots
            else _("Board berth %(number)d of %(name)s") % words
        )
    words["ship"] = card_name(ship.face)
    return _("Shoot at %(ship)s of %(name)s") % words if shoots else _("Board %(ship)s of %(name)s") % words


def _adding(view: View, scene: Scene, card: Face) -> list[Button]:
    move = Add(card)
    if scene.you is None or move not in scene.legal:
        return []
    berth = view.ships[scene.you].index(None) + 1
    note = _("Face down into berth %(number)d: the others see only that it is a ship.") % {"number": berth}
    return [Button("confirm", dump_move(move), _("Add it to your fleet"), note)]


def _drawing(view: View, scene: Scene, card: Face) -> list[Button]:
    move = Draw(card)
    if move not in scene.legal:
        return []
    count = 1 + GRINS[card]
    label = ngettext("Discard it, draw %(count)d card", "Discard it, draw %(count)d cards", count) % {
        "count": count
    }
    is_quiet = card not in SHIPS or Add(card) in scene.legal
    return [Button("draw", dump_move(move), label, _deck_note(view, count), is_quiet=is_quiet)]


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
