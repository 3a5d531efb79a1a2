"""What a challenge adds up to, card by card, and what it would lead to (CE-11 to CE-16, CE-19).

Everything is shown as far as the reader may know it, and called unknown otherwise.
"""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.titles.captn_eli.cards import BY_ID, Card
from games.titles.captn_eli.challenges import (
    ALL_ROUND,
    STACKED_PUSH,
    Field,
    Line,
    line_to,
    push_of,
    stacked_push,
)
from games.titles.captn_eli.grid import Cell, beside
from games.titles.captn_eli.observe import Shown, View
from games.titles.captn_eli.presenter.words import KEYWORD_NAMES, card_name
from games.titles.captn_eli.state import Lying

__all__ = ["Sum", "Term", "caveats", "field_seen", "pressure_now", "pushes", "sum_of", "verdict", "versus"]

_HIGHEST = max(card.d for card in BY_ID.values())


@dataclass(frozen=True)
class Term:
    """One card in a sum, or what the pressure adds; `value` is None if the reader does not know the card."""

    name: str
    value: int | None
    cell: Cell | None  # of a card


@dataclass(frozen=True)
class Sum:
    """Both sides of a challenge."""

    line: Line
    attack: tuple[Term, ...]
    defence: tuple[Term, ...]
    perhaps: tuple[Term, ...]  # locations that count only if the hidden target is a CHARACTER

    @property
    def attack_total(self) -> int:
        """The total of the challenger's side, all of which lies face up."""
        return sum(term.value or 0 for term in self.attack)

    @property
    def defence_total(self) -> int | None:
        """The total of the target's side; None if the target is not known."""
        known = [term.value for term in self.defence if term.value is not None]
        return sum(known) if len(known) == len(self.defence) else None

    @property
    def cells(self) -> frozenset[Cell]:
        """All cards that count."""
        terms = (*self.attack, *self.defence, *self.perhaps)
        return frozenset(term.cell for term in terms if term.cell is not None)


def field_seen(view: View) -> dict[Cell, Lying]:
    """The cards on the grid; `card` is empty for unknown ones."""
    return {shown.cell: _lying(shown) for shown in view.grid}


def _lying(shown: Shown) -> Lying:
    return Lying(
        shown.cell, shown.owner, shown.card or "", up=shown.up, seen=shown.known, marked=shown.marked,
        mystic_used=shown.mystic_used, sacrifice_used=shown.sacrifice_used,
    )  # fmt: skip


def sum_of(view: View, at: Cell, target: Cell) -> Sum | None:
    """The sum of a challenge as it stands now; None if the challenger does not reach the target."""
    field = field_seen(view)
    line = line_to(field, at, target)
    if line is None:
        return None
    locations = _helpers(field, line.target, "location")
    if not line.target.card:
        hidden = Term(_("the face-down card"), None, target)
        return Sum(line, _attack(view, field, at, line), (hidden,), locations)
    covered = locations if BY_ID[line.target.card].type == "character" else ()
    own = Term(card_name(line.target.card), BY_ID[line.target.card].d, target)
    return Sum(line, _attack(view, field, at, line), (own, *covered), ())


def _attack(view: View, field: Field, at: Cell, line: Line) -> tuple[Term, ...]:
    """CE-11: a CHARACTER adds what it challenges through, and its gadgets; CE-19: the pressure helps."""
    challenger = field[at]
    own = (_term(challenger, BY_ID[challenger.card].c),)
    push = push_of(challenger, line, view.pressure)
    pressure = tuple(Term(name, value, None) for name, value in pushes(BY_ID[challenger.card], push))
    if BY_ID[challenger.card].type != "character":
        return (*own, *pressure)
    through = tuple(_term(lying, BY_ID[lying.card].c) for lying in line.through)
    return (*own, *through, *_helpers(field, challenger, "gadget"), *pressure)


def pushes(card: Card, push: int) -> list[tuple[str, int]]:
    """CE-19: what the pressure adds if `card` challenges, by name: itself, and what a STACKED card gains on top."""
    extra = stacked_push(card, push)
    parts = [(_("Pressure"), push - extra), (str(KEYWORD_NAMES["stacked"]), extra)]
    return [(name, value) for name, value in parts if value]


def _helpers(field: Field, lying: Lying, kind: str) -> tuple[Term, ...]:
    """The same seat's face-up gadgets or locations beside a card."""
    near = (field.get(cell) for cell in beside(lying.cell))
    own = [other for other in near if other is not None and other.up and other.owner == lying.owner]
    return tuple(_term(other, _value(BY_ID[other.card])) for other in own if BY_ID[other.card].type == kind)


def _value(card: Card) -> int:
    return card.c if card.type == "gadget" else card.d


def _term(lying: Lying, value: int) -> Term:
    return Term(card_name(lying.card), value, lying.cell)


def pressure_now(pressure: int) -> str:
    """What the pressure does to every challenge and move (CE-19)."""
    words = {"pressure": pressure, "stacked": pressure + STACKED_PUSH}
    if pressure >= ALL_ROUND:
        told = _("Every challenge counts %(pressure)d more, that of a Stacked character %(stacked)d more.")
    else:
        told = _(
            "Up and down a column, every challenge counts %(pressure)d more, that of a Stacked character "
            "%(stacked)d more."
        )
    return told % words + " " + _("Who can do anything else moves no card.")


# What it would lead to


def versus(total: Sum) -> str:
    """The totals against each other, such as "3 : 1"; with a question mark for an unknown total."""
    defence = total.defence_total
    return f"{total.attack_total} : {'?' if defence is None else defence}"


def verdict(total: Sum) -> str:
    """What the totals would lead to if nothing changes them."""
    if total.defence_total is None:
        return _wins_up_to(total.attack_total - 1, is_covered=bool(total.perhaps))
    words = {"attack": total.attack_total, "defence": total.defence_total}
    if total.attack_total > total.defence_total:
        return _("%(attack)d against %(defence)d: the challenge wins.") % words
    return _("%(attack)d against %(defence)d: not higher, so nothing is removed.") % words


def _wins_up_to(most: int, *, is_covered: bool) -> str:
    if most < 0:
        return _("Your total is too low for any card: it would only be turned up.")
    if most >= _HIGHEST and not is_covered:
        return _("Your total wins, whatever it is.")
    if most == 0:
        return _("Your total wins if its defence is 0.")
    return ngettext(
        "Your total wins if its defence is %(num)d or less.",
        "Your total wins if its defence is %(num)d or less.",
        most,
    ) % {"num": most}


def caveats(field: Field, total: Sum) -> list[str]:
    """What the keywords of the target could change."""
    target = total.line.target
    if not target.card:
        return [_("If it is Mystic, its owner first turns down one of your face-up cards.")]
    told = []
    if _is_mystic(target):
        told.append(_("Mystic: its owner first turns down one of your face-up cards."))
    if total.defence_total is not None and total.attack_total > total.defence_total:
        told += _survivals(field, target)
    return told


def _is_mystic(target: Lying) -> bool:
    return not target.up and not target.mystic_used and "mystic" in BY_ID[target.card].keywords


def _survivals(field: Field, target: Lying) -> list[str]:
    """What may save the target from defeat: CE-16 comes before CE-14."""
    keywords, name = BY_ID[target.card].keywords, card_name(target.card)
    if "tenacious" in keywords and not target.marked:
        return [_("Tenacious: %(card)s would only be marked.") % {"card": name}]
    near = (field.get(cell) for cell in beside(target.cell))
    if (
        "sacrifice" in keywords
        and not target.sacrifice_used
        and any(other is not None and other.owner == target.owner for other in near)
    ):
        return [_("Sacrifice: its owner may give up an adjacent card instead of %(card)s.") % {"card": name}]
    return []
