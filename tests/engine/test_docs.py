"""The examples in the engine's documents are run and must produce what is shown."""

import json
import re
import subprocess
import sys
from pathlib import Path

from games.engine import play
from games.engine.chance import SETUP, Chance
from games.engine.protocol import Command, Session
from games.titles import TITLES

ROOT = Path(__file__).resolve().parents[2]
PROTOCOL = (ROOT / "docs" / "protocol.md").read_text()
CHANCE = (ROOT / "docs" / "chance.md").read_text()
GLOSSARY = (ROOT / "docs" / "GLOSSARY.md").read_text()


def blocks(text, language):
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


def session_of(text):
    """Return the lines that are sent and those that are answered."""
    (block,) = [block for block in blocks(text, "text") if block.startswith("> ")]
    lines = block.splitlines()
    assert [line[:2] for line in lines] == ["> ", "< "] * (len(lines) // 2)
    return [line[2:] for line in lines[::2]], [line[2:] for line in lines[1::2]]


def test_the_documents_session_is_answered_as_shown():
    said, answered = session_of(PROTOCOL)
    done = subprocess.run(
        [sys.executable, "-m", "games.engine"],
        cwd=ROOT,
        input="\n".join(said),
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines() == answered


def test_the_table_of_commands_is_complete():
    """It has every command, with exactly its keys."""
    rows = dict(re.findall(r"^\| `(\w+)` \| (.*?) \|", PROTOCOL, re.MULTILINE))
    commands = {command.__struct_config__.tag: command.__struct_fields__ for command in Command.__args__}
    assert {name: re.findall(r"`(\w+)`", rows[name]) for name in commands if name != "observe"} == {
        name: list(fields) for name, fields in commands.items() if name != "observe"
    }
    assert rows["observe"] == "`seat`, or `null` for a spectator"
    assert set(rows) == {*commands, "malformed", "illegal", "internal"}


def test_every_command_of_the_session_is_in_the_table():
    said, _ = session_of(PROTOCOL)
    session = Session(TITLES)
    assert {"new", "apply", "observe", "outcome"} <= {json.loads(line)["cmd"] for line in said}
    assert {name for line in said for name in session.answer(line)} >= {
        "error",
        "events",
        "observation",
        "legal",
    }


def test_the_snippet_prints_what_the_document_says():
    (snippet,) = blocks(CHANCE, "python")
    done = subprocess.run([sys.executable, "-c", snippet], capture_output=True, text=True, check=True)
    assert [done.stdout] == blocks(CHANCE, "text")
    state = play.setup(TITLES["captivate"], 2, {"memory": "assisted"}, bytes.fromhex("0007")).state
    assert done.stdout.split() == list(state.hands[0])


def test_the_snippet_shuffles_as_the_engine_does():
    snippet = {"print": lambda *hand: None}
    exec(blocks(CHANCE, "python")[0], snippet)  # noqa: S102  # our own document
    for ply in (SETUP, 0, 1, 999):
        for size in (0, 1, 2, 52, 300):
            shuffled = snippet["shuffled"](range(size), snippet["words"](b"seed", ply))
            assert tuple(shuffled) == Chance(b"seed", ply).shuffled(range(size))
    bound, stream, chance = 3 * 2**62, snippet["words"](b"seed", 5), Chance(b"seed", 5)
    assert [snippet["below"](bound, stream) for _ in range(50)] == [chance.below(bound) for _ in range(50)]


def test_the_glossary_explains_each_word_once():
    words = re.findall(r"^\| ([^|]+?) \| (.*) \|$", GLOSSARY, re.MULTILINE)
    heads = [head for line, _ in words for head in line.split(", ") if head not in {"word", "---"}]
    assert len(heads) > 60
    assert len(heads) == len(set(heads))
    assert all(meaning for _, meaning in words)
    known = {*heads, *(head + "s" for head in heads)}
    told_of = {word for _, meaning in words for word in re.findall(r"\*(\w[\w ]*)\*", meaning)}
    assert told_of <= known


def test_the_glossary_has_the_words_of_the_contract():
    heads = {
        head for line in re.findall(r"^\| ([^|]+?) \|", GLOSSARY, re.MULTILINE) for head in line.split(", ")
    }
    assert heads >= {
        *(
            "title",
            "table",
            "seat",
            "state",
            "observation",
            "move",
            "ply",
            "turn",
            "answer",
            "outcome",
            "reason",
        ),
        *("nudge", "deadline", "time-out", "resign", "abandon", "entry", "recall", "resample", "undoable"),
        *(
            "standing order",
            "forced move",
            "event",
            "facts",
            "step",
            "default move",
            "seed",
            "stream",
            "snapshot",
        ),
    }
