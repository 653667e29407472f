# Generated from svc_sdk/_async/resources/data.py by npm run generate. Do not edit.
"""Datasets, and SQL over them."""

from __future__ import annotations

from typing import Optional, Sequence, Union

from svc_sdk._core.options import RequestOptions
from svc_sdk._core.request import sent_fields
from svc_sdk._core.results import QueryRows
from svc_sdk._generated import modules

Value = Union[None, bool, int, float, str]


class Data(modules.Data):
    def query(
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
        result: QueryRows = self._ask(QueryRows, request)
        return result

    def query_arrow(
        self,
        sql: str,
        *,
        params: Optional[Sequence[Value]] = None,
        timeout_ms: Optional[int] = None,
        options: Optional[RequestOptions] = None,
    ) -> bytes:
        """All rows as an Arrow stream. ``UnprocessableError`` from an engine that writes none."""
        body = sent_fields({"sql": sql, "params": params, "timeout_ms": timeout_ms, "format": "arrow"})
        return self._bytes(self._request("POST", "/api/data/query", body=body, options=options))
