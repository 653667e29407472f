"""The records of the API, by the names of its document, for annotations."""

from ._core.jobs import JobContext as JobContext
from ._core.record import Record as Record
from ._core.results import QueryRows as QueryRows
from ._core.results import SearchResults as SearchResults
from ._core.webhook import WebhookEvent as WebhookEvent
from ._generated.models import *  # noqa: F403
