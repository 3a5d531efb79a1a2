"""Answers to repeated requests: with an `Idempotency-Key`, a repeat gets the first answer and does nothing again."""

import hashlib
import zlib
from collections.abc import Callable
from functools import wraps

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from accounts.models import User
from games.api.access import grant_of
from games.api.problems import problem
from games.models import ApiAnswer
from games.models.api import KEY_LENGTH
from games.pages.read_only import end_read_only

MOST = 100  # per person; the oldest go first
LARGEST = 100_000  # bytes of an answer that is stored; a larger one is replaced by a short one
HEADER, REPLAYED = "Idempotency-Key", "Idempotency-Replayed"
_HEADERS = ("Content-Type", "ETag", "Location", "Retry-After")

Run = Callable[..., HttpResponse]


def written_once(run: Run) -> Run:
    """Wrap an operation that writes: it ends read-only mode, and answers repeats as the first time."""

    @wraps(run)
    def answered(request: HttpRequest, **named: object) -> HttpResponse:
        key = request.headers.get(HEADER)
        answer = run(request, **named) if key is None else _with_key(run, request, key, named)
        if answer.status_code < 300:
            end_read_only()
        return answer

    return answered


def _with_key(run: Run, request: HttpRequest, key: str, named: dict[str, object]) -> HttpResponse:
    if not 0 < len(key) <= KEY_LENGTH or not key.isprintable():
        return problem("malformed", _("Send an Idempotency-Key of at most 100 characters."))
    try:
        grant = grant_of(request)
    except Exception:  # the operation will raise it again, and handle it
        grant = None
    if grant is None:
        return run(request, **named)
    return _first_answer(run, request, (grant.user, key), named)


@transaction.atomic
def _first_answer(
    run: Run, request: HttpRequest, whose: tuple[User, str], named: dict[str, object]
) -> HttpResponse:
    """The stored answer, or that of the operation, which is stored in the same transaction as what it does.

    A repeat that arrives meanwhile waits for it at the unique constraint.
    """
    (user, key), digest = whose, _digest_of(request)
    row, is_first = ApiAnswer.objects.get_or_create(user=user, key=key, defaults={"request": digest})
    if not is_first:
        return _replayed(row, digest)
    answer = run(request, **named)
    if answer.status_code >= 500 or answer.status_code in (401, 403, 429):  # a repeat may go better
        transaction.set_rollback(True)
        return answer
    _keep(row, answer)
    return answer


def _replayed(row: ApiAnswer, digest: str) -> HttpResponse:
    if row.request != digest:
        return problem("key-reused", _("You have sent another request with this Idempotency-Key."))
    answer = HttpResponse(zlib.decompress(row.body), status=row.status, headers=row.headers)
    answer[REPLAYED] = "true"
    return answer


def _keep(row: ApiAnswer, answer: HttpResponse) -> None:
    is_small = len(answer.content) <= LARGEST
    row.status, row.body = (
        answer.status_code,
        zlib.compress(answer.content if is_small else b'{"done": true}'),
    )
    row.headers = {name: answer[name] for name in _HEADERS if name in answer}
    row.save(update_fields=["status", "body", "headers"])
    mine = ApiAnswer.objects.filter(user=row.user_id).order_by("-pk")
    ApiAnswer.objects.filter(pk__in=list(mine.values_list("pk", flat=True)[MOST : MOST + 10])).delete()


def _digest_of(request: HttpRequest) -> str:
    whole = (request.method or "", request.get_full_path(), request.headers.get("If-Match", ""))
    return hashlib.sha256("\n".join(whole).encode() + b"\n" + request.body).hexdigest()
