"""Agent apps, and what they did."""

from __future__ import annotations

from typing import Any, Awaitable, Callable, Literal, Mapping, Optional, overload

from svc_sdk._async.outage import until
from svc_sdk._async.resource import parsed
from svc_sdk._async.stream import AsyncStream, followed
from svc_sdk._async.transport import AsyncTransport
from svc_sdk._core.options import RequestOptions
from svc_sdk._core.record import Record
from svc_sdk._core.request import Request, sent_fields
from svc_sdk._generated import async_modules, models

_UNDER_WAY = frozenset({"queued", "running"})
AgentAppStream = AsyncStream[models.AgentAppRunEvent]


class AsyncRunApp(async_modules.AsyncAgentAppsRun):
    """Called, it runs an app; its methods read and cancel runs."""

    @overload
    async def __call__(
        self,
        name: str,
        inputs: Optional[Mapping[str, Any]] = None,
        *,
        runner: Literal["job"],
        options: Optional[RequestOptions] = None,
    ) -> models.QueuedAgentAppRun: ...

    @overload
    async def __call__(
        self,
        name: str,
        inputs: Optional[Mapping[str, Any]] = None,
        *,
        runner: Optional[Literal["api", "ui", "cli", "playbook"]] = None,
        options: Optional[RequestOptions] = None,
    ) -> models.AgentAppRunResult: ...

    async def __call__(
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
        return await self._ask(model, request)

    def events(
        self, run_id: str, *, after: Optional[str] = None, options: Optional[RequestOptions] = None
    ) -> AgentAppStream:
        """What happened in a run, from its beginning until it ends."""

        async def begun() -> str:
            return run_id

        return self._follow(begun, after, options)

    def _follow(
        self, begin: Callable[[], Awaitable[str]], after: Optional[str], options: Optional[RequestOptions]
    ) -> AgentAppStream:
        async def request() -> Request:
            return self._request("GET", "/api/agent-apps/runs/{run_id}/events", {"run_id": await begin()})

        async def final(last: Optional[Record]) -> models.AgentAppRun:
            return await self.get(await begin(), options=options)

        async def cancel(last: Optional[Record]) -> None:
            await self.cancel(await begin())

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


class AsyncAgentApps(async_modules.AsyncAgentApps):
    def __init__(self, transport: AsyncTransport) -> None:
        super().__init__(transport)
        self.run = AsyncRunApp(transport)

    def stream(
        self, name: str, inputs: Optional[Mapping[str, Any]] = None, *, options: Optional[RequestOptions] = None
    ) -> AgentAppStream:
        """Run an app in the background and read what happens in it. ``final()`` is the run's record."""
        run_id: Optional[str] = None

        async def begin() -> str:
            nonlocal run_id
            if run_id is None:
                run_id = parsed(await self.run(name, inputs, runner="job", options=options)).run_id
            return run_id

        return self.run._follow(begin, None, options)

    async def wait(self, run_id: str, *, options: Optional[RequestOptions] = None) -> models.AgentAppRun:
        """The run once it has ended, however it ended."""
        return await until(
            lambda: self.run.get(run_id, options=options), lambda run: parsed(run).status not in _UNDER_WAY
        )


def _is_done(event: Record) -> bool:
    return bool(event["type"] == "done")
