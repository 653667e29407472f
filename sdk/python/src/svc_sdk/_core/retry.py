"""When a call is sent again, and after how long."""

from __future__ import annotations

import random
from typing import Optional

from .errors import APIError, ConnectionError, RateLimitError, retry_after_seconds

_LONGEST_WAIT = 60.0
_RETRIED = frozenset({408, 429, 502, 503, 504})


def wait_before_retry(error: BaseException, method: str, retries: int) -> Optional[float]:
    """Seconds to wait before the next try, or None when another try is not worth it or not safe."""
    if isinstance(error, APIError):
        in_progress = error.status == 409 and error.code == "idempotency_in_progress"
        internal = error.status == 500 and method == "GET"
        if error.status not in _RETRIED and not in_progress and not internal:
            return None
        asked = retry_after_seconds(error.headers)
        if asked is not None:
            return asked if asked <= _LONGEST_WAIT else None
        return backoff(retries)
    return backoff(retries) if isinstance(error, ConnectionError) else None


def backoff(retries: int) -> float:
    """0.5 s, doubled each time up to 8 s, less up to a quarter, so that clients which failed together do not come back together."""
    return float(min(0.5 * 2**retries, 8.0) * (1 - random.random() / 4))


def is_passing(error: BaseException) -> bool:
    """Whether an error says that its call may be sent again later."""
    return isinstance(error, RateLimitError) or wait_before_retry(error, "GET", 0) is not None


def may_recover(error: BaseException) -> bool:
    """Whether a program that runs for weeks goes on after an error. What is wrong at the server passes, such as a full disk."""
    return is_passing(error) or (isinstance(error, APIError) and error.status >= 500)
