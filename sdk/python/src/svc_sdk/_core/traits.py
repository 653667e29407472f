"""Which requests are treated unlike others, as the server's document says."""

from __future__ import annotations

import re
from typing import Iterable, Pattern

from svc_sdk._generated.traits import DONE_TWICE, LONG_RUNNING


def _pattern_of(routes: Iterable[str]) -> Pattern[str]:
    """``{path}`` has slashes, other names are one segment."""
    named = (re.sub(r"\{\w+\}", "[^/]+", route.replace(".", r"\.").replace("{path}", ".+")) for route in routes)
    return re.compile("|".join(named))


_TWICE = _pattern_of(DONE_TWICE)
_LONG = _pattern_of(LONG_RUNNING)


def is_done_twice(method: str, path: str) -> bool:
    """Whether the request, sent once more after a lost answer, may be done once more."""
    return _TWICE.fullmatch(f"{method} {path.partition('?')[0]}") is not None


def is_long_running(method: str, path: str, accept: str) -> bool:
    """Whether the answer may take minutes to begin. A stream of events begins at once."""
    return accept != "text/event-stream" and _LONG.fullmatch(f"{method} {path.partition('?')[0]}") is not None
