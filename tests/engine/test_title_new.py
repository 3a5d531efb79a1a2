"""`manage.py title_new` writes a title that can be played at once and passes the linters."""

import os
import shutil
import subprocess
import sys

import pytest
from django.core.management import CommandError, call_command

from tests.engine.test_architecture import ROOT

PARTS = ("accounts", "config", "docs", "games", "static", "templates", "tests", "tools")
FILES = ("manage.py", "pyproject.toml", "README.md")
NO_COPY = shutil.ignore_patterns("__pycache__", "screenshots")


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """Return a copy of the whole project, to which a title called Sea King has been added."""
    folder = tmp_path_factory.mktemp("house")
    for part in PARTS:
        shutil.copytree(ROOT / part, folder / part, ignore=NO_COPY)
    for file in FILES:
        shutil.copy(ROOT / file, folder)
    done = run(folder, "manage.py", "title_new", "sea-king")
    assert done.returncode == 0, done.stderr
    return folder, done.stdout


def run(folder, *command):
    """Run a process in the copy, without the settings, database and queue of this one."""
    outer = ("DJANGO_SETTINGS_MODULE", "DATABASE_URL", "REDIS_URL")
    environ = {name: value for name, value in os.environ.items() if name not in outer}
    return subprocess.run(
        [sys.executable, *command], cwd=folder, env={**environ, "CAPTAIN_VAR": str(folder / "var")},
        capture_output=True, text=True, check=False,
    )  # fmt: skip


def made(folder):
    """Return the files of the copy that are not in the project itself."""
    files = (file for part in PARTS for file in (folder / part).rglob("*") if "__pycache__" not in file.parts)
    names = (file.relative_to(folder) for file in files if file.is_file())
    return {str(name) for name in names if not (ROOT / name).exists()}


def test_title_new_writes_these_files(house):
    folder, said = house
    assert made(folder) == {
        "docs/rules/sea-king.md",
        *(
            f"games/titles/sea_king/{name}.py"
            for name in ("__init__", "cards", "observe", "presenter", "rules", "state")
        ),
        "games/titles/sea_king/fingerprint.toml",
        *(f"tests/titles/sea_king/{name}.py" for name in ("__init__", "positions")),
        *(f"tests/titles/sea_king/test_sea_king_{name}.py" for name in ("rules", "words")),
        *(f"tests/playthroughs/sea-king/{reason}.txt" for reason in ("all-laid", "left")),
    }
    assert "wrote docs/rules/sea-king.md" in said and "docs/adding-a-title.md" in said
    text = "".join((folder / name).read_text() for name in made(folder))
    assert "Blank" not in text and "blank" not in text and "BL-" not in text
    assert "# Sea King\n" in text and f"### SK-{5}\n" in text and "games.titles.sea_king" in text
    assert "\n| Sea King | 2-4 |" in (folder / "README.md").read_text()


def test_a_new_title_passes_the_linters(house):
    folder, _said = house
    written = [name for name in made(folder) if name.endswith(".py")]
    for command in (["ruff", "check"], ["ruff", "format", "--check"]):
        done = run(folder, "-m", *command, *written)
        assert done.returncode == 0, done.stdout


def test_a_new_title_passes_all_tests_for_titles(house):
    """Run its own tests, the suites for rules, words and pages, its golden playthroughs, and the registry tests."""
    folder, _said = house
    done = run(folder, "-m", "pytest", "-q", "tests/titles/sea_king", "tests/engine", "tests/playthroughs",
               "tests/config", "tests/web/test_titles.py",
               "-k", "sea_king or sea-king or every_folder or readme")  # fmt: skip
    assert done.returncode == 0, done.stdout[-3000:]
    assert int(done.stdout.split(" passed")[0].split()[-1]) > 60


@pytest.mark.parametrize(
    ("slug", "options", "why"),
    [
        ("captivate", {}, "already"),
        ("go-fish", {}, "already"),
        ("Hearts", {}, "slug"),
        ("old_maid", {}, "slug"),
        ("7-up", {}, "slug"),
        ("class", {}, "slug"),
        ("a" * 41, {}, "slug"),
        ("partials", {}, "templates"),
        ("tables", {}, "templates"),
        ("hearts", {"name": 'The "Hearts"'}, "a name without quotes"),
        ("hearts", {"ids": "H1"}, "a name without quotes"),
    ],
)
def test_refused_arguments_write_nothing(slug, options, why):
    before = sorted(
        path for folder in ("games/titles", "tests", "docs") for path in (ROOT / folder).glob("*")
    )
    with pytest.raises(CommandError, match=why):
        call_command("title_new", slug, **options)
    assert before == sorted(
        path for folder in ("games/titles", "tests", "docs") for path in (ROOT / folder).glob("*")
    )


def test_no_file_is_overwritten(tmp_path):
    (tmp_path / "positions.py").write_text("mine")
    with pytest.raises(CommandError, match=r"positions\.py"):
        call_command("title_new", "sea-king", into=tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["positions.py"]
