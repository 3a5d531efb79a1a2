"""The golden playthroughs: each still matches its script, and every title has one for every end.

After an intended change, rewrite them with `manage.py playthrough <title>` and read the diff.
"""

from pathlib import Path

import pytest

from games.engine.playthrough import parse, render
from games.engine.replay import replay
from games.titles import TITLES

FOLDER = Path(__file__).parent
GOLDENS = sorted(
    [*FOLDER.glob("*/*.txt"), *FOLDER.glob("*/v*/*.txt")]
)  # those in `v1` are of an older version
LIMIT = 80_000

# The expected files: all reasons of the rule sheets, `left`, which every title has,
# and these more by title.
ALSO = {"captivate": {"last-round-throws", "strict-memory"}}

goldens = pytest.mark.parametrize("file", GOLDENS, ids=lambda file: str(file.relative_to(FOLDER)))
titles = pytest.mark.parametrize("slug", list(TITLES))


def script_and_game(file):
    script, folder = parse(file.read_text()), file.parent.name
    game = TITLES[script.title] if folder == script.title else TITLES.game_of(script.title, int(folder[1:]))
    return script, game


def end_of(file):
    """Return the outcome that the log of the script leads to."""
    script, game = script_and_game(file)
    return game.outcome(replay(game, script.seats, script.options, script.seed, script.entries))


@goldens
def test_a_golden_matches_its_script(file):
    script, game = script_and_game(file)
    assert render(game, script.seats, script.options, script.seed, script.entries) == file.read_text()


@goldens
def test_a_golden_is_a_whole_game_that_can_be_read(file):
    assert parse(file.read_text()).title == file.relative_to(FOLDER).parts[0]
    assert end_of(file) is not None
    assert file.stat().st_size < LIMIT


@titles
def test_every_title_has_a_playthrough_for_every_end(slug):
    found = {end_of(file).reason for file in GOLDENS if file.parent.name == slug}
    assert found == set(TITLES[slug].reasons)


@titles
def test_every_title_has_playthroughs_of_its_special_events(slug):
    assert ALSO.get(slug, set()) <= {file.stem for file in GOLDENS if file.parent.name == slug}


def test_captivates_throws_and_strict_memory_are_covered():
    throws = (FOLDER / "captivate" / "last-round-throws.txt").read_text()
    assert "throws-shown" in throws
    strict = (FOLDER / "captivate" / "strict-memory.txt").read_text()
    assert '"memory":"strict"' in strict
    assert '"captured":"' not in strict.split(" captured ")[1].split(" | ")[0]
