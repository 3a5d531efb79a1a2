"""Abandoned seats are offered, taken over with all their knowledge, and closed to their former players."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.clock.clocks import DAY, Fixed
from games.days import absences
from games.days.deadlines import IN_A_ROW, OFFER
from games.models import Departure, Invitation, Seat, Table
from games.tables.lobby import Pace
from games.web.tasks import sweep
from tests.conftest import person
from tests.play import fingerprint, first_move, post_move, running_table, state_of

pytestmark = pytest.mark.django_db

OFFERING = Pace(Fixed(DAY), offers_seats=True)
END = '{"type":"end"}'


def absent(table, client, time_machine):
    """Let alice miss three turns while bob plays his."""
    for number in range(IN_A_ROW):
        time_machine.move_to(
            Seat.objects.get(table=table, number=0).deadline + timedelta(seconds=1), tick=False
        )
        sweep()
        if number < IN_A_ROW - 1:
            post_move(client, table, first_move(table, 1))
            post_move(client, table, END)
    return Seat.objects.get(table=table, number=0)


@pytest.fixture
def offered(alice, bob, client_for, time_machine):
    """Return a table where alice's seat is offered."""
    table = running_table(alice, bob, pace=OFFERING)
    assert absent(table, client_for(bob), time_machine).is_offered
    return table


def take(client, table, seat=0, **more):
    return client.post(f"/tables/{table.pk}/take-over/", {"seat": seat, **more})


def test_each_of_the_cast_gets_the_right_answer(offered, alice, bob, charlie, client_for):
    before = fingerprint(offered)
    assert take(client_for(alice), offered).status_code == 409
    assert take(client_for(bob), offered).status_code == 409
    assert take(client_for(charlie), offered, seat=1).status_code == 409
    assert take(client_for(charlie), offered, seat="x").status_code == 400
    assert "/login/" in take(client_for(None), offered)["Location"]
    assert fingerprint(offered) == before
    assert take(client_for(charlie), offered)["Location"] == f"/tables/{offered.pk}/"
    assert [seat.user for seat in offered.seats.order_by("number")] == [charlie, bob]


def test_the_seats_knowledge_passes_to_its_new_player(offered, alice, charlie, client_for):
    hand = state_of(offered).hands[0]
    address = f"/tables/{offered.pk}/"
    assert f"?card={hand[0]}" in client_for(alice).get(address).content.decode()
    assert f"?card={hand[0]}" not in client_for(charlie).get(address).content.decode()
    take(client_for(charlie), offered)
    assert state_of(offered).hands[0] == hand
    assert f"?card={hand[0]}" in client_for(charlie).get(address).content.decode()
    page = client_for(alice).get(address).content.decode()
    assert "?card=" not in page and "Charlie Chart took over Alice Ardent&#39;s seat." in page
    assert post_move(client_for(alice), offered, first_move(offered, 0)).status_code == 403


def test_a_new_player_starts_afresh(offered, charlie, client_for):
    take(client_for(charlie), offered)
    seat = Seat.objects.get(table=offered, number=0)
    assert (seat.timeouts, seat.is_offered, seat.orders) == (0, False, {})
    assert seat.deadline == timezone.now() + timedelta(days=1)
    assert post_move(client_for(charlie), offered, first_move(offered, 0)).status_code == 302


def test_a_former_player_gets_no_other_seat(offered, alice, bob, charlie, client_for, time_machine):
    take(client_for(charlie), offered)
    Seat.objects.filter(table=offered, number=1).update(is_offered=True)
    assert take(client_for(alice), offered, seat=1).status_code == 403
    assert "Take over seat" not in client_for(alice).get(f"/tables/{offered.pk}/").content.decode()
    assert Departure.objects.get().user == alice


def test_an_offered_seat_that_nobody_takes_is_out(offered, time_machine):
    time_machine.move_to(timezone.now() + OFFER + timedelta(seconds=1), tick=False)
    sweep()
    offered.refresh_from_db()
    assert offered.is_finished and Seat.objects.get(table=offered, number=0).has_left


def test_offers_are_shown_in_the_lobby_and_on_the_page(offered, alice, bob, charlie, client_for):
    for reader in (charlie, None):
        assert f"Table {offered.pk}<" in client_for(reader).get("/lobby/?offered=1").content.decode()
        page = client_for(reader).get(f"/tables/{offered.pk}/").content.decode()
        assert "Alice Ardent has been away too long" in page and "Take over seat 1" in page
    assert "Take over seat" not in client_for(bob).get(f"/tables/{offered.pk}/").content.decode()
    assert "open for takeover until" in client_for(alice).get(f"/tables/{offered.pk}/").content.decode()
    take(client_for(charlie), offered)
    assert f"Table {offered.pk}<" not in client_for(None).get("/lobby/?offered=1").content.decode()


def test_taking_over_at_a_table_by_link_needs_the_link(alice, bob, charlie, client_for, time_machine):
    table = running_table(alice, bob, pace=OFFERING, admission=Table.Admission.LINK)
    link = f"/join/{table.token}/"
    assert "started without you" in client_for(charlie).get(link).content.decode()
    assert client_for(bob).get(link)["Location"] == f"/tables/{table.pk}/"
    absent(table, client_for(bob), time_machine)
    assert take(client_for(charlie), table).status_code == 404
    page = client_for(charlie).get(link).content.decode()
    assert "Take over seat 1" in page and "Log in" in client_for(None).get(link).content.decode()
    assert take(client_for(charlie), table, token=table.token).status_code == 302
    assert Seat.objects.get(table=table, number=0).user == charlie
    # She opened the table, so she may watch.
    assert client_for(alice).get(f"/tables/{table.pk}/").status_code == 200


def test_taking_over_at_an_invitation_table_needs_an_invitation(
    alice, bob, charlie, client_for, time_machine
):
    table = running_table(alice, bob, pace=OFFERING, admission=Table.Admission.INVITED)
    assert client_for(bob).post(f"/tables/{table.pk}/invite/", {"name": "charlie"}).status_code == 409
    absent(table, client_for(bob), time_machine)
    assert take(client_for(charlie), table).status_code == 404
    assert client_for(bob).post(f"/tables/{table.pk}/invite/", {"name": "charlie"}).status_code == 302
    assert "Take over a seat" in client_for(charlie).get("/tables/").content.decode()
    assert take(client_for(charlie), table).status_code == 302
    assert not Invitation.objects.filter(table=table, is_live=True).exists()


def test_only_one_of_two_players_gets_an_offered_seat(offered, charlie, client_for):
    other = person("dora")
    absences.seat_take_over(charlie, offered.pk, number=0)
    assert take(client_for(other), offered).status_code == 409
