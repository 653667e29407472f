from svc_sdk._core.sse import EventParser

TEXT = (
    "\ufeffretry: 2000\r\n\r\n: still here\n\nid: ses_1.1\r\nevent: content\r\ndata: {\"delta\":\"Größe 😀\"}\r\n\r\n"
    "data: one\rdata:two\r\rid: ses_1.2\nevent: done\ndata\ndata: x:y\n\nevent: nothing\n\ndata: cut off"
).encode()
WHOLE = [
    ("ses_1.1", "content", '{"delta":"Größe 😀"}'),
    ("ses_1.1", "message", "one\ntwo"),
    ("ses_1.2", "done", "\nx:y"),
]


def test_events_are_the_same_wherever_the_bytes_were_cut():
    for cut in range(len(TEXT) + 1):
        parser = EventParser()
        assert parser.read(TEXT[:cut]) + parser.read(TEXT[cut:]) == WHOLE, f"cut at {cut}"


def test_events_are_the_same_byte_by_byte():
    parser = EventParser()
    assert [event for byte in TEXT for event in parser.read(bytes([byte]))] == WHOLE


def test_an_id_alone_is_a_place_once_its_block_is_whole():
    parser = EventParser()
    assert parser.read(b"retry: 2000\nid: evt_1\n\nid: evt_2\ndata: {}\n") == []
    assert parser.last_event_id == "evt_1"
