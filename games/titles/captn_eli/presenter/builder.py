"""The squad builder: the current draft, the rules that it breaks, and the cards to choose from (CE-4 to CE-6)."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.codec import dump_move, load_json
from games.engine.kit import listed, query, several
from games.engine.presenter import Scene, Text
from games.titles.captn_eli.cards import TYPES, CardId, Ruleset, original_of
from games.titles.captn_eli.observe import SquadLimits, View
from games.titles.captn_eli.presenter.filters import Filters, filters_of
from games.titles.captn_eli.presenter.words import (
    STARTER_NAMES,
    STARTER_PLANS,
    TYPE_PLURALS,
    Face,
    card_name,
    face,
)
from games.titles.captn_eli.squads import default_squad, is_squad
from games.titles.captn_eli.state import Squad

MOST = 8  # maximum cards in a draft, so that an address cannot grow without limit
PAST = 3  # squads of earlier games that are offered again


@dataclass(frozen=True)
class Draft:
    """The cards chosen so far, all named by their originals: a second STACKED character of the same name is a copy."""

    ruleset: Ruleset
    cards: tuple[CardId, ...] = ()

    def is_character(self, card: CardId) -> bool:
        """Whether a card is a character."""
        return self.ruleset.by_id[card].type == "character"

    @property
    def text(self) -> str:
        """The draft in the form used in addresses."""
        return ",".join(self.cards)

    @property
    def character(self) -> CardId | None:
        """The first character."""
        return next(filter(self.is_character, self.cards), None)

    @property
    def move_cards(self) -> tuple[CardId, ...]:
        """The cards of a move: the character, then the supports; copies are numbered consecutively."""
        character = self.character
        if character is None:
            return self.cards
        numbered = iter(self.ruleset.copies[character])
        copies = [next(numbered, card) for card in self.cards if card == character]
        return (*copies, *(card for card in self.cards if card != character))

    def is_legal(self, pool: Sequence[CardId]) -> bool:
        """Whether the draft is a legal squad."""
        return is_squad(self.ruleset, pool, self.move_cards)


def _draft_of(ruleset: Ruleset, text: str, pool: Sequence[CardId]) -> Draft:
    """The draft in an address: cards from the pool, each no more often than the pool has it."""
    return Draft(ruleset, tuple(several(text[:400], map(original_of, pool))[:MOST]))


def _with_card(draft: Draft, card: CardId) -> Draft:
    """The draft with one more card; another character replaces the first one and its copies."""
    if draft.is_character(card) and draft.character not in {None, card}:
        supports = (other for other in draft.cards if not draft.is_character(other))
        return replace(draft, cards=(card, *supports))
    return replace(draft, cards=(*draft.cards, card))


def _without(draft: Draft, card: CardId) -> Draft:
    """The draft with one copy of the card removed."""
    left = list(draft.cards[::-1])
    left.remove(card)
    return replace(draft, cards=tuple(left[::-1]))


def _violations(draft: Draft, limits: SquadLimits) -> list[str]:
    """The rules that the draft breaks; a draft with missing cards breaks none.

    A draft never has more copies of a card than exist: `_draft_of` ignores extra ones.
    """
    found = [
        _too_many(TYPE_PLURALS[kind], count, limits)
        for kind, count in Counter(draft.ruleset.by_id[card].type for card in draft.cards).items()
        if kind != "character" and count > limits.of_one_type
    ]
    characters = set(filter(draft.is_character, draft.cards))
    if len(characters) > 1:
        found.append(_("A squad has only one character."))
    return found + _size_wrong(draft, limits)


def _too_many(plural: object, count: int, limits: SquadLimits) -> str:
    words = {"types": plural, "count": count, "most": limits.of_one_type}
    return _("%(types)s: %(count)d, but the limit is %(most)d of one type.") % words


def _size_wrong(draft: Draft, limits: SquadLimits) -> list[str]:
    supports = len(draft.cards) - (draft.character is not None)
    over = supports - limits.supports
    if over <= 0:
        return []
    words = {"supports": supports, "most": limits.supports, "num": over}
    return [_("You have %(supports)d supports, but a squad has %(most)d. Take %(num)d out.") % words]


# The page


@dataclass(frozen=True)
class Entry:
    """A card that may be chosen."""

    face: Face
    chosen: int  # how many are in the squad
    href: str
    action: str
    note: str  # the rule that adding it would break
    more: str = ""  # the query that adds another copy


@dataclass(frozen=True)
class Slot:
    """A place in the squad, filled or empty."""

    label: Text
    face: Face | None = None
    href: str = ""


def builder(view: View, scene: Scene) -> dict[str, Any] | None:
    """The context of the builder; None for readers who have no squad to choose now."""
    pool = view.pools[scene.you] if scene.you is not None else None
    if view.phase != "squads" or not scene.is_asked or pool is None:
        return None
    draft = _draft_of(view.ruleset, scene.choice.get("squad", ""), pool)
    filters = filters_of(scene.choice)
    kind = filters.type_shown(draft.character is not None)
    wrong = _violations(draft, view.limits)
    return {
        "asked": _asked(draft, view, wrong) if draft.cards else "",
        "move": dump_move(Squad(draft.move_cards)) if draft.is_legal(pool) else "",
        "slots": _slots(draft, filters, view.limits.supports),
        "types": [(link, _href(link.fields, draft)) for link in filters.types(kind, _counter(draft))],
        "filters": [
            (row, [(link, _href(link.fields, draft)) for link in links]) for row, links in filters.rows()
        ],
        "filtered": filters.told(),
        "unfiltered": _href(Filters(type=filters.type).fields, draft),
        "groups": _groups(view, pool, draft, filters, kind),
        "starts": _starts(view, pool, scene, filters),
        "reset": _href(filters.fields, Draft(view.ruleset)) if draft.cards else "",
        "is_sealed": view.cards == "sealed",
    }


def _href(fields: dict[str, str], draft: Draft) -> str:
    return query({**({"squad": draft.text} if draft.cards else {}), **fields})


def _counter(draft: Draft) -> Any:
    return lambda kind: sum(draft.ruleset.by_id[card].type == kind for card in draft.cards)


def _asked(draft: Draft, view: View, wrong: list[str]) -> str:
    """The broken rules, the missing cards, or a sentence that the squad is complete."""
    if wrong:
        return " ".join(wrong)
    supports = view.limits.supports - len(draft.cards) + (draft.character is not None)
    if draft.character is None:
        return _("Choose a character.")
    if supports:
        told = ngettext("Choose %(num)d more support.", "Choose %(num)d more supports.", supports)
        return told % {"num": supports}
    return _("Your squad is complete. You can't change it later.")


def _slots(draft: Draft, filters: Filters, supports: int) -> list[Slot]:
    """The character and three supports, then surplus cards."""
    character = draft.character
    slots = [_slot(draft, filters, character) if character else Slot(_("Character"))]
    rest = list(draft.cards)
    if character:
        rest.remove(character)
    slots += [_slot(draft, filters, card) for card in rest]
    return slots + [Slot(_("Support"))] * (supports - len(rest))


def _slot(draft: Draft, filters: Filters, card: CardId) -> Slot:
    label = _("Take %(card)s out") % {"card": card_name(card)}
    return Slot(label, face(draft.ruleset, card), _href(filters.fields, _without(draft, card)))


def _groups(
    view: View, pool: Iterable[CardId], draft: Draft, filters: Filters, shown: str
) -> list[tuple[Text, list[Entry]]]:
    """The cards of the pool that pass the filters, by type."""
    of_set = view.ruleset.cards
    cards = [of_set[card] for card in pool if card in of_set and filters.matches(of_set[card], shown)]
    groups = [(kind, [card for card in cards if card.type == kind]) for kind in TYPES]
    entries = ((kind, [_entry(view, draft, filters, card.id) for card in found]) for kind, found in groups)
    return [(TYPE_PLURALS[kind], found) for kind, found in entries if found]


def _entry(view: View, draft: Draft, filters: Filters, card: CardId) -> Entry:
    chosen, name = draft.cards.count(card), {"card": card_name(card)}
    if chosen:
        has_more = chosen < len(view.ruleset.copies.get(card, (card,)))
        more = _href(filters.fields, _with_card(draft, card)) if has_more else ""
        out = _href(filters.fields, _without(draft, card))
        return Entry(face(view.ruleset, card), chosen, out, _("Take %(card)s out") % name, "", more)
    after = _with_card(draft, card)
    before = _violations(draft, view.limits)
    broken = [line for line in _violations(after, view.limits) if line not in before]
    href, action = _href(filters.fields, after), _action(draft, card)
    return Entry(face(view.ruleset, card), 0, href, action, " ".join(broken))


def _action(draft: Draft, card: CardId) -> str:
    words = {"card": card_name(card), "other": card_name(draft.character) if draft.character else ""}
    if draft.is_character(card) and draft.character is not None:
        return _("Take %(card)s instead of %(other)s") % words
    return _("Take %(card)s") % words


def _starts(view: View, pool: tuple[CardId, ...], scene: Scene, filters: Filters) -> list[dict[str, Any]]:
    """Squads to begin with, if the pool has their cards: the player's latest ones, the starters, and a default one."""
    past = [tuple(load_json(move)["cards"]) for move in scene.past]
    held = [cards for cards in dict.fromkeys(past) if set(cards) <= set(pool)]
    before: Text = _("You played this squad before")
    offered: list[tuple[Text, Text, tuple[CardId, ...]]] = [(before, "", cards) for cards in held[:PAST]]
    offered.append((_("A good first squad"), "", default_squad(view.ruleset, pool)))
    starters = view.ruleset.starters.items()
    offered += [(STARTER_NAMES[name], STARTER_PLANS[name], cards) for name, cards in starters]
    return [
        {
            "label": label, "plan": plan,
            "cards": listed(map(card_name, cards), ""), "arts": list(map(original_of, cards)),
            "href": _href(filters.fields, Draft(view.ruleset, tuple(map(original_of, cards)))),
        }
        for label, plan, cards in offered if set(cards) <= set(pool)
    ]  # fmt: skip
