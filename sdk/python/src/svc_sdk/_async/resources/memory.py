"""What the workspace remembers."""

from __future__ import annotations

import json
from typing import Any, AsyncIterator, Dict, Literal, Optional, Sequence

from svc_sdk._core.errors import SvcError
from svc_sdk._core.files import FileContent
from svc_sdk._core.options import RequestOptions
from svc_sdk._core.request import Form, sent_fields
from svc_sdk._core.results import SearchResults
from svc_sdk._generated import async_modules, models

_ALL = "/api/memory"


class AsyncMemory(async_modules.AsyncMemory):
    async def search(
        self,
        query: str,
        *,
        top_k: Optional[int] = None,
        tags: Optional[Sequence[str]] = None,
        source: Optional[str] = None,
        created_from: Optional[str] = None,
        created_before: Optional[str] = None,
        at: Optional[str] = None,
        mode: Optional[Literal["hybrid", "keyword", "semantic"]] = None,
        explain: Optional[bool] = None,
        rerank: Optional[Literal["auto", "off"]] = None,
        options: Optional[RequestOptions] = None,
    ) -> SearchResults:
        """The passages that fit a question, the best first: ``for found in client.memory.search(…): found.content``."""
        times = {"created_from": created_from, "created_before": created_before, "at": at}
        how = {"mode": mode, "explain": explain, "rerank": rerank}
        body = {"query": query, "top_k": top_k, "tags": tags, "source": source, **how, **times}
        request = self._request("POST", _ALL + "/search", body=sent_fields(body), options=options)
        found = models.MemorySearchResult
        result: SearchResults = await self._made(request, lambda answer: SearchResults(found._from(answer)))
        return result

    async def delete_by_source(
        self, source: str, *, options: Optional[RequestOptions] = None
    ) -> models.DeleteMemoriesOfSourceResult:
        """Forget all that came from a source."""
        # An empty source would name every document that has none.
        if not isinstance(source, str) or source == "":
            raise SvcError("source must be a string that is not empty.")
        request = self._request("DELETE", _ALL, query={"source": source}, options=options)
        result: models.DeleteMemoriesOfSourceResult = await self._ask(models.DeleteMemoriesOfSourceResult, request)
        return result

    async def import_(
        self,
        file: FileContent,
        *,
        name: Optional[str] = None,
        content_type: Optional[str] = None,
        source: Optional[str] = None,
        tags: Optional[Sequence[str]] = None,
        mode: Optional[Literal["auto", "job"]] = None,
        options: Optional[RequestOptions] = None,
    ) -> models.MemoryImport:
        """Read a file into memory. Of a large one the answer is the ``job_id`` that does it. ``name`` says what bytes are, such as ``notes.md``."""
        fields = {"source": source, "tags": None if tags is None else ",".join(tags), "mode": mode}
        request = self._request("POST", _ALL + "/import", options=options)
        request.form = Form(file, name, content_type, fields)
        result: models.MemoryImport = await self._ask(models.MemoryImport, request)
        return result

    async def export(
        self, *, source: Optional[str] = None, tag: Optional[str] = None, options: Optional[RequestOptions] = None
    ) -> AsyncIterator[Dict[str, Any]]:
        """Every document as it can be imported again, one at a time. ``SvcError`` when the answer breaks off."""
        request = self._request("GET", _ALL + "/export", query={"source": source, "tag": tag}, options=options)
        request.accept = "*/*"
        rest = b""
        async for chunk in self._transport.chunks(await self._transport.send(request)):
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                if line:
                    yield json.loads(line)
        if rest:
            raise SvcError("The answer broke off in the middle of a line.")
