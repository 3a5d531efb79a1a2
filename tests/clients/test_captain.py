"""The client of clients/python logs in at the running site, and plays every title in the terminal."""

import os
import re
import subprocess
import sys

import pytest
from django.conf import settings as site

from games.api.problems import CODES
from games.api.tokens import token_create
from games.models import Table
from games.titles import TITLES
from games.titles.captivate.cards import CARDS as CREATURES
from games.titles.captn_eli.cards import CARDS as SQUADS

PACKAGE = site.BASE_DIR / "clients" / "python"
sys.path.append(str(PACKAGE))  # installed only where people use it

from captain.boards import BOARDS, captivate, captn_eli  # noqa: E402
from captain.errors import ADVICE  # noqa: E402

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def terminal(asgi_server, tmp_path):
    """Return a runner of commands, one folder of settings per user; it returns the finished process."""

    def run(user, *arguments, typed="", status=0, **environ):
        usual = {
            "PATH": os.environ["PATH"], "PYTHONPATH": str(PACKAGE), "COLUMNS": "80", "PYTHONIOENCODING": "utf-8",
            "XDG_CONFIG_HOME": str(tmp_path / user), "PYTHONWARNINGS": "error",
        }  # fmt: skip
        done = subprocess.run(
            [sys.executable, "-m", "captain", *arguments], check=False, input=typed, capture_output=True, text=True,
            env={**usual, **environ}, timeout=120,
        )  # fmt: skip
        assert done.returncode == status, done.stdout[-2000:] + done.stderr[-2000:]
        return done

    run.site = asgi_server
    run.folder = tmp_path
    return run


def log_in(terminal, user, scopes=("read", "play", "chat")):
    """Log in with a token as the API's tests make it."""
    _token, secret = token_create(user, name="terminal", scopes=list(scopes))
    return terminal(user.username, "login", terminal.site, typed=f"{secret}\n")


def opened(done):
    return re.search(r"Table (\d+):", done.stdout)[1]


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
