# Makes a document with a cover of a text, and says whether its signed manifest holds.
from svc_sdk import SvcClient

client = SvcClient()
content = client.export.create(
    [{"type": "markdown", "content": "# Minutes\n\nWe agreed on the plan."}],
    "zip",
    cover={"title": "Minutes of March"},
    sign={"manifest": True},
)
verification = client.export.verify(content)
print(verification.valid, len(verification.files or []))
