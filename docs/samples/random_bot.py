"""A player by the API: accepts every invitation, and plays any legal move at all five games.

    TOKEN=captain_... python3 random_bot.py https://play.example.org

It needs only Python 3.9 or newer, and a token with the scopes read and play. docs/api.md explains the API.
"""

import json
import os
import random
import sys
import time
import urllib.error
import urllib.request
import uuid

SITE, TOKEN = f"{sys.argv[1].rstrip('/')}/api/v1", os.environ["TOKEN"]


def ask(method, path, body=None, **headers):
    """Send a request, again if the site is busy; returns the answer. Raises HTTPError."""
    heads = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json", **headers}
    if method != "GET":
        heads["Idempotency-Key"] = uuid.uuid4().hex  # so that a repeat does nothing twice
    data = None if body is None else json.dumps(body).encode()
    while True:
        try:
            request = urllib.request.Request(SITE + path, data, heads, method=method)
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            if error.code not in (429, 503):
                raise
            time.sleep(int(error.headers.get("Retry-After", 5)))


def choose(asked):
    """The move that this player makes: start here to write a better one."""
    return random.choice(asked["moves"])["move"]


def play(table):
    """Make moves at a table as long as it waits for us."""
    while (at := ask("GET", f"/tables/{table}"))["asked"]:
        try:
            ply = {"If-Match": f'"{at["ply"]}"'}
            ask("POST", f"/tables/{table}/moves", {"moves": [choose(at["asked"])]}, **ply)
        except urllib.error.HTTPError as error:
            print(table, json.load(error)["detail"], flush=True)
            if error.code not in (409, 412):  # otherwise something has changed: look again
                return


def events():
    """Every event, for ever. After a break the stream continues where it was."""
    last = ""
    while True:
        heads = {"Authorization": f"Bearer {TOKEN}", "Last-Event-ID": last}
        try:
            request = urllib.request.Request(SITE + "/events", headers=heads)
            with urllib.request.urlopen(request, timeout=60) as stream:
                for line in stream:
                    name, _colon, value = line.decode().strip().partition(": ")
                    if name == "id":
                        last = value
                    elif name == "data":
                        yield json.loads(value)
        except urllib.error.HTTPError as error:
            if error.code in (401, 403):
                raise
        except OSError:
            pass
        time.sleep(3)


for event in events():
    print(event["table"], event["type"], flush=True)
    try:
        if event["type"] == "invited":
            ask("POST", f"/tables/{event['table']}/seats", {})
        if event["type"] in ("invited", "turn"):
            play(event["table"])
    except urllib.error.HTTPError as error:  # such as a table that is full
        print(event["table"], json.load(error)["detail"], flush=True)
