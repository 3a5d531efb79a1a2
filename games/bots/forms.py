"""Forms for seating bots."""

from django import forms
from django.utils.translation import gettext_lazy as _

from games.engine.search import RANKS
from games.pages.forms import NumberField

__all__ = ["LEVELS", "BotSeatForm", "BotsForm"]

LEVELS = [(level, level) for level in RANKS]  # the words stand in bots/partials/levels.html


class BotsForm(forms.Form):
    """Which bots, and whether on all free seats."""

    level = forms.ChoiceField(label=_("Level"), choices=LEVELS)
    everywhere = forms.BooleanField(required=False)


class BotSeatForm(forms.Form):
    """The number of a bot's seat."""

    seat = NumberField(max_length=2)
