"""What a challenge would lead to, in sentences, with what is still unknown told as unknown (CE-13 to CE-16)."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.titles.captn_eli.cards import BY_ID
from games.titles.captn_eli.challenges import Field
from games.titles.captn_eli.grid import beside
from games.titles.captn_eli.presenter.sums import Sum
from games.titles.captn_eli.presenter.words import card_name
from games.titles.captn_eli.state import Lying

__all__ = ["caveats", "verdict", "versus"]

_HIGHEST = max(card.d for card in BY_ID.values())


def versus(total: Sum) -> str:
    """The totals against each other: "3 : 1"; a question mark for what is not known."""
    defence = total.defence_total
    return f"{total.attack_total} : {'?' if defence is None else defence}"


def verdict(total: Sum) -> str:
    """What the totals would lead to if nothing changed them."""
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
        return [_("If it is MYSTIC, its owner first turns down one of your face-up cards.")]
    told = []
    if _is_mystic(target):
        told.append(_("MYSTIC: its owner first turns down one of your face-up cards."))
    if total.defence_total is not None and total.attack_total > total.defence_total:
        told += _survivals(field, target)
    return told


def _is_mystic(target: Lying) -> bool:
    return not target.up and not target.mystic_used and "mystic" in BY_ID[target.card].keywords


def _survivals(field: Field, target: Lying) -> list[str]:
    """CE-16 before CE-14."""
    keywords, name = BY_ID[target.card].keywords, card_name(target.card)
    if "tenacious" in keywords and not target.marked:
        return [_("TENACIOUS: %(card)s would only be marked.") % {"card": name}]
    near = (field.get(cell) for cell in beside(target.cell))
    if (
        "sacrifice" in keywords
        and not target.sacrifice_used
        and any(other is not None and other.owner == target.owner for other in near)
    ):
        return [_("SACRIFICE: its owner may give up an adjacent card instead of %(card)s.") % {"card": name}]
    return []
