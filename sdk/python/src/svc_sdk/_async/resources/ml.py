"""Machine learning: experiments, runs and models."""

from __future__ import annotations

from typing import Any, Mapping, Optional

from svc_sdk._async.outage import until
from svc_sdk._async.resource import parsed
from svc_sdk._async.transport import AsyncTransport
from svc_sdk._core.files import FileContent
from svc_sdk._core.options import RequestOptions
from svc_sdk._core.request import fill_import
from svc_sdk._generated import async_modules, models


_OVER = frozenset({"finished", "failed", "killed"})


class AsyncMlRuns(async_modules.AsyncMlRuns):
    async def upload_artifact(
        self,
        run_id: str,
        path: str,
        content: FileContent,
        *,
        options: Optional[RequestOptions] = None,
    ) -> models.MlArtifact:
        """Keep a file with a run, as it is read."""
        request = self._request(
            "PUT",
            "/api/ml/runs/{run_id}/artifacts/{path}",
            {"run_id": run_id, "path": path},
            headers={"content-type": "application/octet-stream"},
            options=options,
        )
        request.content = content
        result: models.MlArtifact = await self._ask(models.MlArtifact, request)
        return result


class AsyncMlModels(async_modules.AsyncMlModels):
    async def register(
        self,
        name: str,
        run_id: Optional[str] = None,
        *,
        file: Optional[FileContent] = None,
        path: Optional[str] = None,
        description: Optional[str] = None,
        tags: Optional[Mapping[str, Any]] = None,
        options: Optional[RequestOptions] = None,
    ) -> models.RegisteredModelVersion:
        """Register what a run kept, or an ONNX ``file``, as the next version of a model."""
        request = self._request("POST", "/api/ml/models/{name}/versions", {"name": name}, options=options)
        fill_import(request, file, {"description": description, "tags": tags}, {"run_id": run_id, "path": path})
        result: models.RegisteredModelVersion = await self._ask(models.RegisteredModelVersion, request)
        return result


class AsyncMl(async_modules.AsyncMl):
    def __init__(self, transport: AsyncTransport) -> None:
        super().__init__(transport)
        self.models: AsyncMlModels = AsyncMlModels(transport)
        self.runs: AsyncMlRuns = AsyncMlRuns(transport)

    async def train(self, *, options: Optional[RequestOptions] = None, **body: Any) -> models.WholeMlRun:
        """Train a model and give its run when it is over, however it ended: look at ``status`` and ``failure``.

        What ends the wait before its time has the ``run_id`` of the training.
        The arguments are the fields of ``POST /api/ml/train``: ``dataset_id``, ``task``, ``target``, ``trainer`` and more.
        """
        request = self._request("POST", "/api/ml/train", body={**body, "mode": "job"}, options=options)
        started: models.StartedTraining = parsed(await self._ask(models.StartedTraining, request))
        try:
            return await until(
                lambda: self.runs.get(started.run_id, options=options), lambda run: parsed(run).status in _OVER
            )
        except BaseException as error:
            setattr(error, "run_id", started.run_id)
            raise
