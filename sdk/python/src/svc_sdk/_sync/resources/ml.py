# Generated from svc_sdk/_async/resources/ml.py by npm run generate. Do not edit.
"""Machine learning: experiments, runs and models."""

from __future__ import annotations

from typing import Any, Mapping, Optional

from svc_sdk._sync.outage import until
from svc_sdk._sync.resource import parsed
from svc_sdk._sync.transport import Transport
from svc_sdk._core.files import FileContent
from svc_sdk._core.options import RequestOptions
from svc_sdk._core.request import fill_import
from svc_sdk._generated import modules, models


_OVER = frozenset({"finished", "failed", "killed"})


class MlRuns(modules.MlRuns):
    def upload_artifact(
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
        result: models.MlArtifact = self._ask(models.MlArtifact, request)
        return result


class MlModels(modules.MlModels):
    def register(
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
        result: models.RegisteredModelVersion = self._ask(models.RegisteredModelVersion, request)
        return result


class Ml(modules.Ml):
    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.models: MlModels = MlModels(transport)
        self.runs: MlRuns = MlRuns(transport)

    def train(self, *, options: Optional[RequestOptions] = None, **body: Any) -> models.WholeMlRun:
        """Train a model and give its run when it is over, however it ended: look at ``status`` and ``failure``.

        What ends the wait before its time has the ``run_id`` of the training.
        The arguments are the fields of ``POST /api/ml/train``: ``dataset_id``, ``task``, ``target``, ``trainer`` and more.
        """
        request = self._request("POST", "/api/ml/train", body={**body, "mode": "job"}, options=options)
        started: models.StartedTraining = parsed(self._ask(models.StartedTraining, request))
        try:
            return until(
                lambda: self.runs.get(started.run_id, options=options), lambda run: parsed(run).status in _OVER
            )
        except BaseException as error:
            setattr(error, "run_id", started.run_id)
            raise
