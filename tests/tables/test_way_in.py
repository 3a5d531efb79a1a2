"""How players get to a table: its link, invitations, ranges of seats, and its entry in the lobby."""

import re
from html import unescape

import pytest
from django.core import mail

from games.clock.clocks import DAY, Bank, Fixed, NoClock
from games.ledger.blocks import person_block
from games.models import Invitation, Table
from games.tables import lobby
from games.tables.chain import commitment_of
from games.tables.lobby import Pace
from tests.play import running_table

pytestmark = pytest.mark.django_db


def opened(user, **columns):
    return lobby.table_create(user, **{"title": "captivate", "options": {}, "seats": 3, **columns})


def invite(client, table, name):
    return client.post(f"/tables/{table.pk}/invite/", {"name": name})


def page_of(answer):
    return unescape(answer.content.decode())


def test_a_mistyped_name_is_an_error_beside_the_field(alice, client_for):
    table = opened(alice)
    answer = invite(client_for(alice), table, "bbo")
    field = page_of(answer).split('for="id_name"')[1].split("</div>")[0]
    assert answer.status_code == 409 and "There is no player named “bbo”." in field
    assert 'value="bbo"' in field and 'aria-invalid="true"' in field
    assert "Enter a valid email address." in page_of(invite(client_for(alice), table, "bob@"))


def test_names_of_recent_opponents_are_suggested(alice, bob, charlie, client_for):
    for other in (bob, charlie):
        lobby.seat_take(other, opened(alice, seats=2).pk)
    table = opened(alice)

    def offered():
        page = page_of(client_for(alice).get(f"/tables/{table.pk}/"))
        return re.findall(r'<option value="(\w+)">', page.split("<datalist")[1].split("</datalist>")[0])

    assert offered() == ["bob", "charlie"]
    person_block(alice, charlie)
    assert offered() == ["bob"]
    lobby.seat_take(bob, table.pk)
    assert offered() == [] and "company-known" not in page_of(client_for(charlie).get(f"/tables/{table.pk}/"))


def test_an_email_address_gets_the_link_without_revealing_its_owner(alice, bob, client_for):
    table = opened(alice, admission=Table.Admission.LINK)
    said = []
    for address in (bob.email, "nobody@example.org"):
        answer = invite(client_for(alice), table, address)
        page = page_of(client_for(alice).get(answer["Location"]))
        said.append((answer.status_code, page.count(address)))
        assert mail.outbox[-1].to == [address] and f"/join/{table.token}/" in mail.outbox[-1].body
        assert f"/chance/#{commitment_of(table).hex()}" in mail.outbox[-1].body
        assert "Alice Ardent invites you" in mail.outbox[-1].subject
    assert said[0] == said[1] and not Invitation.objects.exists()


def test_players_who_blocked_the_host_get_no_email(alice, bob, client_for):
    person_block(bob, alice)
    assert invite(client_for(alice), opened(alice), bob.email.upper()).status_code == 302
    assert mail.outbox == []


def test_email_invitations_need_a_link_and_are_limited(alice, bob, client_for, settings):
    settings.RATES = settings.RATES | {"invited-mail": (1, 86_400)}
    closed = opened(alice, admission=Table.Admission.INVITED)
    assert invite(client_for(alice), closed, "a@example.org").status_code == 409
    table = opened(alice)
    assert invite(client_for(bob), table, "a@example.org").status_code == 403
    codes = [invite(client_for(alice), table, "a@example.org").status_code for _ in range(2)]
    assert codes == [302, 429] and len(mail.outbox) == 1


def test_a_link_preview_shows_who_invites_to_what(alice, bob, client_for):
    table = opened(alice, admission=Table.Admission.LINK, pace=Pace(Fixed(DAY)))
    page = page_of(client_for(None).get(f"/join/{table.token}/"))
    tags = dict(re.findall(r'<meta property="og:(\w+)" content="([^"]*)"', page))
    assert tags["title"] == "Alice Ardent invites you to play Captivate"
    assert tags["description"].startswith("2 seats are free. 1 day per move.")
    hidden = client_for(None).get(f"/tables/{table.pk}/", follow=True)
    assert "og:title" not in page_of(hidden) and "Alice" not in page_of(hidden)


@pytest.mark.parametrize("admission", [Table.Admission.OPEN, Table.Admission.LINK])
def test_the_link_of_a_table_that_was_closed_says_so_and_leads_on(admission, alice, bob, client_for):
    table = opened(alice, admission=admission)
    client_for(alice).post(f"/tables/{table.pk}/cancel/")
    for reader in (bob, None):
        page = page_of(client_for(reader).get(f"/join/{table.token}/"))
        assert "closed before it started" in page and "Browse open games" in page
        assert "Join" not in page.split("<main")[1].split("</main>")[0]


def test_the_link_of_a_table_that_began_says_that_it_began_without_the_reader(
    alice, bob, charlie, client_for
):
    table = running_table(alice, bob)
    for reader in (charlie, None):
        page = page_of(client_for(reader).get(f"/join/{table.token}/", follow=True))
        assert "This game has started without you. You can watch it." in page
    assert "without you" not in page_of(client_for(bob).get(f"/join/{table.token}/", follow=True))


def test_the_link_can_be_copied_and_shared(alice, client_for, settings):
    settings.SITE_URL = "https://captain.example"
    answer = client_for(alice).get(f"/tables/{opened(alice).pk}/")
    page = page_of(answer)
    link = re.search(r'id="join-link" type="text" readonly value="([^"]+)"', page)[1]
    assert link.startswith("https://captain.example/join/") and f'data-share="{link}"' in page
    assert 'data-copy="join-link" hidden' in page and "web-share=(self)" in answer["Permissions-Policy"]


FORM = {"seats_from": 2, "seats": 4, "admission": "open", "seating": "joined", "option_memory": "assisted"}


def test_a_table_can_have_a_range_of_seats(alice, bob, charlie, client_for):
    client_for(alice).post("/tables/new/captivate/", {**FORM, "seats_from": 3})
    table = Table.objects.get()
    assert (table.seats_from, table.seat_count) == (3, 4)
    assert "3 to 4" in page_of(client_for(bob).get(f"/tables/{table.pk}/"))
    lobby.seat_take(bob, table.pk)
    assert client_for(alice).post(f"/tables/{table.pk}/start/").status_code == 409
    lobby.seat_take(charlie, table.pk)
    assert client_for(alice).post(f"/tables/{table.pk}/start/").status_code == 302
    table.refresh_from_db()
    assert table.is_running and table.seat_count == 3


@pytest.mark.parametrize("change", [{"seats_from": 4, "seats": 3}, {"seats_from": 1}, {"seats_from": "x"}])
def test_an_impossible_range_is_refused(change, alice, client_for):
    assert client_for(alice).post("/tables/new/captivate/", {**FORM, **change}).status_code == 400
    assert not Table.objects.exists()


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", {"fast", "range", "bank", "slow", "none"}),
        ("seats=2", {"fast", "range"}),
        ("seats=4", {"range", "slow"}),
        ("pace=day", {"fast"}),
        ("pace=days", {"range"}),
        ("pace=week", {"slow"}),
        ("pace=bank", {"bank"}),
        ("pace=none", {"none"}),
        ("join=on", {"bank", "none"}),
        ("title=cannonades", set()),
        ("seats=x&pace=soon&title=chess", {"fast", "range", "bank", "slow", "none"}),
    ],
)
def test_the_lobby_can_be_filtered(query, found, alice, bob, client_for):
    mine = {
        "fast": opened(alice, seats=2, pace=Pace(Fixed(DAY))),
        "range": opened(alice, seats=4, seats_from=2, pace=Pace(Fixed(3 * DAY))),
        "slow": opened(alice, seats=4, pace=Pace(Fixed(7 * DAY))),
    }
    tables = mine | {
        "bank": opened(bob, pace=Pace(Bank(DAY, DAY, DAY))), "none": opened(bob, pace=Pace(NoClock())),
    }  # fmt: skip
    page = page_of(client_for(alice).get(f"/lobby/?{query}"))
    assert {name for name, table in tables.items() if f'href="/tables/{table.pk}/"' in page} == found


def test_the_lobby_shows_options_and_seats_and_keeps_filters(alice, client_for):
    for _ in range(25):
        opened(alice, seats=4, seats_from=2, options={"memory": "assisted"})
    page = page_of(client_for(None).get("/lobby/?seats=3&title=captivate"))
    assert "2-4 players" in page and "Memory" in page.split('class="table-row__state"')[1].split("</p>")[0]
    assert re.search(r'href="\?title=captivate&seats=3&before=\d+"', page)


def test_custom_hours_are_below_their_radio_buttons(alice, client_for):
    page = page_of(client_for(alice).get("/tables/new/captivate/"))
    clock, below = page.split('class="own-clock ')
    assert clock.rindex('value="own-bank"') > clock.rindex('value="none"')
    assert 'class="own-clock__fixed"' in below and "</fieldset>" not in below.split("own-clock__fixed")[0]
    first, _more = clock.split("More options")
    assert re.findall(r'name="clock" value="([\w-]+)"', first) == ["day", "three-days", "fast-bank", "live"]
    assert '<details class="fold" open' not in page and '<details class="fold" open' in page_of(
        client_for(alice).post("/tables/new/captivate/", {"clock": "week"})
    )


def test_a_table_that_is_open_for_two_weeks_says_fourteen_days(alice, client_for):
    assert "in 14 days" in page_of(client_for(alice).get(f"/tables/{opened(alice).pk}/"))
