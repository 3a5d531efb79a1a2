"""Programs of the usual people."""

import json
from urllib.request import Request, urlopen

import pytest
from django.test import Client

from games.api.tokens import SCOPES, token_create


class Program:
    """A program with a token of a person, or without one."""

    def __init__(self, user, scopes=tuple(SCOPES)):
        self.user = user
        self.secret = token_create(user, name="test", scopes=scopes)[1] if user else ""
        self.client = Client()

    def ask(self, method, path, body=None, **headers):
        """Send a request; returns the response, with its JSON as `told`."""
        heads = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.secret:
            heads.setdefault("Authorization", f"Bearer {self.secret}")
        data = "" if body is None else json.dumps(body)
        answer = self.client.generic(
            method, f"/api/v1{path}", data, content_type="application/json", headers=heads
        )
        is_json = "json" in answer.get("Content-Type", "") and not answer.streaming
        answer.told = answer.json() if is_json else None
        return answer

    def get(self, path, **headers):
        return self.ask("GET", path, **headers)

    def post(self, path, body=None, **headers):
        return self.ask("POST", path, body, **headers)


class Stream:
    """A program that listens to the running site."""

    def __init__(self, server, secret, path="/events", **heads):
        request = Request(f"{server}/api/v1{path}", headers={"Authorization": f"Bearer {secret}", **heads})
        self.answer = urlopen(request, timeout=20)
        self.last = ""

    def next(self):
        """Return the next event, or None at the end."""
        event = {}
        for raw in self.answer:
            name, _colon, value = raw.decode().rstrip("\n").partition(": ")
            if not name and "data" in event:
                self.last = event["id"]
                return json.loads(event["data"])
            event[name] = value
        return None


@pytest.fixture
def program():
    """Return a maker of programs."""
    return Program
