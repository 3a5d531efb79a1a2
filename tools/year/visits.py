"""What a member does during one visit, through the services that the pages call."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from random import Random

from django.core.exceptions import ValidationError

from accounts.models import User
from accounts.vacations import vacation_add
from games.bots.seating import bots_seat
from games.clock.clocks import DAY, HOUR, Bank, Clock, Fixed
from games.days.absences import absence_announce, seat_take_over
from games.days.agreements import proposal_answer, proposal_make
from games.engine.chance import Chance
from games.engine.codec import dump_move
from games.engine.play import random_move
from games.errors import NotAllowed, NotPossible
from games.models import Proposal, Seat, Table
from games.tables import lobby, play
from games.tables.table_rules import game_at, is_playable, state_at
from games.talk.services import line_say
from games.titles import TITLES
from tools.year.machine import Machine
from tools.year.members import Member

AT_ONCE = 25  # moves in one turn, at most
_CLOCKS: tuple[Clock, ...] = (
    Fixed(8 * HOUR), Fixed(DAY), Fixed(DAY), Fixed(3 * DAY), Bank(start=DAY, increment=12 * HOUR, cap=3 * DAY),
)  # fmt: skip
_ON_TIMEOUT = (*[Table.OnTimeout.DEFAULT] * 5, Table.OnTimeout.LOSE, Table.OnTimeout.CARETAKER)
_BOTS = "captivate"  # the title that is also played with bots
_LIVELY = Table.Status.RUNNING


@dataclass
class Club:
    """The members, the games they have agreed on, and what they did."""

    machine: Machine
    members: list[Member]
    dice: Random
    # Ids of the users who will join each open table.
    wanted: dict[int, list[int]] = field(default_factory=dict)
    did: Counter[str] = field(default_factory=Counter)

    def try_to(self, what: str, act: Callable[[], object]) -> None:
        """Do something that the site may refuse, and count the outcome."""
        try:
            act()
        except (NotPossible, NotAllowed, ValidationError):
            self.did[f"{what}, refused"] += 1
        else:
            self.did[what] += 1

    def chance(self) -> Chance:
        """A new stream of random choices."""
        return Chance(self.dice.randbytes(16), 0)


def table_open(club: Club, member: Member) -> None:
    """Open a table, and agree with the others who will join it."""
    dice = club.dice
    title = dice.choice(tuple(TITLES))
    seats = dice.choice([number for number in TITLES[title].seats if number <= min(4, len(club.members))])
    has_bots = title == _BOTS and dice.random() < 0.3
    pace = lobby.Pace(
        dice.choice(_CLOCKS), dice.choice(_ON_TIMEOUT), delays_answers=dice.random() < 0.2,
        offers_seats=dice.random() < 0.5,
    )  # fmt: skip
    user = member.user
    table = lobby.table_create(user, title=title, options={}, seats=seats, pace=pace)
    # Derive all of its chance from the dice too.
    Table.objects.filter(pk=table.pk).update(seed=dice.randbytes(32), identity=_nonce(dice))
    lobby.seat_contribute(user, table.pk, nonce=_nonce(dice))
    others = [each.user for each in dice.sample(club.members, len(club.members)) if each is not member]
    club.did["tables opened"] += 1
    if has_bots:
        bots_seat(user, table.pk, level="deckhand")
    club.wanted[table.pk] = [each.pk for each in others[: seats - 1 - has_bots]]
    if seats - 1 > has_bots and dice.random() < 0.5:
        club.try_to("invitations", lambda: lobby.seat_invite(user, table.pk, name=others[0].username))


def _nonce(dice: Random) -> str:
    return dice.randbytes(16).hex()


def visit(club: Club, member: Member) -> None:
    """Announce holidays, join, answer proposals, play and take over, as far as the member doesn't put it off."""
    club.did["visits"] += 1
    _announce(club, member)
    _join(club, member.user)
    _agree(club, member.user)
    for table_id in waiting(member.user):
        if club.dice.random() >= member.forgets:
            _turn(club, User.objects.get(pk=member.user.pk), table_id)
    if club.dice.random() < 0.3:
        _take_over(club, member.user)


def _announce(club: Club, member: Member) -> None:
    while member.holidays and member.holidays[0][0] <= club.machine.now:
        _told, first, last = member.holidays.pop(0)

        def announce(user: User = member.user) -> None:
            stored = vacation_add(user, first, last)  # noqa: B023  # called at once
            absence_announce(stored, first, last)  # noqa: B023

        club.try_to("vacations", announce)


def _join(club: Club, user: User) -> None:
    for table_id, people in list(club.wanted.items()):
        if user.pk in people:
            people.remove(user.pk)
            club.try_to("seats taken", partial(lobby.seat_take, user, table_id, nonce=_nonce(club.dice)))
        if not people:
            del club.wanted[table_id]


def _agree(club: Club, user: User) -> None:
    mine = Seat.objects.filter(user=user, is_live=True).values("table")
    asked = Proposal.objects.filter(table__in=mine, status="open").exclude(votes__user=user)
    for each in asked.order_by("pk"):
        is_yes = club.dice.random() < 0.8
        answer = partial(proposal_answer, user, each.table_id, proposal_id=each.pk, is_yes=is_yes)
        club.try_to("answers to proposals", answer)


def waiting(user: User) -> list[int]:
    """The running tables that wait for the user, most urgent first."""
    mine = Seat.objects.filter(user=user, is_awaited=True, table__status=_LIVELY, table__is_held=False)
    return list(mine.order_by("deadline", "pk").values_list("table", flat=True))


def _turn(club: Club, user: User, table_id: int) -> None:
    """Play until it is another seat's turn; sometimes propose something, take a move back, or write a message."""
    dice = club.dice
    if dice.random() < 0.03:
        kind, days = dice.choice(((Proposal.Kind.EXTEND, 2), (Proposal.Kind.PAUSE, 3)))
        club.try_to("proposals", lambda: proposal_make(user, table_id, kind=kind, days=days))
    for _each in range(AT_ONCE):
        if not _move(club, user, table_id):
            break
    if dice.random() < 0.05:
        table = Table.objects.get(pk=table_id)
        club.try_to("undone moves", lambda: play.turn_undo(user, table_id, expected_ply=table.ply))
        club.machine.pass_by(30)
        _move(club, user, table_id)
    if dice.random() < 0.02:
        other = dice.choice(club.members).user.username
        club.try_to("words", lambda: line_say(user, table_id, text=f"Well played, @{other}"))


def _move(club: Club, user: User, table_id: int) -> bool:
    """Make one move, half of them default moves, because random play soon ruins everybody. Returns False if none."""
    table = Table.objects.get(pk=table_id)
    seat = Seat.objects.get(table=table, user=user)
    if not table.is_running or table.is_held or not seat.is_awaited or seat.answer or not is_playable(table):
        return False
    game, state, chance = game_at(table), state_at(table), club.chance()
    is_safe = club.dice.random() < 0.5
    move = game.default_move(state, seat.number) if is_safe else random_move(game, state, seat.number, chance)
    play.move_play(user, table_id, move=dump_move(move), expected_ply=table.ply)
    club.did["moves"] += 1
    club.machine.pass_by(club.dice.randrange(5, 90))
    return True


def _take_over(club: Club, user: User) -> None:
    """Take over an absent player's seat, if there is one."""
    offered = Seat.objects.filter(is_offered=True, table__status=_LIVELY).exclude(table__seats__user=user)
    seat = offered.order_by("pk").first()
    if seat is not None:
        number, table = seat.number, seat.table_id
        club.try_to("seats taken over", lambda: seat_take_over(user, table, number=number))
