"""Each method that sdk/surface.json names is there, and nothing besides."""

import inspect
import json
import keyword
import re
from pathlib import Path

from svc_sdk import AsyncSvcClient, SvcClient
from svc_sdk._async.resource import AsyncResource
from svc_sdk._sync.resource import Resource

SURFACE = json.loads((Path(__file__).parents[2] / "surface.json").read_text())
# Made of several calls, or the same call in another form.
COMPOSED = {"agent_apps.wait", "files.iter_content", "files.upload_large", "jobs.work", "playbooks.wait"}


def snake(name):
    plain = re.sub(r"[A-Z]", lambda letter: "_" + letter[0].lower(), name)
    return plain + "_" if keyword.iskeyword(plain) else plain


def methods_of(thing, kind, prefix=""):
    for name in dir(thing):
        if name.startswith("_") or name == "with_raw_response":
            continue
        value = getattr(thing, name)
        if isinstance(value, kind):
            yield from methods_of(value, kind, f"{prefix}{name}.")
            if "__call__" in dir(value):
                yield prefix + name
        elif inspect.ismethod(value) and prefix:
            yield prefix + name


def test_both_clients_have_each_method_of_the_surface():
    named = {".".join(map(snake, [*each["module"].split("."), each["method"]])) for each in SURFACE["methods"]}
    for client, kind in (SvcClient, Resource), (AsyncSvcClient, AsyncResource):
        made = client(base_url="http://127.0.0.1:9", api_key="svc_test")
        assert set(methods_of(made, kind)) - COMPOSED == named
