"""Base classes for admin pages: read-only rows with saved filters, and acts that require a reason."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, cast

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from games.errors import MalformedInput, NotPossible, TableError
from games.models import SavedFilter
from games.models.moderation import FILTER_LENGTH, FILTER_NAME_LENGTH, REASON_LENGTH
from games.pages.responses import refuse

MOST = 20  # per person and list
_PASSING = ("p", "e", "all", "_facets")  # query parameters of a list that are not part of a filter


def query_tidy(query: str) -> str:
    """The query of a list without page numbers and the like."""
    data = QueryDict(query, mutable=True)
    for name in _PASSING:
        data.pop(name, None)
    return data.urlencode()


@transaction.atomic
def filter_save(by: User, page: str, *, name: str, query: str) -> SavedFilter:
    """Save a list's filter, replacing one of the same name. Raises MalformedInput or NotPossible."""
    name, query = name.strip(), query_tidy(query)
    if not name or len(name) > FILTER_NAME_LENGTH or "\0" in name:
        raise MalformedInput(_("Enter a name of at most 40 characters for the filter."))
    if not query or len(query) > FILTER_LENGTH:
        raise MalformedInput(_("Choose a filter or search first, then save it."))
    User.objects.select_for_update(no_key=True).get(pk=by.pk)  # so that requests count one after another
    others = SavedFilter.objects.filter(by=by, page=page).exclude(name=name)
    if others.count() >= MOST:
        raise NotPossible(_("You have 20 saved filters for this list. Delete one first."))
    return SavedFilter.objects.update_or_create(by=by, page=page, name=name, defaults={"query": query})[0]


def filters_of(by: User, pages: Iterable[str]) -> QuerySet[SavedFilter]:
    """The person's saved filters of these lists by name."""
    return SavedFilter.objects.filter(by=by, page__in=list(pages)).order_by("page", "name")


def moderator_of(request: HttpRequest) -> User:
    """The user of an admin page, which always has one."""
    return cast("User", request.user)


class ReadOnly(admin.ModelAdmin):
    """Read-only rows: only services change them."""

    show_full_result_count = False
    list_per_page = 50
    asked_by: tuple[str, ...] = ("id", "table")  # columns that links from other pages filter by

    @property
    def _names(self) -> tuple[str, str]:
        return self.opts.app_label, str(self.opts.model_name)

    def get_urls(self) -> list[URLPattern]:
        """Add the URLs for saving and deleting filters of the list."""
        name, site = "_".join(self._names), self.admin_site
        keep = path("filters/keep/", site.admin_view(self.filter_save_view), name=f"{name}_filter_save")
        forget = path(
            "filters/<int:filter_id>/forget/",
            site.admin_view(self.filter_delete_view),
            name=f"{name}_filter_delete",
        )
        return [keep, forget, *super().get_urls()]

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """The list with its reader's saved filters."""
        page, query = "_".join(self._names), query_tidy(request.GET.urlencode())
        kept = {
            "kept": filters_of(moderator_of(request), [page]), "query": query,
            "keep_page": f"admin:{page}_filter_save", "forget_page": f"admin:{page}_filter_delete",
        }  # fmt: skip
        return super().changelist_view(request, {**(extra_context or {}), **kept})

    def filter_save_view(self, request: HttpRequest) -> HttpResponse:
        """Save the filter `query` under a `name`."""
        self._expect_post(request)
        query = query_tidy(request.POST.get("query", ""))
        try:
            kept = filter_save(
                moderator_of(request), "_".join(self._names), name=request.POST.get("name", ""), query=query
            )
            messages.success(request, _("Filter “%(name)s” saved.") % {"name": kept.name})
        except TableError as error:
            return refuse(request, error, self._list(query))
        return redirect(self._list(query))

    def filter_delete_view(self, request: HttpRequest, filter_id: int) -> HttpResponse:
        """Delete one of the reader's filters."""
        self._expect_post(request)
        if not SavedFilter.objects.filter(by=moderator_of(request), pk=filter_id).delete()[0]:
            raise Http404(_("Page not found."))
        return redirect(self._list(query_tidy(request.POST.get("query", ""))))

    def _expect_post(self, request: HttpRequest) -> None:
        if request.method != "POST":
            raise Http404(_("Page not found."))
        if not self.has_view_permission(request):
            raise PermissionDenied

    def _list(self, query: str) -> str:
        address = reverse("admin:{}_{}_changelist".format(*self._names))
        return f"{address}?{query}" if query else address

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Allow only lookups that a filter or link offers: Django would filter by any column, even a secret one."""
        filters = (getattr(each, "parameter_name", each) for each in self.get_list_filter(request))
        is_offered = lookup in self.asked_by or lookup.split("__", maxsplit=1)[0] in {
            *filters,
            *self.asked_by,
        }
        return is_offered and super().lookup_allowed(lookup, value, request)

    @admin.display(description=gettext_lazy("seat"))
    def seat_shown(self, row: Any) -> int | None:
        """The row's seat, counted from 1 as on the board."""
        number: int | None = row.seat if hasattr(row, "seat") else row.seat_number
        return None if number is None else number + 1

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nobody adds rows by hand."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody changes rows by hand."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nothing is ever deleted."""
        return False


class ActForm(forms.Form):
    """The form of an act. Acts that need more than a reason use a subclass."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"), max_length=REASON_LENGTH, widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy(
            "The people concerned can read the reason, and we store it in the audit log. Don't name anybody: the text "
            "stays when their account is erased, and only exact names are removed."
        ),
    )  # fmt: skip

    def __init__(self, subject: Any, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.subject = subject  # the row that the act concerns
        self.fields["reason"] = self.fields.pop("reason")  # it comes last

    def narrow(self, by: User) -> None:
        """Remove choices that this moderator may not use."""


@dataclass(frozen=True)
class Act:
    """An action of a moderator on one row: a button on the row's page, and a page that asks for the reason."""

    name: str  # part of its URL
    label: str | Promise
    explained: str | Promise  # a sentence above the form that describes the action
    permission: str  # such as "games.moderate_table"
    do: Callable[[User, Any, Mapping[str, Any]], object]  # moderator, row, cleaned fields; raises TableError
    form: type[ActForm] = ActForm
    is_possible: Callable[[Any], bool] = lambda row: True
    is_for: Callable[[User, Any], bool] = lambda by, row: True  # in addition to the permission
    is_final: bool = False  # it can't be undone


class ActingAdmin(ReadOnly):
    """Read-only rows with acts."""

    acts: tuple[Act, ...] = ()
    change_form_template = "admin/acts/change_form.html"

    def get_urls(self) -> list[URLPattern]:
        """Add the URLs of the acts to Django's own."""
        name = "{}_{}_act".format(*self._names)
        wrapped = self.admin_site.admin_view(self.act_view)
        return [path("<path:object_id>/act/<slug:act>/", wrapped, name=name), *super().get_urls()]

    def expect(self, by: User, row: Any) -> None:
        """Raise a TableError if this moderator may do nothing to this row; then its acts are not offered."""

    def page_of(self, request: HttpRequest, row: Any) -> Any:
        """What the row's page shows besides its columns, for the template."""

    def act_view(self, request: HttpRequest, object_id: str, act: str) -> HttpResponse:
        """Ask for the reason, then perform the act."""
        row, chosen = self._row_and_act(request, object_id, act)
        if request.method != "POST" and (
            refused := self._refusal_page(request, row)
        ):  # the act refuses a post
            return refused
        if asked := self.perform(request, row, chosen):
            return asked
        messages.success(request, _("Done: %(act)s.") % {"act": chosen.label})
        return redirect(reverse("admin:{}_{}_change".format(*self._names), args=[row.pk]))

    def perform(self, request: HttpRequest, row: Any, act: Act, **more: Any) -> HttpResponse | None:
        """Perform the act with the posted fields and `more`. Returns None, or the page that asks for the fields."""
        posted = request.POST if request.method == "POST" else None
        form = act.form(row, posted, initial=request.GET.dict())  # a link may fill in fields
        if posted is None:  # a post that can't succeed is refused with the reason anyway
            form.narrow(moderator_of(request))
        if not form.is_valid():
            return self._ask(request, row, act, form, status=422 if form.errors else 200)
        try:
            act.do(moderator_of(request), row, {**form.cleaned_data, **more})
        except TableError as error:
            form.add_error(None, str(error.sentence))
            return self._ask(request, row, act, form, status=error.status)
        return None

    def _refusal_page(self, request: HttpRequest, row: Any) -> HttpResponse | None:
        """A page that says why this moderator may do nothing to the row; None if an act is possible."""
        try:
            self.expect(moderator_of(request), row)
        except TableError as error:
            return refuse(request, error, reverse("admin:{}_{}_change".format(*self._names), args=[row.pk]))
        return None

    def _row_and_act(self, request: HttpRequest, object_id: str, name: str) -> tuple[Any, Act]:
        row = self.get_object(request, object_id)
        act = next((each for each in self.acts if each.name == name), None)
        if row is None or act is None:
            raise Http404(_("Page not found."))
        if not self.has_view_permission(request, row) or not request.user.has_perm(act.permission):
            raise PermissionDenied
        return row, act

    def _ask(self, request: HttpRequest, row: Any, act: Act, form: ActForm, *, status: int) -> HttpResponse:
        context = {
            **self.admin_site.each_context(request), "opts": self.opts, "original": row, "act": act, "form": form,
            "title": act.label, "media": self.media + form.media,
        }  # fmt: skip
        return TemplateResponse(request, "admin/acts/act.html", context, status=status)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """Show the row with the acts that are possible and that the reader may perform."""
        row = self.get_object(request, object_id)
        shown = (
            {} if row is None else {**self._acts_context(request, row), "file": self.page_of(request, row)}
        )
        return super().change_view(request, object_id, form_url, {**(extra_context or {}), **shown})

    def _acts_context(self, request: HttpRequest, row: Any) -> dict[str, Any]:
        """The template's context: acts with their URLs, or the reason why there are none."""
        by = moderator_of(request)
        try:
            self.expect(by, row)
        except TableError as error:
            return {"acts": [], "why_none": error.sentence}
        name = "admin:{}_{}_act".format(*self._names)
        return {
            "acts": [
                (act, reverse(name, args=[row.pk, act.name]))
                for act in self.acts
                if by.has_perm(act.permission) and act.is_possible(row) and act.is_for(by, row)
            ]
        }
