"""Against a server that answers what the test says."""

import asyncio
import datetime
import itertools
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpx
import pytest

import svc_sdk
from svc_sdk import AsyncSvcClient, SvcClient
from svc_sdk._core.jobs import JobContext, failure_of
from svc_sdk._core.traits import is_done_twice, is_long_running

from conftest import Both

BREAK = None


class Script:
    """Answers one request after the other; ``BREAK`` closes the connection."""

    def __init__(self):
        self.answers = []
        self.seen = []
        script = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers.get("content-length") or 0))
                script.seen.append((self.path, self.headers.get("idempotency-key"), json.loads(body or b"null")))
                answer = script.answers.pop(0)
                self.close_connection = True
                if answer is BREAK:
                    return
                status, headers, content = answer
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(content if isinstance(content, bytes) else json.dumps(content).encode())

            def log_message(self, *args):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.client = SvcClient(base_url=f"http://127.0.0.1:{self.server.server_port}", api_key="svc_x")


@pytest.fixture
def script():
    made = Script()
    yield made
    made.client.close()
    made.server.shutdown()
    made.server.server_close()


@pytest.fixture(params=["sync", "async"])
def client_of(request):
    """A client of either kind, each of whose requests a function answers."""
    given = {"base_url": "http://svc.test", "api_key": "svc_x", "max_retries": 0}
    loop = asyncio.new_event_loop()

    def made(answer):
        transport = httpx.MockTransport(answer)
        if request.param == "sync":
            return SvcClient(**given, http_client=httpx.Client(transport=transport))
        return Both(AsyncSvcClient(**given, http_client=httpx.AsyncClient(transport=transport)), loop)

    yield made
    loop.close()


def refused(request):
    return httpx.Response(403, json={"status": 403, "code": "forbidden", "detail": "No."})


def test_what_the_server_may_do_twice_is_sent_once_when_its_answer_is_lost(script):
    script.answers = [BREAK]
    with pytest.raises(svc_sdk.ConnectionError):
        script.client.developer.keys.create("a", scopes=["*"])
    assert [key for _, key, _ in script.seen] == [None]


def test_what_the_server_did_not_begin_is_sent_again(script):
    script.answers = [(429, {"retry-after": "0"}, {"status": 429, "code": "rate_limited"}), (200, {}, {"id": "key_1"})]
    assert script.client.developer.keys.rotate("key_1").id == "key_1"


def test_other_posts_are_sent_again_with_their_key(script):
    script.answers = [BREAK, (201, {}, {"id": "task_1"})]
    assert script.client.workspace.tasks.create("Pack").id == "task_1"
    keys = [key for _, key, _ in script.seen]
    assert keys[0] is not None and keys[0] == keys[1]


def test_routes_are_known_by_their_paths():
    assert is_done_twice("POST", "/api/developer/keys/key_1/rotate")
    assert not is_done_twice("GET", "/api/developer/keys/key_1/rotate")
    assert is_long_running("PUT", "/api/files/content/a/b.txt", "application/json")
    assert is_long_running("POST", "/api/stats/analyze?x=1", "application/json")
    assert not is_long_running("POST", "/api/conversations/c_1/messages", "text/event-stream")
    assert not is_long_running("GET", "/api/memory", "application/json")


def test_a_stream_that_was_left_or_broke_gives_no_part_as_the_whole(script):
    events = b'id: 1\nevent: content\ndata: {"delta": "One fish"}\n\n'
    stream_type = {"content-type": "text/event-stream"}
    script.answers = [(200, stream_type, events), (200, stream_type, events)]
    broken = script.client.stream("/api/any", method="POST")
    with pytest.raises(svc_sdk.StreamInterruptedError):
        list(broken)
    with pytest.raises(svc_sdk.StreamInterruptedError):
        broken.text()
    left = script.client.stream("/api/any", method="POST")
    next(iter(left))
    left.close()
    with pytest.raises(svc_sdk.SvcError, match="left before its end"):
        left.text()


def test_progress_is_a_number_from_0_to_1():
    context = JobContext()
    context.progress(1.0000001)
    assert context._beat(60)["progress"] == 1
    with pytest.raises(svc_sdk.SvcError, match="nan"):
        context.progress(float("nan"))


def test_a_message_is_as_long_as_the_server_takes_it():
    assert len(failure_of(ValueError("x" * 20_000))["message"]) == 16_384


def test_a_result_that_is_refused_fails_its_job(script):
    job = {"job_id": "job_1", "claim_token": "token", "kind": "sum", "payload": {}}
    stop = threading.Event()

    def handle(job, context):
        stop.set()
        return "x"

    script.answers = [(200, {}, {"jobs": [job]}), (413, {}, {"status": 413, "code": "too_large"}), (200, {}, {})]
    script.client.jobs.work(handle, kinds=["sum"], stop=stop)
    path, _, body = script.seen[-1]
    assert path == "/api/jobs/job_1/fail"
    assert "too_large" in body["error"]["message"]


@pytest.mark.parametrize(
    "result, said",
    [({"at": datetime.date(2026, 1, 1)}, "at is of the type date"), (float("nan"), "is nan"), (ZeroDivisionError("no"), "no")],
)
def test_a_result_that_json_cannot_carry_fails_its_job(client_of, result, said):
    """As the dicts of a DataFrame, which are not plain."""

    class Frame:
        def to_dict(self):
            if isinstance(result, Exception):
                raise result
            return result

    def work(job, context):
        stop.set()
        return Frame()

    async def work_later(job, context):
        return work(job, context)

    def answer(request):
        sent.append((request.url.path, json.loads(request.content)))
        return httpx.Response(200, json={"jobs": [{"job_id": "job_1", "claim_token": "token", "kind": "sum"}]})

    sent = []
    client = client_of(answer)
    is_sync = isinstance(client, SvcClient)
    stop = threading.Event() if is_sync else asyncio.Event()
    client.jobs.work(work if is_sync else work_later, kinds=["sum"], stop=stop)
    assert [path for path, _ in sent] == ["/api/jobs/claim", "/api/jobs/job_1/fail"]
    assert said in sent[1][1]["error"]["message"]


def test_a_worker_goes_on_when_the_disk_of_the_server_was_full_and_ends_when_it_is_refused(script):
    script.answers = [
        (507, {}, {"status": 507, "code": "storage_full"}),
        (403, {}, {"status": 403, "code": "forbidden"}),
    ]
    with pytest.raises(svc_sdk.APIError, match="forbidden"):
        script.client.jobs.work(lambda job, context: None, kinds=["sum"])
    assert [path for path, _, _ in script.seen] == ["/api/jobs/claim", "/api/jobs/claim"]


def test_a_claim_whose_answer_never_comes_ends(client_of):
    limits = []

    def answer(request):
        limits.append(request.extensions["timeout"]["read"])
        return refused(request)

    with pytest.raises(svc_sdk.APIError, match="forbidden"):
        client_of(answer).jobs.work(lambda job, context: None, kinds=["sum"])
    assert limits == [60]


def answers_of(*answers):
    """Each request's answer; None: the server is away."""
    left = list(answers)

    def answer(request):
        found = left.pop(0)
        if found is None:
            raise httpx.ConnectError("away", request=request)
        return found(request) if callable(found) else httpx.Response(200, json=found)

    return answer


TRAINING = {"dataset_id": "ds_1", "task": "regression", "target": "y", "trainer": "linear"}


def test_a_run_is_waited_for_while_the_server_is_away(client_of):
    run = {"status": "running"}
    client = client_of(answers_of({"run_id": "run_1"}, run, None, None, {"status": "finished"}))
    assert client.ml.train(**TRAINING).status == "finished"
    assert client_of(answers_of(run, None, {"status": "succeeded"})).agent_apps.wait("run_1").status == "succeeded"
    assert client_of(answers_of(run, None, {"status": "completed"})).playbooks.wait("run_1").status == "completed"


def test_what_ends_the_wait_for_a_training_names_its_run(client_of):
    with pytest.raises(svc_sdk.PermissionDeniedError) as raised:
        client_of(answers_of({"run_id": "run_1"}, refused)).ml.train(**TRAINING)
    assert raised.value.run_id == "run_1"


def test_a_stream_goes_on_for_as_long_as_its_connections_last(client_of, monkeypatch):
    times = itertools.count(step=100.0)

    async def passed(seconds):
        pass

    for kind in "_sync", "_async":
        monkeypatch.setattr(f"svc_sdk.{kind}.stream.monotonic", lambda: next(times))
    monkeypatch.setattr("svc_sdk._sync.stream.sleep", lambda seconds: None)
    monkeypatch.setattr("svc_sdk._async.stream.async_sleep", passed)
    texts = [b": still here\n\n"] * 9 + [b"id: evt_1\nevent: job.dead\ndata: {}\n\n"]

    def answer(request):
        return httpx.Response(200, headers={"content-type": "text/event-stream"}, content=texts.pop(0))

    event = next(iter(client_of(answer).events.subscribe()))
    assert (event.type, texts) == ("job.dead", [])


JOB = {"job_id": "job_1", "claim_token": "token", "kind": "sum"}
PARSED = [
    ("jobs.list", [], {"items": [JOB], "next_cursor": None}, lambda page: page[0].job_id == "job_1"),
    ("files.content", ["f_1"], b"bytes", lambda content: content == b"bytes"),
    ("conversations.create", [], {"id": "ses_1"}, lambda session: session.id == "ses_1" and hasattr(session, "send")),
    ("memory.search", ["whales"], {"results": [], "mode": "hybrid"}, lambda found: found.mode == "hybrid"),
    ("jobs.claim", ["w"], {"jobs": [JOB]}, lambda jobs: jobs[0].job_id == "job_1"),
    ("export.create", [[], "pdf"], b"%PDF", lambda content: content == b"%PDF"),
    ("agent_apps.wait", ["run_1"], {"status": "succeeded"}, lambda run: run.status == "succeeded"),
]


@pytest.mark.parametrize("method, args, sent, holds", PARSED, ids=[each[0] for each in PARSED])
def test_a_raw_response_has_the_headers_of_each_method(client_of, method, args, sent, holds):
    def answer(request):
        content = sent if isinstance(sent, bytes) else json.dumps(sent).encode()
        return httpx.Response(200, headers={"x-export-id": "exp_1"}, content=content)

    module, _, name = method.partition(".")
    usual = getattr(client_of(answer), module)
    raw = getattr(usual.with_raw_response, name)(*args)
    assert (raw.status_code, raw.headers["x-export-id"]) == (200, "exp_1")
    assert holds(raw.parse()) and holds(getattr(usual, name)(*args))


def test_pages_after_a_raw_one_are_pages(client_of):
    notes = [{"note_id": f"note_{n}"} for n in range(2)]
    pages = [{"items": notes[:1], "next_cursor": "c"}, {"items": notes[1:], "next_cursor": None}]
    client = client_of(answers_of(*pages))
    page = client.workspace.notes.with_raw_response.list().parse()
    page = Both(page, client._loop) if isinstance(client, Both) else page
    assert [note.note_id for note in page] == ["note_0", "note_1"]


def test_an_export_in_the_background_is_a_record(client_of):
    client = client_of(answers_of({"export_id": "exp_1", "job_id": "job_1"}))
    assert client.export.create([], "pdf", mode="job").job_id == "job_1"
