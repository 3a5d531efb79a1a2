"""Estimates of a finished game: a captain makes them once, in the background, from what each seat saw."""

import re
from contextlib import suppress
from datetime import timedelta

import pytest
from django.utils import timezone

from games.bots import estimates
from games.bots.estimates import MOST, estimates_claim, estimates_continue
from games.engine.chance import Chance
from games.engine.play import setup
from games.engine.search import Budget, estimate
from games.history.decided import turnings_in
from games.models import MOST_TRIES, Estimates, MoveRecord, Seat, StartPosition, Table, TaskFailure
from games.moderation.services.rewind import table_rewind
from games.tables.packed import log_pack
from games.tables.play import seat_resign
from games.titles import TITLES
from games.web.tasks import sweep
from tests.history.test_replay import finished
from tests.play import running_table
from tests.staff import person_with_role
from tests.tables.test_past import OURS

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def quick(monkeypatch, settings):
    settings.THINKING_PROCESSES = 0
    monkeypatch.setattr(estimates, "MS", 1)  # one world


def judged(table):
    """Work until everything is estimated; returns how many tasks that took."""
    for tasks in range(200):
        claims = list(estimates_claim(timezone.now()))
        if not claims:
            return tasks
        assert estimates_continue(*claims[0])
    raise AssertionError("it does not end")


def points_of(table):
    return Estimates.objects.get(table=table).points


@pytest.mark.parametrize("title", OURS)
def test_every_ply_in_force_is_estimated_once_for_every_seat(title, alice, bob):
    table = finished(alice, bob, title=title, plies=6)
    judged(table)
    points = points_of(table)
    assert [each[0] for each in points] == estimates.plies_to_estimate(table) == list(range(-1, table.ply))
    assert all(len(each) == 3 and all(0 <= percent <= 100 for percent in each[1:]) for each in points)
    assert points[-1][1:] == [100, 0], "bob has left"
    assert not judged(table), "it is done"


@pytest.mark.parametrize("title", OURS)
def test_an_estimate_depends_on_nothing_that_the_seat_cannot_see(title):
    game, knowledge, budget = TITLES[title], TITLES.knowledge(TITLES[title]), Budget(iterations=2)
    state = setup(game, game.seats[0], {each.name: each.default for each in game.options}, b"x").state
    other = game.resample(state, 0, Chance(b"other", 0))
    both = (
        estimate(game, knowledge, each, 0, budget=budget, chance=Chance(b"c", 0)) for each in (state, other)
    )
    assert len(set(both)) == 1


def test_estimating_continues_where_the_last_worker_stopped(alice, bob, monkeypatch):
    table = finished(alice, bob, plies=4)
    monkeypatch.setattr(estimates, "SPAN", -1)  # none fits
    [claim] = estimates_claim(timezone.now())
    assert not list(estimates_claim(timezone.now())), "it is claimed"
    assert estimates_continue(*claim) and points_of(table) == []
    monkeypatch.setattr(estimates, "SPAN", 60)
    assert not estimates_continue(*claim), "the claim is over"
    [claim] = estimates_claim(timezone.now() + timedelta(seconds=1))
    Estimates.objects.update(points=[[-1, 50, 50], [0, 7, 93]])
    assert estimates_continue(*claim)
    assert points_of(table)[:2] == [[-1, 50, 50], [0, 7, 93]] and len(points_of(table)) == table.ply + 1
    assert Estimates.objects.get().due_at is None


def test_a_lost_worker_is_replaced_and_bots_that_play_come_first(alice, bob):
    finished(alice, bob, plies=2)
    now = timezone.now()
    bob.kind = "bot"
    bob.level = "mate"
    bob.save()
    waiting = running_table(alice, bob)
    Seat.objects.filter(table=waiting, number=1).update(think_at=now)
    assert not list(estimates_claim(now))
    Seat.objects.update(think_at=None)
    assert list(estimates_claim(now))
    assert not list(estimates_claim(now)) and list(estimates_claim(now + 2 * estimates.LEASE))


def test_an_error_ends_the_estimates_and_is_recorded(alice, bob, monkeypatch):
    finished(alice, bob, plies=2)
    monkeypatch.setattr(estimates, "MS", None)
    judged(None)
    assert TaskFailure.objects.filter(task="estimates_continue").exists()
    assert Estimates.objects.get().due_at is None


def test_estimating_waits_for_an_idle_core(alice, bob, monkeypatch):
    finished(alice, bob, plies=2)

    def busy(looked):
        raise TimeoutError

    monkeypatch.setattr(estimates, "estimates_of", busy)
    [claim] = estimates_claim(timezone.now())
    assert estimates_continue(*claim)
    assert not list(estimates_claim(timezone.now())) and Estimates.objects.get().due_at > timezone.now()


def test_a_long_game_is_estimated_at_some_of_its_plies(alice, bob, monkeypatch):
    monkeypatch.setattr(estimates, "MOST", 5)
    table = finished(alice, bob, plies=20)
    assert MOST > 5
    assert estimates.plies_to_estimate(table) == [-1, 5, 10, 15, 20]
    log_pack(table.pk)
    assert estimates.plies_to_estimate(Table.objects.get(pk=table.pk)) == [-1, 5, 10, 15, 20]


def test_a_resumed_game_is_estimated_again_and_shows_nothing_meanwhile(alice, bob, client_for):
    table = finished(alice, bob, plies=4)
    judged(table)
    assert 'id="decided"' in client_for(alice).get(f"/tables/{table.pk}/").text
    table_rewind(person_with_role("mona", "moderator"), table.pk, ply=2, reason="Again")
    assert not Estimates.objects.exists()
    assert 'id="decided"' not in client_for(alice).get(f"/tables/{table.pk}/").text
    row = Table.objects.get(pk=table.pk)
    seat_resign(alice, row.pk, expected_ply=row.ply)
    judged(table)
    row = Table.objects.get(pk=table.pk)
    assert points_of(table)[-1][1:] == [0, 100]
    assert [each[0] for each in points_of(table)] == [-1, 0, 1, row.ply - 1]


def test_the_sweep_starts_estimates(alice, bob, django_capture_on_commit_callbacks):
    table = finished(alice, bob, plies=2)
    for _second in range(8):
        sweep()
    assert len(points_of(table)) == table.ply + 1


def test_turning_points_are_where_an_expectation_changed_most():
    points = [[-1, 50, 50], [0, 55, 45], [1, 80, 20], [2, 80, 33], [3, 60, 40], [4, 100, 0]]
    assert turnings_in(points) == [(2, 0), (4, 0), (5, 0)]
    assert turnings_in([[-1, 50, 50], [0, 50, 38]]) == [(1, 1)]
    assert turnings_in([[-1, 50, 50], [0, 50, 39]]) == []


def test_the_result_page_shows_curves_and_turning_points_to_who_may_see_the_table(
    alice, bob, charlie, client, client_for
):
    table = finished(alice, bob, plies=4)
    points = [[-1, 50, 50], [0, 50, 50], [2, 50, 20], [table.ply - 1, 100, 0]]
    Estimates.objects.update(points=points)
    page = client.get(f"/tables/{table.pk}/").text
    assert 'id="decided"' not in page, "the captain hasn't looked at all of it yet"
    moment = page.split('<figure class="moment"')[1].split("</figure>")[0]
    assert "How it ended" in moment and "Bob Bosun leaves the game" in moment and 'hx-trigger="load' in moment
    Estimates.objects.update(due_at=None)
    for reader in (client_for(alice), client_for(bob), client_for(charlie), client):
        page = reader.get(f"/tables/{table.pk}/").text
        part = page.split('id="decided"')[1].split("</svg>")[0]
        assert f"/tables/{table.pk}/replay/?at=2" in part and "Moves 2 to 3" in part
        assert part.count("<polyline") == 2 and "from 50% to 20%" in part
        assert "hx-trigger" not in page.split('<figure class="moment"')[1].split("</figure>")[0]
        moment = page.split('<figure class="moment"')[1].split("</figure>")[0]
        assert f"/replay/?at={table.ply - 1}" in moment and "from 50% to 100%" in moment
        picture = re.search(r'src="([^"]*picture.svg\?ply=\d+)"', moment)[1]
        assert reader.get(picture).content != reader.get(f"/tables/{table.pk}/picture.svg?ply=0").content
    log_pack(table.pk)
    assert "Moves 2 to 3" in client.get(f"/tables/{table.pk}/").text
    Table.objects.update(admission=Table.Admission.INVITED)
    assert client_for(charlie).get(f"/tables/{table.pk}/").status_code == 404


def test_estimating_gives_up_after_many_tries_and_says_so(alice, bob, client_for, monkeypatch):
    table = finished(alice, bob, plies=4)

    def busy(looked):
        if claims % 2:
            raise TimeoutError
        raise SystemExit  # half of the workers die

    monkeypatch.setattr(estimates, "estimates_of", busy)
    now, claims = timezone.now(), 0
    for _day in range(2 * MOST_TRIES):
        for claim in estimates_claim(now):
            claims += 1
            with suppress(SystemExit):
                estimates_continue(*claim)
        now += timedelta(days=1)
    assert claims == MOST_TRIES and Estimates.objects.get().is_given_up
    page = client_for(None).get(f"/tables/{table.pk}/").text
    assert "t estimate the chances in this game" in page and "<polyline" not in page
    Estimates.objects.update(points=[[-1, 50, 50], [0, 50, 50], [2, 50, 20]])
    page = client_for(None).get(f"/tables/{table.pk}/").text
    assert "The bot gave up" in page and page.split('id="decided"')[1].count("<polyline") == 2


def test_each_try_waits_longer_until_an_estimate_succeeds(alice, bob, monkeypatch):
    finished(alice, bob, plies=4)

    def tried(*answers):
        """Claim once with these answers; returns the tries then, and the seconds until the next."""
        given = iter(answers)
        monkeypatch.setattr(estimates, "estimates_of", lambda looked: next(given)())
        [claim] = estimates_claim(timezone.now() + timedelta(days=1))
        estimates_continue(*claim)
        found = Estimates.objects.get()
        return found.tries, round((found.due_at - timezone.now()).total_seconds(), -1)

    def busy():
        raise TimeoutError

    assert [tried(busy) for _try in range(3)] == [(1, 10), (2, 20), (3, 40)]
    Estimates.objects.update(tries=15)
    assert tried(busy) == (16, 3600)
    assert tried(lambda: [50, 50], busy)[0] == 0 and tried(busy) == (1, 10)


def test_an_unused_claim_does_not_count_as_a_try(alice, bob):
    """This happens while the thinking process is down, however long."""
    finished(alice, bob, plies=2)
    for day in range(2 * MOST_TRIES):
        [claim] = estimates_claim(timezone.now() + timedelta(days=day))
    estimates.estimates_release(*claim)
    assert Estimates.objects.get().tries == 0 and not Estimates.objects.get().is_given_up


def test_a_game_that_goes_on_from_one_that_runs_again_is_judged_later(alice, bob):
    table, former = finished(alice, bob, plies=2), running_table(alice, bob)
    Table.objects.filter(pk=table.pk).update(is_continued=True)
    StartPosition.objects.create(
        table=table,
        former=former,
        ply=-1,
        rules_version=1,
        state="",
        seats=2,
        live=[0, 1],
        left=[],
        host_seat=0,
    )
    [claim] = estimates_claim(timezone.now())
    assert not estimates_continue(*claim)
    found = Estimates.objects.get()
    assert (found.points, found.tries) == ([], 0) and found.due_at > timezone.now()
    Table.objects.filter(pk=former.pk).update(status=Table.Status.FINISHED)
    [claim] = estimates_claim(timezone.now() + timedelta(days=1))
    estimates_continue(*claim)
    assert Estimates.objects.get().tries == MOST_TRIES, "it is tried; this made-up start leads nowhere"


def test_estimates_that_stop_at_a_broken_log_say_so(alice, bob, client_for):
    table = finished(alice, bob, plies=4)
    judged(table)
    Estimates.objects.update(points=points_of(table)[:3], due_at=timezone.now())
    Table.objects.update(is_packed=False)
    MoveRecord.objects.filter(table=table, ply=2).update(move="{}")
    judged(table)
    assert Estimates.objects.get().is_given_up
    assert "The bot gave up" in client_for(None).get(f"/tables/{table.pk}/").text
