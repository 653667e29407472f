# Generated from svc_sdk/_async/resources/playbooks.py by npm run generate. Do not edit.
"""Playbooks, and their runs. A playbook is named by its id, its name, or ``name@version``."""

from __future__ import annotations

from typing import Any, Mapping, Optional, Sequence, Type, TypeVar

from svc_sdk._sync.outage import until
from svc_sdk._sync.page import Page
from svc_sdk._sync.resource import Resource, parsed
from svc_sdk._sync.stream import Stream, followed
from svc_sdk._core.errors import SvcError
from svc_sdk._core.options import RequestOptions
from svc_sdk._core.record import Record
from svc_sdk._core.request import Request, sent_fields
from svc_sdk._generated.models import Playbook, PlaybookApproval, PlaybookRun, PlaybookRunEvent, PlaybookTask

_ALL = "/api/playbooks"
_ONE = _ALL + "/{playbook_id}"
_RUN = _ALL + "/runs/{run_id}"
_ENDED = frozenset({"completed", "faulted", "cancelled"})

R = TypeVar("R", bound=Record)


class Playbooks(Resource):
    def list(
        self,
        *,
        search: Optional[str] = None,
        tag: Optional[str] = None,
        limit: Optional[int] = None,
        options: Optional[RequestOptions] = None,
    ) -> Page[Playbook]:
        query = {"search": search, "tag": tag, "limit": limit}
        return self._list(Playbook, self._request("GET", _ALL, query=query, options=options))

    def get(
        self, playbook_id: str, *, version: Optional[str] = None, options: Optional[RequestOptions] = None
    ) -> Playbook:
        values = {"playbook_id": playbook_id}
        return self._record(Playbook, self._request("GET", _ONE, values, query={"version": version}, options=options))

    def create(
        self,
        *,
        source: Optional[str] = None,
        definition: Optional[Mapping[str, Any]] = None,
        options: Optional[RequestOptions] = None,
    ) -> Playbook:
        """Store a definition: its text in ``source``, YAML or JSON, or the same as an object in ``definition``."""
        return self._record(Playbook, self._request("POST", _ALL, body=_defined(source, definition), options=options))

    def validate(
        self,
        *,
        source: Optional[str] = None,
        definition: Optional[Mapping[str, Any]] = None,
        options: Optional[RequestOptions] = None,
    ) -> Record:
        """What is wrong with a definition; nothing is stored."""
        body = _defined(source, definition)
        return self._record(Record, self._request("POST", _ALL + "/validate", body=body, options=options))

    def dry_run(
        self,
        playbook_id: str,
        inputs: Mapping[str, Any],
        *,
        mocks: Optional[Mapping[str, Any]] = None,
        options: Optional[RequestOptions] = None,
    ) -> Record:
        """Run the expressions with the outputs of ``mocks`` in the place of calls."""
        body = sent_fields({"inputs": inputs, "mocks": mocks})
        values = {"playbook_id": playbook_id}
        return self._record(Record, self._request("POST", _ONE + "/dry-run", values, body=body, options=options))

    def start(
        self,
        playbook_id: str,
        inputs: Optional[Mapping[str, Any]] = None,
        *,
        version: Optional[str] = None,
        priority: Optional[int] = None,
        labels: Optional[Mapping[str, str]] = None,
        wait_seconds: Optional[float] = None,
        options: Optional[RequestOptions] = None,
    ) -> PlaybookRun:
        """Start a run. The same ``idempotency_key`` always names the same run; ``wait_seconds``, up to 30, waits for its end."""
        if playbook_id == "":
            raise SvcError("playbook_id must be a string that is not empty.")
        more = {"version": version, "priority": priority, "labels": labels, "wait_seconds": wait_seconds}
        body = sent_fields({"playbook_id": playbook_id, "inputs": inputs or {}, **more})
        return self._record(PlaybookRun, self._request("POST", _ALL + "/runs", body=body, options=options))

    def runs(
        self,
        *,
        playbook_id: Optional[str] = None,
        status: Optional[str] = None,
        label: Optional[str] = None,
        parent_run_id: Optional[str] = None,
        trigger: Optional[str] = None,
        limit: Optional[int] = None,
        options: Optional[RequestOptions] = None,
    ) -> Page[PlaybookRun]:
        wanted = {"playbook_id": playbook_id, "status": status, "label": label}
        query = {**wanted, "parent_run_id": parent_run_id, "trigger": trigger, "limit": limit}
        return self._list(PlaybookRun, self._request("GET", _ALL + "/runs", query=query, options=options))

    def get_run(self, run_id: str, *, options: Optional[RequestOptions] = None) -> PlaybookRun:
        return self._record(PlaybookRun, self._request("GET", _RUN, {"run_id": run_id}, options=options))

    def tasks(
        self,
        run_id: str,
        *,
        name: Optional[str] = None,
        status: Optional[str] = None,
        limit: Optional[int] = None,
        options: Optional[RequestOptions] = None,
    ) -> Page[PlaybookTask]:
        """What the run's tasks did, in the order in which they started."""
        query = {"name": name, "status": status, "limit": limit}
        request = self._request("GET", _RUN + "/tasks", {"run_id": run_id}, query=query, options=options)
        return self._list(PlaybookTask, request)

    def stream_events(
        self,
        run_id: str,
        *,
        after: Optional[str] = None,
        types: Optional[Sequence[str]] = None,
        options: Optional[RequestOptions] = None,
    ) -> Stream[PlaybookRunEvent]:
        """What happened in the run, from its beginning or after an event, until it ends. ``final()`` is its record."""

        def request() -> Request:
            return self._request("GET", _RUN + "/events", {"run_id": run_id}, query={"types": types})

        def final(last: Optional[Record]) -> PlaybookRun:
            return self.get_run(run_id)

        def cancel(last: Optional[Record]) -> None:
            self.cancel(run_id)

        return followed(
            self._transport,
            PlaybookRunEvent,
            request,
            after=after,
            options=options,
            is_last=lambda event: bool(event["type"] == "done"),
            final=final,
            cancel=cancel,
        )

    def wait(self, run_id: str, *, options: Optional[RequestOptions] = None) -> PlaybookRun:
        """The run once it has ended, however it ended."""
        return until(lambda: self.get_run(run_id, options=options), lambda run: parsed(run).status in _ENDED)

    def approve(
        self,
        run_id: str,
        *,
        approval_id: Optional[str] = None,
        form: Optional[Mapping[str, Any]] = None,
        reason: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> PlaybookApproval:
        """Let a run go on. ``approval_id`` may be left out when one approval waits."""
        body = {"approval_id": approval_id, "form": form, "reason": reason}
        return self._act(PlaybookApproval, "approve", run_id, body, options)

    def deny(
        self,
        run_id: str,
        *,
        approval_id: Optional[str] = None,
        reason: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> PlaybookApproval:
        return self._act(PlaybookApproval, "deny", run_id, {"approval_id": approval_id, "reason": reason}, options)

    def cancel(
        self, run_id: str, *, reason: Optional[str] = None, options: Optional[RequestOptions] = None
    ) -> PlaybookRun:
        return self._act(PlaybookRun, "cancel", run_id, {"reason": reason}, options)

    def suspend(
        self, run_id: str, *, reason: Optional[str] = None, options: Optional[RequestOptions] = None
    ) -> PlaybookRun:
        """Begin no further task until the run is resumed."""
        return self._act(PlaybookRun, "suspend", run_id, {"reason": reason}, options)

    def resume(
        self,
        run_id: str,
        *,
        from_task: Optional[str] = None,
        input: Optional[Any] = None,
        version: Optional[str] = None,
        reason: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> PlaybookRun:
        """Go on. ``from_task`` and all tasks behind it run again; ``input`` takes the place of the input that it had."""
        body = {"from_task": from_task, "input": input, "version": version, "reason": reason}
        return self._act(PlaybookRun, "resume", run_id, body, options)

    def publish(
        self, type: str, source: str, *, options: Optional[RequestOptions] = None, **attributes: Any
    ) -> Record:
        """Publish a CloudEvent, whose ``source`` and ``id`` make it count once."""
        body = sent_fields({"type": type, "source": source, **attributes})
        return self._record(Record, self._request("POST", _ALL + "/events", body=body, options=options))

    def _act(
        self, model: Type[R], action: str, run_id: str, body: Mapping[str, Any], options: Optional[RequestOptions]
    ) -> R:
        request = self._request("POST", f"{_RUN}/{action}", {"run_id": run_id}, body=sent_fields(body), options=options)
        return self._record(model, request)

    def _record(self, model: Type[R], request: Request) -> R:
        record: R = self._ask(model, request)
        return record


def _defined(source: Optional[str], definition: Optional[Mapping[str, Any]]) -> Mapping[str, Any]:
    if (source is None) == (definition is None):
        raise SvcError("Give either source, the definition's text, or definition, the same as an object.")
    return sent_fields({"source": source, "definition": definition})
