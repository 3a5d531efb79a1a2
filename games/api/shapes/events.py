"""Events: what a program is told, by the stream, by long polling, and in webhooks."""

from typing import Literal

from pydantic import Field

from games.api.shapes.base import Given, Minute, Shape


class EventShape(Shape):
    """Something that happened at a table. It says what to look at, and may come twice."""

    type: Literal["turn", "changed", "chat", "over", "invited"]
    """`turn`: the table waits for you; `over`: it has ended; `invited`: you are invited to it; `chat`: there is a new
    message; `changed`: anything else, such as a move of somebody else."""
    table: int = Field(examples=[7])
    title: str = Field(examples=["captivate"])
    ply: int = Field(examples=[41])
    """The table's ply now."""
    status: Literal["open", "running", "finished", "cancelled", "expired"]
    deadline: Minute | None
    """Yours, if the table waits for you."""
    message: int | None = None
    """The id of the latest chat message, for `chat`."""
    url: str = Field(examples=["https://play.example.org/tables/7/"])


class EventList(Shape):
    """Events since the last time."""

    events: list[EventShape]
    last: str = Field(examples=["30123456.1a2b3c4d"])
    """Send it as `after` next time."""


class StreamQuery(Given):
    """Which events."""

    table: int | None = Field(None, ge=1, le=2**62)
    """Also those of a table that you watch."""


class PollQuery(StreamQuery):
    """Which events, and how long to wait for them."""

    after: str = Field("", max_length=300)
    """`last` of the previous answer. Without it, you get the tables that wait for you, and your invitations."""
    wait: int = Field(0, ge=0, le=60)
    """Seconds to wait if there are none."""


class WebhookItem(Shape):
    """One thing that a message says."""

    kind: str = Field(examples=["turn"])
    """The kind of notice."""
    text: str
    title: str | None
    table: int | None
    url: str
    deadline: str | None
    event: EventShape | None
    """The same as an event of the stream; null for what is about no table. `url` may lead to another page."""


class WebhookMessage(Shape):
    """A message to a webhook of the type "plain JSON"."""

    id: str
    """The same if it is sent twice."""
    subject: str
    url: str
    items: list[WebhookItem]
