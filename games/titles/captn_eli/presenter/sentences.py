"""The log of Capt'n Eli in sentences, from facts that the reader may know: cards may be missing (CE-4, CE-8, CE-20)."""

from collections.abc import Callable, Iterable
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from games.engine.kit import Sentences, Words, also, by, either, fact, listed, when, winners
from games.titles.captn_eli.cards import CardId, original_of
from games.titles.captn_eli.presenter.sums import pushes
from games.titles.captn_eli.presenter.words import REASONS, card_name, place_name


def _card_names(cards: Iterable[CardId]) -> str:
    return listed(map(card_name, cards))


def _pool(cards: Iterable[CardId]) -> str:
    """A pool without the further copies that come with a STACKED character."""
    return _card_names(card for card in cards if card == original_of(card))


def _pools(words: Words) -> str:
    """All pools, if they are shown."""
    return " ".join(
        _("%(name)s's pool: %(cards)s.") % {"name": name, "cards": _pool(pool)}
        for name, pool in zip(words.names, words.facts.get("pools", ()), strict=False)
    )


def _total(name: str, parts: str) -> Callable[[Words], str]:
    """One side of the sum, card by card if the event lists the cards."""

    def spell(words: Words) -> str:
        counted = [(card_name(term["card"]), term["value"]) for term in words.facts.get(parts, ())]
        if parts == "attackers" and words.facts.get("pressure"):
            counted += pushes(words.facts["pressure"], words.facts["stacked"])
        # Translators: one card, or "Rough sea", and its value in a sum, such as "Dolphin 1".
        terms = [_("%(card)s %(value)d") % {"card": name, "value": value} for name, value in counted]
        total = str(words.facts[name])
        return f"{' + '.join(terms)} = {total}" if len(terms) > 1 else (terms or [total])[0]

    return spell


def _material(words: Words) -> str:
    told = ngettext_lazy(
        "%(name)s: %(cards)d card worth %(values)d.", "%(name)s: %(cards)d cards worth %(values)d.", "cards"
    )
    rows = zip(words.names, words.facts["cards"], words.facts["values"], strict=True)
    return " ".join(told % {"name": name, "cards": cards, "values": values} for name, cards, values in rows)


def _game_over(words: Words) -> Any:
    if len(winners(words)) > 1:
        return _("The game is a draw.")
    return " ".join([str(REASONS[words.facts["reason"]]), _("%(winners)s wins the game.") % words])


_GIVEN_UP = _("Sacrifice: %(name)s gives up %(card)s instead.")
_TOLD = {
    "opened": by("cards", {
        "all": _("Both players choose a squad in secret from the whole set."),
        "sealed": also(
            _("Both players are dealt a pool of cards and choose a squad from it in secret."),
            either(_("Your pool: %(pool)s."), _pools),
        ),
    }),
    "squad-chosen": either(
        _("%(name)s chooses %(character)s with %(supports)s."), _("%(name)s has chosen a squad.")
    ),
    "begun": _("Both squads are ready. %(name)s begins."),
    "placed": either(
        _("%(name)s lays %(card)s at %(cell)s, face down."), _("%(name)s lays a card at %(cell)s, face down.")
    ),
    "wedged": also(
        either(
            _("%(name)s wedges %(card)s in at %(cell)s, face down."),
            _("%(name)s wedges a card in at %(cell)s, face down."),
        ),
        by("rows_moved", {
            -1: _("The cards beyond it move one row north."),
            1: _("The cards beyond it move one row south."),
        }),
    ),
    "moved": either(
        _("%(name)s moves %(card)s from %(at)s to %(to)s."),
        _("%(name)s moves a face-down card from %(at)s to %(to)s."),
    ),
    "flipped": _("%(name)s turns up %(card)s at %(at)s."),
    "revealed": _("%(name)s turns up %(card)s at %(at)s to replace the removed card."),
    "challenged": either(
        _("%(name)s challenges the card at %(target)s with %(card)s through %(through)s."),
        _("%(name)s challenges the card at %(target)s with %(card)s."),
    ),
    "turned-up": _("The card is turned up: %(card)s."),
    "mystic": _("Mystic: %(name)s's %(card)s turns a card face down."),
    "turned-down": _("%(name)s's %(card)s is turned face down."),
    "challenge-over": _("The challenge ends, and no card is removed."),
    "compared": when(
        "won",
        _("%(attack)s against %(defence)s: the challenge wins."),
        _("%(attack)s against %(defence)s: not higher, so no card is removed."),
    ),
    "marked": _("%(name)s's %(card)s is marked and stays."),
    "declined": _("%(name)s gives up no other card."),
    "removed": by("cause", {"sacrifice": _GIVEN_UP, "challenge": _("%(name)s's %(card)s is removed.")}),
    "must-reveal": _("%(name)s must turn up another copy."),
    "passed-over": _("%(name)s has no action and is skipped."),
    "storm": _("A storm begins: all cards are turned face down."),
    "becalmed": also(_("The game is becalmed: nobody can end it."), _material),
    "left": _("%(name)s leaves the game."),
    "game-over": _game_over,
}  # fmt: skip
_SPELLING = {
    **{name: fact(name, place_name) for name in ("at", "cell", "target", "to")},
    "attack": _total("attack", "attackers"),
    "card": fact("card", card_name),
    "character": fact("cards", lambda cards: card_name(cards[0])),
    "defence": _total("defence", "defenders"),
    "pool": fact("pool", _pool),
    "supports": fact("cards", lambda cards: _card_names(cards[1:])),
    "through": fact("through", lambda steps: _card_names(step["card"] for step in steps)),
}
sentence = Sentences(_TOLD, _SPELLING)

# The short line for the latest ply has no space for the sum card by card.
_SHORT = by("cause", {"sacrifice": _GIVEN_UP, "challenge": _("%(name)s loses %(card)s.")})
word = Sentences(
    {**_TOLD, "removed": _SHORT}, {**_SPELLING, "attack": fact("attack"), "defence": fact("defence")}
)
