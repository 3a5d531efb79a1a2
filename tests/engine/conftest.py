"""Conversations with the engine: in its own process, and in this one."""

import json
import subprocess
import sys

import pytest
from django.conf import settings as site

from games.engine.protocol import Session
from games.titles import TITLES
from tests.engine.sessions import asking


@pytest.fixture
def program():
    """Return a conversation with `python -m games.engine`: call it with a command, get the answer."""
    command = [sys.executable, "-m", "games.engine", *site.TITLE_PACKAGES]
    process = subprocess.Popen(command, cwd=site.BASE_DIR, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(**command):
        process.stdin.write(json.dumps(command).encode() + b"\n")
        process.stdin.flush()
        return json.loads(process.stdout.readline())

    yield ask
    process.stdin.close()
    assert process.wait(60) == 0
    assert process.stdout.read() == b""
    process.stdout.close()


@pytest.fixture
def ask():
    return asking(Session(TITLES))
