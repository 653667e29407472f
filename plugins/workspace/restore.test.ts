import { globSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { itOfOneServer } from '../../test/rooms/first-of-two.ts'
import { startTestKernel } from '../../test/rooms/kernel.ts'
import type { TestKernel } from '../../test/rooms/kernel.ts'
import type { Note } from './notes/note.ts'
import type { Task } from './tasks/task.ts'

const tasks = '/api/workspace/tasks'
const notes = '/api/workspace/notes'
let svc: TestKernel

beforeAll(async () => {
  svc = await startTestKernel({ plugins: ['admin', 'developer', 'workspace'] })
})
afterAll(() => svc?.stop())

const postNote = async (title: string, body: string) =>
  (await svc.request<Note>('POST', notes, { body: { title, body } })).body
const getNote = async (id: string) => (await svc.request<Note>('GET', `${notes}/${id}`)).body

/** What was deleted until now was deleted a day earlier. */
function passADay(): void {
  const [file = ''] = globSync(join(svc.home, 'workspaces/*/data_plane.sqlite'))
  const db = new Database(file)
  db.prepare('UPDATE workspace_bin SET deleted_at = deleted_at - 86400000').run()
  db.close()
}

itOfOneServer('brings a task back with its id, once, and not after a day', async () => {
  const { body: made } = await svc.request<Task>('POST', tasks, {
    body: { title: 'kept', body: 'all of it', tags: ['a'] },
  })
  const one = `${tasks}/${made.task_id}`
  await svc.request('DELETE', one)
  const restored = await svc.request<Task>('POST', `${one}/restore`)
  expect(restored.body).toEqual({ ...made, version: 2, updated_at: restored.body.updated_at })
  expect((await svc.request('GET', one)).headers.get('etag')).toBe(restored.headers.get('etag'))
  expect(
    (await svc.request<{ items: Task[] }>('GET', `${tasks}?tag=a`)).body.items.map(({ task_id }) => task_id),
  ).toContain(made.task_id)
  expect((await svc.request('POST', `${one}/restore`)).status).toBe(404)
  await svc.request('DELETE', one)
  passADay()
  expect((await svc.request('POST', `${one}/restore`)).status).toBe(404)
})

it('brings a note back with its id, its former titles and its links both ways', async () => {
  const other = await postNote('Other', 'see [[Plan of May]]')
  const made = await postNote('Plan of May', 'as [[Other]] says')
  const one = `${notes}/${made.note_id}`
  await svc.request('PUT', one, { body: { title: 'Plan of June', body: 'as [[Other]] says' } })
  await svc.request('DELETE', one)
  expect((await getNote(other.note_id)).links).toMatchObject([{ note_id: null }])
  const restored = await svc.request<Note>('POST', `${one}/restore`)
  expect(restored.body).toMatchObject({
    note_id: made.note_id,
    title: 'Plan of June',
    version: 3,
    links: [{ note_id: other.note_id }],
    backlinks: [{ note_id: other.note_id }],
  })
  expect((await getNote(other.note_id)).links).toMatchObject([{ note_id: made.note_id }])
  const found = await svc.request<{ items: Note[] }>('GET', `${notes}?search=June`)
  expect(found.body.items).toMatchObject([{ note_id: made.note_id }])
})
