"""The bots that people can play with: users by name and level, created when first needed."""

from collections.abc import Collection
from datetime import timedelta

from django.utils import timezone

from accounts.models import User
from games.engine.search import RANKS

__all__ = ["PROGRAM", "bot_of", "programs"]

PROGRAM = "program"  # the level of external programs
PROGRAMS = 20  # external programs offered, at most
RUNNING = timedelta(minutes=2)  # since the program was last seen

# Each level has enough bots for the largest table. Names are fixed and the same in all languages.
_NAMES = {
    "deckhand": ("Finn", "Lotte", "Pip", "Nell", "Joss", "Mina", "Wim", "Tess"),
    "mate": ("Ada", "Bram", "Cleo", "Dirk", "Edda", "Floris", "Greta", "Hugo"),
    "captain": ("Isolde", "Jonas", "Katla", "Laurens", "Marit", "Niels", "Oda", "Piet"),
}


def programs() -> list[User]:
    """The external programs that are running (`manage.py bot`), by name."""
    since = timezone.now() - RUNNING
    bots = User.objects.filter(kind=User.Kind.BOT, level=PROGRAM, last_login__gte=since)
    return list(bots.order_by("display_name")[:PROGRAMS])


def bot_of(level: str, taken: Collection[int | None]) -> User:
    """A bot of a level that is not among the user ids in `taken`. There is always one: see `_NAMES`."""
    for name in _NAMES[level]:
        bot = _bot(level, name)
        if bot.pk not in taken:
            return bot
    raise ValueError(f"Expected a bot of level {level} that is free, but got all of them in {taken}")


def _bot(level: str, name: str) -> User:
    # Nobody can sign up with a colon in the name.
    username = f"bot:{level}-{name.lower()}"
    found = User.objects.filter(username=username).first()
    return found or _made(username, level, f"{level.capitalize()} {name}")


def _made(username: str, level: str, display_name: str) -> User:
    """The bot user, created here or meanwhile by another process. It has no password, so it can't log in."""
    columns = {"kind": User.Kind.BOT, "level": level, "display_name": display_name, "mail_turns": False}
    bot, is_new = User.objects.get_or_create(username=username, defaults=columns)
    if is_new:
        bot.set_unusable_password()
        bot.save(update_fields=["password"])
    return bot


assert set(_NAMES) == set(RANKS)  # noqa: S101  # a level without names would fail when somebody chooses it
