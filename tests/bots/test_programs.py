"""External programs play where a host seats them, and can neither keep players waiting nor read other files."""

import os
import shutil
import sys
from datetime import timedelta

import pytest
from django.conf import settings as site
from django.core.management import CommandError, call_command
from django.utils import timezone

from accounts.models import User
from games.bots import programs, seating
from games.bots.programs import Program, ProgramError, program_bot, program_play, program_seen
from games.models import MoveRecord, Seat, Table
from games.tables import lobby, play
from games.web.tasks import sweep
from tests.play import first_move

pytestmark = pytest.mark.django_db

SAMPLES = site.BASE_DIR / "docs/samples"
COMMANDS = {
    "py": f"{sys.executable} player.py",
    "pl": f"perl {SAMPLES}/player.pl",
}  # from the folder of the samples
MEMORY = 1_000_000_000
ECHO = "import sys\nfor line in sys.stdin: print({answer!r}, flush=True)"


def table_with_program(user, title="captivate", name="Kraken"):
    """Return a table where a program plays seat 1 and is to act, if the title begins with seat 0."""
    program_seen(program_bot(name))
    table = lobby.table_create(user, title=title, options={}, seats=2, seating="joined")
    seating.bots_seat(user, table.pk, level=f"bot:program-{name.lower()}")
    if title == "captivate":
        for move in (first_move(table, 0), '{"type":"end"}'):
            play.move_play(user, table.pk, move=move, expected_ply=Table.objects.get(pk=table.pk).ply)
    return table


def program_of(code):
    return Program([sys.executable, "-c", code], MEMORY)


def moves_of(bot):
    return MoveRecord.objects.filter(by=bot, kind="move").count()


@pytest.mark.parametrize("kind", COMMANDS)
@pytest.mark.parametrize("title", ["captivate", "captn-eli"])
def test_the_sample_programs_play(kind, title, alice, monkeypatch, caplog, time_machine):
    monkeypatch.chdir(SAMPLES)
    if not shutil.which(COMMANDS[kind].split()[0]):
        pytest.skip(f"no {kind} here")
    table_with_program(alice, title)
    bot = program_bot("Kraken")
    for count, seconds in enumerate((0, 1.9, 2)):  # its speed tells nothing of its hand (ADR 12)
        time_machine.move_to(
            Seat.objects.get(user=bot).awaited_since + timedelta(seconds=seconds), tick=False
        )
        call_command("bot", "Kraken", command=COMMANDS[kind], once=True)
        assert moves_of(bot) == count // 2
    assert moves_of(bot) == 1 and str(bot) == "Kraken (bot)" and not bot.has_usable_password()
    assert not caplog.records  # it is its own move, not the safe one


def test_a_host_seats_a_program_that_runs_and_no_other(alice, client_for):
    table, client = lobby.table_create(alice, title="captivate", options={}, seats=4), client_for(alice)
    fields = {"level": "bot:program-kraken", "everywhere": "1"}
    assert client.post(f"/tables/{table.pk}/bots/", fields).status_code == 400
    bot = program_bot("Kraken")
    assert "Program: Kraken" not in client.get(f"/tables/{table.pk}/").content.decode()
    program_seen(bot)
    assert "Program: Kraken" in client.get(f"/tables/{table.pk}/").content.decode()
    assert client.post(f"/tables/{table.pk}/bots/", fields).status_code == 302
    assert table.seats.count() == 2 and table.seats.get(number=1).user == bot  # one seat per table
    User.objects.filter(pk=bot.pk).update(last_login=timezone.now() - timedelta(hours=1))
    assert "Program: Kraken" not in client.get(f"/tables/{table.pk}/").content.decode()


def test_nobody_else_thinks_for_a_program(alice):
    table = table_with_program(alice)
    sweep()
    assert Seat.objects.get(table=table, number=1).is_awaited and not moves_of(program_bot("Kraken"))


@pytest.mark.parametrize(
    "code",
    [
        "import time; time.sleep(60)",
        "raise SystemExit",
        ECHO.format(answer="no JSON"),
        ECHO.format(answer="[]"),
        ECHO.format(answer='{"move": {"type": "fly"}}'),
        ECHO.format(answer='{"move": {"type": "end"}}\n{"move": {"type": "end"}}'),
        "print('x' * 1_000_000, flush=True)",
        "x = [0] * 10**9",
    ],
)
def test_whatever_a_program_does_the_game_continues(code, alice, monkeypatch, time_machine):
    table_with_program(alice)
    bot = program_bot("Kraken")
    monkeypatch.setattr(programs, "TRIES", 2)
    with program_of(code) as program:
        assert program_play(bot, program, 300) == 0
        time_machine.move_to(timezone.now() + timedelta(seconds=1))
        assert program_play(bot, program, 300) == 1
    assert moves_of(bot) == 1  # the safe move


def test_a_program_that_exited_is_restarted():
    with program_of("import sys; sys.stdin.readline(); print('{\"move\": 7}', flush=True)") as program:
        for _ in range(3):
            assert program.ask({"seat": 1}, 60) == "7"
            program._running.wait(60)


def test_a_program_cannot_see_the_site(monkeypatch):
    monkeypatch.setenv("SECRET_KEY", "of-the-site")
    code = (
        "import json, os, sys\nfor line in sys.stdin: print(json.dumps({'move': [dict(os.environ), os.getcwd(),"
        " os.nice(0)]}), flush=True)"
    )
    with program_of(code) as program:
        answer = program.ask({}, 60)
    assert (
        "of-the-site" not in answer
        and "DJANGO" not in answer
        and str(site.BASE_DIR) not in answer.split("}")[1]
    )
    assert answer.endswith(f" {min(os.nice(0) + 10, 19)}]")  # 19 is the maximum


def test_a_program_gets_only_what_its_seat_may_know(alice, monkeypatch):
    asked = []
    table = table_with_program(alice)

    def ask(question, seconds):
        asked.append(question)
        raise ProgramError("no")

    with Program(["true"], MEMORY) as program:
        monkeypatch.setattr(program, "ask", ask)
        program_play(program_bot("Kraken"), program, 100)
    question = asked[0]
    assert set(question) == {"title", "seat", "observation", "legal", "default", "ms"}
    assert question["default"] in question["legal"] and question["seat"] == 1
    assert Table.objects.get(pk=table.pk).state not in str(question)


@pytest.mark.parametrize("name", ["", "a", "x y", "<b>", "../x", "7up"])
def test_a_bad_name_is_refused(name):
    with pytest.raises(CommandError, match="Expected a letter"):
        call_command("bot", name, command="true", once=True)
    assert not User.objects.exists()
