import { afterAll, beforeAll, expect, it } from 'vitest'
import type { JsonValue } from '@svc/plugin'
import { startTestKernel } from '../../test/rooms/kernel.ts'
import type { TestKernel } from '../../test/rooms/kernel.ts'

let svc: TestKernel
type Fields = Record<string, JsonValue>

beforeAll(async () => {
  svc = await startTestKernel({ plugins: ['developer', 'tools', 'workspace'] })
  for (const name of ['task_create', 'task_update', 'note_write'])
    await svc.request('PUT', `/api/tools/${name}/grant`, { as: 'owner', body: { grant: 'allow' } })
})
afterAll(() => svc?.stop())

const call = async (name: string, args: Fields) =>
  svc.request('POST', `/api/tools/${name}/call`, { body: { arguments: args } })
const titlesOf = ({ items }: { items: { title: string }[] }) => items.map(item => item.title)

it('tools keep the list of tasks', async () => {
  const made = await call('task_create', { title: 'by the agent', priority: 'urgent', tags: ['agent'] })
  const { task_id } = made.body.result
  const listed = await call('task_list', { tag: 'agent' })
  await call('task_update', { task_id, status: 'done' })
  const open = await call('task_list', { tag: 'agent' })
  expect([made.status, titlesOf(listed.body.result), open.body.result.items]).toEqual([200, ['by the agent'], []])
  const missing = await call('task_update', { task_id: 'task_none', status: 'done' })
  expect([missing.status, missing.body.detail]).toEqual([404, expect.stringContaining('no such task') as string])
})

it('tools write, continue, find and read notes', async () => {
  const made = await call('note_write', { title: 'Agent log', body: 'begun' })
  const { note_id } = made.body.result
  await call('note_write', { note_id, body: 'then the walrus', append: true })
  const hits = await call('note_search', { query: 'walrus' })
  const read = await call('note_read', { title: 'agent LOG' })
  expect(hits.body.result.items).toMatchObject([{ note_id, match: expect.stringContaining('**walrus**') as string }])
  expect(read.body.result).toMatchObject({ note_id, body: 'begun\n\nthen the walrus', version: 2 })
  expect((await call('note_write', { body: 'no title' })).status).toBe(422)
})
