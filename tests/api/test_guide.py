"""The five commands of docs/api.md play a game at the running site."""

import json
import re
import shlex
import shutil
import subprocess

import pytest
from django.conf import settings as site

from games.api.tokens import token_create
from games.models import Table

CURL = shutil.which("curl")


def commands():
    text = (site.BASE_DIR / "docs" / "api.md").read_text()
    block = re.search(r"<!-- run by tests/api/test_guide.py -->\n```\n(.*?)```", text, re.DOTALL)[1]
    return [line for line in block.splitlines() if line.startswith("curl ")]


@pytest.mark.skipif(not CURL, reason="curl is not installed")
@pytest.mark.django_db(transaction=True)
def test_a_game_is_played_by_the_five_commands(alice, asgi_server):
    _token, secret = token_create(alice, name="curl", scopes=["read", "play"])

    def run(line, **values):
        line = line.replace("$TOKEN", secret).replace("$SITE", f"{asgi_server}/api/v1")
        for old, new in values.items():
            line = line.replace({"table": "/tables/1/", "ply": '"0"', "since": "since=-1"}.get(old, old), new)
        done = subprocess.run(shlex.split(line), capture_output=True, text=True, check=True, timeout=30)
        return json.loads(done.stdout)

    create, seat, look, move, tell = commands()
    opened = run(create)
    assert opened["status"] == "open", opened
    here = f"/tables/{opened['id']}/"
    assert run(seat, table=here)["status"] == "running"
    for _ in range(200):
        at = run(look)
        if at.get("code") == "not-found":
            break
        line = move.partition("-d ")[0] + shlex.join(
            ["-d", json.dumps({"moves": [at["asked"]["moves"][0]["move"]]})]
        )
        played = run(line, table=here, ply=f'"{at["ply"]}"')
        assert played["ply"] > at["ply"], played
        assert run(tell, table=here, since=f"since={at['ply'] - 1}")["entries"]
    assert Table.objects.get().status == "finished"
