# Calls a tool as the agent would.
from svc_sdk import SvcClient

client = SvcClient()
for tool in client.tools.list():
    print(tool.name)
print(client.tools.call("calculator", {"expression": "5 inch to cm"}).result)
