"""What the workers of both clients share."""

from __future__ import annotations

import uuid
from typing import Any, Dict, Optional, Sequence

from .errors import APIError, SvcError

LONGEST_WAIT = 20


class JobContext:
    """What the handler of a job may say and ask."""

    def __init__(self) -> None:
        self.cancelled = False
        """The job was cancelled, or given to another worker after its lease ran out."""
        self._fraction: Optional[float] = None

    def progress(self, fraction: float) -> None:
        """How much is done, from 0 to 1; shown with the job."""
        self._fraction = fraction

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


def failure_of(error: BaseException) -> Dict[str, str]:
    return {"message": str(error) or type(error).__name__}
