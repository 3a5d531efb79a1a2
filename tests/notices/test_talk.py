"""Notices about table chat: who gets them, when and with what text, once until it is read; and how to stop them."""

import json
from datetime import time

import pytest
from django.core import mail

from accounts.models import User
from games.models import Block, Notice, Preferences, Table, TalkLine
from games.moderation.services.reports import line_hide
from tests.conftest import person
from tests.notices.conftest import subjects, told
from tests.notices.plans import scans, statements
from tests.play import running_table
from tests.staff import person_with_role

pytestmark = pytest.mark.django_db

KINDS = ("talk", "mention")


@pytest.fixture
def table(alice, bob, charlie, clock):
    made = running_table(alice, bob, charlie)
    Notice.objects.all().delete()
    return made


@pytest.fixture
def say(client_for):
    def post(user, table, text):
        assert client_for(user).post(f"/tables/{table.pk}/talk/say/", {"text": text}).status_code == 302

    return post


@pytest.fixture
def read(client_for):
    def post(user, table):
        newest = TalkLine.objects.filter(table=table).latest("pk").pk
        assert client_for(user).post(f"/tables/{table.pk}/talk/read/", {"line": newest}).status_code == 302

    return post


def of_talk(user):
    return told(user, kind__in=KINDS)


def test_players_get_the_chat_notices_that_they_chose(table, alice, bob, charlie, say, choose, clock):
    choose(bob, talk="all")
    choose(charlie, talk="nothing")
    dora = person("dora")
    table.seats.create(number=3, user=dora)  # the default: mentions only
    say(alice, table, "Ahoy!")
    say(alice, table, "Who else? @charlie @dora")
    clock(minutes=6)
    assert of_talk(bob) == [("talk", "sent", "")] and of_talk(dora) == [("mention", "sent", "")]
    assert of_talk(charlie) == of_talk(alice) == []


def test_the_email_has_the_author_the_text_and_a_link(table, alice, bob, say, choose, clock):
    choose(bob, talk="all")
    say(alice, table, "Ahoy <b>Bob</b>,\nhow & when?")
    say(alice, table, "x" * 900)
    clock(minutes=6)
    (message,) = mail.outbox
    assert (
        message.subject
        == f"Captivate {table.pk} with Alice Ardent and Charlie Chart: new chat from Alice Ardent"
    )
    page = message.alternatives[0].content
    assert "Alice Ardent: Ahoy <b>Bob</b>, how & when?" in message.body
    assert "Ahoy &lt;b&gt;Bob&lt;/b&gt;, how &amp; when?" in page and "<b>Bob" not in page
    for text in (message.body, page):
        assert f"http://localhost:8000/tables/{table.pk}/#talk" in text and "x" * 199 + "…" in text
    assert "Since your last move" not in message.body


def test_similar_names_have_user_names_in_the_email_too(table, alice, bob, say, choose, clock):
    choose(bob, talk="all")
    User.objects.filter(username="charlie").update(display_name="Alice Ardenf")
    say(alice, table, "Ahoy!")
    clock(minutes=6)
    (message,) = mail.outbox
    assert message.subject.endswith("and Alice Ardenf (@charlie): new chat from Alice Ardent (@alice)")
    assert "Alice Ardent (@alice): Ahoy!" in message.body


def test_one_chat_notice_until_it_was_read(table, alice, bob, say, read, choose, clock):
    choose(bob, talk="all")
    for number in range(5):
        say(alice, table, f"line {number}")
        clock(minutes=2)
    clock(minutes=10)
    say(alice, table, "and one more")
    clock(hours=1)
    assert of_talk(bob) == [("talk", "sent", "")] and len(subjects(bob)) == 1
    read(bob, table)
    say(alice, table, "welcome back")
    clock(hours=1)
    assert of_talk(bob) == [("talk", "sent", "")] * 2 and "welcome back" in mail.outbox[-1].body


def test_messages_that_do_not_fit_are_counted(table, alice, bob, charlie, say, choose, clock):
    choose(bob, talk="all")
    for number, user in enumerate((alice, alice, alice, charlie, alice)):
        say(user, table, f"line {number}")
    clock(minutes=6)
    body = mail.outbox[0].body
    assert "line 1" not in body and body.index("line 2") < body.index("line 3") < body.index("line 4")
    assert "And 2 earlier messages." in body and mail.outbox[0].subject.endswith(
        "from Alice Ardent, Charlie Chart"
    )


def test_read_messages_are_not_sent_but_later_ones_are(table, alice, bob, say, read, choose, clock):
    choose(bob, talk="all")
    say(alice, table, "one")
    clock(minutes=1)
    read(bob, table)
    clock(minutes=6)
    assert of_talk(bob) == [("talk", "suppressed", "you have read it")]
    say(alice, table, "two")
    clock(minutes=6)
    assert of_talk(bob)[1:] == [("talk", "sent", "")]


def test_a_hidden_message_is_not_sent(table, alice, bob, say, choose, clock):
    choose(bob, talk="all")
    say(alice, table, "rude")
    line_hide(person_with_role("mona", "moderator"), TalkLine.objects.get().pk, reason="rude")
    clock(minutes=6)
    say(alice, table, "sorry")
    clock(minutes=6)
    assert [status for _kind, status, _why in of_talk(bob)] == ["suppressed", "sent"]
    assert "rude" not in mail.outbox[-1].body and "sorry" in mail.outbox[-1].body


def test_players_who_are_chatting_get_no_notice_for_a_while(table, alice, bob, say, choose, clock):
    choose(bob, talk="all")
    say(alice, table, "one")
    clock(minutes=4)
    say(bob, table, "yes?")
    say(alice, table, "two")
    clock(minutes=4)
    assert of_talk(bob)[0] == ("talk", "due", "you have just been at the table") and subjects(bob) == []
    clock(minutes=2)
    (message,) = mail.outbox
    assert "Alice Ardent: two" in message.body and "one" not in message.body.split("Alice Ardent: two")[0]


@pytest.mark.parametrize("kind", KINDS)
def test_muted_table_blocked_writer_or_one_who_left(kind, table, alice, bob, say, choose, clock, client_for):
    choose(bob, talk="all")
    text = "Ahoy @bob" if kind == "mention" else "Ahoy"
    client_for(bob).post(f"/tables/{table.pk}/mute/")
    say(alice, table, text)
    clock(minutes=6)
    assert of_talk(bob) == [(kind, "suppressed", "you have muted this table")]
    client_for(bob).post(f"/tables/{table.pk}/mute/", {"unmute": "1"})
    client_for(bob).get(f"/tables/{table.pk}/talk/")
    Block.objects.create(by=bob, person=alice)
    say(alice, table, f"{text}, really")
    clock(minutes=6)
    Block.objects.all().delete()
    table.seats.filter(user=bob).update(has_left=True)
    say(alice, table, f"{text}, once more")
    clock(minutes=6)
    assert len(of_talk(bob)) == 1 and subjects(bob) == []


def test_changes_before_sending_are_respected(alice, bob, charlie, say, choose, clock):
    choose(bob, talk="all")
    tables = [running_table(alice, bob, charlie) for _ in range(3)]
    Notice.objects.all().delete()
    for table in tables:
        say(alice, table, "psst")
    tables[0].seats.filter(user=bob).update(has_left=True)
    tables[1].seats.filter(user=bob).update(user=None)
    clock(minutes=6)
    reasons = {row.table_id: row.reason_words for row in Notice.objects.filter(user=bob, kind="talk")}
    assert reasons == {tables[0].pk: "you have left this table", tables[1].pk: "you have left this table",
                       tables[2].pk: ""}  # fmt: skip
    say(alice, tables[2], "@bob and this")
    choose(bob, talk="nothing")
    clock(minutes=6)
    assert of_talk(bob)[-1] == ("mention", "suppressed", "turned off in your settings")


def test_private_chat_is_emailed_only_to_its_seats(alice, bob, charlie, say, choose, clock):
    for user in (bob, charlie):
        choose(user, talk="all")
    table = running_table(alice, bob, admission=Table.Admission.INVITED)
    say(alice, table, "between us @charlie")
    clock(minutes=6)
    told = {message.to[0] for message in mail.outbox if "between us" in message.body}
    assert told == {alice.email, bob.email}  # in the email about her turn, too
    assert of_talk(charlie) == []


def test_mention_and_chat_of_a_table_share_one_mail_section(table, alice, bob, say, choose, clock):
    choose(bob, talk="all")
    say(alice, table, "one")
    say(alice, table, "two @bob")
    clock(minutes=6)
    (message,) = mail.outbox
    assert message.subject.endswith(" and Charlie Chart: Alice Ardent mentioned you")
    assert message.body.count("two @bob") == 1
    assert {status for _kind, status, _why in of_talk(bob)} == {"sent", "merged"}


def test_a_turn_comes_first_and_includes_the_chat(alice, bob, say, choose, clock, hand_over):
    choose(bob, talk="all")
    table = running_table(alice, bob)
    say(alice, table, "Your turn in a moment")
    clock(minutes=4)
    hand_over(table)
    clock(minutes=2)
    (message,) = [each for each in mail.outbox if each.to == [bob.email]][-1:]
    assert "Your turn in a moment" in message.body or len(subjects(bob)) == 1
    clock(minutes=15)
    bodies = [each.body for each in mail.outbox if each.to == [bob.email]]
    assert sum("Your turn in a moment" in body for body in bodies) == 1


def test_the_daily_digest_contains_the_chat(table, alice, bob, say, choose, clock):
    choose(bob, talk="all", digest_time=time(18), digest_at="2027-03-10T18:00Z")
    say(alice, table, "something long ago")
    clock(minutes=6)
    assert subjects(bob) == [] and of_talk(bob) == [("talk", "due", "waiting for your daily digest")]
    clock(hours=6)
    (message,) = mail.outbox
    assert "something long ago" in message.body and of_talk(bob) == [("talk", "merged", "")]


def test_one_click_turns_off_only_chat_notices(table, alice, bob, say, client_for, clock):
    say(alice, table, "Ahoy @bob")
    clock(minutes=6)
    address = (
        mail.outbox[0].extra_headers["List-Unsubscribe"].strip("<>").removeprefix("http://localhost:8000")
    )
    page = client_for(None).get(address).content.decode()
    assert "chat notifications" in page and not Preferences.objects.filter(pk=bob.pk).exists()
    assert client_for(None).post(address, {"List-Unsubscribe": "One-Click"}).status_code == 200
    bob.refresh_from_db()
    assert bob.mail_turns and Preferences.objects.get(pk=bob.pk).talk == "nothing"
    say(alice, table, "Ahoy again @bob")
    clock(minutes=6)
    assert len(subjects(bob)) == 1


def test_the_chat_setting_is_shown_and_saved(bob, client_for):
    answers = {"rhythm": "each", "mail": "on", "webhook_kind": "plain"}
    assert client_for(bob).post("/notifications/", {**answers, "talk": "loudly"}).status_code == 422
    assert client_for(bob).post("/notifications/", {**answers, "talk": "all"}).status_code == 302
    assert Preferences.objects.get(pk=bob.pk).talk == "all"
    page = client_for(bob).get("/notifications/").content.decode()
    assert 'value="all" id="id_talk_0"' in page.replace(" required", "").replace(" checked", "")


def test_a_webhook_names_the_table_without_the_text(table, alice, bob, say, choose, clock, endpoint):
    choose(bob, talk="all", webhook_kind="plain", webhook_url=endpoint.url())
    say(alice, table, "between us")
    clock(minutes=6)
    ((_, _, _, body),) = endpoint.posts
    (item,) = json.loads(body)["items"]
    assert (
        item["kind"] == "talk"
        and item["table"] == table.pk
        and item["url"].endswith(f"/tables/{table.pk}/#talk")
    )
    assert b"between us" not in body and "Alice Ardent" in item["text"]


def test_no_statement_about_talk_reads_a_whole_table(table, alice, bob, say, choose, clock, client_for):
    choose(bob, talk="all")
    say(alice, table, "one")
    Block.objects.create(by=bob, person=person("eve"))
    with statements() as found:
        say(alice, table, "two @bob")
        clock(minutes=6)
        for address in ("", "talk/", "note/"):
            client_for(bob).get(f"/tables/{table.pk}/{address}")
        client_for(bob).post(f"/tables/{table.pk}/note/", {"text": "x"})
        for address in ("/tables/", "/notifications/blocks/"):
            client_for(bob).get(address)
    assert len(found) > 60 and len(mail.outbox) == 1
    assert scans(found) == []


def test_a_message_takes_few_statements(table, alice, client_for, django_assert_max_num_queries):
    client = client_for(alice)
    with django_assert_max_num_queries(27):
        client.post(f"/tables/{table.pk}/talk/say/", {"text": "Ahoy @bob @charlie"})
