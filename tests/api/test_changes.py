"""The record of version 1 is current, and changes that break programs are found."""

from copy import deepcopy

import pytest
from django.core.management import call_command

from games.api.site import description
from tools.api_changes import breaking_changes

MOVES = "/api/v1/tables/{table_id}/moves"


def test_the_record_is_current_and_nothing_breaks_programs():
    call_command("api_check")


LOG, LOBBY = "/api/v1/tables/{table_id}/log", "/api/v1/lobby"


def schemas(document):
    return document["components"]["schemas"]


def fields(document, name):
    return schemas(document)[name]["properties"]


BREAKS = {
    "is gone": lambda new: new["paths"].pop(MOVES),
    "parameter since is gone": lambda new: new["paths"][LOG]["get"]["parameters"].pop(1),
    "parameter seats is required": lambda new: new["paths"][LOBBY]["get"]["parameters"][2].update(
        required=True
    ),
    "needs another scope": lambda new: new["paths"][MOVES]["post"].update(security=[{"token": ["account"]}]),
    "answer.ply: is gone": lambda new: fields(new, "Table").pop("ply"),
    "answer.ply: may be missing": lambda new: schemas(new)["Table"]["required"].remove("ply"),
    "answer.ply: string is new": lambda new: fields(new, "Table")["ply"].update(type="string"),
    "answer.seats[].name: null is new": lambda new: fields(new, "Seat")["name"].update(
        type=["string", "null"]
    ),
    "body.title: is gone": lambda new: fields(new, "TableInput").pop("title"),
    "body.is_rated: is required": lambda new: schemas(new)["TableInput"]["required"].append("is_rated"),
    "body.title: only captivate": lambda new: fields(new, "TableInput")["title"].update(enum=["captivate"]),
    "body.seats: minimum is larger": lambda new: fields(new, "TableInput")["seats"].update(minimum=3),
    "parameter limit: maximum is smaller": lambda new: new["paths"][LOG]["get"]["parameters"][2][
        "schema"
    ].update(maximum=10),
    "body.text: has another pattern": lambda new: fields(new, "MessageInput")["text"].update(pattern="^x"),
    "body.options: further fields are not": lambda new: fields(new, "TableInput")["options"].update(
        additionalProperties=False
    ),
    "answer.code: is gone": lambda new: fields(new, "Problem").pop("code"),
    "header RateLimit-Reset is gone": lambda new: new["paths"][LOG]["get"]["responses"]["200"]["headers"].pop(
        "RateLimit-Reset"
    ),
    "webhook message: is gone": lambda new: new["webhooks"].pop("message"),
    "is required": lambda new: new["paths"][LOG]["get"]["parameters"].append(
        {"in": "query", "name": "more", "required": True, "schema": {"type": "string"}}
    ),
    "body.admission: link is not": lambda new: fields(new, "TableInput")["admission"]["enum"].remove("link"),
}


@pytest.mark.parametrize("what", BREAKS)
def test_a_change_that_breaks_programs_is_found(what):
    new = deepcopy(description())
    BREAKS[what](new)
    assert any(what in each for each in breaking_changes(description(), new))


def test_additions_break_nothing():
    new = deepcopy(description())
    schemas(new)["Table"]["properties"]["more"] = {"type": "string"}
    schemas(new)["TableInput"]["properties"]["more"] = {"type": "string"}
    new["paths"]["/api/v1/more"] = new["paths"]["/api/v1/account"]
    assert breaking_changes(description(), new) == []
