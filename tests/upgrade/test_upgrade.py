"""Running games through an upgrade of the site, with a real change to the rules of every title."""

import json
import shutil
from difflib import unified_diff
from typing import NamedTuple

import pytest

from games.titles import TITLES
from tests.upgrade.releases import ROOT, Release

pytestmark = pytest.mark.xdist_group("upgrade")  # they share a site that takes long to make

OURS = {slug: TITLES[slug] for slug in TITLES if TITLES.home(slug).startswith("games.")}
MOST = 30  # lines of diff that a change may need


class Change(NamedTuple):
    """A realistic change to a title's rules, and the ruleset before it."""

    file: str
    old: str
    new: str
    kept: str
    names: str = "state import Ruleset"


CHANGES = {
    "captivate": Change("state.py", "hand: int = 5", "hand: int = 6", "Ruleset(hand=5)"),
    "cannonades": Change("state.py", "actions: int = 4", "actions: int = 3", "Ruleset(actions=4)"),
    "captn-eli": Change(
        "cards.py", '"Void Lieutenant", "character", 2, 0', '"Void Lieutenant", "character", 3, 0',
        'Ruleset({**CARDS, "void-lieutenant": CARDS["void-lieutenant"]._replace(c=2)})',
        "cards import CARDS, Ruleset",
    ),
    "cardline": Change("state.py", "barren_rounds: int = 5", "barren_rounds: int = 4", "Ruleset(barren_rounds=5)"),
    "nautilus": Change("state.py", "turns: int = 12", "turns: int = 11", "Ruleset(turns=12)"),
}  # fmt: skip
OLDER = """
from games.engine.rules import with_ruleset
from {home}.{names}

OLDER = (with_ruleset(GAME, {version}, {kept}),)
"""


def package(slug):
    return slug.replace("-", "_")


def change(release, slug):
    made = CHANGES[slug]
    release.change(f"{package(slug)}/{made.file}", made.old, made.new)


def raise_version(release, slug):
    version = OURS[slug].rules_version
    release.change(f"{package(slug)}/__init__.py", f"rules_version={version}", f"rules_version={version + 1}")


def keep(release, slug):
    """Add the older rules as a difference from the new ones."""
    file, made = release.folder / "games/titles" / package(slug) / "__init__.py", CHANGES[slug]
    home, version = TITLES.home(slug), OURS[slug].rules_version
    file.write_text(
        file.read_text() + OLDER.format(home=home, names=made.names, version=version, kept=made.kept)
    )


def lines_changed(release, slug):
    """Return how many lines of a title's sources differ from the current ones."""
    changed = 0
    for file in (release.folder / "games/titles" / package(slug)).rglob("*.py"):
        before = ROOT / file.relative_to(release.folder)
        found = unified_diff(before.read_text().splitlines(), file.read_text().splitlines(), n=0)
        changed += sum(line[0] in "+-" and line[:3] not in ("+++", "---") for line in found)
    return changed


@pytest.fixture(scope="module")
def begun(tmp_path_factory):
    """Return the current release with a running table of each title; what it shows, and its data."""
    folder = tmp_path_factory.mktemp("today")
    release = Release(folder / "site", folder / "var")
    release.manage("migrate", "--verbosity", "0")
    return release, release.voyage("begin")


@pytest.fixture
def sail(begun, tmp_path):
    """Return a function that creates releases; each has a copy of the current data."""

    def make(*, name="next"):
        shutil.copytree(begun[0].var, tmp_path / name / "var")
        return Release(tmp_path / name / "site", tmp_path / name / "var")

    return make


def test_running_games_keep_the_rules_that_they_started_with(begun, sail):
    """Pages, emails, bots, replays and exports stay as they were; new games have the new rules."""
    today, next_ = sail(name="today"), sail()
    for slug in CHANGES:
        change(next_, slug)
        raise_version(next_, slug)
        keep(next_, slug)
        assert 0 < lines_changed(next_, slug) <= MOST
    said = next_.refuse("fingerprint", "captivate")
    version = OURS["captivate"].rules_version + 1
    assert "doesn't behave" not in said and f"rules version {version}: not recorded yet" in said
    assert "stopped" not in next_.manage("upgrade_check")
    squads = next(
        json.loads(each["state"])["squads"] for name, each in begun[1].items() if "captn-eli" in name
    )
    assert "void-lieutenant" in squads[0]  # the changed card
    assert next_.voyage("all") == today.voyage("all")
    assert "agree with their logs" in next_.manage("replay_check")
    new = next_.voyage("begin")
    for slug, game in OURS.items():
        assert sorted(each["version"] for name, each in new.items() if name.startswith(f"{slug} ")) == [
            game.rules_version, game.rules_version + 1,
        ]  # fmt: skip


def test_games_without_their_rules_stop_and_lose_nothing(begun, sail):
    release = sail()
    for slug in CHANGES:
        change(release, slug)
    said = release.refuse("fingerprint", *OURS)  # without a new version
    for slug, game in OURS.items():
        assert f"{slug}, rules version {game.rules_version}: it doesn't behave as recorded" in said
        raise_version(release, slug)
    said = release.refuse("upgrade_check")
    assert "5 active tables would be stopped" in said
    for slug, game in OURS.items():
        assert f"stopped: {slug}, table " in said
        assert f"rules version {game.rules_version} is not played here" in said
    release.manage("upgrade_check", "--allow-stops")
    release.manage("upgrade_check", "--apply")
    seen = release.voyage("look")
    assert all(each["held"] and each["stopped"] == [True, True] for each in seen.values())
    assert [each["state"] for each in seen.values()] == [each["state"] for each in begun[1].values()]
    begun[0].var, var = release.var, begun[0].var  # the old release again, on the new data
    try:
        begun[0].manage("upgrade_check", "--apply")
        back = begun[0].voyage("look")
    finally:
        begun[0].var = var
    assert not any(each["held"] for each in back.values())
    assert [each["state"] for each in back.values()] == [each["state"] for each in begun[1].values()]


def test_a_state_of_another_form_is_refused_even_under_the_same_version(sail):
    release = sail()
    for file in (release.folder / "games/titles/nautilus").rglob("*.py"):
        file.write_text(file.read_text().replace("round_turn", "turn_of_round"))
    assert "their states have another form" in release.refuse("upgrade_check")
    assert "(schema, behaviour" in release.refuse("fingerprint", "nautilus")
    seen = release.voyage("look")
    assert {name.split()[0] for name, each in seen.items() if all(each["stopped"])} == {"nautilus"}


def test_a_game_is_upgraded_only_if_all_its_seats_agree(sail):
    release, version = sail(), OURS["captivate"].rules_version
    change(release, "captivate")
    raise_version(release, "captivate")
    release.change(
        "captivate/__init__.py",
        f"rules_version={version + 1},",
        f"rules_version={version + 1},\n    upgrades={{{version}: lambda state: convert(state, State)}},",
    )
    release.change(
        "captivate/__init__.py",
        "from games.engine.contract import",
        "from games.engine.codec import convert\nfrom games.engine.contract import",
    )
    assert f"once all seats agree they go on by rules version {version + 1}" in release.refuse(
        "upgrade_check"
    )
    release.manage("upgrade_check", "--apply")
    seen = release.voyage("agree")
    upgraded = next(each for name, each in seen.items() if name.startswith("captivate"))
    assert (upgraded["version"], upgraded["held"], upgraded["stopped"]) == (
        version + 1,
        False,
        [False, False],
    )
    assert release.voyage("play") != seen
    release.manage("replay_check")
    release.manage("upgrade_check")
