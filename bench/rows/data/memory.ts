import Database from 'better-sqlite3'
import type { MemorySearchMode } from '@svc/plugin'
import { builtInSpace } from '../../../plugins/memory/embedders/built-in/built-in-embedder.ts'
import { EmbedQueue } from '../../../plugins/memory/embedders/built-in/embed-queue.ts'
import { memoryMigrations } from '../../../kernel/planes/index.ts'
import { createIds, systemClock } from '../../../kernel/services/index.ts'
import { openChildProcesses } from '../../../test/rooms/kernel.ts'
import { openTestPlanes } from '../../../test/rooms/planes.ts'
import { docsSet, notesSet } from '../../memory/labelled-sets.ts'
import type { LabelledSet } from '../../memory/labelled-sets.ts'
import { rankingQuality } from '../../memory/ranking-quality.ts'
import type { RankingQuality } from '../../memory/ranking-quality.ts'
import { median } from '../../support/load.ts'
import { noGoal } from '../../support/row.ts'
import type { Row } from '../../support/row.ts'

const modes = ['keyword', 'semantic', 'hybrid'] as const
const signal = new AbortController().signal

interface Measured extends RankingQuality {
  ms: number
}

/** How well memory finds the right passage, and how fast, beside plain FTS5 and an exact scan of the same vectors. */
export async function memory(): Promise<Row[]> {
  const children = openChildProcesses()
  const queue = new EmbedQueue({ children })
  try {
    const rows: Row[] = []
    for (const set of [notesSet(), docsSet()]) rows.push(...(await rowsOf(set, queue)))
    return rows
  } finally {
    await children.close()
  }
}

async function rowsOf(set: LabelledSet, queue: EmbedQueue): Promise<Row[]> {
  const texts = set.passages.map(({ heading, text }) =>
    heading.length === 0 ? text : `${heading.join(' › ')}\n${text}`,
  )
  const vectors = (await queue.embed(texts, { isUrgent: false, signal })).map(unit)
  const asked: Float32Array[] = []
  const embedMs: number[] = []
  for (const { question } of set.questions) {
    const startedAt = performance.now()
    const [vector] = await queue.embed([question], { isUrgent: true, signal })
    embedMs.push(performance.now() - startedAt)
    asked.push(unit(vector ?? new Float32Array()))
  }
  const peers = { bm25: plainBm25(set), exact: exactScan(set, vectors, asked) }
  const ours = await ofPlane(set, vectors, asked)
  const path = `memory, ${set.name}: ${set.questions.length} questions, ${set.passages.length} passages`
  const beside = { keyword: 'FTS5 alone', semantic: 'exact scan', hybrid: 'FTS5 alone' }
  const rows = modes.flatMap(mode => {
    const peer = mode === 'semantic' ? peers.exact : peers.bm25
    return (['recall10', 'recall1', 'mrr10'] as const).map(measure =>
      noGoal({
        path,
        measure: `${names[measure]}, ${mode}`,
        ours: ours[mode][measure],
        unit: '',
        beside: { name: beside[mode], value: peer[measure] },
      }),
    )
  })
  return [...rows, ...latencies(path, ours, peers), embedding(path, embedMs)]
}

const names = { recall10: 'recall@10', recall1: 'recall@1', mrr10: 'MRR@10' }

function latencies(
  path: string,
  ours: Record<MemorySearchMode, Measured>,
  peers: { bm25: Measured; exact: Measured },
): Row[] {
  return modes.map(mode => {
    const [name, peer] =
      mode === 'semantic'
        ? (['exact scan in JavaScript', peers.exact] as const)
        : (['FTS5 alone, in process', peers.bm25] as const)
    return noGoal({
      path,
      measure: `p50 of a search, ${mode}`,
      ours: ours[mode].ms,
      unit: 'ms',
      beside: { name, value: peer.ms },
    })
  })
}

function embedding(path: string, embedMs: number[]): Row {
  const most = embedMs.toSorted((a, b) => a - b).at(Math.floor(embedMs.length * 0.95)) ?? 0
  return noGoal({
    path,
    measure: 'p50 of embedding a question',
    ours: median(embedMs),
    unit: 'ms',
    beside: { name: 'p95', value: most },
  })
}

/** The real plane on a real file; each passage is a document of its own, so that passages are ranked. */
async function ofPlane(
  set: LabelledSet,
  vectors: Float32Array[],
  asked: Float32Array[],
): Promise<Record<MemorySearchMode, Measured>> {
  const planes = await openTestPlanes({ migrations: [{ owner: 'kernel', migrations: memoryMigrations }] })
  try {
    const workspaceId = createIds(systemClock).create('ws')
    const facts = { source: null, tags: [], created_at: systemClock.now(), valid_from: null, valid_until: null }
    planes.data.use(workspaceId, db =>
      db.transaction(() => {
        for (const { id, heading, text } of set.passages) {
          const passage = { ordinal: 0, text, heading, start: 0, end: text.length }
          planes.memory.put(db, { document_id: id, ...facts, passages: [passage] })
        }
      }),
    )
    const waiting = planes.memory.unembedded(workspaceId, builtInSpace, { limit: set.passages.length })
    planes.memory.addVectors(
      workspaceId,
      builtInSpace,
      waiting.map(({ passage_id }, index) => ({ passage_id, values: vectors[index] ?? new Float32Array() })),
    )
    const measured: Partial<Record<MemorySearchMode, Measured>> = {}
    for (const mode of modes) {
      const times: number[] = []
      const rankings: string[][] = []
      for (const [index, { question: text }] of set.questions.entries()) {
        const vector = mode === 'keyword' ? null : { space: builtInSpace, values: asked[index] ?? new Float32Array() }
        const search = { mode, text, vector, filter: { at: systemClock.now() }, limit: 10 }
        const startedAt = performance.now()
        const { found } = await planes.memory.search(workspaceId, search, signal)
        times.push(performance.now() - startedAt)
        rankings.push(found.map(({ document_id }) => document_id))
      }
      measured[mode] = { ...rankingQuality(set, rankings), ms: median(times) }
    }
    return measured as Record<MemorySearchMode, Measured>
  } finally {
    await planes.close()
  }
}

/** What one gets from SQLite without doing anything more. */
function plainBm25(set: LabelledSet): Measured {
  const db = new Database(':memory:')
  db.exec('CREATE VIRTUAL TABLE passages USING fts5(text)')
  const insert = db.prepare('INSERT INTO passages (rowid, text) VALUES (?, ?)')
  for (const [index, { heading, text }] of set.passages.entries()) insert.run(index + 1, [...heading, text].join('\n'))
  const search = db.prepare('SELECT rowid FROM passages WHERE passages MATCH ? ORDER BY rank LIMIT 10').pluck()
  const rankings = timed(set, ({ question }) => {
    const words = question.match(/[\p{L}\p{N}]+/gu) ?? []
    return (search.all(words.map(word => `"${word}"`).join(' OR ')) as number[]).map(row => row - 1)
  })
  db.close()
  return rankings
}

function exactScan(set: LabelledSet, vectors: readonly Float32Array[], asked: readonly Float32Array[]): Measured {
  return timed(set, (_question, index) => {
    const question = asked[index] ?? new Float32Array()
    return vectors
      .map((vector, place) => ({
        place,
        similarity: vector.reduce((sum, value, at) => sum + value * (question[at] ?? 0), 0),
      }))
      .toSorted((a, b) => b.similarity - a.similarity)
      .slice(0, 10)
      .map(({ place }) => place)
  })
}

function timed(
  set: LabelledSet,
  rank: (question: LabelledSet['questions'][number], index: number) => number[],
): Measured {
  const times: number[] = []
  const rankings = set.questions.map((question, index) => {
    const startedAt = performance.now()
    const places = rank(question, index)
    times.push(performance.now() - startedAt)
    return places.map(place => set.passages[place]?.id ?? '')
  })
  return { ...rankingQuality(set, rankings), ms: median(times) }
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector)
  return vector.map(value => value / length)
}
