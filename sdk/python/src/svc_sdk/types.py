"""The records of the API, by the names of its document, for annotations."""

from ._core.jobs import JobContext as JobContext
from ._core.playbooks import Playbook as Playbook
from ._core.playbooks import PlaybookApproval as PlaybookApproval
from ._core.playbooks import PlaybookEvent as PlaybookEvent
from ._core.playbooks import PlaybookRun as PlaybookRun
from ._core.playbooks import PlaybookTask as PlaybookTask
from ._core.record import Record as Record
from ._core.results import QueryRows as QueryRows
from ._core.results import SearchResults as SearchResults
from ._core.webhook import WebhookEvent as WebhookEvent
from ._generated.models import *  # noqa: F403
