import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel, TestRequest } from '../rooms/kernel.ts'
import type { SampleItem, SampleRemoval, SampleReport } from '../../plugins/workspace/sample/sample-data.ts'

const path = '/api/workspace/sample'
const plugins = ['data', 'developer', 'files', 'memory', 'workspace']
/** Bytes, as MiB: too few for the notes of the sample. */
const tiny = '0.01'
let svc: TestKernel

beforeEach(async () => {
  svc = await startTestKernel({ plugins, env: { SVC_WORKSPACE_NOTES_QUOTA_MB: tiny } })
})
afterEach(() => svc?.stop())

const add = (as: TestRequest = {}) => svc.request<SampleReport>('POST', path, as)
const remove = (query = '') => svc.request<SampleRemoval>('DELETE', path + query)
const report = async () => (await svc.request<SampleReport>('GET', path)).body
const idsOf = (items: readonly SampleItem[]) => items.map(({ id }) => id)
const byKind = (items: readonly SampleItem[], kind: SampleItem['kind']) =>
  items.find(item => item.kind === kind)?.id ?? ''

/** How many records of each kind the workspace has. */
async function counts(): Promise<Record<string, number>> {
  const lists = {
    memory: '/api/memory',
    file: '/api/files',
    trash: '/api/files/trash',
    dataset: '/api/data/catalog',
    note: '/api/workspace/notes',
    task: '/api/workspace/tasks',
  }
  const entries = Object.entries(lists).map(async ([kind, list]) => {
    const { body } = await svc.request<{ items: unknown[] }>('GET', list)
    return [kind, body.items.length] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}
const none = { memory: 0, file: 0, trash: 0, dataset: 0, note: 0, task: 0 }
const whole = { memory: 1, file: 1, trash: 0, dataset: 1, note: 2, task: 3 }

describe('the sample data', () => {
  it('is added once, however often and from how many tabs it is asked for', async () => {
    expect(await report()).toMatchObject({ added: false, items: Array.from({ length: 8 }, () => ({ id: null })) })
    const answers = await Promise.all([add(), add(), add()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 201])
    const [first] = answers
    expect(answers.map(({ body }) => body)).toEqual([first.body, first.body, first.body])
    expect([first.body.added, await counts(), await report()]).toEqual([true, whole, first.body])
  })

  it('answers questions: by memory, in SQL, and in the text of a file', async () => {
    const { body } = await add()
    const found = await svc.request<{ results: { id: string }[] }>('POST', '/api/memory/search', {
      body: { query: 'days of leave a year' },
    })
    const file = await svc.request<string>('GET', `/api/files/${byKind(body.items, 'file')}/content`)
    const sql =
      'SELECT count(*) AS n, count(DISTINCT district) AS districts, min(price) > 0 AS positive FROM house_prices'
    const query = await svc.request<{ rows: unknown[] }>('POST', '/api/data/query', { body: { sql } })
    const dataset = await svc.request('GET', `/api/data/datasets/${byKind(body.items, 'dataset')}`)
    expect(found.body.results[0]?.id).toBe(byKind(body.items, 'memory'))
    expect(file.body).toContain('# Sample handbook')
    expect(query.body.rows).toEqual([[500, 4, true]])
    expect(dataset.body).toMatchObject({
      name: 'Sample house prices',
      table: 'house_prices',
      rows: 500,
      tags: ['sample'],
    })
  })

  it('is removed without touching what others tagged, named or put there', async () => {
    const own = [
      await svc.request('POST', '/api/workspace/notes', {
        body: { title: 'Sample: mine', body: '', tags: ['sample'] },
      }),
      await svc.request('POST', '/api/workspace/tasks', { body: { title: 'Sample: mine', tags: ['sample'] } }),
      await svc.request('POST', '/api/memory', {
        body: { content: 'Mine.', source: 'Sample handbook', tags: ['sample'] },
      }),
      await svc.request('POST', '/api/files/text', { body: { path: 'Sample handbook.md', text: 'Mine.' } }),
      await svc.request('POST', '/api/data/import', {
        body: { name: 'house_prices', content: 'a\n1\n', tags: ['sample'] },
      }),
    ]
    expect(own.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
    const before = await counts()
    await add()
    const { status, body } = await remove()
    expect([status, body.removed.length, body.kept]).toEqual([200, 8, []])
    expect([await counts(), (await report()).added]).toEqual([before, false])
    expect((await svc.request<string>('GET', '/api/files/content/Sample handbook.md')).body).toBe('Mine.')
    expect((await remove()).body).toEqual({ removed: [], kept: [] })
  })

  it('leaves what somebody wrote into, which is theirs from then on', async () => {
    const { items } = (await add()).body
    const [note, task] = [byKind(items, 'note'), byKind(items, 'task')]
    await svc.request('PUT', `/api/workspace/notes/${note}`, { body: { title: 'Mine now', body: 'My words.' } })
    await svc.request('PATCH', `/api/workspace/tasks/${task}`, { body: { status: 'done' } })
    await svc.request('PATCH', `/api/memory/${byKind(items, 'memory')}`, { body: { content: 'My words.' } })
    await svc.request('DELETE', `/api/files/${byKind(items, 'file')}`)
    expect((await report()).items.filter(({ changed }) => changed)).toHaveLength(2)
    const { body } = await remove()
    expect(idsOf(body.kept).toSorted()).toEqual([byKind(items, 'memory'), note].toSorted())
    expect(await counts()).toEqual({ ...none, memory: 1, note: 1, trash: 1 })
    await add()
    expect(await counts()).toEqual({ ...whole, memory: 2, note: 3, trash: 1 })
    await remove()
    expect(await counts()).toEqual({ ...none, memory: 1, note: 1, trash: 1 })
  })

  it('goes whole with changed=delete', async () => {
    const { items } = (await add()).body
    await svc.request('PUT', `/api/workspace/notes/${byKind(items, 'note')}`, {
      body: { title: 'T', body: 'My words.' },
    })
    expect((await remove('?changed=delete')).body.kept).toEqual([])
    expect(await counts()).toEqual(none)
    expect((await svc.request('DELETE', `${path}?changed=maybe`)).status).toBe(400)
  })

  it('brings back what was deleted of it, and only that', async () => {
    const before = (await add()).body.items
    const note = byKind(before, 'note')
    await svc.request('DELETE', `/api/workspace/notes/${note}`)
    expect((await report()).added).toBe(false)
    const again = await add()
    const others = (items: readonly SampleItem[]) =>
      idsOf(items.filter(({ title }) => title !== 'Sample: what to try first'))
    expect([again.status, others(again.body.items), await counts()]).toEqual([201, others(before), whole])
  })

  it('is taken back whole when one of its records does not fit', async () => {
    const filler = { title: 'Long', body: 'x'.repeat(10_300) }
    await svc.request('POST', '/api/workspace/notes', { body: filler })
    const refused = await svc.request<{ status: number; detail: string }>('POST', path)
    expect(refused.body).toMatchObject({ status: 413, detail: expect.stringContaining('bytes of notes') as string })
    expect([await counts(), (await report()).added]).toEqual([{ ...none, note: 1 }, false])
  })

  it('is for each caller what their scopes allow', async () => {
    const scopes = ['workspace:read', 'workspace:write']
    const key = await svc.request<{ key: string }>('POST', '/api/developer/keys', { body: { name: 'narrow', scopes } })
    const narrow: TestRequest = { as: 'none', headers: { authorization: `Bearer ${key.body.key}` } }
    const some = await add(narrow)
    expect([some.status, some.body.added, await counts()]).toEqual([201, true, { ...none, note: 2, task: 3 }])
    expect([(await report()).added, (await add()).status, await counts()]).toEqual([false, 201, whole])
    await svc.request('DELETE', path, narrow)
    expect(await counts()).toEqual({ ...whole, note: 0, task: 0 })
    expect((await add({ as: 'none' })).status).toBe(401)
  })
})
