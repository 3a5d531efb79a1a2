"""What all documents of the API have in common."""

from datetime import UTC, datetime
from typing import Annotated, Any, Self, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, PlainSerializer, model_validator


class Shape(BaseModel):
    """A document of the API. Programs must accept further fields."""

    model_config = ConfigDict(use_attribute_docstrings=True)


class Given(BaseModel):
    """A document that a program sends. Unknown fields are refused, so that no typing error goes unnoticed."""

    model_config = ConfigDict(use_attribute_docstrings=True, extra="forbid")

    @model_validator(mode="after")
    def _without_nul(self) -> Self:
        """Refuse a character that PostgreSQL can't store."""
        if any(isinstance(value, str) and "\0" in value for value in self.__dict__.values()):
            raise ValueError("Text can't contain the character NUL.")
        return self


def _minute(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%MZ")


# To the minute, because seconds would reveal standing orders and thoughts: docs/adr/0012.
Minute: TypeAlias = Annotated[
    datetime,
    PlainSerializer(_minute, return_type=str),
    Field(json_schema_extra={"format": "", "examples": ["2027-03-13T12:00Z"]}),
]
Facts: TypeAlias = dict[str, Any]


class Done(Shape):
    """The request was carried out, and there is nothing to show."""

    done: bool = True
