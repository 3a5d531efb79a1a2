"""Uploaded decks of Cardline in the admin: upload, errors by line, preview, template file (CL-3)."""

from typing import Any

import msgspec
from django import forms
from django.contrib import admin, messages
from django.core import signing
from django.core.exceptions import PermissionDenied
from django.core.validators import FileExtensionValidator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext_lazy as _

from games.decks.services import content_of, deck_store
from games.errors import TableError
from games.models import Deck
from games.pages.admin import moderator_of
from games.titles.cardline import deck as cardline
from games.titles.cardline.deck import Deck as Content
from games.titles.cardline.presenter.words import SIDE_NAMES, TRAIT_NAMES, fault_words, value_words

_SALT = "games.admin.decks"
_PREVIEW_LASTS = 3600  # seconds; then a preview has expired
_FAULTS_SHOWN = 100


class UploadForm(forms.Form):
    """A name and a CSV file; `faults` lists the errors in the file."""

    name = forms.CharField(
        label=_("Name"), max_length=60, help_text=_("Players see this name when they create a table.")
    )
    file = forms.FileField(label=_("CSV file"), validators=[FileExtensionValidator(["csv"])])
    faults: tuple[cardline.Fault, ...] = ()

    def clean_name(self) -> str:
        """Reject a name that is taken or not printable."""
        name: str = self.cleaned_data["name"]
        if not name.isprintable():
            raise forms.ValidationError(_("The name contains a character that can't be displayed."))
        if Deck.objects.filter(name=name, is_offered=True).exists():
            raise forms.ValidationError(_("A deck with this name already exists."))
        return name

    def clean_file(self) -> tuple[cardline.Character, ...]:
        """Parse the cards. One bad row rejects the file."""
        try:
            return cardline.parse_deck(self.cleaned_data["file"].read(cardline.MOST_BYTES + 1))
        except cardline.DeckError as error:
            self.faults = error.faults
            raise forms.ValidationError(
                _(
                    "This file isn't a valid deck, so nothing was saved. Correct the errors below and upload it again."
                )
            ) from None


class OfferForm(forms.ModelForm):
    """The only editable column of a deck: whether it is offered."""

    def clean_is_offered(self) -> bool:
        """Reject offering two decks with the same name."""
        offered: bool = self.cleaned_data["is_offered"]
        others = Deck.objects.filter(name=self.instance.name, is_offered=True).exclude(pk=self.instance.pk)
        if offered and others.exists():
            raise forms.ValidationError(_("Another active deck has this name."))
        return offered


class _Packed:
    """The serializer for the preview inside the form that stores it."""

    def dumps(self, deck: Content) -> bytes:
        return msgspec.json.encode(deck)

    def loads(self, packed: bytes) -> Content:
        return msgspec.json.decode(packed, type=Content)


@admin.register(Deck)
class DeckAdmin(admin.ModelAdmin):
    """Decks can be uploaded, viewed, withdrawn and offered again. They never change, because games use them."""

    form = OfferForm
    list_display = ("name", "card_count", "is_offered", "uploaded_by", "created_at")
    list_filter = ("is_offered",)
    list_select_related = ("uploaded_by",)
    search_fields = ("name",)
    fields = ("is_offered", "name", "card_count", "uploaded_by", "created_at", "digest")
    readonly_fields = fields[1:]
    change_form_template = "admin/games/deck/change.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Deck]:
        """Decks without their cards, which the list does not show."""
        return super().get_queryset(request).defer("cards")

    def get_urls(self) -> list[URLPattern]:
        """Add the URLs of the downloads: the template, and each deck's file."""
        site = self.admin_site
        return [
            path("template/", site.admin_view(self.template_file), name="games_deck_template"),
            path("<int:deck_id>/file/", site.admin_view(self.deck_file), name="games_deck_file"),
            *super().get_urls(),
        ]

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return False: a deck can only be withdrawn."""
        return False

    def add_view(self, request: HttpRequest, form_url: str = "", extra_context: Any = None) -> HttpResponse:
        """Ask for a file, preview the deck, then store it."""
        if not self.has_add_permission(request):
            raise PermissionDenied
        if "parcel" in request.POST:
            return self._store_deck(request, request.POST["parcel"])
        form = UploadForm(request.POST or None, request.FILES or None)
        if not form.is_valid():
            return self._page(request, "upload", form=form, **_errors_context(form.faults))
        content = Content(form.cleaned_data["name"], form.cleaned_data["file"])
        parcel = signing.dumps(content, salt=_SALT, serializer=_Packed, compress=True)
        return self._page(request, "preview", parcel=parcel, deck=content, **_summary(content))

    def _store_deck(self, request: HttpRequest, parcel: str) -> HttpResponse:
        try:
            content = signing.loads(parcel, salt=_SALT, serializer=_Packed, max_age=_PREVIEW_LASTS)
            row = deck_store(content, by=moderator_of(request))
        except (signing.BadSignature, TableError) as error:
            expired = _("This preview has expired. Upload the file again.")
            messages.error(request, str(error.sentence) if isinstance(error, TableError) else expired)
            return redirect("admin:games_deck_add")
        self.log_addition(request, row, [{"added": {}}])
        messages.success(
            request, _("%(name)s is saved. Players can choose it for new tables.") % {"name": row.name}
        )
        return redirect("admin:games_deck_changelist")

    def _page(self, request: HttpRequest, name: str, **context: Any) -> HttpResponse:
        frame = {**self.admin_site.each_context(request), "opts": self.opts, "title": _("Add a deck")}
        status = 400 if "form" in context and context["form"].errors else 200
        return TemplateResponse(request, f"admin/games/deck/{name}.html", {**frame, **context}, status=status)

    def template_file(self, request: HttpRequest) -> HttpResponse:
        """Download the bundled deck as a template."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        return _file_response(cardline.bundled_file(), cardline.BUNDLED)

    def deck_file(self, request: HttpRequest, deck_id: int) -> HttpResponse:
        """Download an uploaded deck, to correct it and upload it under another name."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        row = get_object_or_404(Deck, pk=deck_id)
        return _file_response(cardline.write_deck(content_of(row).cards).encode(), f"deck-{row.pk}")


def _file_response(content: bytes, name: str) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{name}.csv"'}
    return HttpResponse(content, content_type="text/csv; charset=utf-8", headers=headers)


def _errors_context(faults: tuple[cardline.Fault, ...]) -> dict[str, Any]:
    """The errors in a file and the required format, for the template."""
    shown = [(fault.line, fault_words(fault)) for fault in faults[:_FAULTS_SHOWN]]
    return {
        "faults": shown, "more_faults": len(faults) - len(shown), "columns": ",".join(cardline.COLUMNS),
        "smallest": cardline.SMALLEST, "largest": cardline.LARGEST,
        "spans": [(span.column, span.least, span.greatest) for span in cardline.TRAITS.values()],
    }  # fmt: skip


def _summary(content: Content) -> dict[str, Any]:
    """The preview of a deck for the template: counts, the range of each trait, all cards."""
    cards = content.cards
    sides = [(SIDE_NAMES[side], sum(card.side == side for card in cards)) for side in SIDE_NAMES]
    spreads = []
    for trait, name in TRAIT_NAMES.items():
        values = [card.value(trait) for card in cards]
        spreads.append(
            (name, value_words(trait, min(values)), value_words(trait, max(values)), len(set(values)))
        )
    rows = [(card, SIDE_NAMES[card.side], value_words("strength", card.strength_kg)) for card in cards]
    return {"sides": sides, "spreads": spreads, "rows": rows}
