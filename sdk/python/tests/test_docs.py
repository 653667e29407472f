"""The manual's programs, run as a reader runs them: in their order, in an empty folder."""

import re
import signal
from pathlib import Path

PAGE = Path(__file__).parents[3] / "docs" / "sdk-python.md"


def test_the_programs_of_the_manual_run(server, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("SVC_BASE_URL", server["base_url"])
    monkeypatch.setenv("SVC_API_KEY", server["api_key"])
    monkeypatch.chdir(tmp_path)
    programs = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.S)
    assert len(programs) >= 7
    names = {"__name__": "manual"}
    handler = signal.getsignal(signal.SIGINT)
    try:
        for program in programs:
            exec(compile(program, str(PAGE), "exec"), names)
    finally:
        signal.signal(signal.SIGINT, handler)
    names["client"].close()
    said = capsys.readouterr().out
    for part in ("One fish", "largest animal", "Water the plants", "succeeded 2", "[{'name': 'blue'}]", "{'width': 50}", "not_found req_"):
        assert part in said
    assert (tmp_path / "copy.mp4").read_text() == "Whales sing."
