# Generated from svc_sdk/_async/resources/conversations.py by npm run generate. Do not edit.
"""Conversations with the agent, whose answers are read as they are made."""

from __future__ import annotations

from typing import Any, Dict, Literal, Mapping, Optional, Sequence, Union, overload

import httpx

from svc_sdk._sync.resources.session import Session
from svc_sdk._sync.stream import Stream, followed
from svc_sdk._core.options import RequestOptions, with_idempotency_key, with_option
from svc_sdk._core.record import Record
from svc_sdk._core.request import Request, as_stream, sent_fields
from svc_sdk._generated import modules, models

_ONE = "/api/conversations/{session_id}"
_MESSAGE = _ONE + "/messages/{message_id}"

Tools = Union[Literal["all", "none"], Sequence[str]]
ConversationStream = Stream[models.ConversationEvent]


class Conversations(modules.Conversations):
    def create(
        self,
        *,
        title: Optional[str] = None,
        model: Optional[str] = None,
        system: Optional[str] = None,
        tools: Optional[Tools] = None,
        settings: Optional[Mapping[str, Any]] = None,
        memory: Optional[bool] = None,
        source: Optional[Literal["api", "cli", "web"]] = None,
        options: Optional[RequestOptions] = None,
    ) -> Session:
        """Begin a conversation, which has methods of its own: ``session.send("…")``."""
        fields = {"title": title, "model": model, "system": system, "tools": tools, "settings": settings}
        body = sent_fields({**fields, "memory": memory, "source": source})
        request = self._request("POST", "/api/conversations", body=body, options=options)
        usual = self._copy(raw=False)
        result: Session = self._made(request, lambda conversation: Session._of(usual, conversation))
        return result

    @overload
    def send(
        self,
        session_id: str,
        message: str,
        *,
        stream: Literal[True],
        attachments: Optional[Sequence[Union[str, Mapping[str, Any]]]] = None,
        model: Optional[str] = None,
        tools: Optional[Tools] = None,
        temperature: Optional[float] = None,
        top_p: Optional[float] = None,
        max_tokens: Optional[int] = None,
        stop: Optional[Sequence[str]] = None,
        seed: Optional[int] = None,
        options: Optional[RequestOptions] = None,
    ) -> ConversationStream: ...

    @overload
    def send(
        self,
        session_id: str,
        message: str,
        *,
        stream: Literal[False] = False,
        attachments: Optional[Sequence[Union[str, Mapping[str, Any]]]] = None,
        model: Optional[str] = None,
        tools: Optional[Tools] = None,
        temperature: Optional[float] = None,
        top_p: Optional[float] = None,
        max_tokens: Optional[int] = None,
        stop: Optional[Sequence[str]] = None,
        seed: Optional[int] = None,
        options: Optional[RequestOptions] = None,
    ) -> models.Answer: ...

    def send(
        self, session_id: str, message: str, *, stream: bool = False, options: Optional[RequestOptions] = None, **turn: Any
    ) -> Any:
        """Say something and wait for the whole answer; ``stream=True`` gives it as it is made.

        ``status: "waiting"`` in the answer says that a person is asked first, in ``approvals``.
        """
        body = {"message": message, **turn}
        return self._turn("POST", _ONE + "/messages", {"session_id": session_id}, body, stream, options)

    def stream(
        self,
        session_id: str,
        message: str,
        *,
        attachments: Optional[Sequence[Union[str, Mapping[str, Any]]]] = None,
        model: Optional[str] = None,
        tools: Optional[Tools] = None,
        temperature: Optional[float] = None,
        top_p: Optional[float] = None,
        max_tokens: Optional[int] = None,
        stop: Optional[Sequence[str]] = None,
        seed: Optional[int] = None,
        options: Optional[RequestOptions] = None,
    ) -> ConversationStream:
        """Say something and read the answer as it is made."""
        turn: Dict[str, Any] = {"model": model, "tools": tools, "temperature": temperature, "top_p": top_p, "max_tokens": max_tokens}
        body: Dict[str, Any] = {"message": message, "attachments": attachments, "stop": stop, "seed": seed, **turn}
        return self._stream("POST", _ONE + "/messages", {"session_id": session_id}, body, options)

    @overload
    def edit(
        self,
        session_id: str,
        message_id: str,
        message: str,
        *,
        stream: Literal[True],
        model: Optional[str] = None,
        tools: Optional[Tools] = None,
        temperature: Optional[float] = None,
        options: Optional[RequestOptions] = None,
    ) -> ConversationStream: ...

    @overload
    def edit(
        self,
        session_id: str,
        message_id: str,
        message: str,
        *,
        stream: Literal[False] = False,
        model: Optional[str] = None,
        tools: Optional[Tools] = None,
        temperature: Optional[float] = None,
        options: Optional[RequestOptions] = None,
    ) -> models.Answer: ...

    def edit(
        self,
        session_id: str,
        message_id: str,
        message: str,
        *,
        stream: bool = False,
        options: Optional[RequestOptions] = None,
        **turn: Any,
    ) -> Any:
        """Ask something else in the place of a question: a new branch."""
        values = {"session_id": session_id, "message_id": message_id}
        return self._turn("PATCH", _MESSAGE, values, {"message": message, **turn}, stream, options)

    @overload
    def regenerate(
        self,
        session_id: str,
        message_id: str,
        *,
        stream: Literal[True],
        model: Optional[str] = None,
        tools: Optional[Tools] = None,
        temperature: Optional[float] = None,
        options: Optional[RequestOptions] = None,
    ) -> ConversationStream: ...

    @overload
    def regenerate(
        self,
        session_id: str,
        message_id: str,
        *,
        stream: Literal[False] = False,
        model: Optional[str] = None,
        tools: Optional[Tools] = None,
        temperature: Optional[float] = None,
        options: Optional[RequestOptions] = None,
    ) -> models.Answer: ...

    def regenerate(
        self, session_id: str, message_id: str, *, stream: bool = False, options: Optional[RequestOptions] = None, **turn: Any
    ) -> Any:
        """Ask for another answer in the place of this one."""
        values = {"session_id": session_id, "message_id": message_id}
        return self._turn("POST", _MESSAGE + "/regenerate", values, turn, stream, options)

    @overload
    def retry(
        self,
        session_id: str,
        *,
        stream: Literal[True],
        model: Optional[str] = None,
        tools: Optional[Tools] = None,
        temperature: Optional[float] = None,
        options: Optional[RequestOptions] = None,
    ) -> ConversationStream: ...

    @overload
    def retry(
        self,
        session_id: str,
        *,
        stream: Literal[False] = False,
        model: Optional[str] = None,
        tools: Optional[Tools] = None,
        temperature: Optional[float] = None,
        options: Optional[RequestOptions] = None,
    ) -> models.Answer: ...

    def retry(
        self, session_id: str, *, stream: bool = False, options: Optional[RequestOptions] = None, **turn: Any
    ) -> Any:
        """Ask the last question again, after an answer that broke off."""
        return self._turn("POST", _ONE + "/retry", {"session_id": session_id}, turn, stream, options)

    def events(
        self,
        session_id: str,
        *,
        after: Optional[str] = None,
        turn_id: Optional[str] = None,
        follow: Optional[bool] = None,
        options: Optional[RequestOptions] = None,
    ) -> ConversationStream:
        """What happened so far, and what happens from now on; it ends with the turn that is named, if one is.

        ``after`` is the id of an event that was read; ``follow=False`` gives only what is stored.
        """

        def request() -> Request:
            query = {"turn_id": turn_id, "follow": follow}
            return self._request("GET", _ONE + "/events", {"session_id": session_id}, query=query)

        return followed(
            self._transport,
            models.ConversationEvent,
            request,
            after=after,
            options=options,
            is_last=_is_done if turn_id is not None else None,
            ends_with_connection=follow is False,
        )

    def _turn(
        self,
        method: str,
        path: str,
        values: Mapping[str, str],
        body: Mapping[str, Any],
        stream: bool,
        options: Optional[RequestOptions],
    ) -> Any:
        if stream:
            return self._stream(method, path, values, body, options)
        return self._ask(models.Answer, self._request(method, path, values, body=sent_fields(body), options=options))

    def _stream(
        self,
        method: str,
        path: str,
        values: Mapping[str, str],
        body: Mapping[str, Any],
        options: Optional[RequestOptions],
    ) -> ConversationStream:
        session_id = values["session_id"]
        begun = with_idempotency_key(options) if method == "POST" else options
        question = self._request(method, path, values, body={**sent_fields(body), "stream": True}, options=begun)

        def begin() -> httpx.Response:
            return self._transport.send(as_stream(question))

        def resume(last_id: str, last: Optional[Record]) -> httpx.Response:
            request = self._request(
                "GET",
                _ONE + "/events",
                {"session_id": session_id},
                query={"turn_id": None if last is None else last["turn_id"]},
                headers={"last-event-id": last_id},
                options=with_option(options, "max_retries", 0),
            )
            return self._transport.send(as_stream(request))

        def final(last: Optional[Record]) -> models.Message:
            return self.message(session_id, "" if last is None else str(last["message_id"]))

        def cancel(last: Optional[Record]) -> None:
            self.cancel(session_id)

        return Stream(
            self._transport,
            models.ConversationEvent,
            open=begin,
            resume=resume,
            is_last=_is_done,
            repeatable=method == "POST",
            final=final,
            cancel=cancel,
        )


def _is_done(event: Record) -> bool:
    return bool(event["type"] == "done")
