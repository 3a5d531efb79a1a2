"""What an email shows of a table: position and news; of the reader's turn also question, hand, chat and moves."""

import logging
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.links import absolute, more_time_token
from accounts.models import User
from games.days.agreements import DAYS
from games.engine.presenter import HeldCard, Scene, Text
from games.models import Notice, Preferences, Proposal, Seat, Table
from games.notices.delivery.board_words import board_words
from games.notices.delivery.kinds import KINDS
from games.notices.delivery.message import Item
from games.notices.selectors import preferences_of
from games.notices.turn_links import FEW, USUAL, OfferedMove, links_are_on, offered_moves, turn_url
from games.pictures.positions import card_png, fades_now, png_for_mails
from games.presenters import PRESENTERS
from games.tables.access import seat_of
from games.tables.exercise import TableStandIn
from games.tables.log import LogLine, log_page, names_of, with_time_out_warnings
from games.tables.table_rules import game_at, is_playable, state_at
from games.tables.unit_of_work import Position
from games.tables.words import reason_words
from games.talk.selectors import last_lines
from games.talk.text import in_one_line

FULL = 3  # tables that an email shows in full; if it shows more, each is shorter
LINES, FEW_LINES = 20, 3  # plies of news per table, at most; of a shorter one
CHAT, LETTERS = 3, 200  # messages, and characters of each
_POSITION_ROOM, _HAND_ROOM = 34_000, 12_000  # bytes of pictures in an email
log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Held:
    """A card of the hand, or several that look the same."""

    name: Text
    count: int
    picture: bytes  # PNG; empty if the email would get too large


@dataclass(frozen=True)
class TurnPart:
    """The reader's turn at one table."""

    asked: Text
    fades: bool  # what happens has to be remembered, so nothing of the position is shown
    board: tuple[str, ...] = ()  # in words, line by line
    hand: tuple[Held, ...] = ()
    waiting: tuple[tuple[str, datetime | None], ...] = ()  # the others who must act, each with a deadline
    chat: tuple[tuple[str, str], ...] = ()  # name and text
    moves: tuple[OfferedMove, ...] = ()
    all_url: str = ""  # of the page with all moves; empty if links are off


def _turn_part(turn: tuple[Position, Seat], user: User, tables: int) -> TurnPart:
    """The turn as its player may see it. `tables` is how many an email shows in full; 0: this one is only listed."""
    (position, mine), preferences = turn, preferences_of(user)
    table, seats = position.table, position.seats
    view, presenter = position.game.observe(position.state, mine.number), PRESENTERS[table.title]
    fades, has_links = fades_now(table), links_are_on(user)
    chats = preferences.talk != Preferences.Talk.NOTHING and tables > 0
    names = names_of(seats)
    return TurnPart(
        asked=presenter.prompt(view, mine.number),
        fades=fades,
        board=_board(position, mine.number, names) if tables and not fades else (),
        hand=() if fades else _hand(presenter.hand(view, mine.number), _HAND_ROOM // tables if tables else 0),
        waiting=tuple(
            (names[seat.number], seat.deadline) for seat in seats if seat.is_awaited and seat is not mine
        ),
        chat=tuple(
            (name, in_one_line(text, LETTERS)) for name, text in last_lines(user, table, seats, CHAT)
        ) if chats else (),
        moves=offered_moves(user, position, mine, FEW if tables else USUAL) if has_links and not fades else (),
        all_url=turn_url(user, mine, table.ply) if has_links else "",
    )  # fmt: skip


def _board(position: Position, you: int, names: tuple[str, ...]) -> tuple[str, ...]:
    game, slug = position.game, position.table.title
    scene = Scene(you, names, (), {}, len(position.seats), is_asked=False)
    board = PRESENTERS[slug].board(game.observe(position.state, you), scene)
    templates = [f"{slug}/board.html", "tables/plain/board.html"]
    return board_words(render_to_string(templates, {"board": board, "table": TableStandIn(slug)}))


def _hand(cards: tuple[HeldCard, ...], room: int) -> tuple[Held, ...]:
    counts = Counter((str(card.name), card.picture) for card in cards)
    if not room:
        return tuple(Held(name, count, b"") for (name, _picture), count in counts.items())
    drawn = [
        (name, count, drawn_or_none(partial(card_png, picture))) for (name, picture), count in counts.items()
    ]
    fits = sum(len(picture) for _name, _count, picture in drawn) <= room
    return tuple(Held(name, count, picture if fits else b"") for name, count, picture in drawn)


def drawn_or_none(draw: Callable[[], bytes]) -> bytes:
    """The picture; empty if drawing fails, because the email is sent in any case."""
    try:
        return draw()
    except Exception:  # the library may fail in any way
        log.exception("no picture for an email")
        return b""


def item_context(item: Item, user: User, tables: int, *, is_full: bool) -> dict[str, Any]:
    """The template context for one item; shorter unless it is full.

    `tables` is the number of tables that share the room for pictures; 0 if this one is only listed.
    """
    is_over = item.kind == Notice.Kind.FINISHED and item.table is not None and not item.is_bare
    is_shown = tables > 0 and not item.is_bare
    turn = turn_of(item, user) if is_shown else None
    return {
        "item": item,
        "is_listed": item.table is not None and not tables and not item.is_bare,
        "is_full": is_full,
        **_more_time(item, user),
        "check_url": absolute("table_chance", item.table.pk) if item.table is not None else "",
        "turn": _turn_part(turn, user, tables if is_full else 0) if turn else None,
        "picture": _picture(item, user, tables) if is_shown else b"",
        "lines": _news(item, user, LINES if is_full else FEW_LINES) if is_shown and item.told is None else [],
        "reason": reason_words(item.table) if item.table is not None and is_over else "",
        "ranked": sorted(item.seats, key=lambda seat: (seat.rank or 0, seat.number)) if is_over else [],
    }


def _more_time(item: Item, user: User) -> dict[str, str]:
    """Where the reader of a reminder can ask for more time, and how much; empty for other emails."""
    if item.kind != Notice.Kind.REMINDER or item.table is None or item.deadline is None:
        return {"more_time_url": "", "time_left": ""}
    year = item.deadline.astimezone(user.zone).year
    days, most = user.vacation_left(year), DAYS[Proposal.Kind.EXTEND][-1]
    spent = ngettext(
        "You have %(num)s day of vacation left in %(year)s", "You have %(num)s days of vacation left in %(year)s", days
    ) % {"num": days, "year": year}  # fmt: skip
    agreed = ngettext(
        "the players can agree on %(num)s more day", "the players can agree on up to %(num)s more days", most
    ) % {"num": most}  # fmt: skip
    left = _("%(spent)s; %(agreed)s.") % {"spent": spent, "agreed": agreed}
    token = more_time_token(user.pk, item.table.pk)
    return {"more_time_url": absolute("accounts:more_time", token), "time_left": left}


def _playable_table(item: Item) -> Table | None:
    """The item's table, if it has started and this release plays its rules."""
    table = item.table
    return table if table is not None and table.state and is_playable(table) else None


def turn_of(item: Item, user: User) -> tuple[Position, Seat] | None:
    """The reader's turn; None if the item is about something else or the turn is over."""
    table, seats = _playable_table(item), list(item.seats)
    mine = seat_of(user, seats)
    if table is None or mine is None or not mine.is_awaited or table.is_held or not KINDS[item.kind].asks:
        return None
    return Position(table, seats, game_at(table), state_at(table)), mine


def _picture(item: Item, user: User, tables: int) -> bytes:
    """The position as the reader may see it now, as PNG; empty if there is none, or if cards have to be remembered."""
    table, seat = _playable_table(item), seat_of(user, item.seats)
    if table is None or seat is None or not KINDS[item.kind].shows_position or fades_now(table):
        return b""
    return drawn_or_none(partial(png_for_mails, table, seat.number, _POSITION_ROOM // tables))


def _news(item: Item, user: User, limit: int) -> list[LogLine]:
    """What happened since the reader last acted, oldest first, as far as the reader may know it."""
    table, seat = _playable_table(item), seat_of(user, item.seats)
    if table is None or seat is None or fades_now(table):  # an email doesn't forget, as the log does
        return []
    state = state_at(table)
    lines = log_page(table, state, seat.number, names_of(item.seats), limit=limit)
    lines = with_time_out_warnings(table, item.seats, lines)
    return [line for line in reversed(lines) if line.ply > seat.acted_ply]
