"""The filters of the squad builder, from the address: type, faction, rarity, keyword."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.engine.kit import listed
from games.engine.presenter import Text
from games.titles.captn_eli.cards import FACTIONS, KEYWORDS, RARITIES, TYPES, Card
from games.titles.captn_eli.presenter.words import FACTION_NAMES, KEYWORD_NAMES, RARITY_NAMES, TYPE_PLURALS

EVERY = "all"


@dataclass(frozen=True)
class Link:
    """One value of a filter."""

    id: str
    label: Text
    fields: dict[str, str]
    is_current: bool


@dataclass(frozen=True)
class Filters:
    """The filters; an empty word matches everything."""

    type: str = ""  # one of TYPES, EVERY, or nothing chosen
    faction: str = ""
    rarity: str = ""
    keyword: str = ""

    @property
    def fields(self) -> dict[str, str]:
        """The fields in the form used in addresses."""
        return {name: word for name, word in vars(self).items() if word}

    @property
    def is_fine(self) -> bool:
        """Whether any filter other than the type is set."""
        return bool(self.faction or self.rarity or self.keyword)

    def told(self) -> str:
        """The finer filters in words; empty if there are none."""
        finer = ((FACTION_NAMES, self.faction), (RARITY_NAMES, self.rarity), (KEYWORD_NAMES, self.keyword))
        names = [names.get(word) for names, word in finer]
        return listed((name for name in names if name), "")

    def type_shown(self, has_character: bool) -> str:
        """The visible type: the chosen one; otherwise characters first and then a type of supports."""
        if self.type or self.is_fine:
            return self.type or EVERY
        return TYPES[1] if has_character else TYPES[0]

    def matches(self, card: Card, kind: str) -> bool:
        """Whether a card passes the filters while `kind` is the visible type."""
        return (
            kind in {EVERY, card.type}
            and self.faction in {"", card.faction}
            and self.rarity in {"", card.rarity}
            and (not self.keyword or self.keyword in card.keywords)
        )

    def types(self, shown: str, count: Callable[[str], int]) -> list[Link]:
        """The types, each with the number of chosen cards."""
        links = []
        for kind in TYPES:
            words = {"types": TYPE_PLURALS[kind], "count": count(kind)}
            label = _("%(types)s (%(count)d)") % words if words["count"] else TYPE_PLURALS[kind]
            links.append(Link(f"type-{kind}", label, {**self.fields, "type": kind}, kind == shown))
        everything = Link("type-all", _("All"), {**self.fields, "type": EVERY}, shown == EVERY)
        return [*links, everything]

    def rows(self) -> list[tuple[Text, list[Link]]]:
        """The finer filters, each with its values and a link to remove it."""
        return [
            (_("Faction"), self._row("faction", FACTIONS, FACTION_NAMES)),
            (_("Rarity"), self._row("rarity", RARITIES, RARITY_NAMES)),
            (_("Keyword"), self._row("keyword", KEYWORDS, KEYWORD_NAMES)),
        ]

    def _row(self, name: str, words: Iterable[str], names: Mapping[Any, Text]) -> list[Link]:
        others = {field: word for field, word in self.fields.items() if field != name}
        now = getattr(self, name)
        labels = {one: str(names[one]) for one in words}
        links = [
            Link(f"{name}-{one}", label[:1].upper() + label[1:], {**others, name: one}, one == now)
            for one, label in labels.items()
        ]
        return [Link(f"{name}-any", pgettext("cards", "Any"), others, not now), *links]


def filters_of(choice: Mapping[str, str]) -> Filters:
    """The filters in the address; an unknown word is ignored."""
    return Filters(
        type=_among(choice, "type", (*TYPES, EVERY)),
        faction=_among(choice, "faction", FACTIONS),
        rarity=_among(choice, "rarity", RARITIES),
        keyword=_among(choice, "keyword", KEYWORDS),
    )


def _among(choice: Mapping[str, str], name: str, words: Iterable[str]) -> str:
    word = choice.get(name, "")
    return word if word in words else ""
