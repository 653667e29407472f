# Generated from svc_sdk/_async/resource.py by npm run generate. Do not edit.
"""What the modules of a client share."""

from __future__ import annotations

import copy
from typing import Any, Callable, Mapping, Optional, Type, TypeVar

import httpx

from .._core.options import RequestOptions
from .._core.record import Record
from .._core.request import Request, fill_path
from .page import Page
from .transport import Transport

R = TypeVar("R", bound=Record)
M = TypeVar("M", bound="Resource")


class RawResponse:
    """An answer with its status and headers; ``parse()`` gives what the method itself would have given."""

    def __init__(self, status_code: int, headers: Mapping[str, str], parse: Callable[[], Any]) -> None:
        self.status_code = status_code
        self.headers = headers
        self._parse = parse

    @property
    def request_id(self) -> Optional[str]:
        return self.headers.get("x-request-id")

    @property
    def idempotency_replayed(self) -> bool:
        """The server had done this before, and answered as it did then."""
        return self.headers.get("idempotency-replayed") == "true"

    def parse(self) -> Any:
        return self._parse()

    def __repr__(self) -> str:
        return f"RawResponse({self.status_code})"


def parsed(answer: Any) -> Any:
    """What a method gives, also where it was asked for as a :class:`RawResponse`."""
    return answer.parse() if isinstance(answer, RawResponse) else answer


class Resource:
    """A module of the client: its methods say what they send."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self._raw = False

    @property
    def with_raw_response(self) -> Any:
        """The same methods, each giving a :class:`RawResponse`."""
        return self._copy(raw=True)

    def _copy(self: M, *, raw: bool) -> M:
        other = copy.copy(self)
        other._raw = raw
        for name, part in vars(other).items():
            if isinstance(part, Resource):
                setattr(other, name, part._copy(raw=raw))
        return other

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._transport.base_url!r})"

    def _ask(self, model: Optional[Type[R]], request: Request) -> Any:
        return self._made(request, lambda value: _modelled(value, model))

    def _made(self, request: Request, make: Callable[[Any], Any]) -> Any:
        """What ``make`` makes of the answer's JSON."""
        response = self._transport.send(request)
        value = self._transport.parsed(response, self._transport.text(response))
        return self._answered(response, lambda: make(value))

    def _answered(self, response: httpx.Response, parse: Callable[[], Any]) -> Any:
        return RawResponse(response.status_code, response.headers, parse) if self._raw else parse()

    def _list(self, model: Type[R], request: Request) -> Page[R]:
        def follow(cursor: str) -> Page[R]:
            following = copy.copy(request)
            following.query = {**request.query, "cursor": cursor}
            return self._copy(raw=False)._list(model, following)

        def page(answer: Any) -> Page[R]:
            return Page([model._from(item) for item in answer["items"]], answer.get("next_cursor"), follow)

        result: Page[R] = self._made(request, page)
        return result

    def _bytes(self, request: Request) -> bytes:
        request.accept = "*/*"
        response = self._transport.send(request)
        content = self._transport.content(response)
        result: bytes = self._answered(response, lambda: content)
        return result

    def _request(
        self,
        method: str,
        path: str,
        values: Optional[Mapping[str, Any]] = None,
        *,
        query: Optional[Mapping[str, Any]] = None,
        body: Optional[Mapping[str, Any]] = None,
        headers: Optional[Mapping[str, str]] = None,
        options: Optional[RequestOptions] = None,
    ) -> Request:
        return Request(
            method=method,
            path=fill_path(path, values or {}),
            query=query or {},
            body=body,
            headers=headers or {},
            options=options,
        )


def _modelled(value: Any, model: Optional[Type[Record]]) -> Any:
    return model._from(value) if model is not None and isinstance(value, dict) else value
