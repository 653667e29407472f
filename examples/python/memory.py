# Stores two documents and finds the one that answers a question.
from svc_sdk import SvcClient

client = SvcClient()
# So that the program can run again: memory refuses what only restates a document that it has.
client.memory.delete_by_source("animals")
client.memory.delete_by_source("metals")

client.memory.add("The blue whale is the largest animal.", source="animals")
client.memory.add("Copper conducts electricity well.", source="metals")
for result in client.memory.search("largest animal", top_k=1):
    print(f"{result.score:.2f}", result.content)
