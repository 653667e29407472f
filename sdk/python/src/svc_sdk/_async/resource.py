"""What the modules of a client share."""

from __future__ import annotations

import copy
from typing import Any, Mapping, Optional, Type, TypeVar

from .._core.options import RequestOptions
from .._core.record import Record
from .._core.request import Request, fill_path
from .page import AsyncPage
from .transport import AsyncTransport

R = TypeVar("R", bound=Record)


class RawResponse:
    """An answer with its status and headers; ``parse()`` gives what the method itself would have given."""

    def __init__(self, status_code: int, headers: Mapping[str, str], value: Any, model: Optional[Type[Record]]) -> None:
        self.status_code = status_code
        self.headers = headers
        self._value = value
        self._model = model

    @property
    def request_id(self) -> Optional[str]:
        return self.headers.get("x-request-id")

    @property
    def idempotency_replayed(self) -> bool:
        """The server had done this before, and answered as it did then."""
        return self.headers.get("idempotency-replayed") == "true"

    def parse(self) -> Any:
        return _modelled(self._value, self._model)

    def __repr__(self) -> str:
        return f"RawResponse({self.status_code})"


class AsyncResource:
    """A module of the client: its methods say what they send."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport
        self._raw = False

    @property
    def with_raw_response(self) -> Any:
        """The same methods, each giving a :class:`RawResponse`."""
        other = copy.copy(self)
        other._raw = True
        for name, part in vars(other).items():
            if isinstance(part, AsyncResource):
                setattr(other, name, part.with_raw_response)
        return other

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._transport.base_url!r})"

    async def _ask(self, model: Optional[Type[R]], request: Request) -> Any:
        response = await self._transport.send(request)
        value = self._transport.parsed(response, await self._transport.text(response))
        if self._raw:
            return RawResponse(response.status_code, response.headers, value, model)
        return _modelled(value, model)

    async def _list(self, model: Type[R], request: Request) -> AsyncPage[R]:
        page = await self._transport.json(request)

        async def follow(cursor: str) -> AsyncPage[R]:
            following = copy.copy(request)
            following.query = {**request.query, "cursor": cursor}
            return await self._list(model, following)

        return AsyncPage([model._from(item) for item in page["items"]], page.get("next_cursor"), follow)

    async def _bytes(self, request: Request) -> bytes:
        request.accept = "*/*"
        return await self._transport.content(await self._transport.send(request))

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
