"""Titles are found by their packages: a package in the right place is a title, without being registered."""

import json
import re
import subprocess
import sys
from dataclasses import replace

import pytest

from games.engine.contract import Illegal
from games.engine.registry import Registry, package_name
from games.presenters import PRESENTERS
from games.titles import TITLES
from tests.engine.test_architecture import ROOT

GAME = """from dataclasses import replace
from games.titles.captivate import GAME as captivate
GAME = replace(captivate, slug="{slug}")
"""


@pytest.fixture
def shelf(tmp_path, monkeypatch):
    """Return a function that creates a package of titles from its name and the sources of the packages in it."""
    monkeypatch.syspath_prepend(tmp_path)

    def make(name, **packages):
        for package, source in {"": "", **packages}.items():
            folder = tmp_path / name / package
            folder.mkdir(parents=True, exist_ok=True)
            (folder / "__init__.py").write_text(source)
        return name

    yield make
    for name in [name for name in sys.modules if name.startswith("shelf_")]:
        del sys.modules[name]


def test_every_folder_of_titles_is_one():
    folders = {path.parent.name for path in ROOT.glob("games/titles/*/__init__.py")}
    assert {package_name(slug) for slug in TITLES if TITLES.home(slug).startswith("games.titles.")} == folders


def test_the_readme_lists_every_title_of_ours():
    rows = re.findall(r"^\| ([^|]+?) \| (\d)(?:-(\d))? \|", (ROOT / "README.md").read_text(), re.MULTILINE)
    house = [
        (slug, game.seats) for slug, game in TITLES.items() if TITLES.home(slug).startswith("games.titles.")
    ]
    assert sorted(rows) == sorted(
        (str(PRESENTERS[slug].name), str(seats[0]), str(seats[-1]) if len(seats) > 1 else "")
        for slug, seats in house
    )


def test_titles_come_package_by_package_and_by_name_within_each(shelf):
    first = shelf("shelf_b", zebra=GAME.format(slug="zebra"), red_ant=GAME.format(slug="red-ant"))
    second = shelf("shelf_a", bee=GAME.format(slug="bee"))
    found = Registry.of_packages(first, second)
    assert list(found) == ["red-ant", "zebra", "bee"]
    assert found.home("red-ant") == "shelf_b.red_ant"
    assert (found["bee"].slug, found.game("bee"), len(found)) == ("bee", found["bee"], 3)
    with pytest.raises(Illegal, match="red-ant, zebra, bee"):
        found.game("captivate")


def test_a_package_that_begins_with_an_underscore_is_no_title(shelf):
    assert list(Registry.of_packages(shelf("shelf_c", _draft="", ant=GAME.format(slug="ant")))) == ["ant"]


def test_a_package_that_is_found_again_is_the_same(shelf):
    found = Registry.of_packages(shelf("shelf_d", ant=GAME.format(slug="ant")))
    found.add("shelf_d")
    assert list(found) == ["ant"]


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("", "shelf_e.ant to offer a GAME, but got None"),
        ("GAME = 1", "shelf_e.ant to offer a GAME, but got 1"),
        (GAME.format(slug="bee"), "bee in a package bee, but got shelf_e.ant"),
    ],
)
def test_a_package_that_is_no_title_is_reported(shelf, source, why):
    with pytest.raises(ValueError, match=why):
        Registry.of_packages(shelf("shelf_e", ant=source))


def test_two_titles_with_one_slug_are_reported(shelf):
    found = Registry.of_packages(shelf("shelf_f", ant=GAME.format(slug="ant")))
    with pytest.raises(ValueError, match=r"one title called ant, but got shelf_f\.ant and shelf_g\.ant"):
        found.add(shelf("shelf_g", ant=GAME.format(slug="ant")))
    assert found.home("ant") == "shelf_f.ant"
    assert found["ant"] == replace(TITLES["captivate"], slug="ant")


def older(*numbers, slug="ant"):
    games = ", ".join(f"replace(GAME, rules_version={number}, slug={slug!r})" for number in numbers)
    return f"{GAME.format(slug='ant')}GAME = replace(GAME, rules_version=4)\nOLDER = ({games},)\n"


def test_older_versions_are_found_beside_the_current_one(shelf):
    found = Registry.of_packages(shelf("shelf_i", ant=older(1, 3)))
    assert list(found.versions("ant")) == [1, 3, 4] and found["ant"].rules_version == 4
    assert found.game_of("ant", 3) == replace(found["ant"], rules_version=3)
    assert found.game_of("ant", 2) is None and found.versions("bee") == {}


@pytest.mark.parametrize("source", [older(4), older(5), older(3, 1), older(1, 1), older(1, slug="bee")])
def test_a_package_that_is_no_older_version_is_reported(shelf, source):
    with pytest.raises(
        ValueError, match=r"Expected OLDER of shelf_j.ant to be versions before 4, but got (ant|bee)"
    ):
        Registry.of_packages(shelf("shelf_j", ant=source))


def test_every_title_has_its_presenter():
    assert list(PRESENTERS) == list(TITLES)
    assert len(PRESENTERS) == len(TITLES)
    assert "no-such" not in PRESENTERS


def test_the_program_plays_titles_from_other_packages(shelf, tmp_path):
    shelf("shelf_h", ant=GAME.format(slug="ant"))
    done = subprocess.run(
        [sys.executable, "-m", "games.engine", "shelf_h"],
        cwd=ROOT, env={"PYTHONPATH": str(tmp_path)}, input='{"cmd":"titles"}', capture_output=True, text=True,
        check=True,
    )  # fmt: skip
    assert json.loads(done.stdout)["titles"][-1] == "ant"


def test_the_site_plays_titles_of_the_packages_that_its_environment_names(tmp_path):
    code = "import django; django.setup(); from games.presenters import PRESENTERS; print(PRESENTERS['go-fish'].name)"
    environ = {"DJANGO_SETTINGS_MODULE": "config.settings", "CAPTAIN_VAR": str(tmp_path)}
    for packages, told in (
        ("", "go-fish\n"),
        ("tests.example_title", "Go Fish\n"),
    ):  # not installed: its slug
        done = subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT, env={**environ, "TITLE_PACKAGES": packages}, capture_output=True, text=True, check=True,
        )  # fmt: skip
        assert done.stdout == told
