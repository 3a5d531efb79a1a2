"""A minimal browser that plays against a process and remembers which moves succeeded."""

import contextlib
import http.client
import time
import urllib.error
import urllib.parse
import urllib.request
from typing import NamedTuple

from django.conf import settings as site
from django.test import Client
from websockets.sync.client import connect

PATIENCE = 60  # seconds that a browser waits for an answer


class Promise(NamedTuple):
    """A move that was answered with success."""

    table: int
    user: int
    ply: int
    move: str


class Browser:
    """A session, posts with a page's CSRF token, and the moves that succeeded."""

    def __init__(self, user, port):
        client = Client()
        client.force_login(user)
        self.session = client.cookies[site.SESSION_COOKIE_NAME].value
        self.user, self.port = user, port
        self.promises = []
        self.body, self.seconds = "", 0.0  # of the last answer

    def headers(self):
        """Return the cookie under both names: the site may run with DEBUG or without."""
        values = [
            f"{prefix}sessionid={self.session}; {prefix}csrftoken={'t' * 32}" for prefix in ("", "__Host-")
        ]
        return {"Cookie": "; ".join(values)}

    def get(self, path, **headers):
        return self._ask(urllib.request.Request(self._url(path), headers={**self.headers(), **headers}))

    def post(self, path, **fields):
        """Return the status of the answer; 0 if there was none."""
        body = urllib.parse.urlencode({**fields, "csrfmiddlewaretoken": "t" * 32}).encode()
        headers = {**self.headers(), "HX-Request": "true"}
        return self._ask(urllib.request.Request(self._url(path), body, headers))

    def move(self, table, ply, move):
        """Post a move from the page of a ply, and remember it if it succeeded."""
        status = self.post(f"/tables/{table.pk}/move/", ply=ply, move=move)
        if status == 200:
            self.promises.append(Promise(table.pk, self.user.pk, ply, move))
        return status

    @contextlib.contextmanager
    def socket(self, path):
        """Open a socket, and skip its first message."""
        with connect(
            f"ws://localhost:{self.port}{path}", additional_headers=self.headers(),
            origin=f"http://localhost:{self.port}", open_timeout=60,
        ) as made:  # fmt: skip
            made.recv(timeout=60)
            yield made

    def _url(self, path):
        return f"http://localhost:{self.port}{path}"

    def _ask(self, request):
        self.body, began = "", time.monotonic()
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                self.body, status = answer.read().decode(), answer.status
        except urllib.error.HTTPError as error:
            self.body, status = error.read().decode(), error.code
        except (OSError, http.client.HTTPException):
            status = 0
        self.seconds = time.monotonic() - began
        return status
