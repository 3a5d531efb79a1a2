"""Services that a test may break: a separate Redis, and a mail server that can stop answering."""

import contextlib
import email
import socketserver
import subprocess
import threading
from collections.abc import Callable
from pathlib import Path

import redis

from tests.served.processes import free_port, until


class OwnRedis:
    """A Redis server of one test, which can be killed, restarted or frozen."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(
            ["redis-server", "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no",
             "--dir", str(self.folder)], stdout=subprocess.DEVNULL,
        )  # fmt: skip
        until(self._answers, "Redis")

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def _answers(self) -> bool:
        with redis.Redis(port=self.port) as client:
            try:
                return bool(client.ping())
            except redis.ConnectionError:
                return False


class PostOffice(socketserver.ThreadingTCPServer):
    """A mail server that keeps the emails that it accepts.

    With `silent` set to "before" it receives an email, doesn't answer, and drops it. With "after" it keeps it, but
    doesn't answer. With "parting" it accepts the email, and doesn't answer QUIT; with "rude" it
    refuses QUIT; with "busy" it hangs up after each email. `is_asked` is set when the sender waits in vain;
    `at_parting` is called at every QUIT.
    """

    daemon_threads, allow_reuse_address = True, True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Counter)
        self.accepted: list[email.message.Message] = []
        self.silent = ""
        self.calls = 0  # connections that were opened
        self.is_asked = threading.Event()
        self.at_parting: Callable[[], object] = lambda: None
        self.url = f"smtp://127.0.0.1:{self.server_address[1]}"

    def to(self, user) -> list[email.message.Message]:
        return [mail for mail in self.accepted if mail["To"] == user.email]


class _Counter(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        with contextlib.suppress(ConnectionError):  # the sender is gone
            self._converse()

    def _converse(self) -> None:
        self.server.calls += 1
        self._say("220 office")
        while line := self.rfile.readline():
            match line.split()[0].upper():
                case b"DATA":
                    self._say("354 go on")
                    if not self._take():
                        return
                case b"QUIT":
                    self._part()
                    return
                case _:
                    self._say("250 fine")

    def _take(self) -> bool:
        lines = iter(self.rfile.readline, b".\r\n")
        mail = email.message_from_bytes(b"".join(lines))
        if self.server.silent != "before":
            self.server.accepted.append(mail)
        if self.server.silent in ("before", "after"):
            self.server.is_asked.set()
            self.rfile.read(1)  # until the sender is gone
            return False
        self._say("250 taken")
        return self.server.silent != "busy"

    def _part(self) -> None:
        self.server.at_parting()
        if self.server.silent == "parting":
            self.server.is_asked.set()
            self.rfile.read(1)
        elif self.server.silent == "rude":
            self._say("500 what?")
        else:
            self._say("221 bye")

    def _say(self, words: str) -> None:
        self.wfile.write(f"{words}\r\n".encode())
