"""Clocks run without Django."""

from tests.engine.test_architecture import without_django


def test_clocks_can_be_imported_without_django():
    names = ("clocks", "deadline", "rest")
    done = without_django("\n".join(f"import games.clock.{name}" for name in names))
    assert done.returncode == 0, done.stderr
