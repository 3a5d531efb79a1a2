"""Conversations in JSON lines with a session in this process."""

import json

import msgspec

from games.engine.codec import dump

SEED = "00" * 31 + "07"
NEW = {"cmd": "new", "title": "captivate", "seats": 2, "seed": SEED}
HUGE = 10**30


def asking(session):
    """Return a function that sends a command and returns the answer, both through JSON."""
    return lambda **command: json.loads(msgspec.json.encode(session.answer(json.dumps(command))))


def code(answer):
    assert set(answer) == {"error"}
    assert set(answer["error"]) == {"code", "message"}
    assert answer["error"]["message"]
    return answer["error"]["code"]


def plain(value):
    """Return the value after a round trip through JSON."""
    return json.loads(msgspec.json.encode(dump(value)))


def command_for(entry):
    if entry.kind == "leave":
        return {"cmd": "leave", "seat": entry.seat}
    return {"cmd": "apply", "seat": entry.seat, "move": json.loads(entry.move)}
