import { afterEach, beforeEach, expect, it } from 'vitest'
import { endedJob } from '../../test/rooms/plugins/memory.ts'
import { startTestKernel } from '../../test/rooms/kernel.ts'
import type { TestKernel } from '../../test/rooms/kernel.ts'

// 104,857 bytes.
const quota = 0.1
const textOf = (first: string, bytes = 40_000) => `${first} ${'word '.repeat(bytes / 5)}`.slice(0, bytes)

let svc: TestKernel
beforeEach(async () => {
  svc = await startTestKernel({
    plugins: ['memory', 'developer', 'tools', 'jobs'],
    env: { SVC_MEMORY_DOCUMENTS_QUOTA_MB: String(quota) },
  })
})
afterEach(() => svc?.stop())

const add = (content: string) =>
  svc.request<{ id: string; detail: string; code: string }>('POST', '/api/memory', { body: { content } })
const listed = async () => (await svc.request('GET', '/api/memory?limit=100')).body.items.length as number

it('documents have as many bytes as the workspace may hold, and deleting one makes room', async () => {
  const [first, second, third] = [await add(textOf('one')), await add(textOf('two')), await add(textOf('three'))]
  expect([first.status, second.status, third.status, await listed()]).toEqual([201, 201, 413, 2])
  expect(third.body).toMatchObject({
    code: 'payload_too_large',
    detail: expect.stringMatching(
      /^The workspace may hold 104857 bytes of memory documents; it holds 96\d\d\d, and 48\d\d\d more do not fit\. .*SVC_MEMORY_DOCUMENTS_QUOTA_MB/,
    ) as string,
  })
  const found = await svc.request('POST', '/api/memory/search', { body: { query: 'three', mode: 'keyword' } })
  expect(found.body.results).toEqual([])
  await svc.request('DELETE', `/api/memory/${first.body.id}`)
  expect((await add(textOf('three'))).status).toBe(201)
})

it('earlier versions count, until their document is deleted', async () => {
  const { body: made } = await add(textOf('one'))
  const write = (content: string) =>
    svc.request<{ detail: string; version: number }>('PATCH', `/api/memory/${made.id}`, { body: { content } })
  const [second, third] = [await write(textOf('two')), await write(textOf('three'))]
  expect([second.status, third.status]).toEqual([200, 413])
  const kept = await svc.request('GET', `/api/memory/${made.id}`)
  expect([kept.body.version, kept.body.content]).toEqual([2, textOf('two')])
  await svc.request('DELETE', `/api/memory/${made.id}`)
  const again = [await add(textOf('one')), await add(textOf('two'))]
  expect(again.map(({ status }) => status)).toEqual([201, 201])
})

it('an import keeps what fits, and says which files and lines did not', async () => {
  const files = [
    { name: 'a.txt', content: textOf('a') },
    { name: 'large.txt', content: textOf('large', 90_000) },
    { name: 'b.txt', content: textOf('b') },
    { name: 'small.txt', content: 'A small text.' },
  ]
  const fault = (file_name: string, more = {}) => ({
    file_name,
    ...more,
    code: 'payload_too_large',
    detail: expect.stringContaining('SVC_MEMORY_DOCUMENTS_QUOTA_MB') as string,
  })
  const came = await svc.request('POST', '/api/memory/import', { body: { files } })
  expect([came.status, came.body]).toEqual([
    201,
    expect.objectContaining({ documents: 3, failed: 1, faults: [fault('large.txt')] }),
  ])
  const alone = await svc.request('POST', '/api/memory/import', { body: files[1] })
  expect([alone.status, alone.body.detail]).toEqual([
    413,
    expect.stringMatching(/^large\.txt: The workspace may hold .* SVC_MEMORY_DOCUMENTS_QUOTA_MB/),
  ])
  const content = [textOf('c'), 'Another small text.'].map(text => JSON.stringify({ content: text })).join('\n')
  const body = { name: 'export.jsonl', content, mode: 'job' }
  const { body: begun } = await svc.request('POST', '/api/memory/import', { body })
  const { result } = await endedJob(svc, begun.job_id)
  expect(result).toMatchObject({ documents: 1, failed: 1, faults: [fault('export.jsonl', { line: 1 })] })
  expect(await listed()).toBe(4)
})
