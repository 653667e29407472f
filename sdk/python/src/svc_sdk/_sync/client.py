# Generated from svc_sdk/_async/client.py by npm run generate. Do not edit.
"""The client: one server, one key, and a module for each part of the API."""

from __future__ import annotations

from types import TracebackType
from typing import Any, Dict, Literal, Mapping, NoReturn, Optional, Type
from urllib.parse import parse_qsl, urlsplit

import httpx

from svc_sdk._sync.resources.agent_apps import AgentApps
from svc_sdk._sync.resources.conversations import Conversations
from svc_sdk._sync.resources.data import Data
from svc_sdk._sync.resources.events import Events
from svc_sdk._sync.resources.export import Export
from svc_sdk._sync.resources.files import Files
from svc_sdk._sync.resources.jobs import Jobs
from svc_sdk._sync.resources.memory import Memory
from svc_sdk._sync.resources.ml import Ml
from svc_sdk._sync.resources.playbooks import Playbooks
from svc_sdk._sync.resources.stats import Stats
from svc_sdk._sync.resources.workspace import Workspace
from svc_sdk._sync.stream import Stream, followed
from svc_sdk._sync.transport import DEFAULT_RETRIES, Transport
from svc_sdk._core.errors import SvcError
from svc_sdk._core.options import RequestOptions, with_idempotency_key
from svc_sdk._core.record import Record
from svc_sdk._core.request import Request
from svc_sdk._core.webhook import Webhooks
from svc_sdk._generated import modules


class SvcClient:
    """Calls the API of one svc server, in one workspace.

    ``base_url`` and ``api_key`` are taken from ``SVC_BASE_URL`` and ``SVC_API_KEY`` when left out. ``timeout`` is in
    seconds, until an answer begins. ``SvcError`` when the address or the key is missing. Close it when it is no longer
    used, or use it in a ``with`` block.
    """

    def __init__(
        self,
        *,
        base_url: Optional[str] = None,
        api_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: int = DEFAULT_RETRIES,
        headers: Optional[Mapping[str, str]] = None,
        workspace_id: Optional[str] = None,
        http_client: Optional[httpx.Client] = None,
    ) -> None:
        self._begin(
            Transport(
                base_url=base_url,
                api_key=api_key,
                timeout=timeout,
                max_retries=max_retries,
                headers=headers,
                workspace_id=workspace_id,
                http_client=http_client,
            )
        )

    def _begin(self, transport: Transport) -> None:
        self._transport = transport
        self.admin = modules.Admin(transport)
        self.agent_apps = AgentApps(transport)
        self.conversations = Conversations(transport)
        self.data = Data(transport)
        self.developer = modules.Developer(transport)
        self.email = modules.Email(transport)
        self.events = Events(transport)
        self.export = Export(transport)
        self.files = Files(transport)
        self.jobs = Jobs(transport)
        self.memory = Memory(transport)
        self.ml = Ml(transport)
        self.models = modules.Models(transport)
        self.playbooks = Playbooks(transport)
        self.research = modules.Research(transport)
        self.stats = Stats(transport)
        self.tools = modules.Tools(transport)
        self.webhooks = Webhooks()
        self.workspace = Workspace(transport)

    @property
    def base_url(self) -> str:
        return self._transport.base_url

    def with_options(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        headers: Optional[Mapping[str, str]] = None,
        workspace_id: Optional[str] = None,
    ) -> "SvcClient":
        """A client that differs in some options and shares the connections: they are closed with either of the two."""
        given = {"timeout": timeout, "max_retries": max_retries, "headers": headers, "workspace_id": workspace_id}
        options: Any = {name: value for name, value in given.items() if value is not None}
        other = object.__new__(type(self))
        other._begin(self._transport.with_options(options))
        return other

    def close(self) -> None:
        """Closes the connections. No call can be made afterwards."""
        self._transport.close()

    def __enter__(self) -> "SvcClient":
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"{type(self).__name__}(base_url={self.base_url!r})"

    def __reduce__(self) -> NoReturn:
        raise TypeError("A client holds connections and a key, so it is not pickled. Make one in each process.")

    def get(self, path: str, *, query: Optional[Mapping[str, Any]] = None, **options: Any) -> Any:
        """Any GET of the API: the answer's JSON."""
        return self.request("GET", path, query=query, **options)

    def post(self, path: str, *, body: Optional[Mapping[str, Any]] = None, **options: Any) -> Any:
        return self.request("POST", path, body=body, **options)

    def put(self, path: str, *, body: Optional[Mapping[str, Any]] = None, **options: Any) -> Any:
        return self.request("PUT", path, body=body, **options)

    def patch(self, path: str, *, body: Optional[Mapping[str, Any]] = None, **options: Any) -> Any:
        return self.request("PATCH", path, body=body, **options)

    def delete(self, path: str, *, body: Optional[Mapping[str, Any]] = None, **options: Any) -> Any:
        return self.request("DELETE", path, body=body, **options)

    def request(
        self,
        method: Literal["GET", "POST", "PUT", "PATCH", "DELETE"],
        path: str,
        *,
        query: Optional[Mapping[str, Any]] = None,
        body: Optional[Mapping[str, Any]] = None,
        options: Optional[RequestOptions] = None,
    ) -> Any:
        """Any call of the API. ``SvcError`` for a path that is none."""
        return self._transport.json(_request(method, path, query, body, options))

    def stream(
        self,
        path: str,
        *,
        method: Literal["GET", "POST"] = "GET",
        query: Optional[Mapping[str, Any]] = None,
        body: Optional[Mapping[str, Any]] = None,
        options: Optional[RequestOptions] = None,
    ) -> Stream[Record]:
        """The events of any route that streams them: of a GET, resumed by ``Last-Event-ID``; of a POST, until its connection breaks."""
        begun = options if method == "GET" else with_idempotency_key(options)

        def request() -> Request:
            return _request(method, path, query, body, begun)

        return followed(
            self._transport,
            Record,
            request,
            options=begun,
            resumes=method == "GET",
            is_last=lambda event: bool(event["type"] == "done"),
        )


def _request(
    method: str,
    path: str,
    query: Optional[Mapping[str, Any]],
    body: Optional[Mapping[str, Any]],
    options: Optional[RequestOptions],
) -> Request:
    if not isinstance(path, str) or not path.startswith("/") or path.startswith("//"):
        raise SvcError('path must begin with one "/", such as /api/memory.')
    parts = urlsplit(path)
    asked: Dict[str, Any] = {**dict(parse_qsl(parts.query, keep_blank_values=True)), **(query or {})}
    return Request(method=method, path=parts.path, query=asked, body=body, options=options)
