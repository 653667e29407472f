"""What happens in the workspace."""

from __future__ import annotations

from typing import Optional, Sequence

from svc_sdk._async.stream import AsyncStream, followed
from svc_sdk._core.options import RequestOptions
from svc_sdk._core.request import Request
from svc_sdk._generated import async_modules, models


class AsyncEvents(async_modules.AsyncEvents):
    def subscribe(
        self,
        *,
        types: Optional[Sequence[str]] = None,
        after: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> AsyncStream[models.WorkspaceEvent]:
        """Events from now on, or after one that was read before, until the loop is left.

        ``types`` takes ``job.dead``, ``job.*`` or ``*``.
        """

        async def request() -> Request:
            return self._request("GET", "/api/events", query={"types": types})

        return followed(self._transport, models.WorkspaceEvent, request, after=after, options=options)
