"""The table of cases that both SDKs keep."""

import json
import re

import pytest

import svc_sdk

from conftest import CASES

ALL = json.loads(CASES.read_text())


@pytest.fixture
def records(client):
    made = {
        "$memory": client.memory.add("The blue whale is the largest animal.", force=True).id,
        "$deletable": client.memory.add("The moon is far away.", force=True).id,
        "$job": client.jobs.create("contract").job_id,
    }
    yield made
    client.memory.delete(made["$memory"])
    for task in client.workspace.tasks.list():
        client.workspace.tasks.delete(task.task_id)


def snake(name):
    return re.sub(r"[A-Z]", lambda letter: "_" + letter[0].lower(), name)


def call(client, names, *args, **body):
    for name in names:
        client = getattr(client, snake(name))
    return client(*args, **body)


@pytest.mark.parametrize("case", ALL, ids=[case["name"] for case in ALL])
def test_contract(client, proxy, records, case):
    args = [records.get(name, name) for name in case.get("args", [])]
    proxy.expect(*case.get("faults", []))
    value, error = None, None
    try:
        value = call(client, case["call"], *args, **case.get("body", {}))
    except svc_sdk.SvcError as raised:
        error = raised
    except TypeError as raised:
        # A field that no method takes is wrong before anything is sent.
        assert "unexpected keyword argument 'colour'" in str(raised)
        return
    assert proxy.left == []
    check(value, error, case)
    seen = proxy.seen
    assert len(seen) == case["requests"]
    assert [each["headers"].get("x-svc-retry-count") for each in seen] == [
        None if index == 0 else str(index) for index in range(len(seen))
    ]
    if case.get("same_key"):
        assert len({each["headers"].get("idempotency-key") for each in seen}) == 1
        assert re.fullmatch(r"[0-9a-f-]{36}", seen[0]["headers"]["idempotency-key"])
    if "count" in case:
        assert len(call(client, case["count"]["call"])) == case["count"]["is"]


def check(value, error, case):
    expected = case.get("error")
    if expected is None:
        assert error is None, error
        for name, wanted in (case.get("value") or {}).items():
            assert value[name] == wanted
        return
    assert type(error).__name__ == expected["name"], error
    assert expected.get("message", "") in str(error)
    for name in ("status", "code", "retry_after", "request_id"):
        if name in expected:
            assert getattr(error, name) == expected[name]
    for path in expected.get("errors", []):
        assert any(path in each["path"] for each in error.errors)
    assert "svc_" not in str(error) + repr(error)
