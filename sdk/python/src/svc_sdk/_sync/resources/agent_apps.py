# Generated from svc_sdk/_async/resources/agent_apps.py by npm run generate. Do not edit.
"""Agent apps, and what they did."""

from __future__ import annotations

from typing import Any, Awaitable, Callable, Literal, Mapping, Optional, overload

from svc_sdk._sync.outage import until
from svc_sdk._sync.resource import parsed
from svc_sdk._sync.stream import Stream, followed
from svc_sdk._sync.transport import Transport
from svc_sdk._core.options import RequestOptions
from svc_sdk._core.record import Record
from svc_sdk._core.request import Request, sent_fields
from svc_sdk._generated import modules, models

_UNDER_WAY = frozenset({"queued", "running"})
AgentAppStream = Stream[models.AgentAppRunEvent]


class RunApp(modules.AgentAppsRun):
    """Called, it runs an app; its methods read and cancel runs."""

    @overload
    def __call__(
        self,
        name: str,
        inputs: Optional[Mapping[str, Any]] = None,
        *,
        runner: Literal["job"],
        options: Optional[RequestOptions] = None,
    ) -> models.QueuedAgentAppRun: ...

    @overload
    def __call__(
        self,
        name: str,
        inputs: Optional[Mapping[str, Any]] = None,
        *,
        runner: Optional[Literal["api", "ui", "cli", "playbook"]] = None,
        options: Optional[RequestOptions] = None,
    ) -> models.AgentAppRunResult: ...

    def __call__(
        self,
        name: str,
        inputs: Optional[Mapping[str, Any]] = None,
        *,
        runner: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> Any:
        """Run an app and wait for its end; ``runner="job"`` answers at once with ``run_id`` and ``job_id``.

        ``AgentAppFailedError`` when the app fails.
        """
        body = sent_fields({"inputs": inputs or {}, "runner": runner})
        request = self._request("POST", "/api/agent-apps/{name}/run", {"name": name}, body=body, options=options)
        model = models.QueuedAgentAppRun if runner == "job" else models.AgentAppRunResult
        return self._ask(model, request)

    def events(
        self, run_id: str, *, after: Optional[str] = None, options: Optional[RequestOptions] = None
    ) -> AgentAppStream:
        """What happened in a run, from its beginning until it ends."""

        def begun() -> str:
            return run_id

        return self._follow(begun, after, options)

    def _follow(
        self, begin: Callable[[], str], after: Optional[str], options: Optional[RequestOptions]
    ) -> AgentAppStream:
        def request() -> Request:
            return self._request("GET", "/api/agent-apps/runs/{run_id}/events", {"run_id": begin()})

        def final(last: Optional[Record]) -> models.AgentAppRun:
            return self.get(begin(), options=options)

        def cancel(last: Optional[Record]) -> None:
            self.cancel(begin())

        return followed(
            self._transport,
            models.AgentAppRunEvent,
            request,
            after=after,
            options=options,
            is_last=_is_done,
            final=final,
            cancel=cancel,
        )


class AgentApps(modules.AgentApps):
    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.run = RunApp(transport)

    def stream(
        self, name: str, inputs: Optional[Mapping[str, Any]] = None, *, options: Optional[RequestOptions] = None
    ) -> AgentAppStream:
        """Run an app in the background and read what happens in it. ``final()`` is the run's record."""
        run_id: Optional[str] = None

        def begin() -> str:
            nonlocal run_id
            if run_id is None:
                run_id = parsed(self.run(name, inputs, runner="job", options=options)).run_id
            return run_id

        return self.run._follow(begin, None, options)

    def wait(self, run_id: str, *, options: Optional[RequestOptions] = None) -> models.AgentAppRun:
        """The run once it has ended, however it ended."""
        return until(
            lambda: self.run.get(run_id, options=options), lambda run: parsed(run).status not in _UNDER_WAY
        )


def _is_done(event: Record) -> bool:
    return bool(event["type"] == "done")
