"""The page of a person's connections. It asks for a reason and records the access."""

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from games.errors import TableError
from games.moderation.admin.people_forms import LookForm
from games.moderation.connections import connections_of
from games.moderation.services.people import connections_look
from games.pages.admin import Act, ActForm, ActingAdmin, moderator_of

CONNECTIONS = Act(
    "connections", gettext_lazy("Show connections"),
    gettext_lazy(
        "Shows who else has recently logged in from the same addresses or browsers, and who plays at the same tables. "
        "Families, schools and whole mobile networks share addresses, so a shared address alone proves nothing."
    ),
    "accounts.moderate_user", lambda by, row, data: connections_look(by, row, reason=data["reason"]), LookForm,
)  # fmt: skip


class PersonViews(ActingAdmin):
    """Adds the page of connections to the admin of accounts."""

    def get_urls(self) -> list[URLPattern]:
        """Add the URL of the page of connections."""
        view = self.admin_site.admin_view(self.connections_view)
        return [
            path("<int:person_id>/connections/", view, name="accounts_user_connections"),
            *super().get_urls(),
        ]

    def connections_view(self, request: HttpRequest, person_id: int) -> HttpResponse:
        """Ask for a reason, record the access, and show the connections. Only the answer to the POST shows them."""
        person = User.objects.filter(pk=person_id).first()
        if person is None:
            raise Http404(_("Page not found."))
        if not self.has_view_permission(request, person) or not request.user.has_perm(CONNECTIONS.permission):
            raise PermissionDenied
        form = LookForm(person, request.POST if request.method == "POST" else None)
        if not form.is_valid():
            return self._ask(request, person, CONNECTIONS, form, status=422 if form.errors else 200)
        return self._recorded(request, person, form)

    def _recorded(self, request: HttpRequest, person: User, form: ActForm) -> HttpResponse:
        try:
            CONNECTIONS.do(moderator_of(request), person, form.cleaned_data)
        except TableError as error:
            form.add_error(None, str(error.sentence))
            return self._ask(request, person, CONNECTIONS, form, status=error.status)
        context = {
            **self.admin_site.each_context(request), "opts": self.opts, "original": person,
            "title": _("Connections of %(name)s") % {"name": person}, "found": connections_of(person),
        }  # fmt: skip
        answer = TemplateResponse(request, "admin/accounts/user/connections.html", context)
        add_never_cache_headers(answer)
        return answer
