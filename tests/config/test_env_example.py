"""Every setting is in .env.example and in docs/deploying.md, and every setting in them is used."""

import re

import pytest
from django.conf import settings

from config.environment_checks import problems

ROOT = settings.BASE_DIR
ELSEWHERE = {"SITE_NAME", "POSTGRES_PASSWORD"}  # read by compose.yaml
LOCALS = {"PYTHON"}  # variables of scripts


def settings_read():
    """Return the names that the settings and the scripts in deploy/ read from the environment."""
    text = (ROOT / "config" / "settings.py").read_text()
    found = set(re.findall(r"env(?:\.\w+)?\(\s*\"([A-Z_]+)\"", text))
    for script in ("backup", "restore"):
        found |= set(re.findall(r"\$\{([A-Z_]+)[:}]", (ROOT / "deploy" / script).read_text()))
    for unit in (ROOT / "deploy" / "systemd").glob("*.service"):
        found |= set(re.findall(r"\$\{?([A-Z_]+)", unit.read_text())) - {"MAINPID"}
    return found - LOCALS


def example():
    """Return the names in the example, each with its value and whether it is commented out."""
    lines = (ROOT / ".env.example").read_text().splitlines()
    return dict(found.groups() for line in lines if (found := re.fullmatch(r"#?([A-Z_]+)=(.*)", line)))


def test_the_example_has_every_setting_and_no_other():
    assert len(settings_read()) > 40
    assert settings_read() - set(example()) == set()
    assert set(example()) - settings_read() == ELSEWHERE


def test_the_documentation_has_every_setting():
    text = (ROOT / "docs" / "deploying.md").read_text()
    assert [name for name in sorted(settings_read()) if f"`{name}" not in text] == []


def test_the_active_lines_start_a_site_once_its_key_is_set():
    lines = (ROOT / ".env.example").read_text().splitlines()
    environ = dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))
    assert [sentence.split()[0] for sentence in problems(environ)] == ["SECRET_KEY"]
    environ["SECRET_KEY"] = "kZ3-9fQx_71LwPzTtY0aVbN5mRgHcJdEsUoI2q8KyWnXlM4v6i"
    assert problems(environ) == []


@pytest.mark.parametrize("commented", [False, True])
def test_the_commented_values_start_a_site(commented):
    """The site also starts if a line is uncommented."""
    environ = {name: value for name, value in example().items() if value or not commented}
    environ["SECRET_KEY"] = "kZ3-9fQx_71LwPzTtY0aVbN5mRgHcJdEsUoI2q8KyWnXlM4v6i"
    assert problems(environ) == []
