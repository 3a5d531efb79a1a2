"""Forms: a circle's name, description and visibility."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.models import Circle
from games.models.circle import ABOUT_LENGTH, NAME_LENGTH


class CircleForm(forms.Form):
    """A new circle."""

    name = forms.CharField(label=_("Name"), max_length=NAME_LENGTH, help_text=_("Like “The Sunday Crew”."))
    about = forms.CharField(
        label=_("Description"), max_length=4 * ABOUT_LENGTH, required=False, strip=False,
        widget=forms.Textarea(attrs={"rows": 3, "maxlength": ABOUT_LENGTH}),
    )  # fmt: skip
    is_public = forms.TypedChoiceField(
        label=_("Who sees the circle"), coerce=lambda word: word == "public", widget=forms.RadioSelect,
        initial="private",
        choices=[
            ("private", _("Only its members")),
            ("public", _("Everybody: its name, members, public tables and standings")),
        ],
        help_text=_("A public circle can become private later, but not the other way round."),
    )  # fmt: skip


class CircleChangeForm(CircleForm):
    """The same for a circle that exists; a public one can become private."""

    is_private = forms.BooleanField(
        label=_("Make this circle private"), required=False,
        help_text=_("You can't make it public again, because its members joined without that in mind."),
    )  # fmt: skip

    def __init__(self, circle: Circle, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"initial": {"name": circle.name, "about": circle.about}, **kwargs})
        del self.fields["is_public"]
        if not circle.is_public:
            del self.fields["is_private"]
