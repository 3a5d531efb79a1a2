"""Table chat: who reads and writes it, what a line may contain, unread lines, and removed lines."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Decision, Seat, Table, TalkLine, TalkRead
from games.tables import lobby
from games.talk.services import OPEN_AFTER
from tests.conftest import person
from tests.play import first_move, post_move, running_table
from tests.staff import enter, person_with_role

pytestmark = pytest.mark.django_db

PART = {"headers": {"HX-Request": "true"}}


def say(client, table, text, **extra):
    return client.post(f"/tables/{table.pk}/talk/say/", {"text": text}, **extra)


def talk_in(client, table, address=""):
    """Return the chat on the page of the table."""
    page = client.get(f"/tables/{table.pk}/{address}").content.decode()
    return page.split('id="talk"')[1].split("</section>")[0] if 'id="talk"' in page else ""


def said(table):
    return list(TalkLine.objects.filter(table=table).order_by("pk").values_list("text", flat=True))


@pytest.fixture
def table(alice, bob):
    return running_table(alice, bob)


def test_players_write_and_everybody_reads_at_a_public_table(table, alice, bob, charlie, client_for):
    assert say(client_for(bob), table, "Ahoy, Alice!")["Location"] == f"/tables/{table.pk}/#talk"
    for reader in (alice, bob, charlie, None):
        for address in ("", "talk/"):
            assert "Ahoy, Alice!" in talk_in(client_for(reader), table, address)
    assert 'name="text"' in talk_in(client_for(alice), table)
    for reader in (charlie, None):
        assert 'id="talk-text"' not in talk_in(client_for(reader), table)
    assert say(client_for(charlie), table, "Me, too").status_code == 403
    assert "/login/" in say(client_for(None), table, "Me, too")["Location"]
    assert said(table) == ["Ahoy, Alice!"]


@pytest.mark.parametrize("admission", [Table.Admission.LINK, Table.Admission.INVITED])
def test_a_private_tables_chat_stays_private(admission, alice, bob, charlie, client_for):
    table = running_table(alice, bob, admission=admission)
    say(client_for(alice), table, "between us")
    assert "between us" in talk_in(client_for(bob), table)
    for reader in (charlie, None):
        for address in ("", "talk/", "talk/?before=99", "log/"):
            answer = client_for(reader).get(f"/tables/{table.pk}/{address}", **PART)
            assert answer.status_code == 404 or "/accounts/login/" in answer["HX-Redirect"]
            assert b"between us" not in answer.content
        assert say(client_for(reader), table, "hm").status_code in (302, 404)
    assert said(table) == ["between us"]


def test_a_tables_link_shows_seats_and_no_chat(alice, bob, client_for):
    table = lobby.table_create(alice, title="captivate", options={}, seats=3, admission=Table.Admission.LINK)
    say(client_for(alice), table, "who will come?")
    assert "who will come?" in talk_in(client_for(alice), table)
    page = client_for(bob).get(f"/join/{table.token}/").content.decode()
    assert "Join this table" in page and "who will come?" not in page
    client_for(bob).post(f"/tables/{table.pk}/join/", {"token": table.token})
    assert "who will come?" in talk_in(client_for(bob), table)


def test_the_chat_closes_some_time_after_the_game(table, alice, bob, client_for, time_machine):
    client_for(alice).post(f"/tables/{table.pk}/resign/", {"ply": 0})
    assert say(client_for(bob), table, "Thank you!").status_code == 302
    # She has left the game, but keeps her seat at the table.
    assert say(client_for(alice), table, "Thank you, too!").status_code == 302
    time_machine.move_to(timezone.now() + OPEN_AFTER + timedelta(minutes=1))
    assert say(client_for(bob), table, "Still there?").status_code == 409
    page = talk_in(client_for(bob), table)
    assert "Thank you!" in page and "its chat is closed" in page and 'id="talk-text"' not in page


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
        ('"><img src=x onerror=y>', "&quot;&gt;&lt;img src=x onerror=y&gt;"),
        ("javascript:alert(1)", ">javascript:alert(1)<"),
        ("{{ 7*7 }} {% x %}", "{{ 7*7 }} {% x %}"),
        ("see https://example.org/a?b=1&c=2.", '<a href="https://example.org/a?b=1&amp;c=2" rel="nofollow noopener'),
        ('https://e.org/"onmouseover="x', "<a href=\"https://e.org/\" rel=\"nofollow noopener noreferrer ugc\">"),
        ("http://[::1/", "http://[::1/"),
        ("two\r\nlines\n\n\n\n\nand more", "two\nlines\n\nand more"),
        ("👩‍👩‍👧 שלום", "👩‍👩‍👧 שלום"),
    ],
)  # fmt: skip
def test_messages_are_escaped_and_only_urls_become_links(text, shown, table, alice, client_for):
    assert say(client_for(alice), table, text).status_code == 302
    page = talk_in(client_for(alice), table)
    assert shown in page and "<script" not in page and "<img" not in page


@pytest.mark.parametrize(
    "text",
    ["", "   \n ", "\u200d\u200d", "a\x00b", "a\x07b", "a\x1b[31mb", "\u202eevil", "a\u2066b", "a\u2028b", "\ufeff",
     "x" * 1001, "x" * 9000],
)  # fmt: skip
def test_a_refused_text_is_kept_in_the_form(text, table, alice, client_for):
    answer = say(client_for(alice), table, text)
    assert answer.status_code == 400
    page = answer.content.decode()
    assert 'class="errorlist"' in page and said(table) == []
    assert text.strip("\x00 \n")[:20].replace("\x00", "") in page.replace("\x00", "")
    part = say(client_for(alice), table, text, **PART)
    assert part.status_code == 400 and 'id="talk-refused"' in part.content.decode()


def test_the_longest_message_and_a_missing_field(table, alice, client_for):
    assert say(client_for(alice), table, "x" * 998 + "\r\ny").status_code == 302  # a line break counts as one
    assert client_for(alice).post(f"/tables/{table.pk}/talk/say/", {}).status_code == 400
    assert [len(text) for text in said(table)] == [1000]


def test_a_second_click_sends_no_second_message(table, alice, bob, client_for):
    for _ in range(2):
        assert say(client_for(alice), table, "Ahoy").status_code == 302
    say(client_for(bob), table, "Ahoy")
    say(client_for(alice), table, "Ahoy")
    assert said(table) == ["Ahoy"] * 3


def test_muted_people_can_read_and_see_until_when(table, alice, client_for):
    alice.muted_until = timezone.now() + timedelta(days=2)
    alice.save()
    answer = say(client_for(alice), table, "But I")
    assert answer.status_code == 403 and "has muted you until" in answer.content.decode()
    assert "has muted you until" in talk_in(client_for(alice), table)
    alice.muted_until = timezone.now() - timedelta(seconds=1)
    alice.save()
    assert say(client_for(alice), table, "Back again").status_code == 302
    assert said(table) == ["Back again"]


def test_floods_are_limited_across_all_tables(table, alice, bob, client_for, settings, time_machine):
    settings.RATES = {**settings.RATES, "talk": (3, 60)}
    time_machine.move_to(timezone.now().replace(second=10), tick=False)
    other, client = running_table(alice, bob), client_for(alice)
    for number in range(3):
        assert say(client, (table, other)[number % 2], f"line {number}").status_code == 302
    answer = say(client, table, "and more")
    assert answer.status_code == 429 and "and more" in answer.content.decode()
    assert 0 < int(answer["Retry-After"]) <= 60
    assert say(client_for(bob), table, "Calm down").status_code == 302
    time_machine.shift(timedelta(minutes=1))
    assert say(client, table, "and more").status_code == 302


def test_unread_messages_are_counted_until_shown(table, alice, bob, client_for):
    writer, reader = client_for(bob), client_for(alice)
    for text in ("one", "two"):
        say(writer, table, text)
    assert "2 new<" in talk_in(reader, table) and "2 new lines" in reader.get("/tables/").content.decode()
    assert " new<" not in talk_in(writer, table)
    assert "2 new<" in talk_in(reader, table)  # opening the table's page doesn't mark lines as read
    newest = TalkLine.objects.latest("pk").pk
    answer = reader.post(f"/tables/{table.pk}/talk/read/", {"line": newest}, **PART)
    assert answer.status_code == 204 and " new<" not in talk_in(reader, table)
    assert "new line" not in reader.get("/tables/").content.decode()
    say(writer, table, "three")
    assert "1 new<" in talk_in(reader, table) and "1 new line<" in reader.get("/tables/").content.decode()
    reader.get(f"/tables/{table.pk}/talk/")  # a page with only the chat
    assert " new<" not in talk_in(reader, table)


def test_the_sites_own_messages_are_not_counted(table, alice, bob, client_for):
    for _ in range(2):
        post_move(client_for(alice), table, first_move(table, 0))
    client_for(alice).post(f"/tables/{table.pk}/propose/", {"propose": "end"})
    assert "new line" not in client_for(bob).get("/tables/").content.decode()


def test_answering_counts_as_reading(table, alice, bob, client_for):
    say(client_for(bob), table, "one")
    say(client_for(alice), table, "two")
    assert " new<" not in talk_in(client_for(alice), table)
    assert "1 new<" in talk_in(client_for(bob), table)


def test_the_read_mark_never_moves_back_nor_beyond_the_last_message(table, alice, bob, charlie, client_for):
    for text in ("one", "two"):
        say(client_for(bob), table, text)
    first, second = TalkLine.objects.order_by("pk").values_list("pk", flat=True)
    address = f"/tables/{table.pk}/talk/read/"
    for line, status in ((10**17, 204), (first, 204), ("x", 400), (0, 400), (2**63, 400), ("", 400)):
        assert client_for(alice).post(address, {"line": line}, **PART).status_code == status
    assert TalkRead.objects.get(user=alice).line_id == second
    assert client_for(charlie).post(address, {"line": first}).status_code == 400
    assert not TalkRead.objects.filter(user=charlie).exists()


def test_a_long_chat_has_older_pages(table, alice, client_for):
    TalkLine.objects.bulk_create(TalkLine(table=table, user=alice, text=f"line {n}.") for n in range(130))
    page = talk_in(client_for(alice), table)
    assert page.count('id="line-') == 20 and "line 129." in page and "line 109." not in page
    address, seen = f"/tables/{table.pk}/talk/", []
    while address:
        page = client_for(alice).get(address).content.decode()
        seen.append(page.count('id="line-'))
        older = page.split("?before=")[1].split('"')[0] if "?before=" in page else ""
        address = f"/tables/{table.pk}/talk/?before={older}" if older else ""
    assert seen == [50, 50, 30] and "line 0." in page
    for word in ("x", "-1", "9" * 30):
        assert client_for(alice).get(f"/tables/{table.pk}/talk/?before={word}").status_code == 200


def test_a_mention_of_a_player_is_marked_and_notified(table, alice, bob, charlie, client_for):
    say(client_for(alice), table, "@BOB, and @charlie. Not x@bob or https://example.org/@bob; @alice")
    line = TalkLine.objects.get()
    assert list(line.mentioned.all()) == [bob]
    page = talk_in(client_for(bob), table)
    assert '<strong class="mention">@BOB</strong>,' in page and ">mentions you<" in page
    assert page.count('class="mention"') == 2 and ">mentions you<" not in talk_in(client_for(alice), table)
    assert "@bob (Bob Bosun)" in talk_in(client_for(alice), table)


def test_names_with_markup_are_escaped(alice, client_for):
    eve = person("eve", display_name="<b>Eve</b>")
    table = running_table(alice, eve)
    say(client_for(eve), table, "hello @alice")
    for reader in (alice, eve, None):
        assert "<b>Eve" not in client_for(reader).get(f"/tables/{table.pk}/").content.decode()


def test_pages_take_few_queries_however_long_the_chat(
    table, alice, bob, client_for, django_assert_max_num_queries
):
    TalkLine.objects.bulk_create(
        TalkLine(table=table, user=(alice, bob)[n % 2], text=f"@bob line {n}") for n in range(100)
    )
    client = client_for(bob)
    for address, most in (("", 10), ("talk/", 12)):
        with django_assert_max_num_queries(most):
            assert client.get(f"/tables/{table.pk}/{address}").status_code == 200
    with django_assert_max_num_queries(7):
        assert client.get(f"/tables/{table.pk}/talk/", **PART).status_code == 200
    assert len(client.get(f"/tables/{table.pk}/talk/", **PART).content) < 20_000


def test_a_page_of_two_hundred_tables_is_counted_in_one_query(
    alice, bob, client_for, django_assert_max_num_queries
):
    tables = [Table(title="captivate", seat_count=2, creator=bob, options={"memory": "assisted"}, token=f"t{n}",
                    expires_at=timezone.now()) for n in range(200)]  # fmt: skip
    Table.objects.bulk_create(tables)
    Seat.objects.bulk_create(
        Seat(table=t, number=n, user=who) for t in tables for n, who in ((0, bob), (1, alice))
    )
    TalkLine.objects.bulk_create(TalkLine(table=t, user=bob, text="x") for t in tables for _ in range(3))
    client = client_for(alice)
    with django_assert_max_num_queries(9):
        page = client.get("/tables/").content.decode()
    assert page.count("3 new lines") == 20  # those of the first page


def test_a_moderator_can_hide_a_message_and_show_it_again(table, alice, bob, client_for):
    say(client_for(bob), table, "something rude")
    line, staff = TalkLine.objects.get(), enter(person_with_role("mona", "moderator"))
    assert "something rude" in staff.get("/admin/games/talkline/").content.decode()
    assert "something rude" in staff.get(f"/admin/games/talkline/{line.pk}/change/").content.decode()
    address = f"/admin/games/talkline/{line.pk}/act/"
    assert staff.post(f"{address}hide/", {"reason": ""}).status_code == 422
    assert staff.post(f"{address}hide/", {"reason": "mind your tongue"}).status_code == 302
    assert staff.post(f"{address}hide/", {"reason": "twice"}).status_code == 409
    for reader in (alice, bob, None):
        page = talk_in(client_for(reader), table)
        assert "A moderator removed this message." in page and "something rude" not in page
        assert ("mind your tongue" in page) is (reader == bob) and " new<" not in page
    decision = Decision.objects.get()
    assert (decision.kind, decision.table, decision.person, decision.line) == ("hide", table, bob, line)
    assert staff.post(f"{address}show/", {"reason": "a quotation"}).status_code == 302
    assert "something rude" in talk_in(client_for(alice), table)
    assert Decision.objects.latest("pk").undoes == decision


def test_hiding_can_be_undone_from_the_audit_log_too(table, bob, client_for):
    say(client_for(bob), table, "something rude")
    line, staff = TalkLine.objects.get(), enter(person_with_role("mona", "moderator"))
    staff.post(f"/admin/games/talkline/{line.pk}/act/hide/", {"reason": "mind your tongue"})
    address = f"/admin/games/decision/{Decision.objects.get().pk}/act/undo/"
    for status in (302, 409):
        assert staff.post(address, {"reason": "a quotation"}).status_code == status
    assert "something rude" in talk_in(client_for(bob), table)


def test_only_moderators_can_hide_messages(table, alice, bob, client_for):
    say(client_for(bob), table, "harmless")
    address = f"/admin/games/talkline/{TalkLine.objects.get().pk}/act/hide/"
    for reader in (alice, None):
        assert client_for(reader).post(address, {"reason": "x"}).status_code == 302
    partial = person_with_role("pat", "moderator")
    Seat.objects.filter(table=table, number=0).update(user=partial)
    staff = enter(partial)
    assert staff.get(address).status_code == 403
    assert staff.post(address, {"reason": "I say so"}).status_code == 403
    assert not TalkLine.objects.filter(is_hidden=True).exists() and not Decision.objects.exists()
