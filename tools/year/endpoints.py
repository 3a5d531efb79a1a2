"""A local HTTP server that receives and stores the year's pushes and webhooks.

It runs on a thread of the simulating process, so that received posts survive when the worker is killed.
"""

import base64
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.test.utils import override_settings

from accounts.models import User
from games.models import Preferences, PushSubscription
from tools.year.machine import Mail

_PUSH_EACH, _WEBHOOK_EACH = 3, 4  # one member out of this many


class Endpoints(ThreadingHTTPServer):
    """Receives pushes at /push/<user> and webhooks at /webhook/<user>."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Take)
        self.posts: list[Mail] = []

    def give_to(self, user: User, number: int) -> None:
        """Give some members a browser with notifications or a webhook, as if they had set them up on their pages."""
        if number % _PUSH_EACH == 1:
            key = ec.generate_private_key(ec.SECP256R1()).public_key()
            point = key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
            PushSubscription.objects.create(
                user=user,
                endpoint=self._address("push", user),
                p256dh=_word(point),
                auth=_word(os.urandom(16)),
            )
        if number % _WEBHOOK_EACH == 2:
            columns = {
                "webhook_url": self._address("webhook", user), "webhook_kind": Preferences.Webhook.PLAIN,
            }  # fmt: skip
            Preferences.objects.filter(user=user).update(**columns)

    def _address(self, kind: str, user: User) -> str:
        return f"http://127.0.0.1:{self.server_port}/{kind}/{user.email}"


class _Take(BaseHTTPRequestHandler):
    server: Endpoints

    def do_POST(self) -> None:
        """Store what arrived: when, for whom, and its id. Only the browser could decrypt a push."""
        self.rfile.read(int(self.headers["Content-Length"]))
        _nothing, kind, to = self.path.split("/")
        name = self.headers["Topic" if kind == "push" else "webhook-id"]
        self.server.posts.append(Mail(datetime.now(UTC), to, kind, name, body=name))
        self.send_response(201)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Log nothing."""


@contextmanager
def endpoints() -> Iterator[Endpoints]:
    """A running server to which the site may post, although it is local and without TLS."""
    server = Endpoints()
    thread = threading.Thread(target=server.serve_forever, name="endpoints", daemon=True)
    thread.start()
    try:
        with override_settings(OUTBOUND_NETWORKS=["127.0.0.1/32"], OUTBOUND_PLAIN_HTTP=True):
            yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _word(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")
