// A task and a note, and a note that is changed only if nobody else changed it.
import { SvcClient } from '@svc/sdk'

const client = new SvcClient()
const task = await client.workspace.tasks.create({ title: 'Write the report' })
await client.workspace.tasks.update(task.task_id, { status: 'done' })
for await (const each of client.workspace.tasks.list()) console.log(each.status, each.title)

const note = await client.workspace.notes.create({ title: 'Plan', body: 'First this.' })
// The ETag of what was read: had the note been changed since, this would be a PreconditionFailedError.
const { data, response } = await client.workspace.notes.get(note.note_id).withResponse()
const ifMatch = response.headers.get('etag') ?? ''
const changed = await client.workspace.notes.replace(
  note.note_id,
  { title: data.title, body: 'Then that.' },
  { ifMatch },
)
console.log(changed.body)
