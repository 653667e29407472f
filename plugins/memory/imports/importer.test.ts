import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { UnavailableError, UnprocessableError } from '@svc/plugin'
import type { PreparedDocument, Written } from '../documents/memory-writer.ts'
import { Importer } from './importer.ts'
import type { ImporterOptions, ImportRun } from './importer.ts'
import type { ImportProgress } from './staging.ts'

const count = 120
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-importer-'))
  await writeFile(join(folder, 'text'), 'x')
})
afterAll(() => rm(folder, { recursive: true }))

/** Files whose texts are their names; `bad` ones cannot be read, and `fails` may end a transaction. */
function importing(fails: (documents: readonly PreparedDocument[]) => void = () => undefined) {
  const batches: string[][] = []
  const parts = {
    data: { use: () => undefined },
    events: {},
    embedding: { later: () => undefined },
    reader: {
      read: async ({ name }: { name: string }) => {
        if (name.startsWith('bad')) throw new UnprocessableError('import_failed', 'It is bad.')
        return { text: name, format: 'text', title: null, warnings: [] }
      },
    },
    writer: {
      prepare: async (memory: object) => ({ ...memory, passages: [{}] }),
      insert: async (_workspace: string, documents: readonly PreparedDocument[]): Promise<Written[]> => {
        fails(documents)
        batches.push(documents.map(({ content }) => content))
        return documents.map(({ content }) => ({ row: { id: content, chunks: 1 } as Written['row'], duplicate: false }))
      },
    },
  } as unknown as ImporterOptions
  const names = Array.from({ length: count }, (_, index) => `${index === 7 ? 'bad' : 'file'} ${index}.txt`)
  const run = (more: Partial<ImportRun> = {}) =>
    new Importer(parts).run({
      workspaceId: 'ws_1',
      files: names.map(name => ({ name, content_type: null, path: join(folder, 'text') })),
      source: null,
      tags: [],
      provenance: { via: 'import' },
      signal: new AbortController().signal,
      ...more,
    })
  return { run, batches }
}

it('writes small files together, and after a restart goes on where it was with what it had counted', async () => {
  const { run, batches } = importing()
  const stopping = new AbortController()
  const reported: ImportProgress[] = []
  const stopped = run({
    signal: stopping.signal,
    onProgress: async progress => {
      reported.push(JSON.parse(JSON.stringify(progress)) as ImportProgress)
      stopping.abort(new Error('stopped'))
    },
  })
  await expect(stopped).rejects.toThrow('stopped')
  const [done] = reported
  expect([done?.files, done?.outcome?.documents, done?.outcome?.failed]).toEqual([51, 50, 1])
  const { outcome } = await run({ ...(done && { done }) })
  expect(outcome).toMatchObject({ documents: count - 1, failed: 1, chunks: count - 1, duplicates: 0 })
  expect([batches.map(batch => batch.length), new Set(batches.flat()).size]).toEqual([[50, 50, 19], count - 1])
})

it('counts no file as failed for what is the fault of the world, and keeps what there is room for', async () => {
  const away = importing(() => {
    throw new UnavailableError('The file cannot be written now.')
  })
  await expect(away.run()).rejects.toThrow('cannot be written now')
  let room = 3
  const full = importing(documents => {
    if (documents.length > room) throw new UnprocessableError('memory_full', 'It is full.')
    room -= documents.length
  })
  await expect(full.run()).rejects.toMatchObject({ code: 'memory_full' })
  expect(full.batches).toEqual([['file 0.txt'], ['file 1.txt'], ['file 2.txt']])
})
