"""Links in emails that make one move: signed tokens, each for one person, one turn of theirs, a ply and a move.

A token is no log-in. It expires with the turn, and when the person's password or address changes.
"""

from collections import Counter
from typing import Any, NamedTuple

from django.conf import settings
from django.core import signing
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext_lazy as _

from accounts.links import absolute
from accounts.models import Reader, User
from games.bots.hints import moves_considered
from games.engine.codec import dump_move, load_move
from games.engine.kit.plain import suggestion_of
from games.engine.presenter import Scene, Suggestion, Text
from games.errors import NotAllowed, TableError
from games.models import Seat
from games.notices.selectors import preferences_of
from games.presenters import PRESENTERS
from games.tables.access import seat_of
from games.tables.log import names_of
from games.tables.play import expect_running
from games.tables.unit_of_work import Position, position_of, table_read

FEW, USUAL = 6, 3  # moves that are all offered; moves offered of more
_SALT = "games.turn"
_LONGEST = 60 * 24 * 3600  # seconds


class TurnLinkOver(TableError):
    """The turn, or the right to play it by this link, has ended."""

    code = "turn-link-over"
    status = 410
    sentence = _(
        "This link no longer works: its turn is over, or the link was cancelled. Nothing was played."
    )


class TurnToken(NamedTuple):
    """What a token says."""

    user_id: int
    table_id: int
    turn: int  # the ply at which the turn began
    ply: int  # of the page or email that has the link
    move: str  # JSON; empty for all moves


class OpenTurn(NamedTuple):
    """A turn that its player may play now."""

    user: User
    position: Position
    seat: Seat
    token: TurnToken


class OfferedMove(NamedTuple):
    """A move with its link."""

    words: Text
    url: str


def turn_token(user: User, seat: Seat, ply: int, move: str = "") -> str:
    """A signed token for the current turn of the seat."""
    said = TurnToken(user.pk, seat.table_id, seat.turn_ply, ply, move)
    return signing.dumps([*said, _seal(user, settings.SECRET_KEY)], salt=_SALT, compress=True)


def _seal(user: User, key: str) -> str:
    """Changes with the password and the address."""
    return salted_hmac(_SALT, f"{user.password} {user.email}", secret=key).hexdigest()[:16]


def turn_of_token(token: str, reader: Reader) -> OpenTurn | None:
    """The turn that the token opens for the reader, who may be anonymous; None if the token is forged.

    Raises NotAllowed for another person, TurnLinkOver or NotPossible.
    """
    found = _load(token)
    if found is None:
        return None
    said, seal = found
    if reader.is_authenticated and reader.pk != said.user_id:
        raise NotAllowed(
            _(
                "This link is from an email to another player. Log in as that player to use it. Nothing was played."
            )
        )
    user = User.objects.filter(pk=said.user_id, is_active=True).first()
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    if user is None or not any(constant_time_compare(seal, _seal(user, key)) for key in keys):
        raise TurnLinkOver
    if not links_are_on(user):
        raise TurnLinkOver
    position = _position(said.table_id)
    seat = seat_of(user, position.seats)
    if seat is None or not is_turn(seat, said):
        raise TurnLinkOver
    return OpenTurn(user, position, seat, said)


def is_turn(seat: Seat, said: TurnToken) -> bool:
    """Whether the seat's turn that the token names goes on."""
    return seat.is_awaited and seat.turn_ply == said.turn


def _load(token: str) -> tuple[TurnToken, str] | None:
    try:
        loaded = signing.loads(token, salt=_SALT, max_age=_LONGEST)
    except signing.SignatureExpired as error:
        raise TurnLinkOver from error
    except signing.BadSignature:
        return None
    *said, seal = loaded
    return TurnToken(*said), seal


def _position(table_id: int) -> Position:
    table = table_read(table_id)
    if table is None or not table.state:
        raise TurnLinkOver
    expect_running(table)
    return position_of(table)


def links_are_on(user: User) -> bool:
    """Whether the site and the player allow links that make moves."""
    return settings.TURN_LINKS and preferences_of(user).plays_from_mail


def offered_moves(user: User, position: Position, seat: Seat, few: int = FEW) -> tuple[OfferedMove, ...]:
    """All of at most `few` moves, or three of more; none if they are composed."""
    legal = position.game.legal_moves(position.state, seat.number)
    moves = legal if len(legal) <= few else _usual(position, seat, legal)
    return tuple(offered_move(user, position, seat, move) for move in moves)


def offered_move(user: User, position: Position, seat: Seat, move: Any) -> OfferedMove:
    """A move of the seat, with the link that plays it."""
    words = question_about(position, seat, move).words
    return OfferedMove(words, turn_url(user, seat, position.table.ply, dump_move(move)))


def question_about(position: Position, seat: Seat, move: Any) -> Suggestion:
    """A move of the seat, in the title's words, and the choices that show it on the board."""
    game, state, number = position.game, position.state, seat.number
    legal, names = game.legal_moves(state, number), names_of(position.seats)
    scene = Scene(number, names, legal, {}, len(position.seats), is_asked=True)
    return suggestion_of(PRESENTERS[game.slug], game.observe(state, number), scene, move)


def _usual(position: Position, seat: Seat, legal: tuple[Any, ...]) -> list[Any]:
    """Three of many moves: those that a captain would consider if hints are allowed; else one of each type, most usual
    first, then more of each with other cards.
    """
    considered = moves_considered(position, seat.number)
    if considered:
        return [load_move(position.game, move) for move in considered]
    groups: dict[Any, list[Any]] = {}
    for move in legal:
        key = type(move), getattr(move, "card", getattr(move, "at", None))
        groups.setdefault(key, []).append(move)
    place = {kind: number for number, kind in enumerate(PRESENTERS[position.game.slug].usual)}
    seen: Counter[str] = Counter()
    ordered = []
    for group in groups.values():
        kind = group[0].__struct_config__.tag
        ordered.append((seen[kind], place.get(kind, len(place)), group[len(group) // 2]))
        seen[kind] += 1
    ordered.sort(key=lambda each: each[:2])
    found = [move for _again, _place, move in ordered]
    return [*found, *(move for move in legal if move not in found)][:USUAL]


def turn_url(user: User, seat: Seat, ply: int, move: str = "") -> str:
    """The full URL of the page that asks about the move, or shows all moves."""
    return absolute("turn", turn_token(user, seat, ply, move))
