# Generated from svc_sdk/_async/stream.py by npm run generate. Do not edit.
"""Streams of events, each given once."""

from __future__ import annotations

import json
from collections import deque
from time import monotonic
from types import TracebackType
from typing import Any, Iterator, Awaitable, Callable, Deque, Generic, Optional, Set, Type, TypeVar

import httpx

from .._core.errors import ConnectionError, SvcError, StreamInterruptedError, error_of, foreign_answer
from .._core.options import RequestOptions, with_option
from .._core.record import Record
from .._core.request import Request, as_stream
from .._core.retry import backoff, is_passing
from .._core.sse import EventParser, RawEvent
from .._core.timing import sleep
from .transport import Transport

E = TypeVar("E", bound=Record)

_MOST_CUTS = 5
# A connection that lasted so many seconds is progress, however little happened on it.
_STEADY = 60.0
_MOST_KNOWN_IDS = 4096


class Stream(Generic[E]):
    """Events as they come. A connection that breaks is taken up again behind the last event that was read.

    Leaving a ``with`` block or ``close()`` closes the connection and leaves the work on the server alone; ``cancel()`` ends it.
    """

    def __init__(
        self,
        transport: Transport,
        model: Type[E],
        *,
        open: Callable[[], httpx.Response],
        resume: Optional[Callable[[str, Optional[Record]], httpx.Response]],
        is_last: Optional[Callable[[Record], bool]],
        ends_with_connection: bool = False,
        repeatable: bool = True,
        final: Optional[Callable[[Optional[Record]], Any]] = None,
        cancel: Optional[Callable[[Optional[Record]], Any]] = None,
    ) -> None:
        self._transport = transport
        self._model = model
        self._open = open
        self._resume = resume
        self._is_last = is_last
        self._ends_with_connection = ends_with_connection
        self._repeatable = repeatable
        self._final = final
        self._cancel = cancel
        self._known: Set[str] = set()
        self._order: Deque[str] = deque()
        self._last: Optional[E] = None
        self._last_id: Optional[str] = None
        self._text = ""
        self._events: Optional[Iterator[E]] = None
        self._has_begun = False
        self._is_over = False
        self._error: Optional[SvcError] = None

    @property
    def has_begun(self) -> bool:
        """The server has taken what the stream asks for."""
        return self._has_begun

    @property
    def is_over(self) -> bool:
        """The last event was read, or the work failed."""
        return self._is_over

    @property
    def last_event_id(self) -> Optional[str]:
        """The id of the last event that was read. Before the first it is the id behind which the stream began, or None where the server gave none."""
        return self._last_id

    def __iter__(self) -> Iterator[E]:
        if self._events is None:
            self._events = self._read()
        return self._events

    def __next__(self) -> E:
        return self.__iter__().__next__()

    def __enter__(self) -> "Stream[E]":
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()

    def text(self) -> str:
        """Reads on to the end: the text of all ``content`` events."""
        self._drain()
        return self._text

    def final(self) -> Any:
        """Reads on to the end: the record that the stream was about, such as the whole message."""
        self._drain()
        return None if self._final is None else self._final(self._last)

    def _drain(self) -> None:
        if self._error is not None:
            raise self._error
        for _ in self:
            pass
        if not self._is_over:
            raise SvcError("The stream was left before its end.")

    def cancel(self) -> None:
        """Ends the work on the server. What was said is kept, and the loop ends with it."""
        if self._cancel is not None:
            self._cancel(self._last)

    def close(self) -> None:
        """Stops reading and closes the connection, at once. The work on the server goes on."""
        events: Any = self._events
        if events is not None:
            events.close()

    def _read(self) -> Iterator[E]:
        cuts = 0
        try:
            response = self._open()
            self._has_begun = True
            while True:
                before, began = self._last_id, monotonic()
                cut: SvcError = ConnectionError("The connection ended in the middle of a stream.")
                parser = EventParser()
                try:
                    self._check(response)
                    for chunk in self._transport.chunks(response):
                        for raw in parser.read(chunk):
                            event = self._accept(raw)
                            if event is None:
                                continue
                            self._is_over = self._is_last is not None and self._is_last(event)
                            yield event
                            if self._is_over:
                                return
                        # Also before the first event there is a place to go on from, where the server names it.
                        self._last_id = self._last_id or parser.last_event_id or None
                    if self._ends_with_connection:
                        self._is_over = True
                        return
                except SvcError as error:
                    if not is_passing(error) or getattr(error, "of_work", False):
                        self._is_over = True
                        raise
                    cut = error
                finally:
                    response.close()
                is_progress = self._last_id != before or monotonic() - began > _STEADY
                cuts = 1 if is_progress else cuts + 1
                response = self._again(cut, cuts)
        except SvcError as error:
            self._error = error
            raise

    def _check(self, response: httpx.Response) -> None:
        if not response.headers.get("content-type", "").startswith("text/event-stream"):
            text = self._transport.text(response)
            raise foreign_answer(response.status_code, response.headers, text, "an event stream")

    def _accept(self, raw: RawEvent) -> Optional[E]:
        # A gap has the id after which events are lost, which was read before.
        if raw.id != "" and raw.type != "gap" and raw.id in self._known:
            return None
        content = json.loads(raw.data)
        if raw.type == "error":
            raise self._error_of(content, raw)
        event = self._model._from({**content, "type": raw.type, **({"id": raw.id} if raw.id else {})})
        if raw.id != "":
            self._remember(raw.id)
        if raw.type == "content":
            self._text += str(content.get("delta", ""))
        self._last = event
        return event

    def _error_of(self, problem: Any, raw: RawEvent) -> SvcError:
        error = error_of(int(problem.get("status", 500)), {}, json.dumps(problem))
        # Without an id of its own it is no event of the work: the server stops, and the stream is there again when it is back.
        of_server = raw.id == (self._last_id or "") and error.status == 503
        setattr(error, "of_work", not of_server)
        return error

    def _remember(self, event_id: str) -> None:
        self._last_id = event_id
        self._known.add(event_id)
        self._order.append(event_id)
        if len(self._order) > _MOST_KNOWN_IDS:
            self._known.discard(self._order.popleft())

    def _again(self, cut: SvcError, cuts: int) -> httpx.Response:
        failed = cut
        while True:
            can_resume = self._last_id is not None and self._resume is not None
            can_repeat = self._last_id is None and self._last is None and self._repeatable
            if cuts >= _MOST_CUTS or not (can_resume or can_repeat):
                raise StreamInterruptedError(
                    f"The stream broke and could not be resumed: {failed}",
                    last_event_id=self._last_id,
                    partial=self._text,
                ) from failed
            sleep(backoff(cuts - 1))
            try:
                if self._last_id is not None and self._resume is not None:
                    return self._resume(self._last_id, self._last)
                return self._open()
            except SvcError as error:
                if not is_passing(error) and getattr(error, "status", 0) < 500:
                    raise
                failed = error
            cuts += 1


def followed(
    transport: Transport,
    model: Type[E],
    request: Callable[[], Request],
    *,
    after: Optional[str] = None,
    options: Optional[RequestOptions] = None,
    resumes: bool = True,
    is_last: Optional[Callable[[Record], bool]] = None,
    ends_with_connection: bool = False,
    final: Optional[Callable[[Optional[Record]], Any]] = None,
    cancel: Optional[Callable[[Optional[Record]], Any]] = None,
) -> Stream[E]:
    """Events of a GET, which goes on behind the last one that was read by ``Last-Event-ID``."""

    def connect(last: Optional[str], more: Optional[RequestOptions]) -> httpx.Response:
        sent = as_stream(request())
        sent.options = more
        if last is not None:
            sent.headers = {**sent.headers, "last-event-id": last}
        return transport.send(sent)

    def open_first() -> httpx.Response:
        return connect(after, options)

    def resume(last_id: str, last: Optional[Record]) -> httpx.Response:
        return connect(last_id, with_option(options, "max_retries", 0))

    return Stream(
        transport,
        model,
        open=open_first,
        resume=resume if resumes else None,
        is_last=is_last,
        ends_with_connection=ends_with_connection,
        final=final,
        cancel=cancel,
    )
