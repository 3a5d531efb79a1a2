"""Ratings: which games change them, by how much, what takes the change back, and that a rebuild agrees exactly."""

from datetime import timedelta

import pytest
import time_machine
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from openskill.models import PlackettLuce

from accounts.models import User
from games.clock.clocks import Fixed
from games.days.absences import seat_take_over
from games.days.deadlines import deadline_enforce, seats_due
from games.errors import MalformedInput, NotAllowed, NotPossible
from games.ledger.ratings import rating_of
from games.models import Decision, LogInTrace, RatedGame, Rating, RatingChange, Seat, Table
from games.moderation.services.accounts import account_merge
from games.tables import lobby
from tests.conftest import person
from tests.moderation.acts import act, play_turn, undo
from tests.play import running_table
from tests.ratings.conftest import resign

pytestmark = pytest.mark.django_db


def numbers(*people, title="captivate"):
    """Return each person's mu and sigma, and how many games count."""
    found = {row.user_id: (row.mu, row.sigma, row.games) for row in Rating.objects.filter(title=title)}
    return [found.get(each.pk) for each in people]


def stored():
    """Return every column of all ratings and changes, without ids of ratings."""
    ratings = Rating.objects.order_by("user", "title").values_list("user", "title", "mu", "sigma", "games")
    return list(ratings), list(RatingChange.objects.order_by("pk").values())


def test_a_rated_game_changes_both_ratings_as_openskill_says(alice, bob, lost):
    lost(alice, bob)
    model = PlackettLuce()
    (winner,), (loser,) = model.rate([[model.rating()], [model.rating()]], ranks=[1, 2])
    assert numbers(alice, bob) == [(winner.mu, winner.sigma, 1), (loser.mu, loser.sigma, 1)]
    assert rating_of(alice.pk, "captivate").is_provisional and rating_of(alice.pk, "cardline") is None


def test_a_casual_game_changes_nothing(alice, bob, lost):
    lost(alice, bob, is_rated=False)
    assert not Rating.objects.exists() and not RatedGame.objects.exists()


def test_ties_of_three_players_stay_equal(alice, bob, charlie, begun, moderator):
    table = begun(alice, bob, charlie)
    act(moderator, table, "finish", rank_0=2, rank_1=1, rank_2=2)
    one, two, three = numbers(alice, bob, charlie)
    assert one == three and one[0] < 25 < two[0]


def test_leaving_in_the_first_round_counts_for_nobody(alice, bob, client_for):
    table = running_table(alice, bob, is_rated=True)
    play_turn(client_for(alice), table, 0)
    resign(bob, table)
    assert Table.objects.get(pk=table.pk).is_finished and not Rating.objects.exists()


def test_a_game_called_off_counts_for_nobody(alice, bob, begun, moderator):
    act(moderator, begun(alice, bob), "call-off")
    assert not RatedGame.objects.exists()


def test_running_out_of_time_counts_as_the_rank_it_gives(alice, bob, begun):
    pace = lobby.Pace(Fixed(3600), Table.OnTimeout.LOSE)
    table = begun(alice, bob, pace=pace)
    with time_machine.travel(timezone.now() + timedelta(days=5), tick=False):
        for seat in seats_due(timezone.now()):
            deadline_enforce(seat)
    assert Table.objects.get(pk=table.pk).is_finished
    one, two = numbers(alice, bob)
    assert one[0] < 25 < two[0]


def test_a_seat_that_was_taken_over_counts_for_its_first_player(alice, bob, charlie, begun):
    table = begun(alice, bob)
    Seat.objects.filter(table=table, user=bob).update(is_offered=True)
    seat_take_over(charlie, table.pk, number=1)
    resign(charlie, table)
    assert numbers(alice, bob, charlie)[2] is None
    assert numbers(bob)[0][0] < 25


@pytest.mark.parametrize("link", ["merged", "browser"])
def test_two_accounts_of_one_person_are_not_rated(alice, bob, begun, link):
    table = begun(alice, bob)
    if link == "merged":
        User.objects.filter(pk=bob.pk).update(merged_into=alice)
    else:
        for user in (alice, bob):
            trace = {"kind": LogInTrace.Kind.BROWSER, "digest": "same", "last_at": timezone.now()}
            LogInTrace.objects.create(user=user, **trace)
    resign(bob, table)
    assert not Rating.objects.exists()


def test_an_address_that_two_people_share_is_no_link(alice, bob, begun):
    for user in (alice, bob):
        trace = {"kind": LogInTrace.Kind.ADDRESS, "digest": "home", "last_at": timezone.now()}
        LogInTrace.objects.create(user=user, **trace)
    resign(bob, begun(alice, bob))
    assert numbers(alice)[0][2] == 1


def test_games_of_a_pair_weigh_less_within_30_days(alice, bob, charlie, lost):
    lost(alice, bob)
    lost(alice, bob)
    lost(alice, charlie)
    with time_machine.travel(timezone.now() + timedelta(days=31)):
        lost(alice, bob)
    weights = RatingChange.objects.filter(user=alice).order_by("pk").values_list("weight", flat=True)
    assert list(weights) == [1, 1 / 2, 1, 1]
    first, second = RatingChange.objects.filter(user=bob).order_by("pk")[:2]
    model = PlackettLuce()
    teams = [[model.rating(*before)] for before in ((50 - first.mu, first.sigma), (first.mu, first.sigma))]
    (_winner,), (loser,) = model.rate(teams, ranks=[1, 2])
    assert second.mu == pytest.approx(first.mu + (loser.mu - first.mu) / 2)


def test_with_three_players_the_weight_is_an_average(alice, bob, charlie, lost):
    lost(alice, bob)
    lost(alice, bob, charlie)
    weights = dict(RatingChange.objects.filter(game=RatedGame.objects.last()).values_list("user", "weight"))
    assert weights == {alice.pk: 3 / 4, bob.pk: 3 / 4, charlie.pk: 1}


def test_a_game_that_resumes_is_taken_back_and_counts_again_at_its_end(alice, bob, lost, moderator):
    table = lost(alice, bob)
    before = numbers(alice, bob)
    ply = table.ply - 1
    assert act(moderator, table, "rewind", ply=ply).status_code == 302
    assert [(round(mu, 9), games) for mu, _sigma, games in numbers(alice, bob)] == [(25, 0), (25, 0)]
    resign(bob, table)
    assert numbers(alice, bob)[0][0] == pytest.approx(before[0][0]) and numbers(alice)[0][2] == 1
    assert RatedGame.objects.filter(annuls=None, annulled_by=None).count() == 1


def test_a_moderator_makes_a_finished_game_casual_and_rated_again(alice, bob, lost, moderator):
    table = lost(alice, bob)
    assert act(moderator, table, "casual").status_code == 302
    assert [(round(mu, 9), games) for mu, _sigma, games in numbers(alice, bob)] == [(25, 0), (25, 0)]
    undo(moderator, Decision.objects.get(kind="casual"))
    assert numbers(alice)[0][2] == 1 and Table.objects.get(pk=table.pk).is_rated


def test_a_running_game_that_was_made_casual_changes_nothing(alice, bob, begun, moderator):
    table = begun(alice, bob)
    act(moderator, table, "casual")
    resign(bob, table)
    assert not RatedGame.objects.exists()


def test_a_rebuild_gives_exactly_the_same_numbers(alice, bob, charlie, lost, moderator):
    lost(alice, bob)
    annulled = lost(bob, alice, charlie)
    lost(charlie, alice)
    lost(charlie, bob)
    act(moderator, annulled, "casual")
    lost(alice, bob, charlie)
    before = stored()
    Rating.objects.update(mu=1, sigma=1, games=99)
    RatingChange.objects.update(mu=0, mu_change=0, sigma=0, sigma_change=0)
    call_command("ratings", "rebuild", verbosity=0)
    assert stored() == before and len(before[0]) == 3


def test_a_merged_account_brings_its_ratings(alice, bob, charlie, lost, adam):
    lost(alice, bob)
    mine = numbers(bob)
    account_merge(adam, bob, into=charlie.username, reason="one person")
    assert numbers(charlie) == mine and numbers(bob) == [None]
    before = stored()
    call_command("ratings", "rebuild", verbosity=0)
    assert stored() == before


def test_a_rated_table_has_no_guests_bots_or_caretakers(alice, client_for):
    guest = person("guest:1", kind=User.Kind.GUEST)
    made = {"title": "captivate", "options": {}, "seats": 2, "is_rated": True}
    with pytest.raises(NotAllowed):
        lobby.table_create(guest, **made)
    with pytest.raises(MalformedInput):
        lobby.table_create(alice, **made, pace=lobby.Pace(Fixed(3600), Table.OnTimeout.CARETAKER))
    table = lobby.table_create(alice, **made, admission=Table.Admission.LINK)
    with pytest.raises(NotAllowed):
        lobby.seat_take(guest, table.pk, token=table.token)
    page = client_for(alice)
    assert page.post(f"/tables/{table.pk}/bots/", {"level": "mate"}).status_code == NotPossible.status
    assert Seat.objects.filter(table=table).count() == 1


def test_the_cost_of_rating_does_not_grow_with_games(alice, bob, lost, begun):
    def cost():
        table = begun(alice, bob)
        with CaptureQueriesContext(connection) as asked:
            resign(bob, table)
        return len(asked)

    cost()
    second = cost()
    for _ in range(3):
        lost(alice, bob)
    assert cost() == second
