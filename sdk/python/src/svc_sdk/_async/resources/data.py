"""Datasets, and SQL over them."""

from __future__ import annotations

from typing import Any, Dict, Literal, Mapping, Optional, Sequence, Union

from svc_sdk._core.files import FileContent
from svc_sdk._core.options import RequestOptions
from svc_sdk._core.request import fill_import, sent_fields
from svc_sdk._core.results import QueryRows
from svc_sdk._generated import async_modules, models

Value = Union[None, bool, int, float, str]


class AsyncData(async_modules.AsyncData):
    async def import_(
        self,
        *,
        file: Optional[FileContent] = None,
        name: Optional[str] = None,
        dataset_id: Optional[str] = None,
        file_id: Optional[str] = None,
        content: Optional[Union[str, Sequence[Any]]] = None,
        description: Optional[str] = None,
        tags: Optional[Sequence[str]] = None,
        key: Optional[Sequence[str]] = None,
        mode: Optional[Literal["request", "job"]] = None,
        format: Optional[Literal["csv", "tsv", "json", "ndjson", "parquet", "xlsx"]] = None,
        header: Optional[bool] = None,
        delimiter: Optional[str] = None,
        encoding: Optional[str] = None,
        decimal_separator: Optional[Literal[".", ","]] = None,
        columns: Optional[Sequence[Mapping[str, Any]]] = None,
        sheet: Optional[Union[str, int]] = None,
        options: Optional[RequestOptions] = None,
    ) -> models.DatasetVersion:
        """Store a table as a dataset, or as a new version of ``dataset_id``: ``file``, text or rows in ``content``, or ``file_id`` of the workspace.

        With ``mode="job"`` in the background: the answer has the ``job_id``.
        """
        reading = {"header": header, "delimiter": delimiter, "encoding": encoding, "decimal_separator": decimal_separator}
        target: Dict[str, Any] = {"name": name, "dataset_id": dataset_id, "description": description, "tags": tags, "key": key}
        fields = {**target, **reading, "mode": mode, "format": format, "columns": columns, "sheet": sheet}
        request = self._request("POST", "/api/data/import", options=options)
        fill_import(request, file, fields, {"file_id": file_id, "content": content})
        result: models.DatasetVersion = await self._ask(models.DatasetVersion, request)
        return result

    async def query(
        self,
        sql: str,
        *,
        params: Optional[Sequence[Value]] = None,
        limit: Optional[int] = None,
        timeout_ms: Optional[int] = None,
        options: Optional[RequestOptions] = None,
    ) -> QueryRows:
        """Ask in SQL; ``$1`` and so on in it stand for ``params``. ``to_rows()`` of the answer gives dicts."""
        body = sent_fields({"sql": sql, "params": params, "limit": limit, "timeout_ms": timeout_ms})
        request = self._request("POST", "/api/data/query", body=body, options=options)
        result: QueryRows = await self._ask(QueryRows, request)
        return result

    async def query_arrow(
        self,
        sql: str,
        *,
        params: Optional[Sequence[Value]] = None,
        timeout_ms: Optional[int] = None,
        options: Optional[RequestOptions] = None,
    ) -> bytes:
        """All rows as an Arrow stream. ``UnprocessableError`` from an engine that writes none."""
        body = sent_fields({"sql": sql, "params": params, "timeout_ms": timeout_ms, "format": "arrow"})
        return await self._bytes(self._request("POST", "/api/data/query", body=body, options=options))
