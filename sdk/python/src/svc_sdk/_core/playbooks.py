"""The records of playbooks, by hand until the server has them."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, Union

from .record import Record

RunStatus = Literal["pending", "running", "waiting", "suspended", "cancelled", "faulted", "completed"]
ENDED = frozenset({"completed", "faulted", "cancelled"})


class Playbook(Record):
    __slots__ = ()

    id: str
    name: str
    namespace: str
    version: str
    revision: int
    title: Optional[str]
    summary: Optional[str]
    enabled: bool
    inputs_schema: Optional[Dict[str, Any]]
    created_at: str
    updated_at: str


class PlaybookRun(Record):
    __slots__ = ()

    id: str
    playbook_id: str
    name: str
    version: str
    status: Union[RunStatus, str]
    inputs: Dict[str, Any]
    output: Any
    error: Optional[Dict[str, Any]]
    waiting_for: List[Dict[str, Any]]
    current: List[str]
    """The tasks under way, as JSON Pointers."""
    labels: Dict[str, str]
    created_at: str
    started_at: Optional[str]
    ended_at: Optional[str]


class PlaybookTask(Record):
    __slots__ = ()

    id: str
    name: str
    reference: str
    """The task's place in the definition, such as ``/do/0/ask``."""
    kind: str
    status: Union[RunStatus, str]
    attempt: int
    input: Any
    output: Any
    error: Optional[Dict[str, Any]]
    started_at: str
    ended_at: Optional[str]


class PlaybookApproval(Record):
    __slots__ = ()

    approval_id: str
    run_id: str
    task: str
    title: str
    status: str
    expires_at: str


class PlaybookEvent(Record):
    __slots__ = ()

    type: str
    id: Optional[str]
