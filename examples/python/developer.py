# Who calls, and a key for a program that only reads.
from svc_sdk import SvcClient

client = SvcClient()
print(f"This is {client.developer.me().user.username}.")
made = client.developer.keys.create("reader", scopes=["memory:read"])
with SvcClient(base_url=client.base_url, api_key=made.key) as reader:
    reader.memory.list()
client.developer.keys.revoke(made.id)
print("The key was used and revoked.")
