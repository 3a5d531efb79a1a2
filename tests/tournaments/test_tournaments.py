"""Tournaments as players and moderators see them, round by round; the sweep's service does what is due."""

from contextlib import suppress
from datetime import timedelta
from itertools import combinations

import pytest
import time_machine
from django.db import connection
from django.utils import timezone

from accounts.models import User
from games.ledger.blocks import person_block
from games.models import Entry, Notice, Pairing, Preferences, Rating, Table, Tournament
from games.moderation.services.accounts import account_merge, own_account_erase
from games.tables.play import seat_resign
from games.tournaments.pairing import Player, bracket, robin_rounds, round_robin, swiss
from games.tournaments.services import tournament_advance, tournaments_due
from tests.conftest import person
from tests.moderation.acts import act, play_turn
from tests.staff import enter, person_with_role

pytestmark = pytest.mark.django_db

FORM = {
    "name": "Spring Cup", "title": "captivate", "kind": "swiss", "least": 2, "most": 4, "days": 2, "round_days": 14,
    "pool_size": 8, "rounds": 2,
}  # fmt: skip


@pytest.fixture
def moderator(db):
    return enter(person_with_role("mona", "moderator"))


@pytest.fixture
def crew(db):
    return [person(f"sailor{number}", display_name=f"Sailor {number}") for number in range(4)]


@pytest.fixture
def opened(moderator, client_for):
    """Return a maker of tournaments with these people, opened and entered through the pages."""

    def make(people, **change):
        form = {**FORM, "most": max(2, len(people)), **change}
        assert moderator.post("/tournaments/new/", form).status_code == 302
        tournament = Tournament.objects.latest("pk")
        for user in people:
            assert client_for(user).post(f"/tournaments/{tournament.pk}/join/").status_code == 302
        advance()
        tournament.refresh_from_db()
        return tournament

    return make


def advance():
    """Do what the sweep does until nothing is due."""
    for _ in range(30):
        due = tournaments_due(timezone.now())
        for tournament in due:
            tournament_advance(tournament)
        if not due:
            return
    raise AssertionError("it never rests")


def win(pairing, winner):
    """Let the other player of a pairing resign."""
    loser = pairing.away if winner == pairing.home else pairing.home
    seat_resign(loser.user, pairing.table_id, expected_ply=Table.objects.get(pk=pairing.table_id).ply)


def of_round(tournament, round_):
    rows = Pairing.objects.filter(tournament=tournament, round=round_).order_by("number", "game")
    return list(rows.select_related("home__user", "away__user"))


def moved(tournament, client_for):
    """Let everybody make a move in all games that have just begun, so that nobody counts as absent."""
    for pairing in Pairing.objects.filter(tournament=tournament, over_at=None, table__ply=0):
        table = Table.objects.get(pk=pairing.table_id)
        play_turn(client_for(pairing.home.user), table, 0)
        play_turn(client_for(pairing.away.user), table, 1)


def play_round(tournament, client_for, wins=lambda pairing: pairing.home):
    """Play all games of the current round, and advance."""
    tournament.refresh_from_db()
    moved(tournament, client_for)
    for pairing in of_round(tournament, tournament.round):
        if pairing.result == "" and pairing.over_at is None:
            win(pairing, wins(pairing))
    advance()
    tournament.refresh_from_db()


def page(client, tournament):
    answer = client.get(f"/tournaments/{tournament.pk}/")
    assert answer.status_code == 200
    return answer.content.decode()


def test_swiss_from_registration_to_the_end(crew, opened, client_for):
    tournament = opened(crew)
    assert tournament.status == "running" and len(of_round(tournament, 1)) == 2
    play_round(tournament, client_for)
    one, two = of_round(tournament, 1), of_round(tournament, 2)
    assert tournament.round == 2 and {two[0].home_id, two[0].away_id} == {one[0].home_id, one[1].home_id}
    play_round(tournament, client_for)
    assert tournament.status == "finished"
    shown = page(client_for(None), tournament)
    assert "Buchholz" in shown and all(f"Sailor {number}" in shown for number in range(4))
    assert shown.index(str(two[0].home.user)) < shown.index(str(two[0].away.user))
    assert Notice.objects.filter(kind="tournament", user=crew[0]).count() == 2


def test_pools_let_everybody_meet_once(crew, opened, client_for):
    tournament = opened(crew, kind="pools")
    for _ in range(3):
        play_round(tournament, client_for)
    met = {frozenset((each.home_id, each.away_id)) for each in Pairing.objects.all()}
    assert tournament.status == "finished" and len(met) == Pairing.objects.count() == 6
    assert "Sonneborn-Berger" in page(client_for(crew[0]), tournament)


def test_many_players_are_split_into_pools(crew, opened):
    people = [*crew, *(person(f"mate{number}") for number in range(3))]
    tournament = opened(people, kind="pools", pool_size=4)
    sizes = [Entry.objects.filter(tournament=tournament, pool=pool).count() for pool in (0, 1)]
    assert sizes == [4, 3] and tournament.rounds == 3


def test_a_knock_out_is_best_of_three(crew, opened, client_for):
    tournament = opened(crew, kind="knockout")
    best = {entry.pk for entry in Entry.objects.order_by("pk")[:2]}

    def strongest(pairing):
        return pairing.home if pairing.home_id in best else pairing.away

    first = of_round(tournament, 1)
    assert [{each.home_id, each.away_id} & best for each in first] == [{min(best)}, {max(best)}]
    play_round(tournament, client_for, strongest)
    assert tournament.round == 1 and [each.game for each in of_round(tournament, 1)] == [1, 2, 1, 2]
    assert of_round(tournament, 1)[1].home_id == first[0].away_id, "the players change seats"
    play_round(tournament, client_for, strongest)
    assert (
        tournament.round == 2
        and {of_round(tournament, 2)[0].home_id, of_round(tournament, 2)[0].away_id} == best
    )
    for _ in range(3):
        play_round(tournament, client_for)  # the first player wins each: 1-0, 1-1, 2-1
    assert tournament.status == "finished" and len(of_round(tournament, 2)) == 3
    assert "Final" in page(client_for(None), tournament)


def test_a_round_ends_at_its_deadline(crew, opened, client_for):
    tournament = opened(crew, days=3, round_days=1)
    moved(tournament, client_for)
    with time_machine.travel(timezone.now() + timedelta(days=1, minutes=1), tick=False):
        advance()
    tournament.refresh_from_db()
    assert tournament.round == 2
    assert all(each.result == "away" for each in of_round(tournament, 1)), "it was the first player's turn"


def test_absent_players_and_those_who_withdraw_get_no_more_games(crew, opened, client_for):
    tournament = opened(crew, rounds=3, days=3, round_days=1)
    first, second = of_round(tournament, 1)
    play_turn(client_for(first.home.user), Table.objects.get(pk=first.table_id), 0)
    moved(tournament, client_for)
    assert client_for(second.home.user).post(f"/tournaments/{tournament.pk}/leave/").status_code == 302
    win(second, second.home)
    with time_machine.travel(timezone.now() + timedelta(days=2), tick=False):
        advance()
    gone = set(Entry.objects.exclude(withdrawn_at=None).values_list("pk", flat=True))
    assert gone == {first.away_id, second.home_id}
    assert [{each.home_id, each.away_id} for each in of_round(tournament, 2)] == [
        {first.home_id, second.away_id}
    ]


def test_in_pools_the_opponents_of_who_withdrew_win_without_a_game(crew, opened, client_for):
    tournament = opened(crew, kind="pools")
    gone = Entry.objects.filter(user=crew[3]).get()
    client_for(crew[3]).post(f"/tournaments/{tournament.pk}/leave/")
    for _ in range(3):
        play_round(tournament, client_for)
    later = Pairing.objects.filter(round__gt=1)
    lost = [each for each in later if gone.pk in (each.home_id, each.away_id)]
    assert len(lost) == 2 and all(each.table_id is None and each.winner != gone for each in lost)


def test_a_tournament_starts_at_its_date_or_is_cancelled(crew, opened, client_for):
    at = (timezone.now() + timedelta(days=3)).strftime("%Y-%m-%dT%H:%M")
    early = opened(crew[:3], most=8, starts_at=at)
    few = opened(crew[:1], most=8, starts_at=at)
    assert early.status == few.status == "open"
    Preferences.objects.create(user=crew[0], feed_token="0" * 32)
    calendar = (
        client_for(None)
        .get(f"/feeds/{'00000000-0000-0000-0000-000000000000'}/deadlines.ics")
        .content.decode()
    )
    assert "Spring Cup starts" in calendar
    with time_machine.travel(timezone.now() + timedelta(days=4), tick=False):
        advance()
    early.refresh_from_db()
    few.refresh_from_db()
    assert (early.status, few.status) == ("running", "cancelled")
    assert Pairing.objects.filter(away=None, result="home").count() == 1, "one of three has a bye"


def test_registration_has_limits(crew, opened, client_for, moderator):
    tournament = opened(crew[:2], most=3)
    guest = person("guest:1", kind=User.Kind.GUEST)
    assert "signup" in client_for(guest).post(f"/tournaments/{tournament.pk}/join/").url
    assert client_for(crew[1]).post(f"/tournaments/{tournament.pk}/leave/").status_code == 302
    assert not Entry.objects.filter(user=crew[1]).exists()
    for user in (crew[1], crew[2]):
        client_for(user).post(f"/tournaments/{tournament.pk}/join/")
    assert client_for(crew[3]).post(f"/tournaments/{tournament.pk}/join/").status_code == 409
    assert client_for(crew[3]).post("/tournaments/999/join/").status_code == 404


def test_only_a_role_opens_and_cancels(crew, opened, client_for, moderator):
    assert client_for(crew[0]).get("/tournaments/new/").status_code == 403
    assert client_for(crew[0]).post("/tournaments/new/", FORM).status_code == 403
    assert moderator.post("/tournaments/new/", {**FORM, "least": 9}).status_code == 400
    tournament = opened(crew[:1], most=4)
    assert client_for(crew[0]).post(f"/tournaments/{tournament.pk}/cancel/").status_code == 403
    assert moderator.post(f"/tournaments/{tournament.pk}/cancel/").status_code == 302
    tournament.refresh_from_db()
    assert tournament.status == "cancelled" and "cancelled" in page(client_for(None), tournament)


def test_the_lists_show_each_tournament_once(crew, opened, client_for):
    opened(crew[:1], most=4)
    opened(crew)
    opens, runs = (
        client_for(None).get(f"/tournaments/?show={show}").content.decode() for show in ("open", "running")
    )
    assert opens.count("Spring Cup") == runs.count("Spring Cup") == 1


def test_games_of_a_rated_tournament_are_rated(crew, opened, client_for):
    tournament = opened(crew[:2], rounds=1, is_rated="on")
    play_round(tournament, client_for)
    assert tournament.status == "finished" and Rating.objects.count() == 2


def test_a_game_that_resumes_counts_at_its_second_end(crew, opened, client_for, moderator):
    tournament = opened(crew)
    moved(tournament, client_for)
    first, _second = of_round(tournament, 1)
    win(first, first.home)
    advance()
    table = Table.objects.get(pk=first.table_id)
    assert act(moderator, table, "rewind", ply=table.ply - 1).status_code == 302
    assert of_round(tournament, 1)[0].result == ""
    win(first, first.away)
    advance()
    assert of_round(tournament, 1)[0].result == "away"


def test_accounts_that_close_leave_their_tournaments(crew, opened, client_for):
    running, waiting = opened(crew), opened(crew[:3], most=8)
    own_account_erase(crew[0])
    adam = person_with_role("adam", "administrator")
    heir = person("heir")
    account_merge(adam, crew[1], into="heir", reason="one person")
    assert not Entry.objects.filter(tournament=waiting, user=crew[0]).exists()
    assert Entry.objects.get(tournament=running, user=crew[0]).withdrawn_at is not None
    assert Entry.objects.filter(user=heir, withdrawn_at=None).count() == 2


@pytest.mark.parametrize("count", [2, 3, 5, 8])
def test_a_round_robin_pairs_everybody_once(count):
    met = []
    for round_ in range(1, robin_rounds(count) + 1):
        pairs = round_robin(range(1, count + 1), round_)
        assert sorted(each for pair in pairs for each in pair if each) == list(range(1, count + 1))
        met += [frozenset(pair) for pair in pairs if None not in pair]
    assert sorted(map(sorted, met)) == [list(pair) for pair in combinations(range(1, count + 1), 2)]


def test_swiss_pairs_nobody_twice_as_long_as_possible():
    met = {entry: set() for entry in range(1, 7)}
    for _round in range(5):
        pairs = swiss([Player(entry, 0, frozenset(met[entry])) for entry in met])
        for one, two in pairs:
            assert two not in met[one]
            met[one].add(two)
            met[two].add(one)
    assert len(swiss([Player(entry, 0, frozenset(met[entry])) for entry in met])) == 3


def test_swiss_gives_the_bye_to_the_last_who_had_none():
    players = [Player(1, 4), Player(2, 2), Player(3, 0), Player(4, 0, had_bye=True), Player(5, 4)]
    order = sorted(players, key=lambda player: -player.points)
    assert swiss(order)[-1] == (3, None)


def test_a_bracket_keeps_the_best_apart():
    assert bracket([1, 2, 3, 4, 5, 6]) == [(1, None), (4, 5), (2, None), (3, 6)]


class Killed(BaseException):
    """What ends a worker at once."""


def killed_after(statements):
    """Stop the work after so many statements."""
    left = [statements]

    def execute(run, sql, params, many, context):
        left[0] -= 1
        if left[0] == 0:  # what follows takes the transaction back, as the database does after a kill
            raise Killed
        return run(sql, params, many, context)

    with connection.execute_wrapper(execute), suppress(Killed):
        advance()


def test_a_worker_that_dies_at_any_statement_leaves_every_pairing_once(crew, opened, client_for):
    tournament = opened([*crew, person("extra"), person("more")], rounds=3)
    for _ in range(3):
        tournament.refresh_from_db()
        moved(tournament, client_for)
        for pairing in of_round(tournament, tournament.round):
            if pairing.away is not None:
                win(pairing, pairing.home)
        for statements in range(1, 150, 7):
            killed_after(statements)
        advance()
    met = [frozenset((each.home_id, each.away_id)) for each in Pairing.objects.all()]
    assert len(met) == len(set(met)) == 9 and Table.objects.count() == 9
    assert Tournament.objects.get().status == "finished"


def test_a_game_that_a_moderator_holds_is_drawn_at_the_end_of_its_round(crew, opened, client_for, moderator):
    tournament = opened(crew, days=3, round_days=1)
    moved(tournament, client_for)
    held, other = of_round(tournament, 1)
    win(other, other.home)
    table = Table.objects.get(pk=held.table_id)
    assert act(moderator, table, "hold", days=0).status_code == 302
    with time_machine.travel(timezone.now() + timedelta(days=1, minutes=1), tick=False):
        advance()
        tournament.refresh_from_db()
        assert tournament.round == 2 and of_round(tournament, 1)[0].result == "draw"
        assert "has paused when its round ends" in page(client_for(None), tournament)
        assert act(moderator, table, "go-on").status_code == 302
        win(held, held.home)
        advance()
    assert of_round(tournament, 1)[0].result == "draw", "its later end changes nothing"


def test_players_who_block_each_other_do_not_meet(crew, opened, client_for):
    person_block(crew[0], crew[1])
    person_block(crew[2], crew[0])
    tournament = opened(crew, rounds=3)
    entries = {entry.pk: entry.user for entry in Entry.objects.select_related("user")}
    first = [{entries[each.home_id], entries[each.away_id]} for each in of_round(tournament, 1)]
    assert {crew[0], crew[3]} in first
    play_round(tournament, client_for)
    second = [{entries[each.home_id], entries[each.away_id]} for each in of_round(tournament, 2)]
    assert second == [{crew[0], crew[3]}, {crew[1], crew[2]}], "meeting again is better than meeting a block"


def test_swiss_pairs_people_who_block_each_other_only_if_nothing_else_is_left():
    alone = [Player(1, 2, avoids=frozenset({2})), Player(2, 2, avoids=frozenset({1}))]
    assert swiss(alone) == [(1, 2)]


def test_games_of_a_cancelled_tournament_do_not_wait_to_be_counted(crew, opened, client_for, moderator):
    tournament = opened(crew)
    assert moderator.post(f"/tournaments/{tournament.pk}/cancel/").status_code == 302
    for pairing in of_round(tournament, 1):
        win(pairing, pairing.home)
    advance()  # else twenty such games would keep the sweep from all others
    assert tournaments_due(timezone.now()) == []
    assert Tournament.objects.get().status == "cancelled" and len(of_round(tournament, 2)) == 0


def test_a_full_tournament_that_somebody_leaves_before_its_start_is_not_due(crew, opened, client_for):
    tournament = opened(crew[:3], most=4)
    client_for(crew[3]).post(f"/tournaments/{tournament.pk}/join/")
    client_for(crew[0]).post(f"/tournaments/{tournament.pk}/leave/")
    advance()
    assert Tournament.objects.get().status == "open" and tournaments_due(timezone.now()) == []
    client_for(crew[0]).post(f"/tournaments/{tournament.pk}/join/")
    advance()
    assert Tournament.objects.get().status == "running"


def test_further_games_of_a_meeting_have_time_after_the_end_of_the_round(crew, opened, client_for):
    tournament = opened(crew[:2], kind="knockout", days=3, round_days=3)
    moved(tournament, client_for)
    with time_machine.travel(timezone.now() + timedelta(days=3, minutes=1), tick=False):
        advance()
        first, second = of_round(tournament, 1)
        assert (first.result, second.result) == ("away", ""), "the second game has just begun"
        tournament.refresh_from_db()
        assert tournament.round_ends_at > timezone.now() and tournament.due_at == tournament.round_ends_at
    assert not Entry.objects.exclude(withdrawn_at=None).exists()


def test_names_are_visible_and_new_tournaments_are_limited(moderator, settings):
    settings.RATES = {**settings.RATES, "open": (1, 3600)}
    answers = [
        moderator.post("/tournaments/new/", FORM | {"name": name}) for name in ("Cup\u202e", "A\nB", "C")
    ]
    assert [answer.status_code for answer in answers] == [400, 302, 429]
    assert Tournament.objects.get().name == "A B"
