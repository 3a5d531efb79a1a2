"""What a challenge adds up to, card by card, and what it would lead to (CE-11 to CE-16, CE-19).

Everything is shown as far as the reader may know it, and called unknown otherwise.
"""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.titles.captn_eli.challenges import (
    Line,
    attackers,
    defenders,
    line_to,
    own_beside,
    push_of,
    stacked_push,
)
from games.titles.captn_eli.duel import gifts_for
from games.titles.captn_eli.explain import field_seen
from games.titles.captn_eli.grid import Cell
from games.titles.captn_eli.observe import View
from games.titles.captn_eli.presenter.words import KEYWORD_NAMES, card_name
from games.titles.captn_eli.state import Field, Lying

__all__ = ["Sum", "Term", "caveats", "pressure_now", "pushes", "sum_of", "verdict", "versus"]


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


def sum_of(view: View, at: Cell, target: Cell) -> Sum | None:
    """The sum of a challenge as it stands now; None if the challenger does not reach the target."""
    field = field_seen(view)
    line = line_to(field, at, target)
    if line is None:
        return None
    attack = _attack(view, field, field[at], line)
    if not line.target.card:
        hidden = Term(_("the face-down card"), None, target)
        perhaps = own_beside(field, line.target, "location")
        return Sum(line, attack, (hidden,), tuple(_term(lying, field.card(lying).d) for lying in perhaps))
    counted = defenders(field, line.target)
    return Sum(line, attack, tuple(_term(lying, field.card(lying).d) for lying in counted), ())


def _attack(view: View, field: Field, challenger: Lying, line: Line) -> tuple[Term, ...]:
    """CE-11, CE-19: the cards that count, and how the pressure helps."""
    cards = [_term(lying, field.card(lying).c) for lying in attackers(field, challenger, line)]
    push = push_of(field, challenger, line, view.pressure)
    extra = stacked_push(view.ruleset, field.card(challenger), push)
    return (*cards, *(Term(name, value, None) for name, value in pushes(push, extra)))


def pushes(push: int, stacked: int) -> list[tuple[str, int]]:
    """CE-19: what the pressure adds, by name: itself, and what a STACKED card gains on top, which is a part of it."""
    parts = [(_("Pressure"), push - stacked), (str(KEYWORD_NAMES["stacked"]), stacked)]
    return [(name, value) for name, value in parts if value]


def _term(lying: Lying, value: int) -> Term:
    return Term(card_name(lying.card), value, lying.cell)


def pressure_now(view: View) -> str:
    """What the pressure does to every challenge and move (CE-19)."""
    words = {"pressure": view.pressure, "stacked": view.pressure + view.ruleset.stacked_push}
    if view.pressure >= view.ruleset.all_round:
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


def verdict(view: View, total: Sum) -> str:
    """What the totals would lead to if nothing changes them."""
    if total.defence_total is None:
        highest = max(card.d for card in view.ruleset.cards.values()) if not total.perhaps else None
        return _wins_up_to(total.attack_total - 1, highest)
    words = {"attack": total.attack_total, "defence": total.defence_total}
    if total.attack_total > total.defence_total:
        return _("%(attack)d against %(defence)d: the challenge wins.") % words
    return _("%(attack)d against %(defence)d: not higher, so nothing is removed.") % words


def _wins_up_to(most: int, highest: int | None) -> str:
    """Against which defence of a hidden card the total wins; `highest` is what any card has, None if it is covered."""
    if most < 0:
        return _("Your total is too low for any card: it would only be turned up.")
    if highest is not None and most >= highest:
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
    told, keywords = [], field.card(target).keywords
    if not target.up and not target.mystic_used and "mystic" in keywords:
        told.append(_("Mystic: its owner first turns down one of your face-up cards."))
    if total.defence_total is None or total.attack_total <= total.defence_total:
        return told
    words = {"card": card_name(target.card)}
    if "tenacious" in keywords and not target.marked:  # CE-16 comes before CE-14
        return [*told, _("Tenacious: %(card)s would only be marked.") % words]
    if gifts_for(field, target):
        return [*told, _("Sacrifice: its owner may give up an adjacent card instead of %(card)s.") % words]
    return told
