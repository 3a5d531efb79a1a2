"""The guides: the small server's recipe works, and each block of commands is run by a test or marked as not run."""

import os
import re
import subprocess
import sys

import pytest
from django.conf import settings as site

ROOT = site.BASE_DIR
MANAGE = ROOT / "deploy" / "manage"
BLOCK = re.compile(
    r"^ *(?:<!-- (?P<mark>[^>]*) -->\n *)?```(?P<language>\w*)\n(?P<text>.*?)^ *```$",
    re.MULTILINE | re.DOTALL,
)
COMMANDS = {
    "/srv/captain/site/deploy/manage", "apt", "cd", "cloudflared", "curl", "deploy/backup", "deploy/host", "docker",
    "git", "make", "manage.py", "python", "python3", "runuser", "sudo", "systemctl", "useradd",
}  # fmt: skip


def blocks(name):
    """Return the blocks without a language of a guide, each with its mark."""
    text = (ROOT / name).read_text()
    return [(found["mark"], found["text"]) for found in BLOCK.finditer(text) if not found["language"]]


def first_words(text):
    """Return the first word of each line, after settings for the command."""
    lines = re.sub(r"\\\n", " ", text).splitlines()
    return {words[0] for line in lines if (words := re.sub(r"^( *[A-Z_]+=\S* )*", "", line).split())}


def test_each_block_of_commands_is_run_by_a_test_or_marked_as_not_run():
    guides = ["README.md", "CONTRIBUTING.md", *(f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md"))]
    found = [(name, *block) for name in guides for block in blocks(name) if first_words(block[1]) & COMMANDS]
    unmarked = [(name, text[:60]) for name, mark, text in found if not mark]
    assert not unmarked, "precede them with <!-- not run --> or <!-- run by tests/... -->"
    marks = {mark for _, mark, _ in found}
    tests = {mark.removeprefix("run by ") for mark in marks - {"not run"}}
    assert len(found) > 20 and all((ROOT / test).is_file() for test in tests)


@pytest.fixture
def recipe(tmp_path):
    """Return a function that runs a command of the small server's recipe in a folder of this test."""
    section = (ROOT / "docs/inviting.md").read_text().split("## A small server")[1].split("\n## ")[0]
    found = [block["text"] for block in BLOCK.finditer(section)]

    def here(text):
        text = text.replace("/srv/captain/site", str(ROOT)).replace("/srv/captain", str(tmp_path))
        return text.replace("/etc/captain.env", f"{tmp_path}/captain.env")

    def run(command, *arguments):
        environ = {"PATH": os.environ["PATH"], "CAPTAIN_ENV": f"{tmp_path}/captain.env"}
        words = ["sh", "-c", here(command) + ' "$@"', "sh", *arguments]
        return subprocess.run(words, env=environ, capture_output=True, text=True, check=False, cwd=tmp_path)

    for line in found[0].splitlines():
        if "captain.env" in line:
            assert run(f"{line} ;").returncode == 0
    with (tmp_path / "captain.env").open("a") as file:
        file.write(here(found[1]))
    run.blocks = found
    return run


@pytest.mark.skipif(not (ROOT / ".venv/bin/python").exists(), reason="no .venv, which deploy/manage uses")
def test_the_small_server_has_its_administrator_and_its_nightly_backup(recipe, tmp_path):
    done = recipe(str(MANAGE), "migrate", "-v", "0")
    assert (done.returncode, done.stderr) == (0, "")
    told = recipe(
        str(MANAGE), "shell", "-v", "0", "-c", "from django.conf import settings as s; print(s.OPERATOR_NAME)"
    )
    assert told.stdout == "Your name\n", told.stderr
    (create,) = [text for text in recipe.blocks if "createsuperuser" in text]
    made = recipe(create.strip(), "--noinput", "--username", "ann", "--email", "ann@example.org")
    assert made.returncode == 0, made.stderr
    (cron,) = [text for text in recipe.blocks if "40 2" in text]
    assert recipe(cron.split("root ")[1].strip()).stderr == ""
    (backup,) = (tmp_path / "backups").glob("captain-*.tar")
    (tmp_path / "var" / "db.sqlite3").write_text("damaged")
    assert recipe(str(MANAGE), "restore", f"backups/{backup.name}").returncode == 0
    told = recipe(
        str(MANAGE), "shell", "-v", "0", "-c", "from accounts.models import User; print(User.objects.get())"
    )
    assert told.stdout == "ann\n", told.stderr
    assert (tmp_path / "captain.env").stat().st_mode & 0o777 == 0o600


def test_without_its_settings_a_command_says_where_they_should_be(tmp_path):
    for words, said in ((["check"], "CAPTAIN_ENV"), ([], "deploy/manage createsuperuser")):
        environ = {"CAPTAIN_ENV": f"{tmp_path}/missing"}
        done = subprocess.run(
            [sys.executable, MANAGE, *words], env=environ, capture_output=True, text=True, check=False
        )
        assert done.returncode == 1 and said in done.stderr
