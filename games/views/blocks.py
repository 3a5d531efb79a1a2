"""Whom the reader has blocked."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import services
from games.errors import NotPossible, TableError
from games.selectors.blocks import blocks_of, person_meant
from games.talk_forms import BlockForm
from games.views.answers import player_required, say


@require_http_methods(["GET", "POST"])
@never_cache
@player_required
def blocks(request: HttpRequest) -> HttpResponse:
    """The reader's blocks. A post adds one, or takes one back with `unblock`; the query may name whom to add."""
    if request.method == "GET":
        return _page(request, BlockForm(request.GET if {"line", "invitation"} & set(request.GET) else None))
    if "unblock" in request.POST:
        word = request.POST["unblock"]
        services.person_unblock(request.user, int(word) if word.isdecimal() and len(word) < 18 else 0)
        say(request, _("Done."))
        return redirect("blocks")
    form = BlockForm(request.POST)
    try:
        return _added(request, form)
    except TableError as error:
        form.add_error(None, str(error.sentence))
        return _page(request, form, status=error.status)


def _added(request: HttpRequest, form: BlockForm) -> HttpResponse:
    if not form.is_valid():
        return _page(request, form, status=422)
    person = person_meant(request.user, **form.cleaned_data)
    if person is None:
        raise NotPossible(_("There is no player of that name."))
    services.person_block(request.user, person)
    say(request, _("%(name)s is blocked.") % {"name": person})
    return redirect("blocks")


def _page(request: HttpRequest, form: BlockForm, *, status: int = 200) -> HttpResponse:
    """With the person of whom the query speaks, to be confirmed."""
    is_asked = request.method == "GET" and form.is_bound and form.is_valid()
    meant = person_meant(request.user, **form.cleaned_data) if is_asked else None
    found = list(blocks_of(request.user))
    context = {
        "form": form if request.method == "POST" else BlockForm(), "blocks": found,
        "meant": None if meant in [block.person for block in found] else meant,
        "asked": form.cleaned_data if meant is not None else {},
    }  # fmt: skip
    return render(request, "games/blocks.html", context, status=status)
