"""Posts for agreements, taking over seats and returning to them."""

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from games.days import absences, agreements
from games.errors import MalformedInput, TableError
from games.pages.paging import number_in, posted_number
from games.pages.responses import PlayerRequest, go_to_table, player_post, refuse, say
from games.tables.access import table_by_token, table_for
from games.tables.views.table import post_at


@player_post
def proposal_make(request: PlayerRequest, table_id: int) -> HttpResponse:
    """Make the proposal in the field `propose`, with the days if this kind needs them."""

    def propose() -> None:
        kind = request.POST.get("propose", "")
        days = number_in(request.POST, f"days_{kind}", 2) or 0
        agreements.proposal_make(request.user, table_id, kind=kind, days=days)

    return post_at(request, table_id, propose)


@player_post
def proposal_answer(request: PlayerRequest, table_id: int) -> HttpResponse:
    """Agree to a proposal, or decline it (fields `proposal` and `answer`)."""

    def answer() -> None:
        proposal, word = posted_number(request, "proposal"), request.POST.get("answer")
        if word not in ("yes", "no"):
            raise MalformedInput
        agreements.proposal_answer(request.user, table_id, proposal_id=proposal, is_yes=word == "yes")

    return post_at(request, table_id, answer)


@player_post
def seat_return(request: PlayerRequest, table_id: int) -> HttpResponse:
    """Return to a seat that has a caretaker."""
    return post_at(request, table_id, lambda: absences.seat_return(request.user, table_id))


@player_post
def seat_take_over(request: PlayerRequest, table_id: int) -> HttpResponse:
    """Take over the seat in the field `seat`, with the `token` of the table's link if the reader used it."""
    token = request.POST.get("token", "")
    found = table_by_token(token) if token else table_for(request.user, table_id)
    try:
        number = posted_number(request, "seat", 2)
        if found.pk != table_id:
            raise MalformedInput
        absences.seat_take_over(request.user, found.pk, number=number, token=token)
    except TableError as error:
        return refuse(request, error, reverse("lobby"))
    say(request, _("The seat is yours."))
    return go_to_table(found.pk)
