/** Fills a workspace's memory with as many documents as asked for, then searches it: through the plane, by an exact scan, by FTS5 alone. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { MemorySearchMode } from '@svc/plugin'
import { memoryMigrations } from '../../../kernel/planes/index.ts'
import { openTestPlanes } from '../../../test/rooms/planes.ts'
import { median } from '../../support/load.ts'
import { RandomDocuments } from '../../support/random-documents.ts'

export interface MemorySearchFigures {
  /** p50 in ms. */
  hybrid: number
  keyword: number
  semantic: number
  exact: number
  fts5: number
  recall: number
  /** p99 in ms of the thread that asks, while it only waits for answers. */
  loopDelay: number
}

const count = Number(process.env['DOCUMENTS'] ?? 100_000)
const questions = 40
const dimensions = 512
const slice = 1000
const top = 10
/** What memory's ranking chooses from. */
const candidates = 50
const workspaceId = `ws_${'0'.repeat(26)}`
const space = { key: `bench/${dimensions}`, dimensions }
const random = new RandomDocuments(dimensions, count)
const planes = await openTestPlanes({ migrations: [{ owner: 'kernel', migrations: memoryMigrations }] })
const { memory, data } = planes
const vectors = new Float32Array(count * dimensions)

for (let at = 0; at < count; at += slice) {
  data.use(workspaceId, db =>
    db.transaction(() => {
      for (let number = at; number < Math.min(count, at + slice); number += 1) {
        const text = random.text()
        memory.put(db, {
          document_id: `mem_${number}`,
          ...{ source: null, tags: [], created_at: number, valid_from: null, valid_until: null },
          passages: [{ ordinal: 0, text, heading: [], start: 0, end: text.length }],
        })
      }
    }),
  )
  const waiting = memory.unembedded(workspaceId, space, { limit: slice })
  const made = waiting.map(({ passage_id }, index) => {
    const values = random.vector()
    vectors.set(values, (at + index) * dimensions)
    return { passage_id, values }
  })
  memory.addVectors(workspaceId, space, made)
}

/** The documents nearest to a vector, every one compared. */
function exact(values: Float32Array): string[] {
  const best: { number: number; similarity: number }[] = []
  for (let number = 0; number < count; number += 1) {
    const first = number * dimensions
    let similarity = 0
    for (let index = 0; index < dimensions; index += 1) {
      similarity += (vectors[first + index] as number) * (values[index] as number)
    }
    if (best.length === top && similarity <= (best.at(-1)?.similarity ?? 0)) continue
    const place = best.findIndex(each => each.similarity < similarity)
    best.splice(place === -1 ? best.length : place, 0, { number, similarity })
    if (best.length > top) best.pop()
  }
  return best.map(each => `mem_${each.number}`)
}

const asked = Array.from({ length: questions }, () => ({ text: random.question(), values: random.vector() }))
const file = new Database(join(planes.home.path, 'workspaces', workspaceId, 'data_plane.sqlite'), { readonly: true })
const words = file.prepare(
  'SELECT rowid FROM kernel_passage_words WHERE kernel_passage_words MATCH ? ORDER BY rank LIMIT 10',
)
const times: Record<string, number[]> = { hybrid: [], keyword: [], semantic: [], exact: [], fts5: [] }

async function timed<T>(name: string, work: () => T | Promise<T>): Promise<T> {
  const started = performance.now()
  const result = await work()
  times[name]?.push(performance.now() - started)
  return result
}

function search(mode: MemorySearchMode, { text, values }: (typeof asked)[number]): Promise<string[]> {
  const question = { mode, text, vector: { space, values }, filter: { at: count }, limit: candidates }
  return memory
    .search(workspaceId, question, AbortSignal.timeout(60_000))
    .then(({ candidates: found }) => found.slice(0, top).map(each => each.document_id))
}

for (const each of asked.slice(0, 5)) await search('hybrid', each)
const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()
const found: string[][] = []
for (const each of asked) {
  await timed('hybrid', () => search('hybrid', each))
  await timed('keyword', () => search('keyword', each))
  found.push(await timed('semantic', () => search('semantic', each)))
}
delay.disable()
let recalled = 0
for (const [index, each] of asked.entries()) {
  const nearest = await timed('exact', () => exact(each.values))
  recalled += found[index]?.filter(id => nearest.includes(id)).length ?? 0
  const match = each.text
    .split(' ')
    .map(word => `"${word}"`)
    .join(' OR ')
  await timed('fts5', () => words.all(match))
}
const figures: MemorySearchFigures = {
  ...(Object.fromEntries(Object.entries(times).map(([name, each]) => [name, median(each)])) as Record<
    'hybrid' | 'keyword' | 'semantic' | 'exact' | 'fts5',
    number
  >),
  recall: recalled / (questions * top),
  loopDelay: delay.percentile(99) / 1e6,
}
process.stdout.write(`${JSON.stringify(figures)}\n`)
file.close()
await planes.close()
