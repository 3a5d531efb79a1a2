"""A process that stops answers what has reached it."""

import asyncio
import socket

import pytest
from uvicorn import Config, Server

from config import web_server
from config.web_server import PatientHttp

REQUEST = b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"


async def application(scope, receive, send):
    await send({"type": "http.response.start", "status": 204, "headers": []})
    await send({"type": "http.response.body"})


async def come(condition):
    async with asyncio.timeout(60):
        while not condition():
            await asyncio.sleep(0.01)


async def answer_after_the_stop(request):
    """What a connection reads that was accepted before the stop, and on which this is sent after it."""
    server = Server(Config(application, http=PatientHttp, lifespan="off", log_config=None))
    listening = socket.create_server(("127.0.0.1", 0))
    address = listening.getsockname()
    serving = asyncio.create_task(server._serve([listening]))
    await come(lambda: server.started)
    reader, writer = await asyncio.open_connection(*address)
    await come(lambda: server.server_state.connections)
    server.should_exit = True
    await come(lambda: listening.fileno() == -1)  # and in the same breath each connection was told
    writer.write(request)
    answer = await reader.read()
    writer.close()
    await serving
    return answer


@pytest.mark.parametrize(("seconds", "request_", "begins"), [(60, REQUEST, b"HTTP/1.1 204"), (0.1, b"", b"")])
def test_a_request_on_its_way_is_answered_and_silence_is_not_waited_for(
    monkeypatch, seconds, request_, begins
):
    monkeypatch.setattr(web_server, "FIRST_SECONDS", seconds)
    answer = asyncio.run(answer_after_the_stop(request_))
    assert answer.startswith(begins) and bool(answer) == bool(begins)
