"""The samples of docs/samples accept invitations by the stream, and play all titles to their ends."""

import os
import shutil
import subprocess
import sys
import time

import pytest
from django.conf import settings as site

from games.api.tokens import token_create
from games.models import Table
from games.tables import lobby
from games.titles import TITLES

SAMPLES = site.BASE_DIR / "docs" / "samples"
NODE = shutil.which("node")
COMMANDS = [
    [sys.executable, str(SAMPLES / "random_bot.py")],
    pytest.param(
        [NODE or "", str(SAMPLES / "random_bot.mjs")], marks=pytest.mark.skipif(not NODE, reason="no node")
    ),
]
SECONDS = 150  # for all games, on a busy machine


@pytest.fixture
def started(asgi_server):
    """Return a starter of programs, which end with the test."""
    running = []

    def start(command, user):
        _token, secret = token_create(user, name="sample", scopes=["read", "play"])
        environ = {"PATH": os.environ["PATH"], "TOKEN": secret}
        running.append(subprocess.Popen([*command, asgi_server], env=environ, stdout=subprocess.DEVNULL))
        return running[-1]

    yield start
    for each in running:
        each.kill()
        each.wait()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("command", COMMANDS, ids=["python", "javascript"])
def test_two_programs_play_every_title_to_its_end(command, alice, bob, started):
    programs = [started(command, alice), started(command, bob)]
    for title in TITLES:
        table = lobby.table_create(alice, title=title, options={}, seats=2, admission=Table.Admission.INVITED)
        lobby.seat_invite(alice, table.pk, name="bob")
    until = time.monotonic() + SECONDS
    while Table.objects.exclude(status="finished").exists() and time.monotonic() < until:
        assert [each.poll() for each in programs] == [None, None]
        time.sleep(0.2)
    assert set(Table.objects.values_list("status", flat=True)) == {"finished"}
