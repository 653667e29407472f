"""Calls and waits that go on when the server was away."""

from __future__ import annotations

from time import monotonic
from typing import Awaitable, Callable, TypeVar

from .._core.errors import SvcError
from .._core.retry import backoff, may_recover
from .._core.timing import async_sleep

T = TypeVar("T")

# A restart with its migrations, another server that takes over, a disk that is full.
_LONGEST_OUTAGE = 600.0
_LONGEST_PAUSE = 2.0


async def outlast(send: Callable[[], Awaitable[T]]) -> T:
    """Sends the same again over an outage of up to ten minutes. It raises what the last try raised."""
    began = monotonic()
    failures = 0
    while True:
        try:
            return await send()
        except SvcError as error:
            if not may_recover(error) or monotonic() - began > _LONGEST_OUTAGE:
                raise
        await async_sleep(backoff(failures))
        failures += 1


async def until(ask: Callable[[], Awaitable[T]], is_done: Callable[[T], bool]) -> T:
    """Asks again, ever less often, until the answer is the one waited for."""
    pause = 0.1
    while True:
        answer = await outlast(ask)
        if is_done(answer):
            return answer
        await async_sleep(pause)
        pause = min(pause * 2, _LONGEST_PAUSE)
