import copy
import pickle

import pytest

from svc_sdk._core.record import Record
from svc_sdk._generated import models

USAGE = {"prompt_tokens": 3, "completion_tokens": 4}
MESSAGE = {
    "id": "msg_1",
    "role": "assistant",
    "content": "The blue whale is the largest animal.",
    "usage": USAGE,
    "tool_calls": [{"id": "call_1", "name": "search", "arguments": {"q": {"deep": 1}}}],
    "newer": {"rows": [{"n": 1}]},
}


@pytest.fixture
def message() -> models.Message:
    return models.Message._from(MESSAGE)


def test_reads_fields_by_attribute_and_by_name(message):
    assert message.id == message["id"] == "msg_1"
    assert "role" in message and "model" not in message
    assert list(message) == list(MESSAGE) and len(message) == len(MESSAGE)


def test_wraps_objects_in_the_models_of_their_schemas(message):
    assert isinstance(message.usage, models.TokenUsage)
    assert isinstance(message.tool_calls[0], models.ToolCall)
    assert message.usage is message.usage


def test_leaves_the_users_own_json_alone(message):
    arguments = message.tool_calls[0].arguments
    assert type(arguments) is dict and type(arguments["q"]) is dict


def test_reads_what_a_newer_server_sends(message):
    assert message.newer.rows[0].n == 1


def test_is_none_where_a_documented_field_was_not_sent(message):
    assert message.tool_name is None
    with pytest.raises(KeyError):
        message["tool_name"]


def test_names_the_fields_when_one_is_not_there(message):
    with pytest.raises(AttributeError, match="Message has no field 'contnet'; its fields are id, role, content"):
        message.contnet


def test_reads_a_field_that_is_named_as_a_keyword():
    mail = models.Email._from({"from": {"name": "Ada", "address": "ada@example.com"}})
    assert isinstance(mail.from_, models.EmailAddress)
    assert mail["from"].address == "ada@example.com"


def test_cannot_be_changed_but_copied_into_a_dict(message):
    with pytest.raises(AttributeError, match="to_dict"):
        message.id = "other"
    with pytest.raises(AttributeError, match="to_dict"):
        del message.id
    mine = message.to_dict()
    mine["usage"]["prompt_tokens"] = 99
    assert message.usage.prompt_tokens == 3
    assert message == MESSAGE


def test_equals_what_has_the_same_fields(message):
    assert message == models.Message._from(MESSAGE) == Record._from(MESSAGE)
    assert message != models.Message._from({**MESSAGE, "id": "msg_2"})
    assert message != "msg_1"


def test_survives_pickle_and_copy(message):
    message.usage
    for other in (pickle.loads(pickle.dumps(message)), copy.copy(message), copy.deepcopy(message)):
        assert other == message and type(other) is models.Message
        assert isinstance(other.usage, models.TokenUsage)


def test_shows_the_first_fields_and_no_secret():
    text = repr(models.Message._from({**MESSAGE, "content": "word " * 100}))
    assert text.startswith("Message(id='msg_1', role='assistant', content='word word") and text.endswith("+1)")
    assert len(text) < 200
    assert "svc_live" not in repr(models.NewApiKey._from({"id": "key_1", "key": "svc_live"}))


def test_is_made_of_objects_alone():
    with pytest.raises(TypeError, match="Message is made from an object, not from list"):
        models.Message._from([])


def test_gives_each_event_the_class_of_its_type():
    content = models.ConversationEvent._from({"type": "content", "delta": "Hel", "id": "7"})
    assert isinstance(content, models.ConversationContentEvent)
    assert (content.content, content.delta, content.id) == ("Hel", "Hel", "7")
    asked = models.ConversationEvent._from({"type": "message", "content": "What is it?"})
    assert (asked.content, asked["content"]) == ("", "What is it?")
    job = models.WorkspaceEvent._from({"type": "job.created", "data": {"job_id": "job_1"}})
    assert isinstance(job.data, models.JobCreatedEventData)


def test_keeps_events_of_types_that_are_newer():
    event = models.WorkspaceEvent._from({"type": "whale.seen", "data": {"where": "north"}})
    assert type(event) is models.WorkspaceEvent
    assert event.type == "whale.seen" and event.data["where"] == "north"
    assert pickle.loads(pickle.dumps(event)) == event
