"""The sum of a challenge, card by card, and its result (CE-11 to CE-16, CE-19).

Everything that the reader may not know is shown as unknown.
"""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.titles.captn_eli import challenges
from games.titles.captn_eli.challenges import Line, line_to
from games.titles.captn_eli.duel import sacrifices_for
from games.titles.captn_eli.explain import field_seen
from games.titles.captn_eli.grid import Cell
from games.titles.captn_eli.observe import View
from games.titles.captn_eli.presenter.words import KEYWORD_NAMES, card_name
from games.titles.captn_eli.state import Field, Lying


@dataclass(frozen=True)
class Term:
    """One card in a sum, or the points that the sea adds; `value` is None if the reader does not know the card."""

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
        """The total of the challenger's side, all of which is face up."""
        return sum(term.value or 0 for term in self.attack)

    @property
    def defence_total(self) -> int | None:
        """The total of the target's side; None if the target is unknown."""
        known = [term.value for term in self.defence if term.value is not None]
        return sum(known) if len(known) == len(self.defence) else None

    @property
    def cells(self) -> frozenset[Cell]:
        """The cells of all cards that count."""
        terms = (*self.attack, *self.defence, *self.perhaps)
        return frozenset(term.cell for term in terms if term.cell is not None)


def sum_of(view: View, at: Cell, target: Cell) -> Sum | None:
    """The current sum of a challenge; None if the target is out of the challenger's reach."""
    field = field_seen(view)
    line = line_to(field, at, target)
    if line is None:
        return None
    attack = _attack(view, field, field[at], line)
    if not line.target.card:
        hidden = Term(_("the face-down card"), None, target)
        perhaps = challenges.own_beside(field, line.target, "location")
        return Sum(line, attack, (hidden,), tuple(_term(lying, field.card(lying).d) for lying in perhaps))
    counted = challenges.defenders(field, line.target)
    return Sum(line, attack, tuple(_term(lying, field.card(lying).d) for lying in counted), ())


def _attack(view: View, field: Field, challenger: Lying, line: Line) -> tuple[Term, ...]:
    """CE-11, CE-19: the cards that count, and the points that the sea adds."""
    cards = [_term(lying, field.card(lying).c) for lying in challenges.attackers(field, challenger, line)]
    push = challenges.push_of(field, challenger, line, view.pressure)
    extra = challenges.stacked_push(view.ruleset, field.card(challenger), push)
    return (*cards, *(Term(name, value, None) for name, value in pushes(push, extra)))


def pushes(push: int, stacked: int) -> list[tuple[str, int]]:
    """CE-19: the points added by storm or pressure, by name, and what a STACKED card gains on top."""
    parts = [(_("Rough sea"), push - stacked), (str(KEYWORD_NAMES["stacked"]), stacked)]
    return [(name, value) for name, value in parts if value]


def _term(lying: Lying, value: int) -> Term:
    return Term(card_name(lying.card), value, lying.cell)


def pressure_now(view: View) -> str:
    """The effect of the storm, or of the pressure, on every challenge and move (CE-19)."""
    if view.ruleset.storm:
        return _("Challenges +%(num)d. A first defeat only marks.") % {"num": view.pressure}
    words = {"pressure": view.pressure, "stacked": view.pressure + view.ruleset.stacked_push}
    if view.pressure >= view.ruleset.all_round:
        told = _("Every challenge counts +%(pressure)d, a Stacked character's +%(stacked)d.")
    else:
        told = _(
            "Up and down a column, every challenge counts +%(pressure)d, a Stacked character's +%(stacked)d."
        )
    return told % words + " " + _("You may move a card only if you have no other action.")


# The result of a challenge


def versus(total: Sum) -> str:
    """Both totals, such as "3 : 1"; with a question mark for an unknown total."""
    defence = total.defence_total
    return f"{total.attack_total} : {'?' if defence is None else defence}"


def verdict(view: View, total: Sum) -> str:
    """The result if nothing changes the totals."""
    if total.defence_total is None:
        is_bare = not total.perhaps or view.ruleset.is_stormy(view.quiet)  # in the storm, no cover is enough
        highest = max(card.d for card in view.ruleset.cards.values()) if is_bare else None
        return _wins_up_to(total.attack_total - 1, highest)
    words = {"attack": total.attack_total, "defence": total.defence_total}
    if total.attack_total > total.defence_total:
        return _("%(attack)d against %(defence)d: the challenge wins.") % words
    return _("%(attack)d against %(defence)d: not higher, so no card is removed.") % words


def _wins_up_to(most: int, highest: int | None) -> str:
    """Up to which defence the total beats a hidden card; `highest` is the most that any card has, None if covered."""
    if most < 0:
        return _("Your total can't win: you would only turn the card up.")
    if highest is not None and most >= highest:
        return _("Your total wins, whatever the card.")
    if most == 0:
        return _("Your total wins if its defence is 0.")
    return _("Your total wins if its defence is %(num)d or less.") % {"num": most}


def caveats(field: Field, total: Sum) -> list[str]:
    """How the target's keywords could change the result."""
    target = total.line.target
    if not target.card:
        return [_("If it is Mystic, its owner first turns one of your face-up cards face down.")]
    told, keywords = [], field.card(target).keywords
    if not target.up and not target.mystic_used and "mystic" in keywords:
        told.append(_("Mystic: its owner first turns one of your face-up cards face down."))
    if total.defence_total is None or total.attack_total <= total.defence_total:
        return told
    words = {"card": card_name(target.card)}
    if ("tenacious" in keywords or field.is_stormy) and not target.marked:  # CE-16 comes before CE-14
        return [*told, _("%(card)s would only be marked.") % words]
    if sacrifices_for(field, target):
        return [*told, _("Sacrifice: its owner may give up an adjacent card instead of %(card)s.") % words]
    return told
