"""Help for beginners at Capt'n Eli: the effect of each action, and why a card cannot do it.

Made from the observation alone.
"""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.engine.contract import Seat
from games.engine.kit import listed
from games.engine.presenter import Note, Notes, Scene, Text
from games.titles.captn_eli.grid import Cell, room_of
from games.titles.captn_eli.observe import Shown, View
from games.titles.captn_eli.presenter.choices import cell_word, name_at
from games.titles.captn_eli.presenter.sums import sum_of, versus
from games.titles.captn_eli.presenter.words import KEYWORD_RULES
from games.titles.captn_eli.state import Challenge, Flip, Place, Shift, Wedge


def notes(view: View, scene: Scene) -> Notes | None:
    """The notes for the reader's current decision; None for a spectator."""
    if scene.you is None:
        return None
    match view.phase:
        case "squads":
            told = _(
                "Your character decides the game. Vehicles attack, locations defend it, and gadgets help it "
                "attack."
            )
            third, most = _("A third support of this type"), _("A squad has at most two supports of a type.")
            return Notes(told, (), (Note(third, most, "squads"),))
        case "mystic" | "sacrifice":
            return Notes(str(KEYWORD_RULES[view.phase]))
        case "reveal":
            return Notes(str(KEYWORD_RULES["stacked"]))
        case _:
            told, you = (
                _("One action per turn. Protect your character, and keep one card face down."),
                scene.you,
            )
            return Notes(told, _does(view, scene), _barred(view, scene, you), _whys(view, scene, you))


_KINDS = (Place, Wedge, Flip, Shift, Challenge)


def _names() -> dict[type, tuple[Text, Text, str]]:
    """Each action: its name, its effect, and its paragraph."""
    flip = _("Turn one of your cards face up. It can then challenge or help, and its keyword applies.")
    challenge = _("If your total is higher, the opponent's card is beaten.")
    return {
        Place: (_("Lay"), _("Lay a card from your hand face down beside a card on the grid."), "laying"),
        Wedge: (_("Wedge"), _("Part two rows and lay a card from your hand between them."), "wedging"),
        Flip: (_("Turn up"), flip, "turning-up"),
        Shift: (
            pgettext("Capt'n Eli", "Move"),
            _("Move one of your cards into an empty cell beside it."),
            "moving",
        ),
        Challenge: (pgettext("Capt'n Eli", "Challenge"), challenge, "challenging"),
    }


def _does(view: View, scene: Scene) -> tuple[Note, ...]:
    kinds, names = {type(move) for move in scene.legal}, _names()
    if not view.grid:
        first = _("Lay the first card of the game face down. All later cards go beside other cards.")
        names[Place] = (names[Place][0], first, names[Place][2])
    return tuple(Note(*names[kind]) for kind in _KINDS if kind in kinds)


def _barred(view: View, scene: Scene, you: Seat) -> tuple[Note, ...]:
    kinds, names = {type(move) for move in scene.legal}, _names()
    barred = [kind for kind in _KINDS if kind not in kinds]
    return tuple(Note(names[kind][0], _why_not(view, you, kind), names[kind][2]) for kind in barred)


def _why_not(view: View, you: Seat, kind: type) -> str:
    """The reason why no move of a kind is legal (CE-8, CE-10, CE-19)."""
    if kind in (Place, Wedge):
        return _not_from_hand(view, you, kind)
    if kind is Flip:
        return _("None of your cards is face down.")
    if kind is Shift:
        return _pressed(view) or _("None of your cards has a free cell beside it.")
    own = [shown for shown in view.grid if shown.owner == you]
    if not any(_challenges(view, shown) for shown in own):
        return _("You have no face-up character or vehicle.")
    return _("You can't beat any card within reach.")


def _not_from_hand(view: View, you: Seat, kind: type) -> str:
    if not view.hands[you].count:
        return _("Your hand is empty.")
    if kind is Place:
        return _("No cell beside a card is free.")
    if not room_of([shown.cell for shown in view.grid]).has_new_row:
        return _("The grid already has 4 rows.")
    return _("None of your cards has a card directly ahead of it.")


def _pressed(view: View) -> str:
    if view.ruleset.is_stormy(view.quiet):
        return _("In the storm, you may move a card only closer, and only if you have no other action.")
    return _("Under pressure, you may move a card only if you have no other action.") if view.pressure else ""


def _challenges(view: View, shown: Shown) -> bool:
    kind = view.ruleset.by_id[shown.card].type if shown.up and shown.card else ""
    return kind in ("character", "vehicle")


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
    strikes = _("it can't challenge")
    if kind in ("location", "gadget"):
        strikes = _("locations and gadgets can't challenge")
    elif _challenges(view, shown):
        strikes = _("it can't reach a card that it would beat")
    return _("You can't choose this card: %(why)s.") % {"why": listed([stays.rstrip("."), strikes])}


def _safe(view: View, you: Seat, target: Cell) -> str:
    """Why none of the reader's cards may challenge this card (CE-10)."""
    tried = [
        (shown.cell, found)
        for shown in view.grid
        if shown.owner == you and _challenges(view, shown) and (found := sum_of(view, shown.cell, target))
    ]
    if not tried:
        return _("You can't challenge this card: none of your face-up characters or vehicles reaches it.")
    told = [f"{name_at(view, cell)} {versus(total)}" for cell, total in tried]
    words = {"totals": listed(told, "")}
    return _("You can't challenge this card: no total would be higher (%(totals)s).") % words
