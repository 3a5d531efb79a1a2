"""Why a game of Capt'n Eli ended (CE-18, CE-19, CE-23)."""

from django.utils.translation import gettext_lazy

__all__ = ["REASONS"]

REASONS = {
    "character": gettext_lazy("The character of the loser was sent off the Sea Grid."),
    "no-cards": gettext_lazy("The loser had no card left on the Sea Grid."),
    "character-in-hand": gettext_lazy(
        "All cards of the loser lay face up while the character was still in hand."
    ),
    "becalmed": gettext_lazy(
        "Nothing had happened for 20 turns: more cards in the game win, then the higher values."
    ),
    "left": gettext_lazy("The other player left the game."),
}
