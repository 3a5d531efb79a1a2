"""Schemathesis asks every operation of the running site: no 500, and no answer that isn't in the description.

SCHEMATHESIS=50 asks each operation that often, instead of a few times.
"""

import os
from copy import deepcopy
from itertools import cycle, product

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from games.api.site import description
from games.api.tokens import SCOPES, token_create
from games.models import Table
from games.tables import lobby
from tests.play import running_table

TIMES = int(os.environ.get("SCHEMATHESIS", "4"))
CHECKS = [
    not_a_server_error, status_code_conformance, content_type_conformance, response_headers_conformance,
    response_schema_conformance,
]  # fmt: skip


def operations():
    """Return the operations of the description, except the stream, which does not end."""
    whole = deepcopy(description())
    del whole["paths"]["/api/v1/events"]
    return [found.ok() for found in schemathesis.openapi.from_dict(whole).get_all_operations()]


def meant(case, tables):
    """Aim every other request at what exists, and never wait."""
    tries = next(tables)
    if "wait" in (case.query or {}):
        case.query["wait"] = 0
    if tries is not None and case.path_parameters:
        real = {"table_id": tries, "username": "bob", "title": "captivate", "proposal_id": 1, "number": 1}
        case.path_parameters.update({name: real[name] for name in case.path_parameters if name in real})
    return case


@pytest.mark.django_db(transaction=True)
def test_no_generated_request_breaks_the_site_or_gets_an_answer_that_is_not_described(
    alice, bob, asgi_server
):
    running = [running_table(alice, bob, title=title) for title in ("captivate", "cannonades")]
    waiting = lobby.table_create(alice, title="captivate", options={}, seats=2)
    tables = cycle([running[0].pk, None, waiting.pk, running[1].pk])
    _token, secret = token_create(alice, name="fuzz", scopes=list(SCOPES))
    asked, statuses, broken = 0, set(), []
    for operation, mode in product(operations(), GenerationMode):

        @given(case=operation.as_strategy(generation_mode=mode))
        @settings(
            max_examples=TIMES, deadline=None, database=None, derandomize=True, phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )  # fmt: skip
        def ask(case):
            nonlocal asked
            asked += 1
            case = meant(case, tables)
            heads = {**(case.headers or {}), "Authorization": f"Bearer {secret}"}
            answer = case.call(base_url=asgi_server, headers=heads)
            statuses.add(answer.status_code)
            case.validate_response(answer, checks=CHECKS)

        try:
            ask()
        except Exception as error:
            broken.append(f"{operation.label}, {mode}: {error} {getattr(error, 'exceptions', '')}")
    assert broken == []
    assert asked > 100 and {200, 404, 409, 422} <= statuses
    assert Table.objects.exists()
