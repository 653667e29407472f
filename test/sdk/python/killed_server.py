"""Reads an answer, says so at its first words, and goes on when it is told to. Prints a line of JSON for each event, then the messages."""

import json
import sys

from svc_sdk import SvcClient

client = SvcClient()
session = client.conversations.create(title="Fish")
waited = False
for event in session.stream("Count the fish."):
    print(json.dumps({"id": event.id, "type": event.type, "content": event.content}), flush=True)
    if event.content and not waited:
        waited = True
        sys.stdin.readline()
print(json.dumps([{"role": each.role, "content": each.content, "finish_reason": each.finish_reason} for each in session.messages()]))
