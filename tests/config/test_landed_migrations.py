"""A migration that has landed is never rewritten: databases have run it, and would not run it again.

`landed_migrations.txt` keeps a hash of each. When a new one lands, add it with

    python -m tests.config.test_landed_migrations

which never changes an existing line.
"""

import hashlib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FILE = Path(__file__).with_name("landed_migrations.txt")


def hash_of(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def migrations():
    """Return every migration of ours, by its path in the project."""
    files = [each for app in ("accounts", "games") for each in (ROOT / app / "migrations").glob("0*.py")]
    return {str(each.relative_to(ROOT)): hash_of(each) for each in sorted(files)}


def landed():
    """Return the hash of each migration that has landed."""
    lines = FILE.read_text().splitlines()
    return {
        name: digest for digest, name in (line.split("  ") for line in lines if line[:1] not in ("", "#"))
    }


def test_no_landed_migration_was_changed_or_removed():
    there = migrations()
    changed = [name for name, digest in landed().items() if there.get(name) != digest]
    assert changed == [], f"{changed}: databases have run them as they were. Write a new migration instead."


def test_every_migration_is_known():
    new = sorted(set(migrations()) - set(landed()))
    assert new == [], (
        f"{new}: add them with `python -m tests.config.test_landed_migrations`, and commit that line too."
    )


def add():
    """Append the hashes of new migrations; returns how many."""
    known = landed()
    new = [f"{digest}  {name}\n" for name, digest in migrations().items() if name not in known]
    with FILE.open("a") as file:
        file.writelines(new)
    return len(new)


if __name__ == "__main__":
    add()
