"""The page about ratings: how they work, the reader's own, and who sees them."""

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from accounts.models import Reader
from games.models import Preferences
from games.models.ratings import PROVISIONAL
from games.pages.responses import PlayerRequest, player_post, say
from games.ratings.selectors import choice_of, ratings_of


class ShownForm(forms.Form):
    """Who sees which ratings."""

    ratings = forms.ChoiceField(
        label=gettext_lazy("Who sees my ratings"),
        choices=Preferences.Ratings.choices,
        widget=forms.RadioSelect,
    )


@require_safe
def ratings(request: HttpRequest) -> HttpResponse:
    """Show how ratings work and, to people with an account, their own."""
    user: Reader = request.user
    context: dict[str, Any] = {"provisional": PROVISIONAL, "mine": None}
    if user.is_authenticated and not user.is_guest:
        form = ShownForm(initial={"ratings": choice_of(user)})
        context |= {"mine": ratings_of(user, user), "form": form}
    return render(request, "ratings/ratings.html", context)


@player_post
def ratings_shown(request: PlayerRequest) -> HttpResponse:
    """Save who sees which ratings; ignore a choice that doesn't exist."""
    form = ShownForm(request.POST)
    if form.is_valid():
        chosen = {"ratings": form.cleaned_data["ratings"]}
        Preferences.objects.update_or_create(user=request.user, defaults=chosen)
        say(request, _("Saved."))
    return redirect("ratings")
