"""Running games through an upgrade of the site, with a real change to the rules of every title."""

import shutil

import pytest

from games.titles import TITLES
from tests.upgrade.releases import Release

OURS = {slug: TITLES[slug] for slug in TITLES if TITLES.home(slug).startswith("games.")}

# A change to the rules of each title, as somebody would make it: file, old text, new text.
CHANGES = {
    "captivate": ("captivate/state.py", "HAND = 5", "HAND = 6"),
    "cannonades": ("cannonades/state.py", "ACTIONS = 4", "ACTIONS = 3"),
    "captn-eli": ("captn_eli/turns.py", "BECALMED = 25", "BECALMED = 12"),
    "cardline": ("cardline/rounds.py", "_BARREN_ROUNDS = 5", "_BARREN_ROUNDS = 4"),
    "nautilus": ("nautilus/rounds.py", "TURNS = 12", "TURNS = 11"),
}
SHARED = {"cardline": ["deck", "decks", "emblem", "frames", "motifs", "sprite"]}


def package(slug):
    return slug.replace("-", "_")


def raise_version(release, slug):
    version = OURS[slug].rules_version
    release.change(f"{package(slug)}/__init__.py", f"rules_version={version}", f"rules_version={version + 1}")


def keep(release, slug):
    shares = [argument for name in SHARED.get(slug, []) for argument in ("--share", name)]
    release.manage("title_freeze", slug, *shares)


@pytest.fixture(scope="module")
def begun(tmp_path_factory):
    """The release of today with a running table of each title; what is seen there, and its data."""
    folder = tmp_path_factory.mktemp("today")
    release = Release(folder / "site", folder / "var")
    release.manage("migrate", "--verbosity", "0")
    return release, release.voyage("begin")


@pytest.fixture
def sail(begun, tmp_path):
    """Return a maker of releases that have all changes; each has a copy of today's data."""

    def make(*, name="next"):
        shutil.copytree(begun[0].var, tmp_path / name / "var")
        return Release(tmp_path / name / "site", tmp_path / name / "var")

    return make


def test_every_change_without_a_new_version_is_noticed(sail):
    release = sail()
    for change in CHANGES.values():
        release.change(*change)
    said = release.refuse("fingerprint", *OURS)
    for slug, game in OURS.items():
        assert f"{slug}, rules version {game.rules_version}: it does not behave as recorded" in said


def test_running_games_go_on_by_the_rules_they_began_with(begun, sail):
    today, next_ = sail(name="today"), sail()
    for slug, change in CHANGES.items():
        keep(next_, slug)
        next_.change(*change)
        raise_version(next_, slug)
    assert "stopped" not in next_.manage("upgrade_check")
    assert "No migrations to apply" in next_.manage("migrate")
    seen = next_.voyage("look")
    assert seen == begun[1]
    assert not any(any(each["stopped"]) for each in seen.values())
    assert next_.voyage("play") == today.voyage("play") != seen
    assert next_.voyage("replay") == today.voyage("replay")  # what was seen then, whatever the rules are now
    assert "agrees with its log" in next_.manage("replay_check")
    new = next_.voyage("begin")
    for slug, game in OURS.items():
        assert sorted(each["version"] for name, each in new.items() if name.startswith(f"{slug} ")) == [
            game.rules_version, game.rules_version + 1,
        ]  # fmt: skip


def test_versions_that_are_kept_are_as_recorded(sail):
    release = sail()
    keep(release, "cardline")
    release.change(*CHANGES["cardline"])
    raise_version(release, "cardline")
    said = release.refuse("fingerprint", "cardline")
    assert "cardline, rules version 2: not recorded yet" in said
    assert "version 1: it does not behave" not in said
    release.change("cardline/v1/rounds.py", "_BARREN_ROUNDS = 5", "_BARREN_ROUNDS = 4")
    assert "version 1: it does not behave" in release.refuse("fingerprint", "cardline")


def test_games_whose_rules_are_gone_stop_and_lose_nothing(begun, sail):
    release = sail()
    for slug, change in CHANGES.items():
        release.change(*change)
        raise_version(release, slug)
    said = release.refuse("upgrade_check")
    assert "5 running tables would be stopped" in said
    for slug, game in OURS.items():
        assert f"stopped: {slug}, table " in said
        assert f"rules version {game.rules_version} is not played here" in said
    release.manage("upgrade_check", "--allow-stops")
    release.manage("upgrade_check", "--apply")
    seen = release.voyage("look")
    assert all(each["held"] and each["stopped"] == [True, True] for each in seen.values())
    assert [each["state"] for each in seen.values()] == [each["state"] for each in begun[1].values()]
    begun[0].var, var = release.var, begun[0].var  # the old release again, on the data as they are now
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
    release = sail()
    release.change(*CHANGES["captivate"])
    raise_version(release, "captivate")
    release.change(
        "captivate/__init__.py",
        "rules_version=2,",
        "rules_version=2,\n    upgrades={1: lambda state: convert(state, State)},",
    )
    release.change(
        "captivate/__init__.py",
        "from games.engine.contract import",
        "from games.engine.codec import convert\nfrom games.engine.contract import",
    )
    assert "once all seats agree they go on by rules version 2" in release.refuse("upgrade_check")
    release.manage("upgrade_check", "--apply")
    seen = release.voyage("agree")
    upgraded = next(each for name, each in seen.items() if name.startswith("captivate"))
    assert (upgraded["version"], upgraded["held"], upgraded["stopped"]) == (2, False, [False, False])
    later = release.voyage("play")
    assert later != seen
    release.manage("replay_check")
    release.manage("upgrade_check")
