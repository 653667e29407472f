import asyncio
import base64
import datetime
import hashlib
import hmac
import logging
import pickle
import threading
import time
import traceback
import uuid

import pytest

import svc_sdk
from svc_sdk import AsyncSvcClient, SvcClient, SvcError


def test_what_is_missing_is_named(monkeypatch):
    monkeypatch.delenv("SVC_API_KEY", raising=False)
    monkeypatch.delenv("SVC_BASE_URL", raising=False)
    with pytest.raises(SvcError, match="SVC_API_KEY"):
        SvcClient(base_url="http://127.0.0.1:1")
    with pytest.raises(SvcError, match="SVC_BASE_URL"):
        SvcClient(api_key="svc_x")


@pytest.mark.parametrize("address", ["127.0.0.1:8420", "ftp://x", "http://", "http://ada:secret@x", "http://x:99999"])
def test_an_address_that_is_none_is_refused(address):
    with pytest.raises(SvcError, match="base_url"):
        SvcClient(base_url=address, api_key="svc_x")


def test_the_environment_and_a_sub_path_are_taken(monkeypatch, server):
    monkeypatch.setenv("SVC_BASE_URL", server["base_url"] + "/")
    monkeypatch.setenv("SVC_API_KEY", f" {server['api_key']}\n")
    with SvcClient() as client:
        assert client.base_url == server["base_url"]
        assert client.developer.me().workspace.id
    assert SvcClient(base_url="http://x/svc/", api_key="k").base_url == "http://x/svc"


def test_a_server_that_is_not_there_is_a_connection_error_of_python_too():
    with SvcClient(base_url="http://127.0.0.1:9", api_key="svc_x", max_retries=0) as client:
        with pytest.raises(ConnectionError) as raised:
            client.memory.list()
    assert isinstance(raised.value, svc_sdk.ConnectionError)


def test_a_wrong_key_is_an_authentication_error_without_the_key(server):
    with SvcClient(base_url=server["base_url"], api_key="svc_wrong_key_of_nobody") as client:
        with pytest.raises(svc_sdk.AuthenticationError) as raised:
            client.memory.list()
    assert raised.value.status == 401
    assert "wrong_key" not in f"{raised.value!r} {raised.value} {client!r} {client.memory!r}"


def test_the_log_has_no_key(server, caplog):
    with caplog.at_level(logging.DEBUG, logger="svc"):
        with SvcClient(**server) as client:
            client.workspace.notes.list()
    assert "GET /api/workspace/notes 200" in caplog.text
    assert server["api_key"] not in caplog.text


@pytest.mark.parametrize(
    "metadata",
    [{"at": datetime.datetime(2026, 1, 1)}, {"n": float("nan")}, {"o": object()}, {"b": b"bytes"}],
)
def test_what_json_cannot_carry_is_named_before_anything_is_sent(client, proxy, metadata):
    with pytest.raises(SvcError, match=next(iter(metadata))):
        client.memory.add("x", metadata=metadata)
    assert proxy.seen == []


def test_a_body_that_holds_itself_is_refused(client, proxy):
    loop = {}
    loop["self"] = loop
    with pytest.raises(SvcError, match="holds itself"):
        client.memory.add("x", metadata=loop)
    assert proxy.seen == []


def test_empty_sources_ids_and_kinds_are_refused(client, proxy):
    for call in (
        lambda: client.memory.delete_by_source(""),
        lambda: client.memory.delete(""),
        lambda: client.memory.get(None),
        lambda: client.jobs.work(lambda job, context: None, kinds=[]),
        lambda: client.jobs.work(lambda job, context: None, kinds="mail.send"),
        lambda: client.get("api/memory"),
        lambda: client.get("//elsewhere.example/api/memory"),
    ):
        with pytest.raises(SvcError):
            call()
    assert proxy.seen == []


def test_a_file_is_bytes_a_path_or_a_binary_file(client, tmp_path):
    with pytest.raises(SvcError, match="pathlib.Path"):
        client.files.upload("notes.txt")
    (tmp_path / "text").write_text("x")
    with open(tmp_path / "text") as text, pytest.raises(SvcError, match="'rb'"):
        client.files.upload(text)
    with pytest.raises(FileNotFoundError):
        client.files.upload(tmp_path / "not-there")


def test_a_closed_client_says_so(server):
    client = SvcClient(**server)
    client.close()
    with pytest.raises(SvcError, match="closed"):
        client.memory.list()


def test_a_client_is_not_pickled(server):
    with SvcClient(**server) as client, pytest.raises(TypeError, match="each process"):
        pickle.dumps(client)


def test_errors_and_records_are_pickled(client):
    with pytest.raises(svc_sdk.NotFoundError) as raised:
        client.memory.get("mem_none")
    again = pickle.loads(pickle.dumps(raised.value))
    assert (again.status, again.code, str(again)) == (404, "not_found", str(raised.value))


def test_one_client_serves_many_threads(server):
    failures = []
    with SvcClient(**server) as client:

        def ask():
            try:
                for _ in range(5):
                    client.workspace.notes.list()
            except Exception as error:
                failures.append(error)

        threads = [threading.Thread(target=ask) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert failures == []


def test_the_waiting_client_works_where_a_loop_runs(server):
    async def main():
        with SvcClient(**server) as client:
            return client.developer.me().workspace.id

    assert asyncio.run(main())


def test_a_cancelled_task_closes_its_connection(server, proxy):
    async def main():
        async with AsyncSvcClient(**server) as client:
            async def follow():
                async for _ in client.events.subscribe():
                    pass

            task = asyncio.ensure_future(follow())
            while not proxy.seen:
                await asyncio.sleep(0.01)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task

    asyncio.run(main())
    deadline = time.monotonic() + 10
    while proxy.open and time.monotonic() < deadline:
        time.sleep(0.01)
    assert proxy.open == 0


def test_a_replay_is_reported(client):
    options = {"idempotency_key": str(uuid.uuid4())}
    first = client.jobs.with_raw_response.create("contract", options=options)
    second = client.jobs.with_raw_response.create("contract", options=options)
    assert (first.idempotency_replayed, second.idempotency_replayed) == (False, True)
    assert first.parse().job_id == second.parse().job_id
    assert second.status_code == 201 and second.request_id


def test_an_answer_that_takes_too_long_is_a_time_out(client, proxy):
    with pytest.raises(svc_sdk.TimeoutError):
        client.jobs.claim("w", kinds=["nobody.makes"], wait_seconds=5, options={"timeout": 0.2, "max_retries": 0})


SECRET = "whsec_" + base64.b64encode(b"a secret of twenty-four bytes").decode()
BODY = '{"type":"job.dead","timestamp":"2026-01-31T12:00:00.000Z","data":{"job_id":"job_ü"}}'.encode()


def signed(body=BODY, late=0):
    """The headers of a webhook that was sent so many seconds ago."""
    sent_at = str(int(time.time()) - late)
    made = hmac.new(base64.b64decode(SECRET[len("whsec_") :]), f"evt_1.{sent_at}.".encode() + body, hashlib.sha256)
    signature = base64.b64encode(made.digest()).decode()
    return {"Webhook-Id": "evt_1", "webhook-timestamp": sent_at, "webhook-signature": f"v1,AAAA v1,{signature}"}


def test_a_webhook_whose_signature_is_right_is_an_event(client):
    event = client.webhooks.unwrap(BODY, signed(), SECRET)
    assert (event.type, event.data["job_id"]) == ("job.dead", "job_ü")


@pytest.mark.parametrize(
    "wrong, message",
    [
        ({"headers": signed(late=3600)}, "ago or ahead"),
        ({"headers": signed(late=-3600)}, "ago or ahead"),
        ({"headers": {}}, "webhook-signature"),
        ({"headers": {**signed(), "webhook-timestamp": "²"}}, "no webhook of svc"),
        ({"headers": {**signed(), "webhook-timestamp": "9" * 5000}}, "no webhook of svc"),
        ({"headers": {**signed(), "webhook-signature": "v1,é \udc80 v1,\udc80"}}, "signature does not fit"),
        ({"headers": {**signed(), "Webhook-Id": "é\udc80"}}, "signature does not fit"),
        ({"body": BODY + b" "}, "signature does not fit"),
        ({"secret": "whsec_" + base64.b64encode(b"another").decode()}, "signature does not fit"),
        ({"secret": "whsec_!"}, "secret"),
    ],
)
def test_a_webhook_is_checked_for_its_signature_and_its_age(client, wrong, message):
    given = {"body": BODY, "headers": signed(), "secret": SECRET, **wrong}
    with pytest.raises(svc_sdk.SvcError, match=message):
        client.webhooks.unwrap(given["body"], given["headers"], given["secret"])


def test_the_key_is_in_no_error_and_no_address(server, proxy):
    with SvcClient(**server) as client, pytest.raises(svc_sdk.NotFoundError) as raised:
        client.memory.get("mem_none")
    with SvcClient(base_url="http://127.0.0.1:9", api_key=server["api_key"], max_retries=0) as away:
        with pytest.raises(ConnectionError) as not_there:
            away.memory.list()
    said = [*map(repr, (client, client.memory, vars(client)["_transport"])), *(each["path"] for each in proxy.seen)]
    for error in raised.value, not_there.value:
        said += [repr(error), *traceback.format_exception(type(error), error, error.__traceback__), repr(vars(error))]
    assert proxy.seen and server["api_key"] not in "".join(said)


def test_a_key_of_another_workspace_finds_nothing_of_this_one(client, proxy, server):
    kept = client.memory.add("The blue whale is the largest animal.", force=True)
    with SvcClient(base_url=server["base_url"], api_key=proxy.make_key(elsewhere=True)["key"]) as stranger:
        with pytest.raises(svc_sdk.NotFoundError):
            stranger.memory.get(kept.id)


def test_a_key_that_ends_in_a_walk_over_pages_ends_it_after_what_was_read(client, proxy, server):
    for title in ("one", "two", "three"):
        client.workspace.notes.create(title, "")
    made, read = proxy.make_key(), []
    with SvcClient(base_url=server["base_url"], api_key=made["key"]) as reader:
        with pytest.raises(svc_sdk.AuthenticationError):
            for note in reader.workspace.notes.list(limit=1):
                read.append(note.title)
                proxy.revoke(made["id"])
    assert len(read) == 1


@pytest.mark.parametrize("call", [lambda client: client.memory.list(), lambda client: next(iter(client.events.subscribe()))])
def test_a_page_of_another_program_is_an_error_with_its_first_words(client, proxy, call):
    page = "<html>" + "Welcome! " * 100
    proxy.expect({"on": "GET", "kind": "answer", "status": 200, "headers": {"content-type": "text/html"}, "body": page})
    with pytest.raises(svc_sdk.APIError) as raised:
        call(client)
    assert raised.value.status == 200
    assert page[:200] in str(raised.value) and page[:210] not in str(raised.value)


def test_what_is_deprecated_is_logged_once_a_route(client, proxy, caplog):
    headers = {"deprecation": "@1700000000", "sunset": "Fri, 01 Jan 2027 00:00:00 GMT"}
    answer = {"kind": "answer", "status": 200, "headers": headers, "body": "{}"}
    proxy.expect(*({"on": f"GET /api/{part}", **answer} for part in ("jobs", "jobs", "memory")))
    with caplog.at_level(logging.WARNING, logger="svc"):
        client.jobs.get("job_1")
        client.jobs.get("job_2")
        client.memory.get("mem_1")
    sunset = "is deprecated and goes on Fri, 01 Jan 2027 00:00:00 GMT"
    assert caplog.messages == [f"GET /api/jobs/{{id}} {sunset}", f"GET /api/memory/{{id}} {sunset}"]


def test_retry_after_is_waited_for_to_the_second(client, proxy, monkeypatch):
    waits = []

    async def passed(seconds):
        waits.append(seconds)

    monkeypatch.setattr(time, "sleep", waits.append)
    monkeypatch.setattr(asyncio, "sleep", passed)
    busy = {"kind": "answer", "status": 429, "body": ""}
    proxy.expect(
        {"on": "GET", **busy, "headers": {"retry-after": "17"}},
        {"on": "GET", **busy, "headers": {"retry-after": "60"}},
    )
    client.workspace.notes.list()
    assert waits == [17, 60]
