"""The server and the proxy before it, which the test program starts: SVC_TEST_URL is the proxy, SVC_TEST_CONTROL says what it does."""

import asyncio
import inspect
import json
import os
import urllib.request
from pathlib import Path

import pytest

from svc_sdk import AsyncSvcClient, SvcClient

TEXT = "One fish, two fish, red fish, blue fish. Zwölf Boxkämpfer 🦊 jagen."
CASES = Path(__file__).parents[2] / "contract" / "cases.json"


class Proxy:
    """What goes wrong with the next requests, and which were seen; and what the server behind it is given."""

    def __init__(self, control: str) -> None:
        self._control = control

    def _ask(self, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        with urllib.request.urlopen(urllib.request.Request(self._control + path, data=data)) as answer:
            return json.load(answer)

    def expect(self, *faults) -> None:
        self._ask("/expect", list(faults))

    def script(self, **answer) -> None:
        """What the model answers from now on."""
        self._ask("/script", answer)

    def make_key(self, elsewhere=False):
        """A key of the same workspace, or of another: its ``id`` and the ``key``."""
        return self._ask("/key", {"elsewhere": elsewhere})

    def revoke(self, key_id) -> None:
        self._ask("/revoke", {"id": key_id})

    @property
    def seen(self):
        return self._ask("/state")["seen"]

    @property
    def left(self):
        return self._ask("/state")["left"]

    @property
    def open(self) -> int:
        return self._ask("/state")["open"]


class Both:
    """The asynchronous client, called as the other one is: what a test says of one holds for both."""

    def __init__(self, thing, loop) -> None:
        self._thing, self._loop = thing, loop

    def _run(self, value):
        if inspect.isawaitable(value):
            value = self._loop.run_until_complete(value)
        module = type(value).__module__
        return Both(value, self._loop) if module.startswith("svc_sdk._async") or inspect.isasyncgen(value) else value

    def __getattr__(self, name):
        value = getattr(self._thing, name)
        if type(value).__module__.startswith(("svc_sdk._async", "svc_sdk._generated.async")):
            return Both(value, self._loop)
        return (lambda *args, **more: self._run(value(*args, **more))) if callable(value) else value

    def __call__(self, *args, **more):
        return self._run(self._thing(*args, **more))

    def __getitem__(self, index):
        return self._thing[index]

    def __len__(self):
        return len(self._thing)

    def __repr__(self):
        return repr(self._thing)

    def __iter__(self):
        iterator = self._thing.__aiter__()
        try:
            while True:
                yield self._run(iterator.__anext__())
        except StopAsyncIteration:
            return
        finally:
            self._run(iterator.aclose())

    def __enter__(self):
        self._loop.run_until_complete(self._thing.__aenter__())
        return self

    def __exit__(self, *error):
        self._loop.run_until_complete(self._thing.__aexit__(*error))


@pytest.fixture(scope="session")
def server():
    if "SVC_TEST_URL" not in os.environ:
        pytest.skip("needs a server: SVC_TEST_URL, SVC_TEST_KEY and SVC_TEST_CONTROL")
    return {"base_url": os.environ["SVC_TEST_URL"], "api_key": os.environ["SVC_TEST_KEY"]}


@pytest.fixture
def proxy(server):
    made = Proxy(os.environ["SVC_TEST_CONTROL"])
    made.expect()
    return made


@pytest.fixture(params=["sync", "async"])
def client(request, server):
    if request.param == "sync":
        with SvcClient(**server) as made:
            yield made
        return
    loop = asyncio.new_event_loop()
    with Both(AsyncSvcClient(**server), loop) as made:
        yield made
    loop.close()
