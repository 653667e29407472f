# What happens in the workspace, as it happens. Ctrl-C ends it.
from svc_sdk import SvcClient

client = SvcClient()
for event in client.events.subscribe(types=["task.*", "file.*"]):
    # Events that are no longer kept are a gap.
    if event.type != "gap":
        print(event.type, event.data, flush=True)
