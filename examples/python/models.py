# The models that may be asked.
from svc_sdk import SvcClient

client = SvcClient()
for model in client.models.list():
    print(model.id)
print(client.models.settings.get())
