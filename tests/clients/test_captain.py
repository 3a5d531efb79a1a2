"""The client of clients/python logs in at the running site, and plays every title in the terminal."""

import json
import os
import random
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest
from django.conf import settings as site

from captain.boards import BOARDS, captivate, captn_eli
from captain.errors import ADVICE
from games.api.problems import CODES
from games.api.tokens import token_create
from games.models import MoveRecord, Table, TalkLine
from games.tables import play
from games.talk.services import line_say
from games.titles import TITLES
from games.titles.captivate.cards import CARDS as CREATURES
from games.titles.captn_eli.cards import CARDS as SQUADS
from tests.conftest import PASSWORD
from tests.play import first_move, running_table

PACKAGE = site.BASE_DIR / "clients" / "python"
VERIFY = site.BASE_DIR / "static" / "history" / "verify.py"

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def terminal(asgi_server, tmp_path):
    """Return a runner of commands, one folder of settings per user; it returns the finished process."""

    def environ(user):
        return {
            "PATH": os.environ["PATH"], "PYTHONPATH": str(PACKAGE), "COLUMNS": "80", "PYTHONIOENCODING": "utf-8",
            "XDG_CONFIG_HOME": str(tmp_path / user), "PYTHONWARNINGS": "error",
        }  # fmt: skip

    def run(user, *arguments, typed="", status=0, **more):
        done = subprocess.run(
            [*COMMAND, *arguments], check=False, input=typed, capture_output=True, text=True,
            env={**environ(user), **more}, timeout=120,
        )  # fmt: skip
        assert done.returncode == status, done.stdout[-2000:] + done.stderr[-2000:]
        return done

    @contextmanager
    def start(user, *arguments):
        """Yield the running process."""
        pipes = dict.fromkeys(("stdin", "stdout"), subprocess.PIPE)
        with subprocess.Popen([*COMMAND, *arguments], text=True, env=environ(user), **pipes) as running:
            yield running
            running.kill()

    run.site, run.start, run.folder = asgi_server, start, tmp_path
    return run


COMMAND = [sys.executable, "-m", "captain"]


def log_in(terminal, user, scopes=("read", "play", "chat")):
    """Log in with a token as the API's tests make it."""
    _token, secret = token_create(user, name="terminal", scopes=list(scopes))
    return terminal(user.username, "login", terminal.site, typed=f"{secret}\n")


def opened(done):
    return re.search(r"Table (\d+):", done.stdout)[1]


def chosen(seed):
    """Return what somebody types who chooses at random."""
    chooser = random.Random(seed)
    return "\n".join(chooser.choice(["", "1", "1", "2", "3"]) for _ in range(2000))


def test_a_token_of_the_page_logs_in(terminal, alice, client_for):
    browser = client_for(alice)
    asked = browser.post("/programs/", {"name": "terminal", "scopes": ["read"], "days": 90})
    page = browser.post(asked.url, {"password": PASSWORD}).content.decode()
    (secret,) = set(re.findall(r"captain_[0-9a-f]{48}", page))
    told = terminal("alice", "login", terminal.site, typed=f"{secret}\n").stdout
    assert "Logged in as Alice Ardent; the token allows: read." in told and secret not in told
    (stored,) = terminal.folder.rglob("login.json")
    assert stored.stat().st_mode & 0o077 == 0
    assert "No tables" in terminal("alice", "tables").stdout


@pytest.mark.parametrize("title", BOARDS)
def test_a_whole_game_against_a_bot_is_played(title, terminal, alice):
    log_in(terminal, alice)
    table = opened(terminal("alice", "new", title, "--bot", "deckhand"))
    told = terminal("alice", "play", table, "--wait", typed=chosen(title)).stdout
    row = Table.objects.get()
    assert row.status == "finished" and row.reason in TITLES[title].reasons
    assert f"table {table}, move {row.ply}: finished" in told and "1. " in told[-200:]


def test_two_players_play_a_whole_game_and_export_it(terminal, alice, bob, tmp_path):
    for user in (alice, bob):
        log_in(terminal, user)
    table = opened(terminal("alice", "new", "cannonades", "--invite", "bob"))
    assert "you are invited by Alice Ardent" in terminal("bob", "tables").stdout
    with ThreadPoolExecutor() as pool, terminal.start("alice", "play", table, "--wait") as waiting:
        hers = pool.submit(waiting.communicate, chosen("alice"))  # a full pipe would stop her
        told = terminal("bob", "play", table, "--wait", typed="y\n" + chosen("bob")).stdout
        heard = hers.result(60)[0]
    assert "Join this game" in told and "Waiting for the others" in heard
    end = f"table {table}, move {Table.objects.get().ply}: finished"
    assert end in told and end in heard and "move 0: finished" not in told
    assert f" {table} " in terminal("bob", "tables", "--finished").stdout
    game = tmp_path / "game.json"
    game.write_text(terminal("bob", "export", table).stdout)
    subprocess.run([sys.executable, str(VERIFY), str(game)], check=True, capture_output=True, timeout=60)


def test_moves_are_taken_back_messages_are_sent_and_players_leave(terminal, alice, bob):
    for user in (alice, bob):
        log_in(terminal, user)
    table = running_table(alice, bob)
    typed = ["1", "1", "t", "c Ahoy", "?", "resign", "no", "q"]
    told = terminal("alice", "play", str(table.pk), typed="\n".join(typed)).stdout
    assert "write in the chat" in told
    kinds = MoveRecord.objects.order_by("ply").values_list("kind", flat=True)
    assert list(kinds) == ["setup", "move", "undo"]
    left = terminal("bob", "play", str(table.pk), typed="c Farewell\nresign\nyes\n").stdout
    assert "Waiting for the others" in left and "finished" in left
    assert list(TalkLine.objects.order_by("pk").values_list("text", flat=True)) == ["Ahoy", "Farewell"]


def test_events_are_watched_as_they_happen(terminal, alice, bob):
    log_in(terminal, alice)
    table = running_table(bob, alice, title="cardline")
    with terminal.start("alice", "watch", "--json") as watching:
        play.move_play(bob, table.pk, move=first_move(table, 0), expected_ply=0)
        event = json.loads(watching.stdout.readline())
        assert (event["type"], event["table"], event["ply"]) == ("turn", table.pk, 1)
        line_say(bob, table.pk, text="Ahoy")
        assert json.loads(watching.stdout.readline())["type"] == "chat"
    assert "your turn" in terminal("alice", "watch", "--count", "1").stdout


def test_a_squad_is_typed(terminal, alice):
    log_in(terminal, alice)
    table = opened(terminal("alice", "new", "captn-eli", "--bot", "deckhand"))
    done = terminal(
        "alice", "play", table, typed="sonar, harpoon\nkraken, sonar, nobody\ndolphin, sonar, capt, harp\nq\n"
    )
    assert "but got nobody" in done.stderr
    seat = Table.objects.get().seats.get(user=alice).number
    assert "Capt'n Eli" in terminal("alice", "show", table).stdout, seat


def test_errors_say_what_to_do(terminal, alice):
    assert "Run `captain login" in terminal("alice", "tables", status=1).stderr
    assert "isn't a token" in terminal("alice", "login", terminal.site, typed="\n", status=1).stderr
    wrong = terminal("alice", "login", terminal.site, typed="captain_00\n", status=1)
    assert ADVICE["unauthenticated"][:30] in " ".join(wrong.stderr.split())
    assert (
        "doesn't answer"
        in terminal("alice", "login", "http://localhost:1", typed="captain_0\n", status=1).stderr
    )
    assert "Expected an address" in terminal("alice", "login", "file:///etc", typed="x\n", status=1).stderr
    log_in(terminal, alice, scopes=["read"])
    assert ADVICE["not-found"] in terminal("alice", "show", "4711", status=1).stderr
    assert "scope" in terminal("alice", "new", "captivate", status=1).stderr


def test_other_peoples_text_can_not_control_the_terminal(terminal, alice):
    log_in(terminal, alice)
    alice.display_name = "Al\x1b]0;pwned\x07ice\u202e"
    alice.save()
    table = opened(terminal("alice", "new", "captivate", "--bot", "deckhand"))
    for done in (terminal("alice", "show", table, NO_COLOR="1"), terminal("alice", "tables", NO_COLOR="1")):
        assert not {"\x1b", "\x07", "\u202e"} & set(done.stdout)


def test_the_client_knows_the_sites_cards_and_problems():
    assert set(ADVICE) == set(CODES)
    assert set(BOARDS) <= set(TITLES)
    assert {card: captivate.dots(card) for card in CREATURES} == {
        card: each.dots for card, each in CREATURES.items()
    }
    letters = {"sacrifice": "S", "mystic": "M", "tenacious": "T", "stacked": "x3"}
    for card in SQUADS.values():
        kind, c, d, keywords = captn_eli.CARDS[card.id]
        assert (kind, c, d) == (card.type, card.c, card.d)
        assert keywords == "".join(letters[each] for each in card.keywords), card.id
