"""The buttons of the action bar, each with a legal move in words; final ones are separate."""

from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.codec import dump_move
from games.engine.kit import Button, final, press
from games.engine.presenter import Scene
from games.titles.cannonades.cards import GRINS, SHIPS
from games.titles.cannonades.cards import Face as FaceId
from games.titles.cannonades.observe import View
from games.titles.cannonades.presenter.answers import reveal_button
from games.titles.cannonades.presenter.choices import Picked, shown_at
from games.titles.cannonades.presenter.words import card_name, card_names
from games.titles.cannonades.state import Add, Board, Discard, Draw, End, Keep, Redraw, Salvage, Shoot

__all__ = ["buttons_of", "finals_of"]


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
    """Moves that cannot be taken back or end the turn: a shot, a boarding, a ship turned up, discards, the end."""
    if not scene.legal:
        return []
    if view.decision == "answering":
        return reveal_button(view, scene, picked)
    if picked.due:
        return [_discard(picked.discards)] if picked.discards else []
    if picked.strike is not None:
        return [_strike(view, scene, picked, picked.strike)]
    if picked.is_empty and End() in scene.legal:
        return [final("end", _("End your turn"), End(), _after_end(view, scene))]
    return []


def _set_up() -> list[Button]:
    return [
        final(
            "redraw", _("Exchange the hand"), Redraw(),
            _("Everybody sees your hand; you draw as many new cards."),
        ),
        replace(final("keep", _("Keep the hand"), Keep(), _("You are not asked again.")), is_quiet=True),
    ]  # fmt: skip


def _salvage(view: View, move: Salvage) -> Button:
    count = view.discards.count(move.card)
    note = ngettext("%(count)d in the discard pile", "%(count)d in the discard pile", count) % {
        "count": count
    }
    return final(f"salvage-{move.card}", _("Take %(card)s") % {"card": card_name(move.card)}, move, note)


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
        return _("It takes the last card of the deck: your turn ends there, and the stand-off begins.")
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
