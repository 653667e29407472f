"""Takes jobs and does them, as tasks of the running loop. ``_sync/worker.py`` does the same with threads."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Awaitable, Callable, Optional, Sequence, Set

from svc_sdk._async.outage import outlast
from svc_sdk._core.errors import SvcError
from svc_sdk._core.jobs import CLAIM_OPTIONS, LONGEST_WAIT, JobContext, claim_of, failure_of, is_settled
from svc_sdk._core.retry import backoff, may_recover
from svc_sdk._generated import models

if TYPE_CHECKING:
    from svc_sdk._async.resources.jobs import AsyncJobs

AsyncJobHandler = Callable[[models.ClaimedJob, JobContext], Awaitable[Any]]
AsyncStop = asyncio.Event


async def work_on(
    jobs: AsyncJobs,
    handler: AsyncJobHandler,
    *,
    kinds: Sequence[str],
    queues: Optional[Sequence[str]],
    concurrency: int,
    lease_seconds: int,
    worker_id: Optional[str],
    stop: Optional[asyncio.Event],
) -> None:
    ending = stop or asyncio.Event()
    stopped: "asyncio.Future[Any]" = asyncio.ensure_future(ending.wait())
    claim = claim_of(kinds, queues, lease_seconds, worker_id)
    running: Set["asyncio.Future[Any]"] = set()
    failures = 0
    try:
        while not ending.is_set():
            if len(running) >= concurrency:
                await asyncio.wait({*running, stopped}, return_when=asyncio.FIRST_COMPLETED)
            running = {task for task in running if not task.done()}
            if len(running) >= concurrency or ending.is_set():
                continue
            # A claim that waits cannot be made larger: with jobs under way it comes back soon, and asks for all that is free.
            wait_seconds = LONGEST_WAIT if not running else 1
            limit = min(concurrency - len(running), 100)
            taken = asyncio.ensure_future(
                jobs.claim(**claim, limit=limit, wait_seconds=wait_seconds, options=CLAIM_OPTIONS)
            )
            await asyncio.wait({taken, stopped}, return_when=asyncio.FIRST_COMPLETED)
            if not taken.done():
                taken.cancel()
                break
            try:
                claimed = taken.result()
                failures = 0
            except SvcError as error:
                if not may_recover(error):
                    raise
                await asyncio.wait({stopped}, timeout=backoff(failures))
                failures += 1
                continue
            running |= {asyncio.ensure_future(_do(jobs, handler, job, lease_seconds)) for job in claimed}
    finally:
        stopped.cancel()
        if running:
            await asyncio.gather(*running)


async def _do(jobs: AsyncJobs, handler: AsyncJobHandler, job: models.ClaimedJob, lease_seconds: int) -> None:
    """A job from its claim to its end, which is said until the server has heard it: the claim's token lets a call come twice."""
    context = JobContext()
    beats = asyncio.ensure_future(_hold(jobs, job, context, lease_seconds))
    try:
        try:
            result = await handler(job, context)
        except Exception as error:
            failure = failure_of(error)
            await outlast(lambda: jobs.fail(job.job_id, job.claim_token, failure))
            return
        try:
            await outlast(lambda: jobs.complete(job.job_id, job.claim_token, result=result))
        except Exception as error:
            if is_settled(error):
                raise
            failure = failure_of(error)
            await outlast(lambda: jobs.fail(job.job_id, job.claim_token, failure))
    except SvcError:
        # A lost claim is another worker's job now, and the job that a server never heard of is given out again when its lease runs out.
        pass
    finally:
        beats.cancel()


async def _hold(jobs: AsyncJobs, job: models.ClaimedJob, context: JobContext, lease_seconds: int) -> None:
    while True:
        await asyncio.sleep(lease_seconds / 3)
        try:
            beat = context._beat(lease_seconds)
            context._heard(await jobs.heartbeat(job.job_id, job.claim_token, **beat))
        except SvcError as error:
            context._refused(error)
