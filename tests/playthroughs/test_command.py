"""`manage.py playthrough`: what it finds, rewrites and prints."""

import pytest
from django.core.management import CommandError, call_command

from games.engine.playthrough import parse
from games.titles import TITLES
from tests.playthroughs.test_playthroughs import end_of


@pytest.fixture
def run(tmp_path, capsys):
    """Run the command in an empty folder; returns its output as lines."""

    def command(*args):
        call_command("playthrough", "captivate", *args, "--folder", str(tmp_path))
        return capsys.readouterr().out.splitlines()

    return command


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "captivate"


def test_a_game_is_found_and_written(run, folder):
    (said,) = run("--find", "field-full")
    file = folder / "field-full.txt"
    assert said.startswith("wrote field-full.txt: ")
    assert end_of(file).reason == "field-full"
    assert run() == ["same field-full.txt"]


def test_seats_options_policy_and_name(run, folder):
    run("--find", "left", "--seats", "3", "--option", "memory=strict", "--policy", "mixed", "--name", "three")
    script = parse((folder / "three.txt").read_text())
    assert (script.seats, script.options) == (3, {"memory": "strict"})
    assert end_of(folder / "three.txt").reason == "left"


def test_an_event_that_must_happen(run, folder):
    run("--find", "last-round", "--event", "throws-shown", "--seats", "4", "--name", "throws")
    assert "throws-shown" in (folder / "throws.txt").read_text()


def test_the_shortest_of_some_games(run, folder):
    run("--find", "left", "--tries", "12", "--name", "first")
    run("--find", "left", "--tries", "12", "--name", "shortest", "--shortest")
    first, shortest = (len((folder / f"{name}.txt").read_text()) for name in ("first", "shortest"))
    assert shortest < first


def test_a_policy_by_its_path(run):
    with pytest.raises(CommandError, match="no_policy"):
        run("--find", "left", "--policy", "tests.playthroughs.test_command.no_policy")
    with pytest.raises(CommandError, match="None of 2 games"):
        run("--find", "field-full", "--tries", "2", "--policy", "tests.playthroughs.test_command.always_end")


def always_end(state, seat, chance):
    """Play one card a turn with two seats, so that the field doesn't fill up soon."""
    return TITLES["captivate"].default_move(state, seat)


@pytest.mark.parametrize(
    "args",
    [
        ("--find", "no-such-end", "--tries", "3"),
        ("--find", "left", "--seats", "9"),
        ("--find", "left", "--option", "memory=none"),
        ("--find", "left", "--option", "speed=3"),
    ],
)
def test_a_failed_search_is_reported(run, folder, args):
    with pytest.raises(CommandError):
        run(*args)
    assert not folder.exists()


def test_changed_playthroughs_are_rewritten(run, folder):
    run("--find", "left")
    run("--find", "field-full")
    file = folder / "left.txt"
    text = file.read_text()
    file.write_text(text.replace("asked", "ASKED"))
    assert run() == ["same field-full.txt", "changed left.txt"]
    assert file.read_text() == text


def test_unplayable_playthroughs_are_kept_and_reported(run, folder):
    run("--find", "left")
    run("--find", "field-full")
    file = folder / "field-full.txt"
    broken = file.read_text().replace('{"type":"end"}', '{"type":"stop"}')
    file.write_text(broken)
    with pytest.raises(CommandError, match=r"field-full\.txt"):
        run()
    assert file.read_text() == broken
