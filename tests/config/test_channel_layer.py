"""Our channel layers do what those of Channels do, even from many threads at once."""

import asyncio
import threading
import time

import pytest
from asgiref.sync import async_to_sync
from channels.layers import InMemoryChannelLayer, get_channel_layer
from channels_redis.pubsub import RedisPubSubChannelLayer
from django.conf import settings

from config.embedded_channel_layer import EmbeddedChannelLayer
from config.redis_channel_layer import RedisChannelLayer

LISTENERS = 20
SENDERS = 6
MESSAGES = 100  # from each sender


class Harbour:
    """An event loop in its own thread, where listeners wait as consumers wait in the server."""

    def __init__(self):
        self.layer = EmbeddedChannelLayer(capacity=LISTENERS * SENDERS * MESSAGES)
        self.received = [0] * LISTENERS
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever)
        self.thread.start()
        for number in range(LISTENERS):
            asyncio.run_coroutine_threadsafe(self.listen(number), self.loop)
        self.wait_until(lambda: len(self.layer.groups.get("table", {})) == LISTENERS)

    async def listen(self, number):
        channel = await self.layer.new_channel()
        await self.layer.group_add("table", channel)
        while True:
            await self.layer.receive(channel)
            self.received[number] += 1

    def wait_until(self, condition, seconds=30):
        end = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < end, f"received only {self.received}"
            time.sleep(0.001)

    async def end_listening(self):
        listeners = asyncio.all_tasks() - {asyncio.current_task()}
        for listener in listeners:
            listener.cancel()
        await asyncio.gather(*listeners, return_exceptions=True)

    def close(self):
        asyncio.run_coroutine_threadsafe(self.end_listening(), self.loop).result(10)
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(10)
        self.loop.close()


@pytest.fixture
def harbour():
    made = Harbour()
    yield made
    made.close()


def send(layer):
    async_to_sync(layer.group_send)("table", {"type": "table.changed"})


async def come_and_go(layer):
    """Join and leave the group, as browsers do all the time."""
    for number in range(MESSAGES):
        await layer.group_add("table", f"guest{number}")
        await layer.group_discard("table", f"guest{number}")


def test_nothing_is_lost_when_many_threads_send_while_others_come_and_go(harbour):
    errors = []

    def hammer():
        try:
            for _message in range(MESSAGES):
                send(harbour.layer)
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=hammer) for _sender in range(SENDERS)]
    threads.append(threading.Thread(target=async_to_sync(come_and_go), args=[harbour.layer]))
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert errors == []
    harbour.wait_until(lambda: sum(harbour.received) == LISTENERS * SENDERS * MESSAGES)
    assert harbour.received == [SENDERS * MESSAGES] * LISTENERS


def test_a_message_from_another_thread_wakes_the_waiting_consumer(harbour):
    """The layer of Channels delivered it only at the next event in the loop, and here there is no other event."""
    for number in range(1, 6):
        send(harbour.layer)
        harbour.wait_until(lambda number=number: sum(harbour.received) == number * LISTENERS)
        time.sleep(0.05)  # until all wait again


def test_a_message_is_stored_until_somebody_waits_for_it():
    layer = EmbeddedChannelLayer()

    async def scene():
        channel = await layer.new_channel()
        await layer.group_add("table", channel)
        await asyncio.to_thread(send, layer)
        return await layer.receive(channel)

    assert asyncio.run(scene())["type"] == "table.changed"


@pytest.mark.served
def test_a_long_idle_consumer_is_still_reached_through_redis():
    """A Redis client that closes idle sockets after five seconds once disconnected every open page."""

    async def scene():
        layer = get_channel_layer()
        channel = await layer.new_channel()
        await layer.group_add("table", channel)
        waiting = asyncio.create_task(layer.receive(channel))
        await asyncio.sleep(7)
        await layer.group_send("table", {"type": "table.changed"})
        message = await asyncio.wait_for(waiting, 30)
        await layer.flush()
        return message

    assert asyncio.run(scene())["type"] == "table.changed"


async def everything_done_with(layer):
    """Return everything that a layer returns for the calls that a site makes, within one loop."""
    told = []
    one, two = await layer.new_channel(), await layer.new_channel()
    told.append(one != two)
    for channel in (one, two):
        await layer.group_add("table", channel)
        await layer.group_add("table", channel)  # joining twice doesn't deliver a message twice
    message = {"type": "table.changed", "ply": 3}
    await layer.group_send("table", message)
    message["ply"] = 4  # a message that was sent doesn't change
    told += [await layer.receive(one), await layer.receive(two)]
    await layer.group_discard("table", two)
    await layer.group_discard("table", "somebody.else")
    await layer.group_send("table", message)
    await layer.group_send("nobody", message)
    told += [await layer.receive(one), await is_silent(layer, two)]
    await layer.send(two, {"type": "alone"})
    told.append(await layer.receive(two))
    for number in range(5):  # more than its capacity
        await layer.group_send("table", {"number": number})
    told += [await layer.receive(one), await layer.receive(one), await is_silent(layer, one)]
    for name in ("", "no spaces please", "x" * 200):
        try:
            await layer.group_send(name, message)
        except TypeError as error:
            told.append(str(error))
    await layer.flush()
    await layer.group_send("table", message)
    told.append(await is_silent(layer, one))
    return told


async def is_silent(layer, channel):
    try:
        await asyncio.wait_for(layer.receive(channel), 0.05)
    except TimeoutError:
        return True
    return False


def test_within_one_loop_our_layer_does_what_channels_does():
    ours = asyncio.run(everything_done_with(EmbeddedChannelLayer(capacity=2)))
    assert ours == asyncio.run(everything_done_with(InMemoryChannelLayer(capacity=2)))
    assert len(ours) == 13


def test_publishing_is_sending_to_each_group(harbour):
    harbour.layer.publish(["table", "nobody", "table"], {"type": "table.changed"})
    harbour.wait_until(lambda: sum(harbour.received) == 2 * LISTENERS)
    time.sleep(0.05)
    assert harbour.received == [2] * LISTENERS


@pytest.mark.served
def test_publishing_through_redis_sends_what_channels_would_send():
    """It is received by the layer that Channels ships, with the site's options."""
    options = settings.CHANNEL_LAYERS["default"]["CONFIG"]

    async def scene():
        sender, stock = RedisChannelLayer(**options), RedisPubSubChannelLayer(**options)
        channels = [await stock.new_channel() for _ in range(2)]
        await stock.group_add("table.7", channels[0])
        await stock.group_add("user.1", channels[1])
        await stock.group_add("table.7", channels[1])
        message, received = {"type": "table.changed", "table": 7, "ply": 42, "who": "Zoë"}, []
        for send in (publish, group_sends):
            await send(sender, ["table.7", "user.1", "nobody"], message)
            received.append(
                [await asyncio.wait_for(stock.receive(name), 10) for name in (*channels, channels[1])]
            )
        silent = [await is_silent(stock, name) for name in channels]
        await asyncio.gather(sender.flush(), stock.flush())
        return message, received, silent

    message, received, silent = asyncio.run(scene())
    assert received == [[message] * 3] * 2 and silent == [True, True]


async def publish(layer, groups, message):
    await asyncio.to_thread(layer.publish, groups, message)


async def group_sends(layer, groups, message):
    for group in groups:
        await layer.group_send(group, message)
