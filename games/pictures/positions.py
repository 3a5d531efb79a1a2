"""A table's position as a picture, as a seat or a spectator sees it."""

import hashlib

from django.utils.translation import get_language

from accounts.models import Reader
from games.engine.kit.miniature import miniature_of
from games.engine.kit.pictures import Picture
from games.engine.replay import ReplayError
from games.errors import RulesMissing
from games.history.then import then_at
from games.models import Seat, Table
from games.pictures.drawn import BRIEFLY, kept, png_of
from games.presenters import PRESENTERS
from games.tables.table_rules import game_at, is_playable, state_at

MAIL_WIDTH = 480  # pixels


def seat_number(user: Reader, table: Table) -> int | None:
    """The user's seat number at the table; None for spectators."""
    if not user.is_authenticated:
        return None
    return Seat.objects.filter(table=table, user=user).values_list("number", flat=True).first()


def picture_of(table: Table, seat: int | None) -> str:
    """The current position of a table as SVG; only the title's name if the table has not started or is stopped."""
    if not table.state or not is_playable(table):
        return title_picture(table.title)
    # The key includes the state: a ply can recur after a rewind, and the rules can change with a release.
    return kept(_key("svg", table, seat), lambda: _drawn(table, seat))


def past_picture(table: Table, at: int) -> str:
    """What a spectator saw after ply `at`, as SVG; only the title's name if that position is unknown."""

    def draw() -> str:
        try:
            then = then_at(table, at)
        except (ReplayError, RulesMissing):
            return title_picture(table.title)
        return miniature_of(PRESENTERS[then.game.slug], then.game.observe(then.state, None))

    # The chain's hash identifies the whole log.
    return kept(("past", table.pk, at, bytes(table.chain), table.state, get_language()), draw, BRIEFLY)


def png_for_mails(table: Table) -> bytes:
    """The current position as a spectator sees it, as PNG. Mails may be read by others, so hidden cards stay hidden."""
    return kept(_key("png", table, None), lambda: png_of(picture_of(table, None), MAIL_WIDTH))


def fades_now(table: Table) -> bool:
    """Whether players have to remember cards now, so that no picture of the position may be stored.

    If the rules are missing we can't know, so the answer is True.
    """
    if not table.state or table.has_open_secrets:
        return False
    return not is_playable(table) or bool(game_at(table).fades(state_at(table)))


def _key(kind: str, table: Table, seat: int | None) -> tuple[object, ...]:
    state = hashlib.sha256(table.state.encode()).hexdigest()
    return kind, table.pk, table.ply, seat, table.rules_version, state, get_language()


def _drawn(table: Table, seat: int | None) -> str:
    game = game_at(table)
    return miniature_of(PRESENTERS[game.slug], game.observe(state_at(table), seat))


def title_picture(slug: str) -> str:
    """A picture with only the title's name."""
    name = PRESENTERS[slug].name
    picture = Picture(name)
    picture.ground("hull")
    picture.write(160, 96, name, min(26, 480 / max(1, len(str(name)))), fill="#f6efdf", text_anchor="middle")
    picture.path("M60 116H260", line="brass", stroke_width=2)
    return picture.svg()
