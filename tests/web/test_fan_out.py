"""Groups of sockets: who is in one gets every message, whatever the others do."""

import asyncio

import pytest
from channels.layers import get_channel_layer

from games.web import fan_out
from games.web.fan_out import group_join, group_leave


class Member:
    def __init__(self, *, waits_for=None, fails=False):
        self.heard, self._waits_for, self._fails = [], waits_for, fails

    async def dispatch(self, message):
        if self._fails:
            raise ValueError
        if self._waits_for is not None:
            await self._waits_for.wait()
        self.heard.append(message["number"])


async def until(holds):
    async with asyncio.timeout(60):
        while not holds():
            await asyncio.sleep(0.001)


async def send(*numbers, group="some"):
    for number in numbers:
        await get_channel_layer().group_send(group, {"type": "any", "number": number})


@pytest.mark.asyncio
async def test_everybody_gets_every_message_in_order_and_none_after_leaving():
    members = [Member() for _ in range(2 * fan_out.AT_ONCE + 1)]
    await asyncio.gather(*(group_join("some", member) for member in members))
    stranger = Member()
    await group_join("other", stranger)
    await send(1, 2)
    await until(lambda: all(member.heard == [1, 2] for member in members))
    await group_leave("some", members[0])
    await send(3)
    await until(lambda: all(member.heard == [1, 2, 3] for member in members[1:]))
    assert members[0].heard == [1, 2] and stranger.heard == []
    for member in members[1:]:
        await group_leave("some", member)
    await group_leave("other", stranger)
    assert not fan_out._groups[asyncio.get_running_loop()]
    await group_join("some", members[0])
    await send(4)
    await until(lambda: members[0].heard == [1, 2, 4])
    await group_leave("some", members[0])


@pytest.mark.asyncio
async def test_slow_and_broken_sockets_hold_nobody_up():
    gate = asyncio.Event()
    slow, broken, last = Member(waits_for=gate), Member(fails=True), Member()
    for member in (slow, broken, last):
        await group_join("some", member)
    await send(1, 2)
    await until(lambda: last.heard == [1, 2])
    assert slow.heard == []
    gate.set()
    await until(lambda: slow.heard == [1, 2])
    for member in (slow, broken, last):
        await group_leave("some", member)


@pytest.mark.asyncio
async def test_group_that_could_not_begin_begins_with_the_next(monkeypatch):
    class Lost:
        async def new_channel(self):
            raise ConnectionError

    member = Member()
    with monkeypatch.context() as patch:
        patch.setattr(fan_out, "get_channel_layer", Lost)
        with pytest.raises(ConnectionError):
            await group_join("some", member)
    await group_join("some", member)
    await send(1)
    await until(lambda: member.heard == [1])
    await group_leave("some", member)
