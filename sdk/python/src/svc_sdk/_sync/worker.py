"""Takes jobs and does them in threads. ``_async/worker.py`` does the same with tasks."""

from __future__ import annotations

import threading
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import TYPE_CHECKING, Any, Callable, Optional, Sequence, Set

from svc_sdk._sync.outage import outlast
from svc_sdk._core.errors import SvcError
from svc_sdk._core.jobs import CLAIM_OPTIONS, JobContext, claim_of, failure_of, is_settled
from svc_sdk._core.retry import backoff, may_recover
from svc_sdk._generated import models

if TYPE_CHECKING:
    from svc_sdk._sync.resources.jobs import Jobs

JobHandler = Callable[[models.ClaimedJob, JobContext], Any]
Stop = threading.Event

# A claim that waits cannot be ended from another thread, so that it looks at "stop" this often.
_LONGEST_WAIT = 2


def work_on(
    jobs: Jobs,
    handler: JobHandler,
    *,
    kinds: Sequence[str],
    queues: Optional[Sequence[str]],
    concurrency: int,
    lease_seconds: int,
    worker_id: Optional[str],
    stop: Optional[threading.Event],
) -> None:
    ending = stop or threading.Event()
    claim = claim_of(kinds, queues, lease_seconds, worker_id)
    running: Set["Future[None]"] = set()
    failures = 0
    with ThreadPoolExecutor(concurrency, thread_name_prefix="svc-worker") as pool:
        while not ending.is_set():
            if len(running) >= concurrency:
                wait(running, timeout=_LONGEST_WAIT, return_when=FIRST_COMPLETED)
            running = {future for future in running if not future.done()}
            if len(running) >= concurrency or ending.is_set():
                continue
            try:
                wait_seconds = _LONGEST_WAIT if not running else 1
                limit = min(concurrency - len(running), 100)
                claimed = jobs.claim(**claim, limit=limit, wait_seconds=wait_seconds, options=CLAIM_OPTIONS)
                failures = 0
            except SvcError as error:
                if not may_recover(error):
                    raise
                ending.wait(backoff(failures))
                failures += 1
                continue
            running |= {pool.submit(_do, jobs, handler, job, lease_seconds) for job in claimed}


def _do(jobs: Jobs, handler: JobHandler, job: models.ClaimedJob, lease_seconds: int) -> None:
    """A job from its claim to its end, which is said until the server has heard it: the claim's token lets a call come twice."""
    context = JobContext()
    over = threading.Event()
    beats = threading.Thread(target=_hold, args=(jobs, job, context, lease_seconds, over), daemon=True)
    beats.start()
    try:
        try:
            result = handler(job, context)
        except Exception as error:
            failure = failure_of(error)
            outlast(lambda: jobs.fail(job.job_id, job.claim_token, failure))
            return
        try:
            outlast(lambda: jobs.complete(job.job_id, job.claim_token, result=result))
        except Exception as error:
            if is_settled(error):
                raise
            failure = failure_of(error)
            outlast(lambda: jobs.fail(job.job_id, job.claim_token, failure))
    except SvcError:
        # A lost claim is another worker's job now, and the job that a server never heard of is given out again when its lease runs out.
        pass
    finally:
        over.set()


def _hold(jobs: Jobs, job: models.ClaimedJob, context: JobContext, lease_seconds: int, over: threading.Event) -> None:
    while not over.wait(lease_seconds / 3):
        try:
            beat = context._beat(lease_seconds)
            context._heard(jobs.heartbeat(job.job_id, job.claim_token, **beat))
        except SvcError as error:
            context._refused(error)
