"""Help for Cannonades, made from the observation: notes for beginners, and hints in words."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.contract import Seat
from games.engine.kit import Way, asking_for
from games.engine.presenter import Note, Notes, Scene, Suggestion, Text
from games.titles.cannonades.cards import CANNONADES, GRINS, HITS, SHIPS, Face
from games.titles.cannonades.observe import View
from games.titles.cannonades.presenter.choices import shown_at, way_of
from games.titles.cannonades.presenter.words import card_name
from games.titles.cannonades.state import (
    Add,
    Board,
    Discard,
    Draw,
    End,
    Grin,
    Keep,
    Move,
    Redraw,
    Salvage,
    Shoot,
)


def notes(view: View, scene: Scene) -> Notes | None:
    """The notes for the reader's current decision; None for a spectator."""
    if scene.you is None:
        return None
    match view.decision:
        case "set-up":
            return Notes(
                _(
                    "Ships keep you in the game, and cannonades sink other captains' ships. You want some "
                    "of both."
                )
            )
        case "answering":
            return Notes(_answering(view))
        case "forced-discard" | "discarding":
            return Notes(_("Keep a ship for later, and cannonades whose colours you see at sea."))
        case "salvaging":
            return Notes(_("Take one that hits a ship you can see."))
        case _:
            return Notes(
                _turn(view, scene.you),
                _does(view, scene, scene.you),
                _unavailable_notes(view, scene, scene.you),
                _whys(view, scene),
            )


def _answering(view: View) -> str:
    """A sentence that says whom the crew answers (CN-10, CN-11)."""
    if view.answers[0].cause == "boarding":
        return _("The crew of your boarding ship answers the captain you boarded. It costs you nothing.")
    return _("The crew answers the captain who turned up or sank its ship. It costs you nothing.")


def _turn(view: View, you: Seat) -> str:
    if not any(view.ships[you]):
        return _without_ship(view, you)
    return _("Choose a card in your hand, or one of your face-up ships to board with.")


def _without_ship(view: View, you: Seat) -> str:
    if any(card in SHIPS for card in view.hands[you].cards or ()):
        return _("Choose a ship in your hand first: if you end your turn without a ship at sea, you are out.")
    if _may_draw_a_ship(view, you):
        return _("Try to draw a ship: if you end your turn without a ship at sea, you are out.")
    return _("You have no ship: if you end your turn without a ship at sea, you are out.")


def _may_draw_a_ship(view: View, you: Seat) -> bool:
    """Whether a ship drawn now could still be added: the deck's last card ends the turn (CN-15)."""
    return view.hands[you].count > 0 and view.deck.count > 1 and view.actions > 1


_KINDS = (Add, Shoot, Board, Draw, End)


def _names() -> dict[type, tuple[Text, Text, str]]:
    """Each action: its name, its effect, and its paragraph."""
    return {
        Add: (_("Add a ship"), _("Face down, into your lowest free berth."), "adding"),
        Shoot: (_("Shoot"), _("Discard a cannonade to sink a ship of one of its colours."), "shooting"),
        Board: (_("Board"), _("Discard your face-up ship to sink a ship of its colour."), "boarding"),
        Draw: (
            _("Draw"),
            _("Discard a card to draw one, plus one for each grin on it."),
            "drawing",
        ),
        End: (
            _("End your turn"),
            _("Discard down to the limit; the next captain begins."),
            "discarding",
        ),
    }


def _does(view: View, scene: Scene, you: Seat) -> tuple[Note, ...]:
    kinds, names = {type(move) for move in scene.legal}, _names()
    if not any(view.ships[you]):  # CN-13
        names[End] = (names[End][0], _("You are out: you have no ship at sea."), "out")
    return tuple(Note(*names[kind]) for kind in _KINDS if kind in kinds)


def _unavailable_notes(view: View, scene: Scene, you: Seat) -> tuple[Note, ...]:
    kinds, names = {type(move) for move in scene.legal}, _names()
    return tuple(
        Note(names[kind][0], _why_not(view, you, kind), names[kind][2])
        for kind in _KINDS
        if kind not in kinds
    )


def _why_not(view: View, you: Seat, kind: type) -> str:
    """The reason why no move of a kind is legal (CN-8)."""
    hand, ships = view.hands[you].cards or (), [ship for ship in view.ships[you] if ship is not None]
    if kind is Add:
        return (
            _("You have no ship in hand.")
            if not any(card in SHIPS for card in hand)
            else _("Your four berths are taken.")
        )
    if kind is End:
        return _("You have no ship at sea, and one in your hand.")
    if kind is Draw:
        return _("The deck is empty.") if view.starter is not None else _("You have no card in hand.")
    if view.first_turn:
        return _("You can't shoot or board in your first turn.")
    if kind is Shoot:
        return (
            _("You have no cannonade.") if not any(card in CANNONADES for card in hand) else _nothing_to_hit()
        )
    return _("None of your ships is face up.") if not any(ship.up for ship in ships) else _nothing_to_hit()


def _nothing_to_hit() -> str:
    return _("Nobody else has a ship at sea.")


def _whys(view: View, scene: Scene) -> dict[str, Text]:
    """Why a card in hand, or one of the reader's ships, cannot be chosen."""
    you = scene.you or 0
    usable = {move.card for move in scene.legal if isinstance(move, Add | Shoot | Draw)}
    boarding = {move.berth for move in scene.legal if isinstance(move, Board)}
    hand = {
        f"card-{card}": _why_not(view, you, Add if card in SHIPS else Shoot)
        for card in view.hands[you].cards or ()
        if card not in usable
    }
    ships = {
        f"own-{berth + 1}": _why_not(view, you, Board)
        if ship.up
        else _("It is face down: only face-up ships can board.")
        for berth, ship in enumerate(view.ships[you])
        if ship is not None and berth not in boarding
    }
    return hand | ships


def suggestion(view: View, scene: Scene, move: Move) -> Suggestion:
    """The action with its card and its target."""
    return Suggestion(_told(view, scene, move), _way(move), _reason(view, scene, move))


def _reason(view: View, scene: Scene, move: Move) -> str:
    """What the move does or prevents, as far as the reader knows it."""
    you = scene.you or 0
    match move:
        case Shoot(card, seat, berth):
            return _strike_reason(view, scene, card, (seat, berth))
        case Board(own, seat, berth):
            ship = shown_at(view, (you, own))
            return _strike_reason(view, scene, ship.face if ship else None, (seat, berth))
        case Add() if not any(view.ships[you]):
            return _("Without a ship on the table, you'd be out at the end of your turn.")
        case _:
            return ""


def _strike_reason(view: View, scene: Scene, weapon: Face | None, at: tuple[Seat, int]) -> str:
    ship, afloat = shown_at(view, at), sum(map(bool, view.ships[at[0]]))
    if ship is None or ship.face is None:
        return _("It turns the ship up, and sinks it if the colour matches.")
    if (weapon, ship.face) not in HITS:
        return ""
    if afloat == 1:
        return _("It sinks the last ship of %(name)s, who is out.") % {"name": scene.names[at[0]]}
    return _("It sinks the ship.")


def _way(move: Move) -> Way:
    """The choices that lead to the move, or to the confirmation of its button."""
    match move:
        case Discard(card):
            return {"discards": card}
        case Salvage(card):
            return asking_for(f"salvage-{card}")
        case Grin(effect) if effect != "reveal":
            return asking_for(f"grin-{effect}")
        case End() | Redraw() | Keep():
            return asking_for(type(move).__name__.lower())
        case _:
            return way_of(move)


def _told(view: View, scene: Scene, move: Move) -> str:
    match move:
        case Shoot(card, seat, berth):
            words = {"target": _target(view, scene, seat, berth), "card": card_name(card)}
            return _("Shoot at %(target)s with %(card)s.") % words
        case Board(own, seat, berth):
            told = _("Board %(target)s with your ship in berth %(own)d.")
            return told % {"target": _target(view, scene, seat, berth), "own": own + 1}
        case Grin():
            return _answer(view, scene, move)
        case _:
            return _with_own_cards(move)


def _target(view: View, scene: Scene, seat: int, berth: int) -> str:
    ship = shown_at(view, (seat, berth))
    words: dict[str, object] = {"name": scene.names[seat], "number": berth + 1}
    if ship is None or ship.face is None:
        return _("berth %(number)d of %(name)s") % words
    words["ship"] = card_name(ship.face)
    return _("%(ship)s of %(name)s (berth %(number)d)") % words


def _answer(view: View, scene: Scene, move: Grin) -> str:
    words = {"name": scene.names[view.answers[0].against]}
    match move.effect:
        case "draw":
            return _("Draw a card.")
        case "discard":
            return _("Make %(name)s discard a card.") % words
        case "reveal" if isinstance(move.berth, int):
            return _("Turn up the ship of %(name)s in berth %(number)d.") % {
                **words,
                "number": move.berth + 1,
            }
        case _:
            return _("Do nothing.")


def _with_own_cards(move: Move) -> str:
    match move:
        case Add(card):
            return _("Add %(card)s to your fleet.") % {"card": card_name(card)}
        case Draw(card):
            count = 1 + GRINS[card]
            told = ngettext(
                "Discard %(card)s, draw %(count)d card.", "Discard %(card)s, draw %(count)d cards.", count
            )
            return told % {"card": card_name(card), "count": count}
        case Discard(card):
            return _("Discard %(card)s.") % {"card": card_name(card)}
        case Salvage(card):
            return _("Take %(card)s from the discard pile.") % {"card": card_name(card)}
        case _:
            return _without_cards(move)


def _without_cards(move: Move) -> str:
    match move:
        case End():
            return _("End your turn.")
        case Redraw():
            return _("Exchange the hand.")
        case _:
            return _("Keep the hand.")
