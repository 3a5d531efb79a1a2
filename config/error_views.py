"""The view for errors that no other view has foreseen (Django's `handler500`)."""

import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from redis.exceptions import RedisError

__all__ = ["server_error"]

RETRY_SECONDS = 5


def server_error(request: HttpRequest) -> HttpResponse:
    """503 if the database or Redis was lost, which a repeat may mend, and 500 for everything else.

    Redis is needed where a limit must be counted, as at the log-in. The pages get no request: what they would ask
    it for may be what is broken.
    """
    if isinstance(sys.exc_info()[1], InterfaceError | OperationalError | RedisError):
        return HttpResponse(
            render_to_string("503.html"), status=503, headers={"Retry-After": str(RETRY_SECONDS)}
        )
    return HttpResponse(render_to_string("500.html"), status=500)
