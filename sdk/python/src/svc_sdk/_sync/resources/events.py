# Generated from svc_sdk/_async/resources/events.py by npm run generate. Do not edit.
"""What happens in the workspace."""

from __future__ import annotations

from typing import Optional, Sequence

from svc_sdk._sync.stream import Stream, followed
from svc_sdk._core.options import RequestOptions
from svc_sdk._core.request import Request
from svc_sdk._generated import modules, models


class Events(modules.Events):
    def subscribe(
        self,
        *,
        types: Optional[Sequence[str]] = None,
        after: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> Stream[models.WorkspaceEvent]:
        """Events from now on, or after one that was read before, until the loop is left.

        ``types`` takes ``job.dead``, ``job.*`` or ``*``.
        """

        def request() -> Request:
            return self._request("GET", "/api/events", query={"types": types})

        return followed(self._transport, models.WorkspaceEvent, request, after=after, options=options)
