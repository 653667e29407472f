# Ties a claim to a quote of a source, and verifies it.
from svc_sdk import SvcClient

client = SvcClient()
project = client.research.projects.create("Whales").research_project_id
text = "The blue whale is the largest animal that is known to have lived."
source = client.research.sources.add(project, text=text, title="A note on whales").items[0]
quote = {"type": "quote", "source_id": source.source_id, "quote": "The blue whale is the largest animal"}
claim = client.research.claims.create(project, "No known animal was larger than the blue whale.", evidence=[quote])
print(claim.status)
verification = client.research.verify(project)
print(verification.ok, verification.checked.claims)
