"""The job queue, and a worker for it."""

from __future__ import annotations

from typing import List, Optional, Sequence

from svc_sdk._async.worker import AsyncJobHandler, AsyncStop, work_on
from svc_sdk._core.errors import SvcError
from svc_sdk._core.options import RequestOptions
from svc_sdk._core.request import sent_fields
from svc_sdk._generated import async_modules, models


class AsyncJobs(async_modules.AsyncJobs):
    async def claim(
        self,
        worker_id: str,
        *,
        queues: Optional[Sequence[str]] = None,
        kinds: Optional[Sequence[str]] = None,
        limit: Optional[int] = None,
        lease_seconds: Optional[int] = None,
        wait_seconds: Optional[float] = None,
        options: Optional[RequestOptions] = None,
    ) -> List[models.ClaimedJob]:
        """Take jobs for a while; ``work`` does it in a loop."""
        times = {"lease_seconds": lease_seconds, "wait_seconds": wait_seconds}
        body = sent_fields({"worker_id": worker_id, "queues": queues, "kinds": kinds, "limit": limit, **times})
        request = self._request("POST", "/api/jobs/claim", body=body, options=options)
        result: List[models.ClaimedJob] = await self._made(
            request, lambda answer: [models.ClaimedJob._from(job) for job in answer["jobs"]]
        )
        return result

    async def work(
        self,
        handler: AsyncJobHandler,
        *,
        kinds: Sequence[str],
        queues: Optional[Sequence[str]] = None,
        concurrency: int = 1,
        lease_seconds: int = 60,
        worker_id: Optional[str] = None,
        stop: Optional[AsyncStop] = None,
    ) -> None:
        """Take and do jobs until ``stop`` is set; then wait for those under way.

        What ``handler(job, context)`` returns is the job's result, what it raises fails the job, which is tried again.
        ``context.progress(0.5)`` shows how far it is, ``context.cancelled`` says that nobody waits for it any more. A
        job is held for ``lease_seconds``, and held again as long as the handler runs. ``APIError`` when the server
        refuses the worker.
        """
        if isinstance(kinds, str) or not kinds:
            raise SvcError("kinds must be a list of the kinds of jobs that the handler does.")
        if concurrency < 1:
            raise SvcError("concurrency must be 1 or more.")
        await work_on(
            self._copy(raw=False),
            handler,
            kinds=kinds,
            queues=queues,
            concurrency=concurrency,
            lease_seconds=lease_seconds,
            worker_id=worker_id,
            stop=stop,
        )
