"""The records of the API, by the names of its document, for annotations."""

from ._core.jobs import JobContext
from ._core.playbooks import Playbook, PlaybookApproval, PlaybookEvent, PlaybookRun, PlaybookTask
from ._core.record import Record
from ._core.results import QueryRows, SearchResults
from ._core.webhook import WebhookEvent
from ._generated.models import *  # noqa: F403

__all__ = [name for name in globals() if not name.startswith("_")]
