"""Help for beginners at Capt'n Eli: the effect of each action, and why a card cannot do it.

Made from the observation alone.
"""

from django.utils.translation import gettext as _

from games.engine.contract import Seat
from games.engine.kit import listed
from games.engine.presenter import Note, Notes, Scene, Text
from games.titles.captn_eli.grid import Cell, room_of
from games.titles.captn_eli.observe import Shown, View
from games.titles.captn_eli.presenter.choices import cell_word, name_at
from games.titles.captn_eli.presenter.sums import sum_of, versus
from games.titles.captn_eli.presenter.words import KEYWORD_RULES
from games.titles.captn_eli.state import Challenge, Flip, Place, Shift, Wedge

__all__ = ["notes"]


def notes(view: View, scene: Scene) -> Notes | None:
    """The notes for the reader's current decision; None for a spectator."""
    if scene.you is None:
        return None
    match view.phase:
        case "squads":
            told = _(
                "A character wins or loses the game; vehicles strike, locations defend it, gadgets help it strike."
            )
            return Notes(told, (), (_types(),))
        case "mystic" | "sacrifice":
            return Notes(str(KEYWORD_RULES[view.phase]))
        case "reveal":
            return Notes(str(KEYWORD_RULES["stacked"]))
        case _:
            told = _(
                "One act, then it is the other player's turn. Keep your character covered, and one card face down."
            )
            return Notes(
                told, _does(view, scene), _barred(view, scene, scene.you), _whys(view, scene, scene.you)
            )


def _types() -> Note:
    return Note(_("A third support of one type"), _("A squad has at most two of the same type."), "squads")


_KINDS = (Place, Wedge, Flip, Shift, Challenge)


def _names() -> dict[type, tuple[Text, Text, str]]:
    """Each action: its name, its effect, and its paragraph."""
    return {
        Place: (_("Lay"), _("A card of your hand comes face down beside a card that lies there."), "laying"),
        Wedge: (_("Wedge"), _("A card of your hand comes between two rows, which part."), "wedging"),
        Flip: (
            _("Turn up"),
            _("A face-down card of yours may then challenge and help; its keyword acts."),
            "turning-up",
        ),
        Shift: (_("Move"), _("A card of yours goes into an empty cell beside it."), "moving"),
        Challenge: (
            _("Challenge"),
            _("If your total is higher, the other card leaves the game."),
            "challenging",
        ),
    }


def _does(view: View, scene: Scene) -> tuple[Note, ...]:
    kinds, names = {type(move) for move in scene.legal}, _names()
    if not view.grid:
        first = _("The game's first card comes face down from your hand; all others come beside cards.")
        names[Place] = (names[Place][0], first, names[Place][2])
    return tuple(Note(*names[kind]) for kind in _KINDS if kind in kinds)


def _barred(view: View, scene: Scene, you: Seat) -> tuple[Note, ...]:
    kinds, names = {type(move) for move in scene.legal}, _names()
    return tuple(
        Note(names[kind][0], _why_not(view, you, kind), names[kind][2])
        for kind in _KINDS
        if kind not in kinds
    )


def _why_not(view: View, you: Seat, kind: type) -> str:
    """The reason why no move of a kind is legal (CE-8, CE-10, CE-19)."""
    if kind in (Place, Wedge):
        return _not_from_hand(view, you, kind)
    if kind is Flip:
        return _("None of your cards lies face down.")
    if kind is Shift:
        return _pressed(view) or _("No card of yours has a free cell beside it.")
    own = [shown for shown in view.grid if shown.owner == you]
    if not any(_challenges(view, shown) for shown in own):
        return _("None of your characters and vehicles lies face up.")
    return _("No card that you reach would be beaten.")


def _not_from_hand(view: View, you: Seat, kind: type) -> str:
    if not view.hands[you].count:
        return _("You have no card in hand.")
    if kind is Place:
        return _("It cannot be laid: no free cell beside a card.")
    is_full = not room_of([shown.cell for shown in view.grid]).has_new_row
    return _("The grid is 4 rows high.") if is_full else _("No card of yours has a card right ahead of it.")


def _pressed(view: View) -> str:
    return _("Under pressure who can do anything else moves no card.") if view.pressure else ""


def _challenges(view: View, shown: Shown) -> bool:
    return (
        shown.up
        and shown.card is not None
        and view.ruleset.by_id[shown.card].type in ("character", "vehicle")
    )


def _whys(view: View, scene: Scene, you: Seat) -> dict[str, Text]:
    """By cell: why the reader's own card can do nothing, and why the opponent's card cannot be challenged."""
    acting = {move.at for move in scene.legal if isinstance(move, Flip | Shift | Challenge)}
    acting |= {move.ahead_of for move in scene.legal if isinstance(move, Wedge)}
    hit = {move.target for move in scene.legal if isinstance(move, Challenge)}
    found = {}
    for shown in view.grid:
        if shown.owner == you and shown.cell not in acting:
            found[cell_word(shown.cell)] = _idle(view, shown)
        elif shown.owner != you and shown.cell not in hit:
            found[cell_word(shown.cell)] = _safe(view, you, shown.cell)
    return found


def _idle(view: View, shown: Shown) -> str:
    """Why the reader's face-up card can do nothing; a face-down one can always be turned up."""
    stays = _pressed(view) or _("it has no free cell beside it")
    kind = view.ruleset.by_id[shown.card].type if shown.card else ""
    strikes = (
        _("it reaches no card that it would beat") if _challenges(view, shown) else _("it does not challenge")
    )
    if kind in ("location", "gadget"):
        strikes = _("locations and gadgets do not challenge")
    return _("It cannot be chosen: %(why)s.") % {"why": listed([stays.rstrip("."), strikes])}


def _safe(view: View, you: Seat, target: Cell) -> str:
    """Why none of the reader's cards may challenge this card (CE-10)."""
    tried = [
        (shown.cell, found)
        for shown in view.grid
        if shown.owner == you and _challenges(view, shown) and (found := sum_of(view, shown.cell, target))
    ]
    if not tried:
        return _("It cannot be challenged: no face-up character or vehicle of yours reaches it.")
    told = [f"{name_at(view, cell)} {versus(total)}" for cell, total in tried]
    return _("It cannot be challenged, no total would be higher: %(totals)s.") % {"totals": listed(told, "")}
