"""The bots that people meet: rows of users by name and level, made when they are first needed."""

from collections.abc import Collection

from accounts.models import User
from games.engine.search import RANKS

__all__ = ["PROGRAM", "bot_of"]

PROGRAM = "program"  # the level of bots that are programs from outside

# Enough of each level for the largest table. A name is the same for ever, in whatever language.
_NAMES = {
    "deckhand": ("Finn", "Lotte", "Pip", "Nell", "Joss", "Mina", "Wim", "Tess"),
    "mate": ("Ada", "Bram", "Cleo", "Dirk", "Edda", "Floris", "Greta", "Hugo"),
    "captain": ("Isolde", "Jonas", "Katla", "Laurens", "Marit", "Niels", "Oda", "Piet"),
}


def bot_of(level: str, taken: Collection[int | None]) -> User:
    """A bot of a level that is not among `taken`, ids of users. There is always one: see `_NAMES`."""
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
    """A new bot, or the same that somebody else has made meanwhile. It has no password, and so cannot log in."""
    columns = {"kind": User.Kind.BOT, "level": level, "display_name": display_name, "mail_turns": False}
    bot, is_new = User.objects.get_or_create(username=username, defaults=columns)
    if is_new:
        bot.set_unusable_password()
        bot.save(update_fields=["password"])
    return bot


assert set(_NAMES) == set(RANKS)  # noqa: S101  # a level without names would fail when somebody chooses it
