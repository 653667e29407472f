# Generated from svc_sdk/_async/resources/workspace.py by npm run generate. Do not edit.
"""Tasks and notes of the workspace."""

from __future__ import annotations

from typing import Optional, Sequence

from svc_sdk._sync.transport import Transport
from svc_sdk._core.options import RequestOptions
from svc_sdk._core.request import sent_fields
from svc_sdk._generated import modules, models


class Notes(modules.WorkspaceNotes):
    def replace(
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
        result: models.Note = self._ask(models.Note, request)
        return result


class Workspace(modules.Workspace):
    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.notes: Notes = Notes(transport)
