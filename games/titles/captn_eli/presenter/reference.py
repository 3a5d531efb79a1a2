"""The rules page of Capt'n Eli: its cards, and explained words of the log."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.engine.kit import labelled, listed
from games.engine.presenter import CardEntry, CardIndex, Text
from games.titles.captn_eli.cards import RULESET
from games.titles.captn_eli.presenter.words import TYPE_PLURALS, Face, faces


def _entries() -> list[CardEntry]:
    return [_entry(face) for face in faces(RULESET, RULESET.cards)]


def _entry(card: Face) -> CardEntry:
    told = _("Challenge %(c)s, defence %(d)s") % {"c": card.c, "d": card.d}
    kind = [str(card.type_name), str(card.faction_name), str(card.rarity_name)]
    marks = [labelled(mark.name, mark.rule) for mark in card.marks]
    about = " ".join([_("%(values)s; %(kinds)s.") % {"values": told, "kinds": listed(kind, "")}, *marks])
    keywords = tuple(mark.name for mark in card.marks) or (_("none"),)
    groups = ((TYPE_PLURALS[card.type],), (card.faction_name,), (card.rarity_name,), keywords)
    return CardEntry(card.id, card.name, about, groups, card)


CARD_INDEX = CardIndex(
    (gettext_lazy("Type"), gettext_lazy("Faction"), gettext_lazy("Rarity"), gettext_lazy("Keyword")), _entries
)

# Translators: words from the sentences of the log, separated by |. Each links to its rule.
LINKS: dict[str, Text] = {
    "squads": pgettext_lazy("words of the log", "chosen a squad|a squad in secret|a squad from it"),
    "laying": pgettext_lazy("words of the log", "lays"),
    "wedging": pgettext_lazy("words of the log", "wedges"),
    "moving": pgettext_lazy("words of the log", "moves"),
    "turning-up": pgettext_lazy("words of the log", "turns up|turned up"),
    "challenging": pgettext_lazy("words of the log", "challenges|against"),
    "mystic": pgettext_lazy("words of the log", "Mystic|is turned face down"),
    "tenacious": pgettext_lazy("words of the log", "is marked"),
    "sacrifice": pgettext_lazy("words of the log", "Sacrifice|gives up no other card"),
    "stacked": pgettext_lazy("words of the log", "another copy|to replace the removed|Stacked"),
    "passed-over": pgettext_lazy("words of the log", "skipped"),
    "becalmed": pgettext_lazy("words of the log", "becalmed"),
    "storm": pgettext_lazy("words of the log", "storm|Rough sea"),
    "leaving": pgettext_lazy("words of the log", "leaves"),
}
