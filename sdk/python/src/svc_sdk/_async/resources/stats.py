"""Statistics over datasets."""

from __future__ import annotations

from typing import Any, Literal, Mapping, Optional, Sequence, Union

from svc_sdk._core.files import FileContent
from svc_sdk._core.options import RequestOptions
from svc_sdk._core.request import fill_import
from svc_sdk._generated import async_modules, models


class AsyncStats(async_modules.AsyncStats):
    async def import_(
        self,
        *,
        file: Optional[FileContent] = None,
        name: Optional[str] = None,
        dataset_id: Optional[str] = None,
        version: Optional[int] = None,
        variables: Optional[Sequence[Mapping[str, Any]]] = None,
        format: Optional[Literal["csv", "tsv", "json", "ndjson", "parquet", "xlsx"]] = None,
        header: Optional[bool] = None,
        delimiter: Optional[str] = None,
        encoding: Optional[str] = None,
        decimal_separator: Optional[Literal[".", ","]] = None,
        columns: Optional[Sequence[Mapping[str, Any]]] = None,
        sheet: Optional[Union[str, int]] = None,
        content: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> models.StatDataset:
        """Store a file or text as a dataset with what its variables measure, or say it of a dataset. A broken connection is not tried again."""
        reading = {"header": header, "delimiter": delimiter, "encoding": encoding, "decimal_separator": decimal_separator}
        target = {"name": name, "dataset_id": dataset_id, "version": version, "variables": variables}
        fields = {**target, **reading, "format": format, "columns": columns, "sheet": sheet}
        request = self._request("POST", "/api/stats/import", options=options)
        fill_import(request, file, fields, {"content": content})
        result: models.StatDataset = await self._ask(models.StatDataset, request)
        return result
