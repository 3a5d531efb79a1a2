"""What a circle does together: tables for its members, notices of them, chat, standings, and tournaments."""

from datetime import timedelta

import pytest
import time_machine
from django.core import mail
from django.utils import timezone

from games.ledger.blocks import person_block
from games.models import Decision, Entry, Notice, Pairing, Preferences, Report, Table, TalkLine, Tournament
from games.tables.lobby import seat_invite
from games.tables.play import seat_resign
from games.tournaments.services import tournament_advance, tournaments_due
from games.web.tasks import sweep
from tests.conftest import person
from tests.play import play_near_end

pytestmark = pytest.mark.django_db

TABLE = {"seats": 2, "clock": "day", "seating": "random", "option_memory": "assisted"}
CUP = {
    "name": "Crew Cup", "title": "captivate", "kind": "pools", "least": 2, "most": 2, "days": 2, "round_days": 14,
    "pool_size": 8,
}  # fmt: skip


def open_table(client, circle, admission="circle", **fields):
    form = {**TABLE, "circle": circle.pk, "admission": admission, **fields}
    answer = client.post("/tables/new/captivate/", form)
    return Table.objects.latest("pk") if answer.status_code == 302 else answer


def page(client, address):
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def finish(table, *people):
    """Play a table of these people to its end."""
    play_near_end(table, people, left=0)
    return Table.objects.get(pk=table.pk)


def test_a_table_of_a_circle_is_for_its_members(circle, alice, bob, charlie, moderator, client_for):
    form = page(client_for(alice), f"/tables/new/captivate/?circle={circle.pk}")
    assert (
        f'value="{circle.pk}" selected' in form
        and 'value="circle" id="id_admission_3" checked' in " ".join(form.replace("required", "").split())
    )
    table = open_table(client_for(alice), circle)
    seen = {
        name: client_for(reader).get(f"/tables/{table.pk}/").status_code
        for name, reader in {"alice": alice, "bob": bob, "charlie": charlie, "nobody": None}.items()
    }
    assert seen == {"alice": 200, "bob": 200, "charlie": 404, "nobody": 302}
    assert client_for(charlie).get(f"/join/{table.token}/").status_code == 404
    assert client_for(charlie).post(f"/tables/{table.pk}/join/").status_code == 404
    assert client_for(charlie).get(f"/tables/{table.pk}/picture.svg").status_code == 404
    assert moderator.get(f"/admin/games/table/{table.pk}/change/").status_code == 200
    assert f"/tables/{table.pk}/" in page(client_for(bob), f"/circles/{circle.pk}/")
    assert f"/tables/{table.pk}/" not in page(client_for(bob), "/lobby/")
    assert "The Crew" in page(client_for(bob), f"/tables/{table.pk}/")
    assert client_for(bob).post(f"/tables/{table.pk}/join/").status_code == 302
    assert Table.objects.get(pk=table.pk).is_running


def test_an_invited_outsider_may_join_and_learns_no_name(circle, alice, charlie, client_for):
    table = open_table(client_for(alice), circle)
    seat_invite(alice, table.pk, name="charlie")
    shown = page(client_for(charlie), f"/tables/{table.pk}/")
    assert "Join this table" in shown and "The Crew" not in shown
    assert client_for(charlie).post(f"/tables/{table.pk}/join/").status_code == 302


def test_who_has_left_gets_no_seat(circle, alice, bob, client_for):
    table = open_table(client_for(alice), circle)
    client_for(bob).post(f"/circles/{circle.pk}/leave/")
    assert client_for(bob).post(f"/tables/{table.pk}/join/").status_code == 404
    assert open_table(client_for(bob), circle).status_code == 400


def test_a_public_circle_may_let_others_watch(alice, bob, charlie, make_circle, client_for):
    club = make_circle(alice, bob, name="Harbour Club", public=True)
    table = open_table(client_for(alice), club, "open", members="on")
    shown = page(client_for(charlie), f"/tables/{table.pk}/")
    assert "for members of the circle Harbour Club" in shown and "Join this table" not in shown
    assert client_for(charlie).post(f"/tables/{table.pk}/join/").status_code == 403
    club.is_public = False
    club.save()
    hidden = page(client_for(charlie), f"/tables/{table.pk}/")
    assert "for members of a circle." in hidden and "Harbour Club" not in hidden
    assert client_for(bob).post(f"/tables/{table.pk}/join/").status_code == 302


def test_a_private_circle_has_no_visible_tables(circle, alice, charlie, client_for):
    assert open_table(client_for(alice), circle, "open").status_code == 400
    assert open_table(client_for(alice), circle, "link").status_code == 400
    nowhere = client_for(charlie).post("/tables/new/captivate/", {**TABLE, "admission": "circle"})
    assert nowhere.status_code == 400
    stolen = client_for(charlie).post(
        "/tables/new/captivate/", {**TABLE, "admission": "open", "circle": circle.pk}
    )
    assert stolen.status_code == 302 and Table.objects.latest("pk").circle is None
    for _ in range(5):
        assert open_table(client_for(alice), circle).pk
    assert open_table(client_for(alice), circle).status_code == 409


def test_members_are_told_of_a_table_by_mail(circle, alice, bob, client_for):
    table = open_table(client_for(alice), circle)
    sweep()
    told = [each for each in mail.outbox if each.to == ["bob@example.org"]]
    assert [each.subject for each in told] == ["A game of Captivate in The Crew"]
    assert f"/tables/{table.pk}/" in told[0].body
    assert not Notice.objects.filter(user=alice, kind="circle").exists()
    stop = told[0].extra_headers["List-Unsubscribe"].strip("<>").partition("8000")[2]
    assert "circles" in page(client_for(None), stop)
    assert client_for(None).post(stop).status_code == 200
    assert not Preferences.objects.get(user=bob).circles
    open_table(client_for(alice), circle)
    assert Notice.objects.filter(user=bob, kind="circle").count() == 1


@pytest.mark.parametrize("why", ["quiet", "blocks", "blocked", "left", "full"])
def test_no_mail_to_who_does_not_want_or_need_it(why, circle, alice, bob, charlie, client_for):
    if why == "quiet":
        client_for(bob).post(f"/circles/{circle.pk}/tell/")
    elif why == "blocks":
        person_block(bob, alice)
    elif why == "blocked":
        person_block(alice, bob)
    client_for(charlie).post(f"/circles/join/{circle.link}/")
    table = open_table(client_for(alice), circle)
    if why == "left":
        client_for(bob).post(f"/circles/{circle.pk}/leave/")
    elif why == "full":
        client_for(charlie).post(f"/tables/{table.pk}/join/")
    sweep()
    assert not [each for each in mail.outbox if each.to == ["bob@example.org"]]


def test_tables_of_circles_are_merged_into_the_digest(circle, alice, bob, client_for):
    with time_machine.travel("2026-11-28T10:00:00Z", tick=False) as clock:
        form = {"mail": "on", "rhythm": "daily", "digest_time": "08:00", "talk": "mentions", "circles": "on",
                "webhook_kind": "plain"}  # fmt: skip
        assert client_for(bob).post("/notifications/", form).status_code == 302
        tables = [open_table(client_for(alice), circle) for _ in range(2)]
        sweep()
        assert not mail.outbox
        clock.shift(timedelta(hours=22, minutes=1))
        sweep()
    (digest,) = mail.outbox
    assert digest.to == ["bob@example.org"]
    assert all(f"/tables/{table.pk}/" in digest.body for table in tables)


def test_members_chat_and_nobody_else_reads_it(circle, alice, bob, charlie, client_for):
    say = f"/circles/{circle.pk}/talk/"
    assert client_for(alice).post(say, {"text": "Who plays tonight, @bob?"}).status_code == 302
    assert "New messages" in page(client_for(bob), "/circles/")
    shown = page(client_for(bob), say)
    assert "Who plays tonight" in shown and "mentions you" in shown
    assert "New messages" not in page(client_for(bob), "/circles/")
    assert (
        client_for(charlie).get(say).status_code
        == client_for(charlie).post(say, {"text": "x"}).status_code
        == 404
    )
    assert client_for(bob).post(say, {"text": "\u202e"}).status_code == 400
    assert client_for(alice).post(say, {"text": "Who plays tonight, @bob?"}).status_code == 302
    assert TalkLine.objects.count() == 1  # a double click


def test_mutes_blocks_and_limits_hold_in_the_chat(circle, alice, bob, client_for, settings):
    say = f"/circles/{circle.pk}/talk/"
    client_for(alice).post(say, {"text": "Bilge water"})
    person_block(bob, alice)
    assert "1 line of somebody you block" in page(client_for(bob), say)
    assert "New messages" not in page(client_for(bob), "/circles/")
    line = TalkLine.objects.get()
    assert "Alice" in page(client_for(bob), f"/notifications/blocks/?line={line.pk}")
    alice.muted_until = timezone.now() + timedelta(days=1)
    alice.save()
    assert client_for(alice).post(say, {"text": "More"}).status_code == 403
    assert "muted you" in page(client_for(alice), say)
    settings.RATES = {**settings.RATES, "talk": (1, 60)}
    with time_machine.travel("2026-11-28T10:00:00Z", tick=False):
        codes = [client_for(bob).post(say, {"text": f"Line {number}"}).status_code for number in range(2)]
    assert codes == [302, 429]


def test_a_message_of_the_chat_is_reported_and_hidden(circle, alice, bob, charlie, moderator, client_for):
    client_for(alice).post(f"/circles/{circle.pk}/talk/", {"text": "Bilge water"})
    line = TalkLine.objects.get()
    assert client_for(charlie).get(f"/report/?line={line.pk}").status_code == 404
    assert "Bilge water" in page(client_for(bob), f"/report/?line={line.pk}")
    assert client_for(bob).post(f"/report/?line={line.pk}", {"text": "Rude"}).status_code == 302
    report = Report.objects.get()
    assert (report.circle, report.line) == (circle, line)
    assert "Bilge water" in page(moderator, f"/admin/games/report/{report.pk}/change/")
    hide = f"/admin/games/talkline/{line.pk}/act"
    assert moderator.post(f"{hide}/hide/", {"reason": "Rude words"}).status_code == 302
    shown = page(client_for(bob), f"/circles/{circle.pk}/talk/")
    assert "A moderator removed this message" in shown and "Bilge" not in shown
    assert "Rude words" in page(client_for(alice), f"/circles/{circle.pk}/talk/")
    assert moderator.post(f"{hide}/show/", {"reason": "Not so bad"}).status_code == 302
    assert (
        moderator.post(f"/admin/games/report/{report.pk}/act/settle/", {"reason": "Done"}).status_code == 302
    )


def test_moderators_rename_and_close_circles(circle, alice, bob, moderator, client_for):
    assert client_for(bob).post(f"/report/?circle={circle.pk}", {"text": "A bad name"}).status_code == 302
    assert str(circle) in page(moderator, f"/admin/games/report/{Report.objects.get().pk}/change/")
    act = f"/admin/games/circle/{circle.pk}/act"
    assert circle.link not in page(moderator, f"/admin/games/circle/{circle.pk}/change/")
    new = {"name": "Quiet Crew", "about": "", "reason": "Rude"}
    assert moderator.post(f"{act}/rename/", {**new, "name": "Bob Bosun"}).status_code == 400
    assert moderator.post(f"{act}/rename/", new).status_code == 302
    circle.refresh_from_db()
    assert (circle.name, circle.about) == ("Quiet Crew", "")
    told = page(client_for(alice), "/decisions/")
    assert "It is now called Quiet Crew" in told and "Rude" in told
    assert moderator.post(f"{act}/close/", {"reason": "Again"}).status_code == 302
    assert client_for(bob).get(f"/circles/{circle.pk}/").status_code == 404
    assert [each.kind for each in Decision.objects.order_by("pk")] == ["circle", "disband"]
    assert moderator.post(f"{act}/close/", {"reason": "Again"}).status_code == 409


def test_a_moderator_in_the_circle_decides_nothing_there(circle, alice, moderator, client_for):
    moderator.post(f"/circles/join/{circle.link}/")
    client_for(alice).post(f"/circles/{circle.pk}/talk/", {"text": "Ahoy"})
    line = TalkLine.objects.get()
    for address in (f"circle/{circle.pk}/act/close/", f"talkline/{line.pk}/act/hide/"):
        assert moderator.post(f"/admin/games/{address}", {"reason": "Mine"}).status_code == 403
    client_for(alice).post(f"/report/?circle={circle.pk}", {"text": "My own"})
    assert moderator.get(f"/admin/games/report/{Report.objects.get().pk}/change/").status_code == 302


def test_standings_by_season(circle, alice, bob, charlie, client_for):
    with time_machine.travel("2026-11-28T10:00:00Z", tick=False):
        circle.made_at = timezone.now()
        circle.save()
        table = open_table(client_for(alice), circle, seating="joined")
        client_for(bob).post(f"/tables/{table.pk}/join/")
        done = finish(table, alice, bob)
        outside = open_table(client_for(alice), circle, "invited")
        seat_resign_at(outside, alice, charlie, client_for)
        shown = page(client_for(bob), f"/circles/{circle.pk}/")
        winner = done.seats.get(rank=1).user
        part = shown[shown.index('id="standings"') : shown.index('id="members"')]
        assert "October to December 2026" in part and "Charlie" not in part
        assert part.index(f">{winner}<") == min(part.index(f">{each}<") for each in (alice, bob))
    with time_machine.travel("2027-01-03T10:00:00Z", tick=False):
        client = client_for(bob)
        now = page(client, f"/circles/{circle.pk}/")
        assert "No game of the circle" in now and "?season=2026-4" in now
        before = page(client, f"/circles/{circle.pk}/?season=2026-4")
        assert "October to December 2026" in before and "?season=2027-1" in before
        assert "No game of the circle" in page(client, f"/circles/{circle.pk}/?season=2026-9")


def seat_resign_at(table, creator, invited, client_for):
    """Start a table with an invited player, who resigns."""
    seat_invite(creator, table.pk, name=invited.username)
    assert client_for(invited).post(f"/tables/{table.pk}/join/").status_code == 302
    seat_resign(invited, table.pk, expected_ply=Table.objects.get(pk=table.pk).ply)


def test_the_owner_opens_a_tournament_for_the_circle(circle, alice, bob, charlie, client_for):
    new = f"/tournaments/new/?circle={circle.pk}"
    assert client_for(bob).post(new, CUP).status_code == 404
    assert client_for(alice).post("/tournaments/new/", CUP).status_code == 403
    assert "The Crew" in page(client_for(alice), new)
    assert client_for(alice).post(new, CUP).status_code == 302
    cup = Tournament.objects.get()
    assert cup.circle == circle and "Crew Cup" in page(client_for(bob), f"/circles/{circle.pk}/")
    for reader in (charlie, None):
        assert client_for(reader).get(f"/tournaments/{cup.pk}/").status_code == 404
        assert "Crew Cup" not in page(client_for(reader), "/tournaments/")
    assert client_for(charlie).post(f"/tournaments/{cup.pk}/join/").status_code == 404
    for member in (alice, bob):
        assert client_for(member).post(f"/tournaments/{cup.pk}/join/").status_code == 302
    while due := tournaments_due(timezone.now()):
        tournament_advance(due[0])
    table = Pairing.objects.get().table
    assert (table.circle, table.admission) == (circle, "circle")
    assert client_for(charlie).get(f"/tables/{table.pk}/").status_code == 404
    assert not Notice.objects.filter(kind="circle").exists()
    client_for(bob).post(f"/circles/{circle.pk}/leave/")
    assert Entry.objects.get(user=bob).withdrawn_at is not None
    assert "Crew Cup" in page(client_for(bob), f"/tournaments/{cup.pk}/")  # a game of his goes on


def test_members_are_told_of_a_tournament_by_mail(circle, alice, bob, charlie, client_for):
    client_for(charlie).post(f"/circles/join/{circle.link}/")
    client_for(charlie).post(f"/circles/{circle.pk}/tell/")
    assert client_for(alice).post(f"/tournaments/new/?circle={circle.pk}", CUP).status_code == 302
    sweep()
    assert [(each.to, each.subject) for each in mail.outbox] == [(["bob@example.org"], "Tournament news")]


def test_limits_and_the_end_of_a_circles_tournaments(circle, alice, client_for):
    new = f"/tournaments/new/?circle={circle.pk}"
    codes = [client_for(alice).post(new, CUP).status_code for _ in range(4)]
    assert codes == [302, 302, 302, 409]
    first = Tournament.objects.earliest("pk")
    assert client_for(alice).post(f"/tournaments/{first.pk}/cancel/").status_code == 302
    client_for(alice).post(f"/circles/{circle.pk}/close/")
    assert set(Tournament.objects.values_list("status", flat=True)) == {"cancelled"}


def test_pages_of_a_circle_take_few_queries(circle, alice, client_for, django_assert_max_num_queries):
    for number in range(6):
        client_for(person(f"mate{number}")).post(f"/circles/join/{circle.link}/")
    for _ in range(3):
        table = open_table(client_for(alice), circle)
        Table.objects.filter(pk=table.pk).update(status="finished", finished_at=timezone.now())
    client = client_for(alice)
    with django_assert_max_num_queries(20):
        page(client, f"/circles/{circle.pk}/")
