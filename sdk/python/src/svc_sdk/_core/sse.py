"""Reads the events of a ``text/event-stream``."""

from __future__ import annotations

import codecs
from typing import List, NamedTuple, Optional


class RawEvent(NamedTuple):
    id: str
    """The last id that the stream gave, this event's or an earlier one's."""
    type: str
    data: str


class EventParser:
    """Reads events as the HTML standard says, wherever the bytes were cut: CR, LF and CRLF, a byte order mark, comments."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")("replace")
        self._rest = ""
        self._after_return = False
        self._id = ""
        self._type = ""
        self._data: Optional[str] = None
        self.last_event_id = ""
        """The last id that the stream gave, with an event or alone; empty before the first."""

    def read(self, chunk: bytes) -> List[RawEvent]:
        """The events that these bytes complete."""
        text = self._decoder.decode(chunk)
        if text == "":
            return []
        # A CRLF may be cut between its two characters: the LF that follows is no line of its own.
        if self._after_return and text.startswith("\n"):
            text = text[1:]
        self._after_return = text.endswith("\r")
        lines = (self._rest + text.replace("\r\n", "\n").replace("\r", "\n")).split("\n")
        self._rest = lines.pop()
        return [event for event in map(self._line, lines) if event is not None]

    def _line(self, line: str) -> Optional[RawEvent]:
        if line == "":
            return self._dispatch()
        if line.startswith(":"):
            return None
        name, _, value = line.partition(":")
        value = value[1:] if value.startswith(" ") else value
        if name == "data":
            self._data = value if self._data is None else f"{self._data}\n{value}"
        elif name == "event":
            self._type = value
        elif name == "id" and "\0" not in value:
            self._id = value
        return None

    def _dispatch(self) -> Optional[RawEvent]:
        self.last_event_id = self._id
        event = None if self._data is None else RawEvent(self._id, self._type or "message", self._data)
        self._data = None
        self._type = ""
        return event
