"""The club's members: where they live, when they sleep, when they visit the site, and when they are away."""

from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from random import Random

from accounts.models import User
from games.models import Preferences
from games.notices.services import next_digest

# Zones whose clocks change in either hemisphere, at midnight, by half an hour, and never.
ZONES = (
    "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "America/Santiago", "Pacific/Auckland",
)  # fmt: skip
_BED, _UP = (time(22, 30), time(23), time(0), time(1)), (time(6), time(7), time(8), time(9))
_LOOKS = range(10 * 60, 22 * 60)  # minutes of the day when everybody is awake
_NIGHTS = ("sleep", "sleep", "quiet", "sleep", "digest", "sleep", "rings", "sleep", "none", "off")

Span = tuple[datetime, datetime]


@dataclass
class Member:
    """A member of the club, with habits that the site does not know."""

    user: User
    looks: list[int]  # minutes of the local day, about when the member visits
    forgets: float  # probability of leaving a waiting table for later
    away: list[Span] = field(default_factory=list)  # when the member is unreachable
    holidays: list[tuple[datetime, date, date]] = field(
        default_factory=list
    )  # time of the announcement, first and last day
    night: tuple[time, time] | None = None  # in local time; when nothing may disturb the member
    rings: bool = False  # wants to be disturbed for a near deadline
    digest: time | None = None

    def is_away(self, at: datetime) -> bool:
        """Whether the member is unreachable."""
        return any(first <= at < last for first, last in self.away)

    def next_look(self, after: datetime, dice: Random) -> datetime:
        """When the member will visit the site next."""
        zone = self.user.zone
        day = after.astimezone(zone).date()
        while True:
            for minute in self.looks:
                at = datetime.combine(day, time(), zone) + timedelta(minutes=minute + dice.randrange(-30, 31))
                if at > after + timedelta(hours=1) and not self.is_away(at) and dice.random() > 0.1:
                    return at.astimezone(UTC)
            day += timedelta(days=1)


def member_make(number: int, start: datetime, weeks: int, dice: Random) -> Member:
    """Create a member with an account, a calendar and a year's plans."""
    night, zone = _NIGHTS[number % len(_NIGHTS)], ZONES[number % len(ZONES)]
    user = User.objects.create_user(
        f"member-{number}", f"member-{number}@example.org", display_name=f"Member {number}", time_zone=zone
    )
    hours = dice.choice(_BED), dice.choice(_UP)
    looks = sorted(dice.sample(_LOOKS, dice.choice((1, 1, 2, 2, 3, 4))))
    member = Member(user, looks, dice.choice((0.02, 0.1, 0.3)))
    _set_rest(member, night, hours)
    _plan(member, start, weeks, dice)
    return member


def _set_rest(member: Member, night: str, hours: tuple[time, time]) -> None:
    """Enter the member's nights on the site: in the calendar, as quiet hours, or not at all."""
    user = member.user
    chosen = Preferences(user=user)
    if night in ("quiet", "rings"):
        chosen.quiet_from, chosen.quiet_until = hours
    elif night != "none":
        user.sleep_from, user.sleep_to = hours
    if night == "off":
        user.days_off = [5, 6]
    if night == "digest":
        member.digest = chosen.digest_time = time(18)
        chosen.digest_at = next_digest(time(18), user.zone, user.date_joined)
    member.rings = chosen.rings_when_near = night == "rings"
    member.night = None if night == "none" else hours
    user.save()
    chosen.save()


def _plan(member: Member, start: datetime, weeks: int, dice: Random) -> None:
    """Plan two announced holidays a year, and one unannounced absence."""
    for _each in range(_about(weeks / 26, dice)):
        told = start + timedelta(days=dice.randrange(max(1, weeks * 7 - 20)))
        first = (told + timedelta(days=dice.randrange(1, 12))).astimezone(member.user.zone).date()
        last = first + timedelta(days=dice.randrange(2, 13))
        member.holidays.append((told, first, last))
    for _each in range(_about(weeks / 52, dice)):
        begin = start + timedelta(days=dice.randrange(weeks * 7))
        member.away.append((begin, begin + timedelta(days=dice.randrange(4, 22))))
    member.holidays.sort()


def _about(number: float, dice: Random) -> int:
    return int(number) + (dice.random() < number % 1)
