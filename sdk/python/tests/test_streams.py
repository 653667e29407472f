import threading
import time

import pytest

import svc_sdk

from conftest import TEXT

QUESTION = "Count the fish."


@pytest.fixture
def session(client, proxy):
    made = client.conversations.create(title="Fish")
    proxy.expect()
    return made


def posted(proxy):
    return [each for each in proxy.seen if each["method"] == "POST" and each["path"].endswith("/messages")]


@pytest.mark.parametrize("events", [0, 1, 2, 3, 4])
def test_a_stream_that_is_cut_yields_the_whole_text_once(client, proxy, session, events):
    proxy.expect({"on": "POST", "kind": "cut", "events": events})
    seen = list(session.stream(QUESTION))
    assert "".join(event.content for event in seen) == TEXT
    assert seen[-1].type == "done"
    assert len({event.id for event in seen}) == len(seen)
    assert len(posted(proxy)) == (2 if events == 0 else 1)
    assert [each.role for each in session.messages()].count("user") == 1


@pytest.mark.parametrize("kind", ["end", "buffer"])
def test_a_proxy_that_ends_or_holds_a_stream_back_changes_nothing(client, proxy, session, kind):
    proxy.expect({"on": "POST", "kind": kind, "events": 2})
    assert session.stream(QUESTION).text() == TEXT


def test_five_cuts_without_progress_end_in_an_error_that_says_what_was_read(client, proxy, session):
    proxy.expect(
        {"on": "POST", "kind": "cut", "events": 3},
        *[{"on": "GET", "kind": "reset"} for _ in range(5)],
    )
    stream = session.stream(QUESTION)
    with pytest.raises(svc_sdk.StreamInterruptedError) as raised:
        list(stream)
    assert raised.value.last_event_id == stream.last_event_id
    assert TEXT.startswith(raised.value.partial)


def test_final_is_the_message_and_text_what_was_said(client, session):
    stream = session.send(QUESTION, stream=True)
    assert stream.text() == TEXT
    message = stream.final()
    assert (message.role, message.content) == ("assistant", TEXT)


def test_send_waits_for_the_answer(client, session):
    assert session.send(QUESTION).content == TEXT
    assert session.title == "Fish"
    assert client.conversations.get(session.id).title == "Fish"


def test_a_question_is_edited_an_answer_made_again_and_a_turn_asked_again(client, session):
    session.send(QUESTION)
    question, answer = session.messages().items
    edited = client.conversations.edit(session.id, question.id, "Count them again.", stream=True)
    assert edited.text() == TEXT
    shown = session.messages().items
    assert shown[0].content == "Count them again."
    assert client.conversations.regenerate(session.id, shown[1].id).content == TEXT
    assert client.conversations.regenerate(session.id, answer.id, stream=True).text() == TEXT


def test_events_of_a_conversation_are_read_again(client, session):
    session.send(QUESTION)
    events = list(session.events(follow=False))
    assert "".join(event.content for event in events) == TEXT
    rest = list(session.events(after=events[1].id, follow=False))
    assert [event.id for event in rest] == [event.id for event in events[2:]]


def test_leaving_a_block_closes_the_connection_and_ends_the_turn(client, proxy, session):
    before = proxy.open
    with session:
        for event in session.send(QUESTION, stream=True):
            break
    assert proxy.seen[-1]["path"].endswith("/cancel")
    assert proxy.open <= before + 1


def test_leaving_a_block_does_not_end_the_turn_of_somebody_else(client, endless, proxy, session):
    for event in client.conversations.stream(session.id, QUESTION):
        if event.content:
            break
    with pytest.raises(svc_sdk.ConflictError), session:
        for event in session.send(QUESTION, stream=True):
            pass
    assert client.conversations.get(session.id).status == "running"
    session.cancel()


def test_closing_a_stream_leaves_the_turn_alone(client, proxy, session):
    stream = session.stream(QUESTION)
    for event in stream:
        break
    (stream.aclose if hasattr(stream, "aclose") else stream.close)()
    assert session.events(turn_id=event.turn_id).text() == TEXT
    assert not any(each["path"].endswith("/cancel") for each in proxy.seen)


WORD = 'data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"fake-model","choices":[{"index":0,"delta":{"content":"One"}}]}\n\n'


@pytest.fixture
def endless(proxy):
    proxy.script(rawChunks=[WORD], ending="hang")
    yield
    proxy.script(text=TEXT)


def test_leaving_a_loop_closes_the_connection_and_the_turn_goes_on(client, endless, proxy, session):
    before = proxy.open
    stream = session.stream(QUESTION)
    for event in stream:
        if event.content:
            break
    (stream.aclose if hasattr(stream, "aclose") else stream.close)()
    until(lambda: proxy.open <= before)
    assert client.conversations.get(session.id).status == "running"
    session.cancel()


def test_cancel_ends_the_turn_and_the_loop_with_it(endless, session):
    stream = session.stream(QUESTION)
    for event in stream:
        if event.content:
            stream.cancel()
    assert (event.type, event.finish_reason) == ("done", "cancelled")


def test_an_error_of_the_provider_is_raised_after_what_came_before_it(client, proxy, session):
    proxy.script(rawChunks=[WORD], ending="break")
    seen = []
    with pytest.raises(svc_sdk.UpstreamError) as raised:
        for event in session.stream(QUESTION):
            seen.append(event.type)
    proxy.script(text=TEXT)
    assert "content" in seen and raised.value.code == "upstream_error"


def test_events_and_values_of_a_newer_server_are_passed_on(client, proxy):
    text = 'id: 1\nevent: whale.seen\ndata: {"where":"north"}\n\n'
    proxy.expect({"on": "GET /api/events", "kind": "answer", "status": 200, "headers": {"content-type": "text/event-stream"}, "body": text})
    for event in client.events.subscribe():
        assert (event.id, event.type, event["where"]) == ("1", "whale.seen", "north")
        break


def test_events_after_a_cut_before_the_first_of_them_are_not_lost(client, proxy, server):
    proxy.expect({"on": "GET /api/events", "kind": "cut", "events": 0}, {"on": "GET /api/events", "kind": "reset"})

    def make_tasks():
        with svc_sdk.SvcClient(**server) as other:
            until(lambda: proxy.left == [])
            made.append(other.workspace.tasks.create("while nobody listened").task_id)
            until(lambda: len([each for each in proxy.seen if each["path"].startswith("/api/events")]) == 3)
            made.append(other.workspace.tasks.create("later").task_id)

    made = []
    maker = threading.Thread(target=make_tasks)
    maker.start()
    for event in client.events.subscribe(types=["task.*"]):
        break
    maker.join()
    assert event.data["task_id"] == made[0]


def test_a_gap_after_a_cut_is_passed_on(client, proxy):
    job = 'id: evt_1\nevent: job.created\ndata: {"type":"job.created","id":"evt_1","data":{}}\n\n'
    gap = 'id: evt_1\nevent: gap\ndata: {"type":"gap","after":"evt_1","resumes_at":null}\n\n'
    answer = {"on": "GET /api/events", "kind": "answer", "status": 200, "headers": {"content-type": "text/event-stream"}}
    proxy.expect({**answer, "body": job}, {**answer, "body": gap})
    seen = []
    for event in client.events.subscribe():
        seen.append(event.type)
        if event.type == "gap":
            break
    assert seen == ["job.created", "gap"]


def until(holds):
    deadline = time.monotonic() + 10
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.01)
