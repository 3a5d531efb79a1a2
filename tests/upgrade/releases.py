"""Releases of the site in separate folders, with sources that can be changed, on one SQLite database."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PARTS = ("accounts", "config", "games", "static", "templates", "tools", "manage.py")
TESTS = ("__init__.py", "playthroughs", "upgrade")


class Release:
    """A copy of the sources."""

    def __init__(self, folder, var, source=ROOT):
        self.folder, self.var = folder, var
        for part in (*PARTS, *(f"tests/{name}" for name in TESTS)):
            there = folder / part
            there.parent.mkdir(parents=True, exist_ok=True)
            if (source / part).is_dir():
                shutil.copytree(source / part, there, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(source / part, there)

    def change(self, path, old, new):
        """Change a source file; the old text must be in it."""
        file = self.folder / "games" / "titles" / path
        text = file.read_text()
        assert old in text, (path, old)
        file.write_text(text.replace(old, new))

    def run(self, *arguments, **settings):
        """Run a Python program of this release; returns its output, stderr first, and its exit code."""
        clean = {
            name: os.environ[name]
            for name in ("PATH", "HOME", "LANG", "PYTHONHASHSEED")
            if name in os.environ
        }
        found = subprocess.run(
            [sys.executable, *arguments], cwd=self.folder, capture_output=True, text=True, check=False,
            timeout=300,
            env={
                **clean, "CAPTAIN_VAR": str(self.var), "DJANGO_SETTINGS_MODULE": "config.settings",
                "LOG_LEVEL": "ERROR", "PYTHONDONTWRITEBYTECODE": "1", **settings,
            },
        )  # fmt: skip
        return found.stderr + found.stdout, found.returncode

    def manage(self, *arguments):
        """Run a command that must succeed; returns its output."""
        said, code = self.run("manage.py", *arguments)
        assert code == 0, said
        return said

    def refuse(self, *arguments):
        """Run a command that must fail; returns its output."""
        said, code = self.run("manage.py", *arguments)
        assert code == 1, said
        return said

    def voyage(self, what):
        """Return what the driver saw at each table, by title and number."""
        said, code = self.run("-m", "tests.upgrade.voyage", what)
        assert code == 0, said
        return json.loads(said.splitlines()[-1])
