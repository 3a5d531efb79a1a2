"""A squad while it is put together: what stands in the address, and what is wrong with it, in words (CE-4, CE-5)."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.titles.captn_eli.cards import BY_ID, COPIES, ORIGINAL, CardId
from games.titles.captn_eli.observe import SquadLimits
from games.titles.captn_eli.presenter.words import TYPE_PLURALS
from games.titles.captn_eli.squads import is_squad

__all__ = ["Draft", "draft_of", "violations", "with_card", "without"]

MOST = 8  # cards that a draft remembers, so that an address cannot grow without end


@dataclass(frozen=True)
class Draft:
    """Cards chosen so far, each by its original: the further ones of a STACKED character are its copies."""

    cards: tuple[CardId, ...] = ()

    @property
    def text(self) -> str:
        """As it stands in the address."""
        return ",".join(self.cards)

    @property
    def character(self) -> CardId | None:
        """The first character."""
        return next((card for card in self.cards if _is_character(card)), None)

    @property
    def move_cards(self) -> tuple[CardId, ...]:
        """The ids of a move: the character, then the supports, copies numbered without a gap."""
        character = self.character
        if character is None:
            return self.cards
        numbered = iter(COPIES[character])
        copies = [next(numbered, card) for card in self.cards if card == character]
        return (*copies, *(card for card in self.cards if card != character))

    def is_legal(self, pool: Sequence[CardId]) -> bool:
        """Whether it may be played with as it is."""
        return is_squad(pool, self.move_cards)


def _is_character(card: CardId) -> bool:
    return BY_ID[card].type == "character"


def draft_of(text: str, pool: Sequence[CardId]) -> Draft:
    """The draft in an address: cards of the pool, of each no more than it has."""
    kept: list[CardId] = []
    for card in text[:400].split(","):
        if len(kept) < MOST and kept.count(card) < _owned(card, pool):
            kept.append(card)
    return Draft(tuple(kept))


def _owned(card: CardId, pool: Iterable[CardId]) -> int:
    return sum(ORIGINAL[own] == card for own in pool)


def with_card(draft: Draft, card: CardId) -> Draft:
    """One card more; another character takes the place of the first and of its copies."""
    if _is_character(card) and draft.character not in {None, card}:
        return Draft((card, *(other for other in draft.cards if not _is_character(other))))
    return Draft((*draft.cards, card))


def without(draft: Draft, card: CardId) -> Draft:
    """One copy of the card less."""
    left = list(draft.cards)
    left.reverse()
    left.remove(card)
    return Draft(tuple(left[::-1]))


def violations(draft: Draft, limits: SquadLimits) -> list[str]:
    """What the rules have against the draft; nothing that is merely still missing.

    No card can be in it twice, and no copy that there is not: `draft_of` reads none such.
    """
    found = [
        _too_many(TYPE_PLURALS[kind], count, limits)
        for kind, count in Counter(BY_ID[card].type for card in draft.cards).items()
        if kind != "character" and count > limits.of_one_type
    ]
    characters = {card for card in draft.cards if _is_character(card)}
    if len(characters) > 1:
        found.append(_("A squad has one character only."))
    return found + _size_wrong(draft, limits)


def _too_many(plural: object, count: int, limits: SquadLimits) -> str:
    words = {"types": plural, "count": count, "most": limits.of_one_type}
    return _("%(types)s: %(count)d, but at most %(most)d of one type are allowed.") % words


def _size_wrong(draft: Draft, limits: SquadLimits) -> list[str]:
    supports = len(draft.cards) - (draft.character is not None)
    over = supports - limits.supports
    if over <= 0:
        return []
    return [
        ngettext(
            "%(supports)d supports, but a squad has %(most)d: take %(num)d out.",
            "%(supports)d supports, but a squad has %(most)d: take %(num)d out.",
            over,
        )
        % {"supports": supports, "most": limits.supports, "num": over}
    ]
