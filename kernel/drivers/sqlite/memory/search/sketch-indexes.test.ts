import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestPlanes } from '../../../../../test/rooms/planes.ts'
import type { TestPlanes } from '../../../../../test/rooms/planes.ts'
import { createIds, systemClock } from '../../../../services/index.ts'
import { memoryMigrations } from '../memory-migrations.ts'
import { SearchFile } from './search-file.ts'
import { searchStore } from './search-store.ts'
import type { SketchIndex } from './sketch-index.ts'
import { SketchIndexes } from './sketch-indexes.ts'

const ids = createIds(systemClock)
const space = { key: 'test/4', dimensions: 4 }
let planes: TestPlanes

beforeAll(async () => {
  planes = await openTestPlanes({ migrations: [{ owner: 'kernel', migrations: memoryMigrations }] })
})
afterAll(() => planes.close())

/** The file of a new workspace with one vector. */
async function fileWith(values: Float32Array): Promise<string> {
  const workspaceId = ids.create('ws')
  const passages = [{ ordinal: 0, text: 'a text', heading: [], start: 0, end: 6 }]
  const facts = { source: null, tags: [], created_at: 1, valid_from: null, valid_until: null }
  planes.data.use(workspaceId, db => planes.memory.put(db, { document_id: 'mem_1', ...facts, passages }))
  const [waiting] = planes.memory.unembedded(workspaceId, space, { limit: 1 })
  planes.memory.addVectors(workspaceId, space, [{ passage_id: waiting?.passage_id ?? 0, values }])
  return join(planes.home.path, 'workspaces', workspaceId, 'data_plane.sqlite')
}

function indexOf(indexes: SketchIndexes, path: string): SketchIndex {
  const file = new SearchFile(path)
  try {
    const row = searchStore.space(file, space.key)
    if (row === undefined) throw new Error('the space is not there')
    return indexes.of(file, path, row, searchStore.state(file))
  } finally {
    file.close()
  }
}

it('keeps the sketches of the workspaces that were searched last, as far as there is room', async () => {
  const [a, b, c] = [
    await fileWith(Float32Array.of(1, 0, 0, 0)),
    await fileWith(Float32Array.of(0, 1, 0, 0)),
    await fileWith(Float32Array.of(0, 0, 1, 0)),
  ]
  const one = indexOf(new SketchIndexes(), a).bytes
  const indexes = new SketchIndexes(2 * one)
  const [ofA, ofB] = [indexOf(indexes, a), indexOf(indexes, b)]
  expect(indexOf(indexes, a)).toBe(ofA)
  const ofC = indexOf(indexes, c)
  expect([indexOf(indexes, a), indexOf(indexes, c)]).toEqual([ofA, ofC])
  expect(indexOf(indexes, b)).not.toBe(ofB)
  const crowded = new SketchIndexes(1)
  expect([indexOf(crowded, a), indexOf(crowded, b)].map(({ length }) => length)).toEqual([1, 1])
})

it('knows another file that was put in the place of one', async () => {
  const [path, other] = [await fileWith(Float32Array.of(1, 0, 0, 0)), await fileWith(Float32Array.of(-1, 0, 0, 0))]
  const indexes = new SketchIndexes()
  const before = indexOf(indexes, path)
  renameSync(other, path)
  for (const suffix of ['-wal', '-shm']) renameSync(other + suffix, path + suffix)
  const after = indexOf(indexes, path)
  expect([after === before, after.length, after.at(0).vectorId]).toEqual([false, 1, 1])
})
