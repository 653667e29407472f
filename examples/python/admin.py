# Server, users and plugins, for an admin.
from svc_sdk import SvcClient

client = SvcClient()
status = client.admin.status()
print(f"The server runs for {status.uptime_seconds} s in {round(status.rss_bytes / 1e6)} MB.")
for user in client.admin.users.list():
    print(user.username, user.role)
for plugin in client.admin.plugins.list():
    print(plugin.id, plugin.outcome)
