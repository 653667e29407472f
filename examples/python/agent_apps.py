# Runs an agent app, and runs it again to see what happens in it.
from svc_sdk import SvcClient

client = SvcClient()
inputs = {"csv": "city,people\nBerlin,3850809\nHamburg,1910160\n"}
run = client.agent_apps.run("csv-profile", inputs)
print(run.run_id, run.output)

for event in client.agent_apps.stream("csv-profile", inputs):
    print(event.type)
