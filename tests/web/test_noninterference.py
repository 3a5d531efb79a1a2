"""All hidden information is dealt again for each reader, and no page, header, feed or query count changes."""

import dataclasses
import re
from hashlib import sha256
from io import StringIO

import pytest
from asgiref.sync import sync_to_async
from django.core import mail
from django.core.management import CommandError, call_command
from msgspec.structs import replace

from accounts import links
from config.admin import ModerationSite
from games.api import happenings
from games.api.operations import circles
from games.engine.chance import Chance
from games.models import Table
from games.notices.delivery import message
from games.tables import unit_of_work
from games.tables.views import table as views
from games.titles import TITLES
from games.titles.captivate.cards import CARDS
from games.titles.captivate.observe import Cards
from games.web.consumers import NudgeConsumer
from tests.engine.profile import GAMES
from tests.play import fingerprint, play_on, running_table
from tools.noninterference.compare import SITE_APART, compare_table

pytestmark = pytest.mark.django_db

PLIES = (1, 4, 9, 16, 25, 36) if GAMES else (4,)  # played before the tables are compared
READERS = ("seat 0", "seat 1", "outsider", "moderator", "anonymous")
FEWER = ("seat 0", "outsider")  # at most tables; all readers at one of Captivate below, and at night
CHANNELS = ("mail", "push", "webhook discord", "webhook slack", "webhook plain")
TITLES_COMPARED = [
    slug for slug in TITLES if slug != "blank" and (GAMES or slug != "captivate")
]  # blank is over by then


def test_every_cache_is_accounted_for(settings):
    assert SITE_APART["CACHES"].keys() == settings.CACHES.keys()
    assert "Dummy" in SITE_APART["CACHES"]["pictures"]["BACKEND"], (
        "a picture of one world hides that of the other"
    )


def played(people, title, plies):
    """Return a table after this many random moves."""
    table = running_table(*people, title=title, has_notes=True)
    chooser = Chance(title.encode(), plies)
    for _ in range(plies):
        play_on(table, people, chooser)
    return Table.objects.get(pk=table.pk)


@pytest.mark.games
@pytest.mark.parametrize("plies", PLIES)
@pytest.mark.parametrize("title", TITLES_COMPARED)
def test_redealt_information_changes_nothing_that_readers_see(title, plies, alice, bob):
    table = played([alice, bob], title, plies)
    before = fingerprint(table)
    found = compare_table(table, whole=bool(GAMES), only=() if GAMES else FEWER)
    assert [each.reader for each in found] == list(READERS if GAMES else FEWER)
    assert "\n".join(str(difference) for each in found for difference in each.differences) == ""
    assert table.is_running or GAMES
    assert any(each.dealt.is_other for each in found) or not table.is_running
    assert fingerprint(table) == before


def told_by(found, reader):
    """Return what the reader received besides pages, by its first word or two."""
    (compared,) = [each for each in found if each.reader == reader]
    return {re.sub(r"(legal|stale|malformed|of another seat).*", r"\1", each) for each in compared.told}


def test_pages_posts_messages_and_frames_are_compared_for_every_reader(alice, bob):
    found = compare_table(played([alice, bob], "captivate", 4), whole=False)
    assert [each.reader for each in found] == list(READERS)
    assert not any(each.differences for each in found)
    opened = {each.reader: each.opened for each in found}
    assert opened["anonymous"] > 3  # the table, its log, the lobby, the home page
    assert min(opened["seat 0"], opened["seat 1"]) > opened["outsider"]
    for reader, actor in ((f"seat {seat}", f"seat {1 - seat}") for seat in (0, 1)):
        expected = {
            f"{channel} {kind}" for channel in CHANNELS for kind in ("turn", "reminder", "talk", "timeout")
        }
        expected |= {
            f"mail turn after {actor}",
            f"socket after {actor}",
            f"stream after {actor}",
            "POST seat_resign",
            "socket after turn_undo",
        }
        assert expected | {"POST malformed", "POST stale"} <= told_by(found, reader)
    asked = next(each for each in found if "POST legal" in told_by(found, each.reader))
    assert asked.reader in ("seat 0", "seat 1")
    assert "POST move of another seat" in told_by(found, "outsider") & told_by(found, "anonymous")
    assert mail.outbox == []


def test_leaks_in_pages_are_found(alice, bob, monkeypatch):
    """The title shows something about the first card of the deck."""
    table = played([alice, bob], "captivate", 3)
    honest = TITLES["captivate"]

    def observe(state, seat):
        return replace(honest.observe(state, seat), deck=Cards(sorted(CARDS).index(state.deck[0])))

    leaking = dataclasses.replace(honest, observe=observe)
    monkeypatch.setattr(unit_of_work, "game_at", lambda table: leaking)
    monkeypatch.setattr(Table, "has_open_secrets", True)  # as if all hands were open
    found = {each.reader: each.differences for each in compare_table(table, whole=False, only=FEWER)}
    address = f"/tables/{table.pk}/"
    for reader in FEWER:
        (difference,) = [each for each in found[reader] if each.address == address]
        assert difference.steady
        assert "bytes" in difference.what
        assert difference.excerpt
        assert any(f"{address}replay/?view_as=" in each.address for each in found[reader])


def secret():
    """Return a short text that depends on the whole state."""
    return sha256(Table.objects.get().state.encode()).hexdigest()[:12]


def plant_leaks(monkeypatch):
    """Plant leaks of the state into posts, messages, frames and the admin; and a page that fails."""

    def failing(*given, **named):
        raise RuntimeError

    add_header, others_at, changed = views.add_retry_after, message.others_at, NudgeConsumer.table_changed

    def refused(answer, error):
        answer["Retry-After"] = secret()
        return add_header(answer, error)

    async def nudged(self, event):
        await changed(self, {**event, "ply": await sync_to_async(secret)()})

    monkeypatch.setattr(views, "add_retry_after", refused)
    monkeypatch.setattr(views, "log_page", failing)
    monkeypatch.setattr(message, "others_at", lambda *given: others_at(*given) + secret())
    monkeypatch.setattr(NudgeConsumer, "table_changed", nudged)
    for documents in (happenings, circles):
        monkeypatch.setattr(documents, "absolute", lambda *given: links.absolute(*given) + secret())
    monkeypatch.setattr(ModerationSite, "site_header", property(lambda site: secret()))


def test_the_command_reports_other_leaks_and_fails(alice, bob, monkeypatch):
    """Something leaks in each channel."""
    table = played([alice, bob], "captivate", 4)
    before, report = fingerprint(table), StringIO()
    plant_leaks(monkeypatch)
    with pytest.raises(CommandError, match="tell something of what is hidden"):
        call_command("noninterference", table.pk, brief=True, stdout=report)
    for leak in ("seat 1: mail turn", "seat 0: push turn", "seat 1: webhook slack turn", "seat 1: socket after seat 0",
                 "anonymous: socket after seat 0", "seat 1: POST malformed move",
                 "seat 1: stream after seat 0", "seat 0: /api/v1/events/poll", "seat 0: /api/v1/circles/",
                 f"moderator: /admin/games/table/{table.pk}/change/",
                 f"anonymous: /tables/{table.pk}/log/: status 500"):  # fmt: skip
        assert leak in report.getvalue()
    assert fingerprint(table) == before
    assert mail.outbox == []
