# Asks the agent and prints its answer as it comes.
from svc_sdk import SvcClient

client = SvcClient()
with client.conversations.create(title="From an example") as session:
    for event in session.send("Summarise my open tasks", stream=True):
        print(event.content, end="", flush=True)
    print()
    for message in session.messages():
        print(message.role, message.content)
