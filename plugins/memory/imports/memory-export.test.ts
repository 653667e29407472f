import { afterEach, beforeEach, expect, it } from 'vitest'
import { openTestPlanes } from '../../../test/rooms/planes.ts'
import type { TestPlanes } from '../../../test/rooms/planes.ts'
import { headOf } from '../documents/document-row.ts'
import { documentStore } from '../documents/document-store.ts'
import memoryTables from '../migrations/0001-memory.ts'
import { MemoryExport } from './memory-export.ts'

const workspace = `ws_${'1'.repeat(26)}`
let planes: TestPlanes

beforeEach(async () => {
  planes = await openTestPlanes({ migrations: [{ owner: 'memory', migrations: [memoryTables] }] })
})
afterEach(() => planes.close())

function remember(id: string, content: string): void {
  const row = {
    ...{ id, head: headOf(content), length: content.length, text_version: 1, format: 'text' as const, fingerprint: id },
    ...{ source: null, tags: '[]', metadata: '{}', provenance: '{}', valid_from: null, valid_until: null },
    ...{ version: 1, chunks: 1, changed: '[]', changed_by: '{}', created_at: 1, updated_at: 1 },
  }
  planes.data.use(workspace, db => documentStore.insert(db, row, content))
}

it('leaves out a document that is deleted while its reader takes its time, instead of ending it after its head', async () => {
  const long = 'A long sheet of the atlas. '.repeat(20_000)
  for (const id of ['mem_1', 'mem_2', 'mem_3']) remember(id, long)
  const lines: string[] = []
  for await (const text of new MemoryExport(planes.data).lines(workspace, { source: null, tag: null })) {
    if (lines.length === 0) planes.data.use(workspace, db => documentStore.delete(db, ['mem_2']))
    lines.push(...text.trim().split('\n'))
  }
  const exported = lines.map(line => JSON.parse(line) as { id: string; content: string })
  expect(exported.map(({ id, content }) => [id, content.length])).toEqual([
    ['mem_1', long.length],
    ['mem_3', long.length],
  ])
})
