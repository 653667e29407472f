# Generated from svc_sdk/_async/resources/session.py by npm run generate. Do not edit.
"""One conversation with the methods that would take its id."""

from __future__ import annotations

from types import TracebackType
from typing import TYPE_CHECKING, Any, List, Literal, Mapping, Optional, Type, Union, overload

from svc_sdk._sync.page import Page
from svc_sdk._sync.stream import Stream
from svc_sdk._core.errors import SvcError
from svc_sdk._core.options import RequestOptions
from svc_sdk._generated import models

if TYPE_CHECKING:
    from svc_sdk._sync.resources.conversations import Conversations


class Session(models.Conversation):
    """A conversation with its fields. Leaving its ``with`` block ends a turn that is still read, and keeps what was said."""

    __slots__ = ("_conversations", "_streams")

    _conversations: "Conversations"
    _streams: List[Stream[models.ConversationEvent]]

    @classmethod
    def _of(cls, conversations: "Conversations", data: Mapping[str, Any]) -> "Session":
        session = cls._from(data)
        object.__setattr__(session, "_conversations", conversations)
        object.__setattr__(session, "_streams", [])
        return session

    def __enter__(self) -> "Session":
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        for stream in self._streams:
            stream.close()
            if stream.has_begun and not stream.is_over:
                try:
                    stream.cancel()
                except SvcError:
                    # The turn ended by itself meanwhile, or the server is away: there is nothing left to end from here.
                    pass
        self._streams.clear()

    @overload
    def send(
        self, message: str, *, stream: Literal[True], options: Optional[RequestOptions] = None, **turn: Any
    ) -> Stream[models.ConversationEvent]: ...

    @overload
    def send(
        self, message: str, *, stream: Literal[False] = False, options: Optional[RequestOptions] = None, **turn: Any
    ) -> models.Answer: ...

    def send(
        self, message: str, *, stream: bool = False, options: Optional[RequestOptions] = None, **turn: Any
    ) -> Union[models.Answer, Stream[models.ConversationEvent]]:
        """Say something and wait for the whole answer; ``stream=True`` gives it as it is made. As ``conversations.send``."""
        if stream:
            return self.stream(message, options=options, **turn)
        answer: models.Answer = self._conversations.send(self.id, message, options=options, **turn)
        return answer

    def stream(
        self, message: str, *, options: Optional[RequestOptions] = None, **turn: Any
    ) -> Stream[models.ConversationEvent]:
        """Say something and read the answer as it is made. As ``conversations.stream``."""
        stream = self._conversations.stream(self.id, message, options=options, **turn)
        self._streams[:] = [each for each in self._streams if not each.is_over]
        self._streams.append(stream)
        return stream

    def events(
        self,
        *,
        after: Optional[str] = None,
        turn_id: Optional[str] = None,
        follow: Optional[bool] = None,
        options: Optional[RequestOptions] = None,
    ) -> Stream[models.ConversationEvent]:
        return self._conversations.events(self.id, after=after, turn_id=turn_id, follow=follow, options=options)

    def messages(
        self, *, limit: Optional[int] = None, cursor: Optional[str] = None, options: Optional[RequestOptions] = None
    ) -> Page[models.Message]:
        """The messages of the branch that is shown, oldest first."""
        return self._conversations.messages(self.id, limit=limit, cursor=cursor, options=options)

    def cancel(self, *, options: Optional[RequestOptions] = None) -> Any:
        """End the turn under way. What was said is kept."""
        return self._conversations.cancel(self.id, options=options)

    def delete(self, *, options: Optional[RequestOptions] = None) -> None:
        self._conversations.delete(self.id, options=options)
