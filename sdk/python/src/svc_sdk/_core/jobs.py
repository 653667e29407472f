"""What the workers of both clients share."""

from __future__ import annotations

import math
import uuid
from typing import Any, Dict, Optional, Sequence

from .errors import APIError, SvcError
from .options import RequestOptions
from .retry import may_recover

LONGEST_WAIT = 20
# A claim is long-running, which has no limit of its own: without one, an answer that got lost would be waited for forever.
CLAIM_OPTIONS: RequestOptions = {"timeout": LONGEST_WAIT + 40}


class JobContext:
    """What the handler of a job may say and ask."""

    def __init__(self) -> None:
        self.cancelled = False
        """The job was cancelled, or given to another worker after its lease ran out."""
        self._fraction: Optional[float] = None

    def progress(self, fraction: float) -> None:
        """How much is done, from 0 to 1; shown with the job. ``SvcError`` for what is no number."""
        if not isinstance(fraction, (int, float)) or math.isnan(fraction):
            raise SvcError(f"The progress of a job must be a number from 0 to 1, not {fraction!r}.")
        self._fraction = min(max(float(fraction), 0.0), 1.0)

    def _beat(self, lease_seconds: int) -> Dict[str, Any]:
        progress = {} if self._fraction is None else {"progress": self._fraction}
        return {"lease_seconds": lease_seconds, **progress}

    def _heard(self, answer: Any) -> None:
        self.cancelled = self.cancelled or bool(answer["cancel_requested"])

    def _refused(self, error: SvcError) -> None:
        if isinstance(error, APIError) and error.status == 409:
            self.cancelled = True


def claim_of(
    kinds: Sequence[str], queues: Optional[Sequence[str]], lease_seconds: int, worker_id: Optional[str]
) -> Dict[str, Any]:
    name = worker_id or f"worker-{uuid.uuid4().hex[:8]}"
    return {"worker_id": name, "kinds": kinds, "queues": queues, "lease_seconds": lease_seconds}


_LONGEST_MESSAGE = 16_384


def failure_of(error: BaseException) -> Dict[str, str]:
    return {"message": (str(error) or type(error).__name__)[:_LONGEST_MESSAGE]}


def is_settled(error: Exception) -> bool:
    """Whether a refused result leaves nothing to say: the job is another worker's now, or will be when its lease has run out."""
    return may_recover(error) or (isinstance(error, APIError) and error.status == 409)
