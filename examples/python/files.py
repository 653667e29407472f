# Sends a file in pieces, reads a part of it, and makes a link to it.
from svc_sdk import SvcClient

client = SvcClient()
text = b"The blue whale is the largest animal."
file = client.files.upload_large(text, path="notes/whale.txt")
print(client.files.content(file.file_id, range=(4, 13)).decode())
print(client.files.link(file.file_id).url)
