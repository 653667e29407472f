# Tasks, and a note that nobody else's change is lost in.
from svc_sdk import SvcClient

client = SvcClient()
task = client.workspace.tasks.create("Write the report")
client.workspace.tasks.update(task.task_id, status="done")
for each in client.workspace.tasks.list():
    print(each.status, each.title)

note = client.workspace.notes.create("Plan", body="First this.")
read = client.workspace.notes.with_raw_response.get(note.note_id)
changed = client.workspace.notes.replace(
    note.note_id, read.parse().title, "Then that.", if_match=read.headers["etag"]
)
print(changed.body)
