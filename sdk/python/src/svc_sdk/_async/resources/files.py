"""The workspace's files."""

from __future__ import annotations

from typing import AsyncIterator, Callable, Optional, Tuple

from svc_sdk._async.resources.upload import send_pieces
from svc_sdk._core.errors import SvcError
from svc_sdk._core.files import FileContent
from svc_sdk._core.options import RequestOptions
from svc_sdk._core.request import Form, Request
from svc_sdk._generated import async_modules, models


class AsyncFiles(async_modules.AsyncFiles):
    async def upload(
        self,
        file: FileContent,
        *,
        path: Optional[str] = None,
        name: Optional[str] = None,
        content_type: Optional[str] = None,
        if_match: Optional[str] = None,
        if_none_match: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> models.FileRecord:
        """Store a file, or a new version of the one at its path.

        ``path`` says where; without it the file's own name, or ``name``, does. ``if_match`` writes only over the content
        with this ETag, ``if_none_match="*"`` only where no file is.
        """
        conditions = {"if-match": if_match, "if-none-match": if_none_match}
        headers = {key: value for key, value in conditions.items() if value is not None}
        request = self._request("POST", "/api/files", headers=headers, options=options)
        request.form = Form(file, name, content_type, {"path": path})
        result: models.FileRecord = await self._ask(models.FileRecord, request)
        return result

    async def put(
        self,
        path: str,
        content: FileContent,
        *,
        content_type: str = "application/octet-stream",
        options: Optional[RequestOptions] = None,
    ) -> models.FileRecord:
        """Store bytes at a path, as they are read."""
        request = self._request(
            "PUT", "/api/files/content/{path}", {"path": path}, headers={"content-type": content_type}, options=options
        )
        request.content = content
        result: models.FileRecord = await self._ask(models.FileRecord, request)
        return result

    async def upload_large(
        self,
        file: FileContent,
        *,
        path: Optional[str] = None,
        content_type: Optional[str] = None,
        chunk_size: int = 8 * 1024 * 1024,
        on_progress: Optional[Callable[[int, int], None]] = None,
        options: Optional[RequestOptions] = None,
    ) -> models.FileRecord:
        """Store a large file in pieces of ``chunk_size`` bytes. A piece that is lost is sent again from where the server has come to.

        ``on_progress`` is called with the bytes sent and those there are.
        """
        if chunk_size < 1:
            raise SvcError("chunk_size must be 1 byte or more.")
        file_id = await send_pieces(
            self, file, path=path, content_type=content_type, chunk_size=chunk_size, on_progress=on_progress, options=options
        )
        return await self.get(file_id, options=options)

    async def content(
        self,
        file_id: str,
        *,
        version: Optional[int] = None,
        range: Optional[Tuple[int, Optional[int]]] = None,
        options: Optional[RequestOptions] = None,
    ) -> bytes:
        """The whole file, or with ``range`` its bytes from the first to the last position; ``None`` is the end."""
        return await self._bytes(self._content(file_id, version, range, options))

    async def iter_content(
        self,
        file_id: str,
        *,
        version: Optional[int] = None,
        range: Optional[Tuple[int, Optional[int]]] = None,
        options: Optional[RequestOptions] = None,
    ) -> AsyncIterator[bytes]:
        """The bytes piece by piece, for files that do not fit into memory."""
        response = await self._transport.send(self._content(file_id, version, range, options))
        async for chunk in self._transport.chunks(response):
            yield chunk

    def _content(
        self,
        file_id: str,
        version: Optional[int],
        span: Optional[Tuple[int, Optional[int]]],
        options: Optional[RequestOptions],
    ) -> Request:
        headers = {}
        if span is not None:
            first, last = span
            headers["range"] = f"bytes={first}-{'' if last is None else last}"
        path = "/api/files/{file_id}/content"
        request = self._request(
            "GET", path, {"file_id": file_id}, query={"version": version}, headers=headers, options=options
        )
        request.accept = "*/*"
        return request
