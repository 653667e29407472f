"""Tasks and notes of the workspace."""

from __future__ import annotations

from typing import Optional, Sequence

from svc_sdk._async.transport import AsyncTransport
from svc_sdk._core.options import RequestOptions
from svc_sdk._core.request import sent_fields
from svc_sdk._generated import async_modules, models


class AsyncNotes(async_modules.AsyncWorkspaceNotes):
    async def replace(
        self,
        note_id: str,
        title: str,
        body: str,
        *,
        tags: Optional[Sequence[str]] = None,
        if_match: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> models.Note:
        """Replace a note. ``PreconditionFailedError`` when it has changed since the ETag ``if_match`` was read."""
        headers = {} if if_match is None else {"if-match": if_match}
        fields = sent_fields({"title": title, "body": body, "tags": tags})
        path = "/api/workspace/notes/{note_id}"
        request = self._request("PUT", path, {"note_id": note_id}, body=fields, headers=headers, options=options)
        result: models.Note = await self._ask(models.Note, request)
        return result


class AsyncWorkspace(async_modules.AsyncWorkspace):
    def __init__(self, transport: AsyncTransport) -> None:
        super().__init__(transport)
        self.notes: AsyncNotes = AsyncNotes(transport)
