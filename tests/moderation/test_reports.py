"""Reports: sent by players, handled in the queue by moderators who are not involved."""

import pytest
from django.test import Client

from games.models import Decision, Report, ReportNote, Table, TalkLine
from tests.conftest import person
from tests.play import running_table
from tests.staff import enter, person_with_role

pytestmark = pytest.mark.django_db

QUEUE = "/admin/games/report/"


@pytest.fixture
def table(alice, bob):
    return running_table(alice, bob)


@pytest.fixture
def mona(db):
    return enter(person_with_role("mona", "moderator", display_name="Mona Mate"))


def made(client, query, text="This is not fair", **data):
    return client.post(f"/report/?{query}", {"text": text, **data})


def act(client, report, name, reason="We have talked"):
    return client.post(f"{QUEUE}{report.pk}/act/{name}/", {"reason": reason})


def test_a_table_a_name_and_a_message_can_be_reported_from_the_page(client_for, alice, bob, table):
    client = client_for(alice)
    assert f'href="/report/?table={table.pk}"' in client.get(f"/tables/{table.pk}/").content.decode()
    page = client.get(f"/report/?table={table.pk}").content.decode()
    assert "The name “Bob Bosun”" in page and "Alice Ardent”" not in page
    line = TalkLine.objects.create(table=table, user=bob, text="Arr <b>")
    assert "Arr &lt;b&gt;" in client.get(f"/report/?line={line.pk}").content.decode()
    for query, data in (
        (f"table={table.pk}", {}),
        (f"table={table.pk}", {"person": bob.pk}),
        (f"line={line.pk}", {}),
    ):
        assert made(client, query, **data).url == f"/tables/{table.pk}/"
    found = Report.objects.order_by("pk").values_list("about", "person__username", "line", "by__username")
    assert list(found) == [
        ("table", None, None, "alice"), ("name", "bob", None, "alice"), ("line", "bob", line.pk, "alice"),
    ]  # fmt: skip


def test_nobody_can_report_themselves_or_hidden_things(client_for, alice, bob, charlie):
    table = running_table(alice, bob, admission=Table.Admission.INVITED)
    line = TalkLine.objects.create(table=table, user=bob, text="Arr")
    hidden = TalkLine.objects.create(table=table, user=bob, text="Arr", is_hidden=True)
    queries = (f"table={table.pk}", f"line={line.pk}")
    for query in (
        *queries,
        f"line={hidden.pk}",
        "",
        "table=x",
        "line=0",
        f"table={table.pk}&line={line.pk}",
        "table=9" * 9,
    ):
        for answer in (client_for(charlie).get(f"/report/?{query}"), made(client_for(charlie), query)):
            assert answer.status_code == 404, query
    assert made(client_for(bob), f"line={line.pk}").status_code == 404
    assert made(client_for(bob), f"table={table.pk}", person=bob.pk).status_code == 422
    assert made(client_for(bob), f"table={table.pk}", person=charlie.pk).status_code == 422
    for query in queries:
        assert Client().get(f"/report/?{query}").url.startswith("/accounts/login/")
    assert not Report.objects.exists()


def test_one_open_report_of_each_subject_and_ten_a_day(client_for, alice, bob, table):
    client = client_for(alice)
    assert made(client, f"table={table.pk}", text=" ").status_code == 422
    assert made(client, f"table={table.pk}", text="x" * 2001).status_code == 422
    assert made(client, f"table={table.pk}").status_code == 302
    assert made(client, f"table={table.pk}").status_code == 409
    assert made(client_for(bob), f"table={table.pk}").status_code == 302
    lines = [TalkLine.objects.create(table=table, user=bob, text="Arr") for _ in range(10)]
    answers = [made(client, f"line={line.pk}").status_code for line in lines]
    assert answers == [302] * 9 + [429]
    assert int(made(client, f"line={lines[9].pk}")["Retry-After"]) > 0


def test_the_queue_shows_the_oldest_open_report_first_and_filters(
    mona, client_for, alice, bob, charlie, table
):
    for user in (alice, bob, charlie):
        made(client_for(user), f"table={table.pk}", text=f"by {user.username}")
    first, second, third = Report.objects.order_by("pk")
    act(mona, first, "dismiss")
    page = mona.get(QUEUE).content.decode()
    places = [page.index(f"{QUEUE}{each.pk}/change/") for each in (second, third, first)]
    assert places == sorted(places)
    new = mona.get(f"{QUEUE}?state__exact=new").content.decode()
    assert f"{QUEUE}{first.pk}/change/" not in new and f"{QUEUE}{second.pk}/change/" in new


def test_a_report_is_taken_noted_and_resolved_and_its_author_is_notified(mona, client_for, alice, table):
    client = client_for(alice)
    made(client, f"table={table.pk}")
    report = Report.objects.get()
    assert act(mona, report, "take", "I look at it").status_code == 302
    assert act(mona, report, "note", "Bob is new here").status_code == 302
    assert act(mona, report, "settle", "Bob has promised").status_code == 302
    report.refresh_from_db()
    assert (report.state, report.handler.username) == ("settled", "mona")
    page = mona.get(f"{QUEUE}{report.pk}/change/").content.decode()
    assert "I look at it" in page and "Bob is new here" in page
    told = client.get("/tables/").content.decode()
    assert "A moderator resolved your report" in told and "Bob has promised" in told
    assert "Bob is new here" not in client.get("/decisions/").content.decode()
    assert Decision.objects.get().kind == "settle"
    for name in ("take", "note", "settle", "dismiss"):
        assert act(mona, report, name).status_code == 409


def test_involved_moderators_cannot_handle_a_report(client_for, alice, bob, charlie):
    mona, nina = (person_with_role(name, "moderator") for name in ("mona", "nina"))
    shared = running_table(mona, bob)
    line = TalkLine.objects.create(table=shared, user=mona, text="Arr")
    made(client_for(charlie), f"table={shared.pk}")
    made(client_for(charlie), f"line={line.pk}")
    made(client_for(nina), f"table={shared.pk}")
    clients = {"mona": enter(mona), "nina": enter(nina)}
    for report in Report.objects.all():
        for name in ("take", "note", "settle", "dismiss"):
            assert act(clients["mona"], report, name).status_code == 404
            if report.by == nina:
                assert act(clients["nina"], report, name).status_code == 403
    assert not ReportNote.objects.exists()
    page = clients["mona"].get("/admin/games/report/").content.decode()
    assert "0 reports" in page and "Open reports" in clients["mona"].get("/admin/").content.decode()


def test_players_and_strangers_see_no_queue(client_for, alice, table):
    made(client_for(alice), f"table={table.pk}")
    report = Report.objects.get()
    for client in (client_for(alice), Client(), enter(person("eve"))):
        assert client.get(QUEUE).status_code == 302
        assert client.get(f"{QUEUE}{report.pk}/change/").status_code == 302
        assert act(client, report, "settle").status_code == 302
    report.refresh_from_db()
    assert report.state == "new"
