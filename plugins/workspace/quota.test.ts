import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestKernel } from '../../test/rooms/kernel.ts'
import type { TestKernel } from '../../test/rooms/kernel.ts'

const mebibyte = 1024 * 1024
const text = 'x'.repeat(400_000)

let server: TestKernel
beforeAll(async () => {
  server = await startTestKernel({
    plugins: ['developer', 'workspace'],
    env: { SVC_WORKSPACE_NOTES_QUOTA_MB: '1', SVC_WORKSPACE_TASKS_QUOTA_MB: '0.01' },
  })
})
afterAll(() => server.stop())

it('notes have as many bytes as the workspace may hold, and make room when they are shortened or deleted', async () => {
  const add = (body: string) =>
    server.request<{ note_id: string; detail: string }>('POST', '/api/workspace/notes', { body: { title: 'N', body } })
  const put = (id: string, body: string) =>
    server.request<{ detail: string }>('PUT', `/api/workspace/notes/${id}`, { body: { title: 'N', body } })
  const [first, second, third] = [await add(text), await add(text), await add(text)]
  const longer = await put(first.body.note_id, 'y'.repeat(500_000))
  const grown = await put(first.body.note_id, 'é'.repeat(400_000))
  const shorter = await put(first.body.note_id, 'short')
  const again = await add(text)
  await server.request('DELETE', `/api/workspace/notes/${second.body.note_id}`)
  const last = await add(text)
  expect([first, second, third, longer, grown, shorter, again, last].map(({ status }) => status)).toEqual([
    201, 201, 413, 200, 413, 200, 201, 201,
  ])
  expect(third.body.detail).toBe(
    `The workspace may hold ${mebibyte} bytes of notes; it holds ${2 * 400_003}, and 400003 more do not fit. ` +
      'Delete or shorten notes, or raise SVC_WORKSPACE_NOTES_QUOTA_MB.',
  )
})

it('tasks have a quota of their own', async () => {
  const add = () =>
    server.request<{ detail: string }>('POST', '/api/workspace/tasks', { body: { title: 'T', body: 'x'.repeat(6000) } })
  const [first, second] = [await add(), await add()]
  expect([first.status, second.status, second.body.detail]).toEqual([
    201,
    413,
    expect.stringContaining('SVC_WORKSPACE_TASKS_QUOTA_MB'),
  ])
})
