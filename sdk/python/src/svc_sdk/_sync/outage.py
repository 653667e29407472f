# Generated from svc_sdk/_async/outage.py by npm run generate. Do not edit.
"""Calls and waits that go on when the server was away."""

from __future__ import annotations

from time import monotonic
from typing import Awaitable, Callable, TypeVar

from .._core.errors import SvcError
from .._core.retry import backoff, may_recover
from .._core.timing import sleep

T = TypeVar("T")

# A restart with its migrations, another server that takes over, a disk that is full.
_LONGEST_OUTAGE = 600.0
_LONGEST_PAUSE = 2.0


def outlast(send: Callable[[], T]) -> T:
    """Sends the same again over an outage of up to ten minutes. It raises what the last try raised."""
    began = monotonic()
    failures = 0
    while True:
        try:
            return send()
        except SvcError as error:
            if not may_recover(error) or monotonic() - began > _LONGEST_OUTAGE:
                raise
        sleep(backoff(failures))
        failures += 1


def until(ask: Callable[[], T], is_done: Callable[[T], bool]) -> T:
    """Asks again, ever less often, until the answer is the one waited for."""
    pause = 0.1
    while True:
        answer = outlast(ask)
        if is_done(answer):
            return answer
        sleep(pause)
        pause = min(pause * 2, _LONGEST_PAUSE)
