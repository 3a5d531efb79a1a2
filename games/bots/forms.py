"""Forms for seating bots."""

from django import forms
from django.utils.translation import gettext_lazy as _

from games.engine.search import RANKS
from games.pages.paging import NumberField

LEVELS = [(level, level) for level in RANKS]  # the words are in bots/partials/levels.html


class BotsForm(forms.Form):
    """The bot's level, and whether to fill all free seats."""

    level = forms.CharField(label=_("Level"), max_length=150)
    everywhere = forms.BooleanField(required=False)


class PlayOnForm(forms.Form):
    """Where to play on: the ply of a finished game, the seat and the opponents."""

    at = forms.RegexField(r"\A(-1|[0-9]{1,9})\Z")
    seat = NumberField(max_length=2)
    against = forms.ChoiceField(choices=[("friends", "friends"), *LEVELS])


class BotSeatForm(forms.Form):
    """The number of a bot's seat."""

    seat = NumberField(max_length=2)
