"""Each module does its work on a real server."""

import asyncio
import io
import threading
import time

import pytest

from svc_sdk import AsyncSvcClient, BadRequestError, PreconditionFailedError, SvcClient, SvcError, UnprocessableError


def test_memory_is_added_found_imported_and_exported(client, tmp_path):
    kept = client.memory.add("Octopuses have three hearts.", source="sea.md", tags=["sea"])
    found = client.memory.search("three hearts", top_k=3, mode="keyword")
    assert found[0].content == kept.content and found[0].score > 0 and found.mode == "keyword"
    note = tmp_path / "note.md"
    note.write_text("# Squids\n\nSquids have ten arms.")
    imported = client.memory.import_(note, source="squids", tags=["sea", "arms"])
    assert imported.documents
    assert {"sea.md", "squids"} <= {line.get("source") for line in client.memory.export()}
    assert client.memory.delete_by_source("sea.md").deleted == 1
    assert client.memory.delete_by_source("squids").deleted == 1


def test_lists_go_on_to_all_pages(client):
    made = [client.workspace.notes.create(f"note {n}", "text").note_id for n in range(5)]
    page = client.workspace.notes.list(limit=2)
    assert len(page.items) == 2 and page.has_next_page()
    assert {note.note_id for note in page} >= set(made)
    for note_id in made:
        client.workspace.notes.delete(note_id)


def test_a_note_that_changed_meanwhile_is_not_overwritten(client):
    note = client.workspace.notes.create("Plan", body="First.")
    etag = client.workspace.notes.with_raw_response.get(note.note_id).headers["etag"]
    assert client.workspace.notes.replace(note.note_id, "Plan", "Second.", if_match=etag).body == "Second."
    with pytest.raises(PreconditionFailedError):
        client.workspace.notes.replace(note.note_id, "Plan", "Third.", if_match=etag)
    client.workspace.notes.delete(note.note_id)


def test_files_are_stored_read_and_taken_in_pieces(client, tmp_path):
    content = bytes(range(256)) * 40
    file = tmp_path / "all bytes.bin"
    file.write_bytes(content)
    stored = client.files.upload(file, path="python/one.bin")
    assert client.files.content(stored.file_id) == content
    assert client.files.content(stored.file_id, range=(10, 12)) == content[10:13]
    assert b"".join(client.files.iter_content(stored.file_id)) == content
    assert client.files.put("python/put ü.bin", io.BytesIO(content)).size == len(content)
    sent = []
    large = client.files.upload_large(file, path="python/large.bin", chunk_size=4096, on_progress=lambda *n: sent.append(n))
    assert client.files.content(large.file_id) == content
    assert sent == [(4096, 10240), (8192, 10240), (10240, 10240)]


def test_a_lost_piece_is_sent_again_from_where_the_server_is(client, proxy):
    content = bytes(10_000)
    proxy.expect({"on": "PATCH /api/files/uploads", "kind": "lose"}, {"on": "PATCH /api/files/uploads", "kind": "reset"})
    stored = client.files.upload_large(content, path="python/lost.bin", chunk_size=4000)
    assert client.files.content(stored.file_id) == content


def test_an_upload_in_pieces_that_its_caller_ends_leaves_nothing_that_counts(client):
    class Ended(Exception):
        pass

    def end(sent, total):
        raise Ended

    before = client.files.usage()
    with pytest.raises(Ended):
        client.files.upload_large(bytes(40_000), path="python/ended.bin", chunk_size=4000, on_progress=end)
    assert client.files.usage() == before


def test_data_is_imported_and_asked_in_sql(client, tmp_path):
    client.data.import_(name="fish", content="name,n\nred,1\nblue,2\n", format="csv")
    answer = client.data.query("SELECT name, n FROM fish WHERE n > ? ORDER BY n", params=[0])
    assert answer.to_rows() == [{"name": "red", "n": 1}, {"name": "blue", "n": 2}]
    assert answer.columns[0].name == "name"
    with pytest.raises(UnprocessableError):
        client.data.query_arrow("SELECT 1")
    fish = next(each for each in client.data.catalog() if each.name == "fish")
    client.data.delete(fish.dataset_id, "fish")
    table = tmp_path / "fish.csv"
    table.write_text("name;n\nred;1,5\n")
    read = client.data.import_(file=table, delimiter=";", decimal_separator=",", tags=["sea"], header=True)
    assert (read.name, read.columns[1].type) == ("fish", "DOUBLE")
    with pytest.raises(SvcError, match="either file or content"):
        client.data.import_(file=table, content="a")
    client.data.delete(read.dataset_id, "fish")


CSV = {"csv": "name,age\nAda,36\nAlan,41\n"}


def test_agent_apps_run_wait_and_stream(client):
    assert "csv-profile" in {app.name for app in client.agent_apps.list()}
    assert client.agent_apps.run("csv-profile", CSV).output["rows"] == 2
    queued = client.agent_apps.run("csv-profile", CSV, runner="job")
    assert client.agent_apps.wait(queued.run_id).status == "succeeded"
    assert [event.type for event in client.agent_apps.run.events(queued.run_id)][-1] == "done"
    stream = client.agent_apps.stream("csv-profile", CSV)
    assert "log" in {event.type for event in stream}
    assert stream.final().output["rows"] == 2


def test_an_app_that_refuses_its_inputs_names_the_field(client):
    with pytest.raises(BadRequestError) as raised:
        client.agent_apps.run("csv-profile", {"csv": 5})
    assert "csv" in raised.value.errors[0]["path"]


def test_events_of_the_workspace_are_followed_and_read_again(client, proxy, server):
    def make_a_job():
        while not any(each["path"].startswith("/api/events") for each in proxy.seen):
            time.sleep(0.01)
        with SvcClient(**server) as other:
            other.jobs.cancel(other.jobs.create("followed").job_id)

    maker = threading.Thread(target=make_a_job)
    maker.start()
    seen = []
    for event in client.events.subscribe(types=["job.*"]):
        seen.append(event)
        if event.type == "job.cancelled":
            break
    maker.join()
    assert [event.type for event in seen][-2:] == ["job.created", "job.cancelled"]
    for again in client.events.subscribe(types=["job.*"], after=seen[-2].id):
        assert again == seen[-1]
        break


def test_a_worker_does_jobs_in_threads(server):
    stop = threading.Event()
    seen = []
    with SvcClient(**server) as client:
        made = [client.jobs.create("sum", payload={"n": n}).job_id for n in range(3)]
        bad = client.jobs.create("sum", payload={"n": -1}, max_attempts=1).job_id

        def add(job, context):
            context.progress(0.5)
            seen.append(job.payload["n"])
            if len(seen) == 4:
                stop.set()
            if job.payload["n"] < 0:
                raise ValueError("n must not be negative")
            return {"sum": job.payload["n"] + 1}

        client.jobs.work(add, kinds=["sum"], concurrency=2, stop=stop)
        assert [client.jobs.get(job_id).result for job_id in made] == [{"sum": 1}, {"sum": 2}, {"sum": 3}]
        failed = client.jobs.get(bad)
        assert failed.state == "dead" and "negative" in failed.error.message


def test_a_worker_says_how_a_job_ended_until_the_server_has_heard_it(server, proxy):
    """Four tries are lost, one more than one call makes."""
    stop = threading.Event()
    with SvcClient(**server) as client:
        good = client.jobs.create("long").job_id
        bad = client.jobs.create("long", payload={"ink": 0}, max_attempts=1).job_id
        lost = [{"on": f"POST /api/jobs/{job}", "kind": "reset"} for job in (good, bad) for _ in range(4)]
        proxy.expect(*lost)
        seen = []

        def write(job, context):
            seen.append(job.job_id)
            if len(seen) == 2:
                stop.set()
            if "ink" in (job.payload or {}):
                raise ValueError("no ink")
            return "written"

        client.jobs.work(write, kinds=["long"], concurrency=2, stop=stop)
        assert sorted(seen) == sorted([good, bad]) and proxy.left == []
        assert (client.jobs.get(good).state, client.jobs.get(good).result) == ("succeeded", "written")
        assert (client.jobs.get(bad).state, client.jobs.get(bad).error.message) == ("dead", "no ink")


def test_a_task_says_how_its_job_ended_until_the_server_has_heard_it(server, proxy):
    async def main():
        stop = asyncio.Event()
        async with AsyncSvcClient(**server) as client:
            job = await client.jobs.create("long.task")
            proxy.expect(*({"on": f"POST /api/jobs/{job.job_id}", "kind": "reset"} for _ in range(4)))

            async def do(job, context):
                stop.set()
                return "done"

            await client.jobs.work(do, kinds=["long.task"], stop=stop)
            return await client.jobs.get(job.job_id)

    done = asyncio.run(main())
    assert (done.state, done.result) == ("succeeded", "done")


def test_a_worker_does_jobs_as_tasks(server):
    async def main():
        stop = asyncio.Event()
        async with AsyncSvcClient(**server) as client:
            job = await client.jobs.create("task")

            async def do(job, context):
                stop.set()
                return job.kind

            await client.jobs.work(do, kinds=["task"], stop=stop)
            return await client.jobs.get(job.job_id)

    done = asyncio.run(main())
    assert (done.state, done.result) == ("succeeded", "task")


GREET = """
document: {dsl: '1.0.3', namespace: default, name: NAME, version: '1.0.0'}
do:
  - hello: {set: {text: '${ "Hello " + .name }'}}
  - pause: {wait: PT0.2S}
  - shout: {set: {text: "${ .text | ascii_upcase }"}}
"""


def test_a_playbook_is_stored_started_followed_and_waited_for(client):
    name = f"greet-{time.time_ns()}"
    source = GREET.replace("NAME", name)
    assert client.playbooks.validate(source=source).valid
    assert client.playbooks.create(source=source).version == "1.0.0"
    assert client.playbooks.get(name).text == source
    assert name in [each.name for each in client.playbooks.list(search="greet")]
    tried = client.playbooks.dry_run(name, {"name": "Ada"})
    assert (tried.status, tried.output) == ("completed", {"text": "HELLO ADA"})
    run = client.playbooks.start(name, {"name": "Ada"}, labels={"team": "python"})
    types = [event.type for event in client.playbooks.stream_events(run.id)]
    assert (types[0], types[-1]) == ("workflow.started", "done")
    assert client.playbooks.wait(run.id).output == {"text": "HELLO ADA"}
    assert [task.name for task in client.playbooks.tasks(run.id)] == ["hello", "pause", "shout"]
    assert client.playbooks.get_run(run.id).status == "completed"
    assert run.id in [each.id for each in client.playbooks.runs(label="team=python")]
    with pytest.raises(SvcError):
        client.playbooks.cancel(run.id)
    client.playbooks.publish("order.paid", "https://shop.example.com", data={"n": 1})


def test_any_route_can_be_called(client):
    assert client.get("/api/workspace/notes?limit=1")["items"] == []
    made = client.post("/api/workspace/notes", body={"title": "raw", "body": ""})
    client.delete(f"/api/workspace/notes/{made['note_id']}")
