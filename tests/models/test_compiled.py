"""Compiled queries answer what the ORM answers, on whatever release of Django and database these tests run."""

import gc
import inspect
import itertools
import threading
from importlib import import_module

import pytest
from django.conf import settings
from django.db import IntegrityError, connection, transaction
from django.db.models import BooleanField, Exists, OuterRef
from django.db.transaction import TransactionManagementError
from django.test.utils import CaptureQueriesContext

from games import services
from games.models import Decision, MoveRecord, Seat, Table, Vote
from games.models.compiled import CompiledQuery
from tests.conftest import person
from tests.play import first_move, running_table

pytestmark = pytest.mark.django_db

FEW = (0, 1, 2, 3, 2**31 - 1)
SEATS = CompiledQuery[Seat](
    lambda table: Seat.objects.filter(table_id=table).order_by("number"), related=["user"]
)
BY_ID = CompiledQuery[Table](lambda table: Table.objects.filter(pk=table))
LOCKED = CompiledQuery[Table](lambda table: Table.objects.select_for_update().filter(pk=table))


def queries_of_the_site():
    """Every compiled query that the code of the site has made."""
    import_module(settings.ROOT_URLCONF)
    found = [each for each in gc.get_objects() if type(each) is CompiledQuery]
    return [each for each in found if inspect.getmodule(each._query).__name__.startswith("games.")]


def content(row):
    """Everything that an instance holds, with the types of it, and what hangs on it."""
    held = {name: (type(value), value) for name, value in vars(row).items() if name != "_state"}
    related = {name: value and content(value) for name, value in row._state.fields_cache.items()}
    return type(row), held, related, row._state.db, row._state.adding, row.get_deferred_fields()


def answers(query, *numbers):
    """The rows by the SQL that was kept, and those by the ORM, in full."""
    return [content(row) for row in query(*numbers)], [content(row) for row in query.queryset(*numbers)]


@pytest.fixture
def table(alice, bob):
    """A table with moves, a seat that nobody has any more, and a proposal; and somebody with a decision to read."""
    made = running_table(alice, bob, person("dora"))
    services.move_play(alice, made.pk, move=first_move(made, 0), expected_ply=0)
    services.proposal_make(alice, made.pk, kind="pause", days=3)
    Seat.objects.filter(table=made, number=2).update(user=None, deadline=None)
    Decision.objects.create(kind="suspend", person=bob, by=alice, reason="rude", facts={"days": 3})
    return made


def test_every_query_of_the_site_answers_as_the_orm_does(table, alice, bob):
    numbers = {table.pk, alice.pk, bob.pk, *FEW}
    found, rows = queries_of_the_site(), 0
    assert len(found) >= 6
    with transaction.atomic():
        for query in found:
            count = len(inspect.signature(query._query).parameters)
            for chosen in itertools.product(numbers, repeat=count):
                ours, theirs = answers(query, *chosen)
                assert ours == theirs, (query._query, chosen)
                rows += len(ours)
    assert rows > 2 * len(found)


def test_what_is_read_is_what_was_written(table, alice):
    seats = SEATS(table.pk)
    assert [seat.number for seat in seats] == [0, 1, 2]
    assert seats[0].user == alice and seats[0].user.date_joined == alice.date_joined
    assert seats[2].user is None and seats[2].deadline is None
    seats[0].timeouts = 2
    seats[0].save()  # an instance like any other
    assert SEATS(table.pk)[0].timeouts == 2


def test_annotations_have_their_type(table):
    votes = Vote.objects.filter(proposal__table=OuterRef("pk"))
    query = CompiledQuery[Table](
        lambda pk: Table.objects.filter(pk=pk).annotate(asked=Exists(votes)), annotations={"asked": BooleanField()}
    )  # fmt: skip
    assert query(table.pk)[0].asked is True
    Vote.objects.all().delete()
    assert query(table.pk)[0].asked is False


def test_numbers_keep_their_places(table):
    query = CompiledQuery[MoveRecord](
        lambda pk, end: MoveRecord.objects.filter(ply__lt=end, table=pk).order_by("-ply")[:2]
    )
    for end in (-1, 0, 1, 2, 3):
        ours, theirs = answers(query, table.pk, end)
        assert ours == theirs
        assert len(ours) == min(2, max(0, end + 1))


@pytest.mark.parametrize("number", [-1, 0, 2**31, 2**63, 10**30])
def test_numbers_that_no_column_holds_find_nothing(table, number):
    assert BY_ID(number) == list(BY_ID.queryset(number)) == []


def test_one_query_asks_once(table, django_assert_num_queries):
    SEATS(table.pk)
    with django_assert_num_queries(1):
        assert [seat.user and seat.user.username for seat in SEATS(table.pk)] == ["alice", "bob", None]


def test_fields_that_were_not_loaded_are_fetched_when_they_are_wanted(table, django_assert_num_queries):
    query = CompiledQuery[Table](lambda pk: Table.objects.filter(pk=pk), only=["id", "title"])
    (row,) = query(table.pk)
    with django_assert_num_queries(0):
        assert row.title == "captivate"
    with django_assert_num_queries(1):
        assert row.seed == table.seed


def test_number_that_does_not_reach_the_database_as_it_is_is_refused():
    with pytest.raises(ValueError, match="Expected each number"):
        CompiledQuery[Table](lambda pk: Table.objects.filter(pk=pk + 1))(7)


def test_another_thread_asks_by_a_connection_of_its_own(transactional_db, alice, bob):
    table, found = running_table(alice, bob), []
    SEATS(table.pk)

    def ask():
        found.extend(seat.user.username for seat in SEATS(table.pk))
        connection.close()

    thread = threading.Thread(target=ask)
    thread.start()
    thread.join()
    assert found == ["alice", "bob"]


def outcome(ask):
    try:
        return len(list(ask()))
    except TransactionManagementError as error:
        return str(error)


def test_lock_is_taken_in_a_transaction_only_as_by_the_orm(transactional_db, alice, bob):
    table = running_table(alice, bob)
    with transaction.atomic(), CaptureQueriesContext(connection) as asked:
        assert outcome(lambda: LOCKED(table.pk)) == outcome(lambda: LOCKED.queryset(table.pk)) == 1
    locks = ["FOR UPDATE" in each["sql"] for each in asked if each["sql"].startswith("SELECT")]
    assert locks == [connection.features.has_select_for_update] * 2
    assert outcome(lambda: LOCKED(table.pk)) == outcome(lambda: LOCKED.queryset(table.pk))


def test_broken_transaction_is_told_of_as_by_the_orm(table):
    with transaction.atomic():
        with pytest.raises(IntegrityError), transaction.atomic():
            Seat.objects.filter(table=table, number=1).update(number=0)
        connection.needs_rollback = True
        for ask in (SEATS, SEATS.queryset):
            with pytest.raises(TransactionManagementError):
                list(ask(table.pk))
        connection.needs_rollback = False
