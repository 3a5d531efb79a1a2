"""Keyed blocks: what the browser shows is neither drawn nor sent again, and a key stands for exactly one content."""

import re
from html.parser import HTMLParser

import pytest

from games.engine.chance import Chance
from games.engine.codec import dump_move
from games.engine.play import random_move
from games.lessons.courses import course_of
from games.models import MoveRecord
from games.pages.blocks import KNOWN_BLOCKS
from games.tables import lobby
from games.titles import TITLES
from tests.play import first_move, play_on, post_move, running_table, state_of

pytestmark = pytest.mark.django_db

VOID = {"br", "hr", "img", "input", "link", "meta", "wbr"}
UNSTEADY = re.compile(
    r'(<time\b[^>]*>)[^<]*|data-key="[^"]*"|(class="receipt">)[^<]*|(middlewaretoken" value=")[^"]*'
)


class Elements(HTMLParser):
    """The elements with a key: `found` has the key and markup of each by id."""

    def __init__(self, html):
        super().__init__(convert_charrefs=False)
        self.html, self.starts, self.found, self.kept = html, [], {}, set()
        self.ends = [0]
        for line in html.split("\n"):
            self.ends.append(self.ends[-1] + len(line) + 1)
        self.feed(html)

    def at(self):
        line, column = self.getpos()
        return self.ends[line - 1] + column

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if "hx-preserve" in given:
            self.kept.add(given["id"])
        if tag not in VOID:
            self.starts.append((tag, given, self.at()))

    def handle_startendtag(self, tag, attributes):
        pass

    def handle_endtag(self, tag):
        while self.starts:
            name, given, start = self.starts.pop()
            if name == tag:
                break
        if "data-key" in given:
            end = self.html.index(">", self.at()) + 1
            markup = UNSTEADY.sub(r"\1\2\3", self.html[start:end])
            self.found[given["id"]] = (given["data-key"], markup)


def part_at(client, address, known=()):
    headers = {"HX-Request": "true", KNOWN_BLOCKS: " ".join(known)}
    answer = client.get(address, headers=headers)
    assert answer.status_code == 200
    return answer.content.decode()


def part_of(client, table, known=(), query=""):
    return part_at(client, f"/tables/{table.pk}/{query}", known)


def keys_of(blocks):
    return [key for name, (key, _markup) in blocks.items() if name != "table"]


def choice_of(html, address=r"/tables/\d+/"):
    """A query that chooses something, as a link on the board or in the hand has it."""
    found = re.search(rf'href="{address}(\?[^"#]*)', html)
    return found[1].replace("&amp;", "&") if found else ""


@pytest.mark.parametrize("title", [slug for slug in TITLES if slug not in ("blank", "example")])
def test_a_browser_that_keeps_blocks_shows_the_page_that_the_server_would_send(title, alice, bob, client_for):
    table, people, chooser = (
        running_table(alice, bob, title=title, has_notes=True),
        [alice, bob],
        Chance(bytes(32), 0),
    )
    shown = {user.pk: {} for user in people}
    kept = 0
    for turn in range(12):
        for user in people:
            client, has = client_for(user), shown[user.pk]
            whole = part_of(client, table)
            query = choice_of(whole) if turn % 2 else ""
            whole, short = part_of(client, table, query=query), part_of(client, table, keys_of(has), query)
            now, sent = Elements(whole).found, Elements(short)
            same = {name for name, block in now.items() if has.get(name, ("",))[0] == block[0]} - {"table"}
            assert all(has[name] == now[name] for name in same)  # the same key has the same markup
            assert sent.kept <= same and not sent.found.keys() & same
            kept += len(sent.kept)
            shown[user.pk] = now
        play_on(table, people, chooser)
    assert kept > 100


def pages_of_a_walk(client, kind, people):
    """The addresses of a replay, a lesson or a puzzle, one after the other, with what is done between them."""
    if kind == "replay":
        table, chooser = running_table(*people), Chance(bytes(32), 0)
        for _ply in range(4):
            play_on(table, people, chooser)
        yield from (f"/tables/{table.pk}/replay/?at={at}" for at in range(4))
        return
    address = {"lesson": "/learn/captivate/1/", "puzzle": "/puzzles/captivate/1/"}[kind]
    yield address
    yield address + choice_of(part_at(client, address), address)
    move = (
        {"move": course_of("captivate").lessons[0].solution[0], "ply": 0} if kind == "lesson" else {"show": 1}
    )
    assert client.post(address, move).status_code == 302
    yield address
    yield f"{address}?step=1"


@pytest.mark.parametrize("kind", ["replay", "lesson", "puzzle"])
def test_replays_lessons_and_puzzles_send_what_is_new_without_the_frame(kind, alice, bob, client_for):
    client, has, kept = client_for(alice), {}, 0
    for address in pages_of_a_walk(client, kind, [alice, bob]):
        whole, short = part_at(client, address), part_at(client, address, keys_of(has))
        now, sent = Elements(whole).found, Elements(short)
        same = {name for name, block in now.items() if has.get(name, ("",))[0] == block[0]} - {"table"}
        assert all(has[name] == now[name] for name in same)
        assert sent.kept <= same and not sent.found.keys() & same and "<main" not in whole
        has, kept = now, kept + len(sent.kept)
    assert kept > 10 and "<main" in client.get(address).content.decode()


def test_an_unchanged_part_is_not_sent(alice, bob, client_for):
    table, client = running_table(alice, bob), client_for(alice)
    address = f"/tables/{table.pk}/"
    whole = client.get(address).content.decode()
    key = Elements(whole).found["table"][0]
    headers = {"HX-Request": "true", "If-None-Match": f'"{key}"'}
    answer = client.get(address, headers=headers)
    assert (answer.status_code, answer.content) == (304, b"")
    assert client.get(address, headers={"If-None-Match": f'"{key}"'}).status_code == 200  # a whole page
    assert client.get(f"{address}{choice_of(whole)}", headers=headers).status_code == 200
    post_move(client, table, first_move(table, 0))
    answer = client.get(address, headers=headers)
    assert answer.status_code == 200 and answer["ETag"] != headers["If-None-Match"]


def test_the_answer_to_a_move_has_only_what_is_new(alice, bob, client_for):
    table, client = running_table(alice, bob), client_for(alice)
    before = Elements(client.get(f"/tables/{table.pk}/").content.decode()).found
    game, state = TITLES["captivate"], state_of(table)
    move = dump_move(random_move(game, state, 0, Chance(bytes(32), 0)))
    headers = {"HX-Request": "true", KNOWN_BLOCKS: " ".join(keys_of(before))}
    answer = client.post(f"/tables/{table.pk}/move/", {"move": move, "ply": 0}, headers=headers)
    sent = Elements(answer.content.decode())
    assert {"player-0", "ply-0"} <= sent.found.keys() and {"player-1", "ply--1", "agreement"} <= sent.kept
    assert len(answer.content) < 20_000


@pytest.mark.parametrize("known", ["", "?", "\x7f" * 50, "a" * 4000, "AAAAAAAA " * 500])
def test_keys_that_no_page_has_get_the_whole_part(known, alice, bob, client_for):
    table, client = running_table(alice, bob), client_for(alice)
    sent = Elements(part_of(client, table, [known]))
    assert not sent.kept and sent.found.keys() == Elements(part_of(client, table)).found.keys()


def test_a_key_tells_the_language_and_the_zone_but_not_the_second(alice, bob, client_for):
    table, client = running_table(alice, bob), client_for(alice)
    before = Elements(part_of(client, table)).found
    alice.time_zone = "Asia/Tokyo"
    alice.save()
    assert not set(keys_of(before)) & set(keys_of(Elements(part_of(client, table)).found))
    alice.time_zone = "UTC"
    alice.save()
    record = MoveRecord.objects.get(table=table, ply=-1)
    record.made_at = record.made_at.replace(second=(record.made_at.second + 30) % 60)
    record.save()
    assert Elements(part_of(client, table)).found["ply--1"] == before["ply--1"]


@pytest.mark.parametrize("number", ["0", "999"])
def test_text_that_looks_like_the_mark_of_a_block_is_only_text(number, alice, client_for):
    table = lobby.table_create(alice, title="captivate", options={}, seats=2)
    answer = client_for(alice).post(f"/tables/{table.pk}/invite/", {"name": f"\0{number}\0"})
    assert answer.status_code == 409
    assert f'value="\0{number}\0"' in answer.content.decode()
