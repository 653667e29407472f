"""Checked by mypy --strict, never run: each ignored line is an error there, and one that is none fails the check."""

from typing import Dict, List

from svc_sdk import AsyncSvcClient, SvcClient
from svc_sdk.types import Conversation, MemoryDocument, Message, PlaybookRun, ToolManifest

client = SvcClient(base_url="http://127.0.0.1:8420", api_key="svc_x")

with client.conversations.create() as session:
    for chunk in session.send("Summarise my open tasks", stream=True):
        print(chunk.content, end="", flush=True)
for found in client.memory.search("whales", top_k=5):
    score: float = found.score
    text: str = found.content
title: str = client.conversations.send("ses_1", "hello").content
rows: List[Dict[str, object]] = client.data.query("SELECT 1").to_rows()
tasks: List[str] = [task.title for task in client.workspace.tasks.list(status="todo")]
job_id: str = client.agent_apps.run("x", {}, runner="job").job_id


def shown(a: Conversation, b: Message, c: MemoryDocument, d: PlaybookRun, e: ToolManifest) -> List[str]:
    return [a.id, b.id, c.id, d.id, e.name]


async def main() -> None:
    async with AsyncSvcClient() as other:
        async for event in other.conversations.stream("ses_1", "hello"):
            print(event.type, event.content)


client.workspace.tasks.list(status="finished")  # type: ignore[arg-type]
client.workspace.tasks.create()  # type: ignore[call-arg]
client.memory.search("whales", top="5")  # type: ignore[call-arg]
client.memory.search("whales").notices  # type: ignore[attr-defined]
client.conversations.get("ses_1").nothing  # type: ignore[attr-defined]
client.conversations.send("ses_1", "hello", stream="yes")  # type: ignore[call-overload]
SvcClient(baseUrl="http://x")  # type: ignore[call-arg]
