import Database from 'better-sqlite3'
import { EmbedQueue } from '../../../plugins/memory/embedders/built-in/embed-queue.ts'
import { openChildProcesses } from '../../../test/rooms/kernel.ts'
import { AskedMemory, orderings } from '../../memory/asked-memory.ts'
import type { Ordering } from '../../memory/asked-memory.ts'
import { docsSet, notesSet, packagesSet, unanswerable } from '../../memory/labelled-sets.ts'
import type { LabelledSet } from '../../memory/labelled-sets.ts'
import { rankingQuality } from '../../memory/ranking-quality.ts'
import type { RankingQuality } from '../../memory/ranking-quality.ts'
import { median } from '../../support/load.ts'
import { addedAtLeast, noGoal } from '../../support/row.ts'
import type { Row } from '../../support/row.ts'

const use = { workspaceId: 'ws_bench', signal: new AbortController().signal }

interface Measured extends RankingQuality {
  ms: number
  /** Of questions by identifier; null where the set has none. */
  codeMrr: number | null
}

/** How well memory finds the right passage, and how fast, beside plain FTS5 and an exact scan of the same vectors. */
export async function memory(): Promise<Row[]> {
  const children = openChildProcesses()
  const queue = new EmbedQueue({ children })
  try {
    const rows: Row[] = []
    for (const set of [notesSet(), docsSet(), packagesSet()]) rows.push(...(await rowsOf(set, queue)))
    return rows
  } finally {
    await children.close()
  }
}

async function rowsOf(set: LabelledSet, queue: EmbedQueue): Promise<Row[]> {
  const texts = set.passages.map(({ heading, text }) =>
    heading.length === 0 ? text : `${heading.join(' › ')}\n${text}`,
  )
  const vectors = (await queue.embed(texts, { ...use, isUrgent: false })).map(unit)
  const asked: Float32Array[] = []
  const embedMs: number[] = []
  for (const { question } of set.questions) {
    const startedAt = performance.now()
    const [vector] = await queue.embed([question], { ...use, isUrgent: true })
    embedMs.push(performance.now() - startedAt)
    asked.push(unit(vector ?? new Float32Array()))
  }
  const peers = { fts5: plainBm25(set), exact: exactScan(set, vectors, asked) }
  const opened = await AskedMemory.open(set, vectors, queue)
  const ours = await measuredOrderings(set, opened, asked)
  const silence = await silenceRows(set.name, opened, queue)
  await opened.close()
  const path = `memory, ${set.name}: ${set.questions.length} questions, ${set.passages.length} passages`
  return [
    ...orderings.flatMap(ordering => qualityRows(path, ordering, ours[ordering], peers)),
    ...goals(path, set.name, ours),
    ...orderings.filter(each => each !== 'ranks').map(each => latency(path, each, ours[each], peers)),
    embedding(path, embedMs),
    ...silence,
  ]
}

/** Of questions that nothing answers and that did not choose the floor, for how many nothing is found. */
async function silenceRows(set: string, opened: AskedMemory, queue: EmbedQueue): Promise<Row[]> {
  const questions = unanswerable().filter(({ isFitted }) => !isFitted)
  const isSilent: boolean[] = []
  for (const { question } of questions) {
    const [vector] = await queue.embed([question], { ...use, isUrgent: true })
    isSilent.push((await opened.ask(question, unit(vector ?? new Float32Array()), 'hybrid')).length === 0)
  }
  return [...new Set(questions.map(({ kind }) => kind))].map(kind => {
    const ofKind = isSilent.filter((_, index) => questions[index]?.kind === kind)
    return noGoal({
      path: `memory, ${set}: questions that nothing answers`,
      measure: `${kind}: nothing is found`,
      ours: ofKind.filter(Boolean).length,
      unit: '',
      beside: { name: 'asked', value: ofKind.length },
    })
  })
}

const names = { recall1: 'recall@1', recall5: 'recall@5', recall10: 'recall@10', mrr10: 'MRR@10' }

function qualityRows(
  path: string,
  ordering: Ordering,
  ours: Measured,
  peers: { fts5: Measured; exact: Measured },
): Row[] {
  const [name, peer] =
    ordering === 'semantic' ? (['exact scan', peers.exact] as const) : (['FTS5 alone', peers.fts5] as const)
  return (['recall1', 'recall5', 'recall10', 'mrr10'] as const).map(measure =>
    noGoal({
      path,
      measure: `${names[measure]}, ${ordering}`,
      ours: ours[measure],
      unit: '',
      beside: { name, value: peer[measure] },
    }),
  )
}

/** What the score gains, in MRR@10: over words and meaning alone, over ranks alone, and where an identifier is asked for. */
function goals(path: string, set: string, ours: Record<Ordering, Measured>): Row[] {
  const row = (measure: string, value: number, name: string, beside: number, least: number): Row =>
    addedAtLeast({ path, measure, ours: value, unit: '', beside: { name, value: beside } }, least)
  const [score, { keyword, semantic, ranks }] = [ours.hybrid, ours] as const
  const better = keyword.mrr10 > semantic.mrr10 ? 'keyword' : 'semantic'
  return [
    row('MRR@10, hybrid', score.mrr10, `${better} alone`, ours[better].mrr10, 0),
    row('MRR@10, hybrid', score.mrr10, 'ranks alone', ranks.mrr10, set === 'pages' ? 0.03 : 0),
    ...(score.codeMrr === null || keyword.codeMrr === null
      ? []
      : [row('MRR@10 by identifier, hybrid', score.codeMrr, 'keyword alone', keyword.codeMrr, -0.02)]),
  ]
}

function latency(path: string, ordering: Ordering, { ms }: Measured, peers: { fts5: Measured; exact: Measured }): Row {
  const [name, peer] =
    ordering === 'semantic'
      ? (['exact scan in JavaScript', peers.exact] as const)
      : (['FTS5 alone, in process', peers.fts5] as const)
  return noGoal({
    path,
    measure: `p50 of a search, ${ordering}`,
    ours: ms,
    unit: 'ms',
    beside: { name, value: peer.ms },
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

async function measuredOrderings(
  set: LabelledSet,
  opened: AskedMemory,
  asked: readonly Float32Array[],
): Promise<Record<Ordering, Measured>> {
  const measured = {} as Record<Ordering, Measured>
  for (const ordering of orderings) {
    const [times, rankings]: [number[], string[][]] = [[], []]
    for (const [index, { question }] of set.questions.entries()) {
      const startedAt = performance.now()
      rankings.push(await opened.ask(question, asked[index] ?? new Float32Array(), ordering))
      times.push(performance.now() - startedAt)
    }
    measured[ordering] = measuredOf(set, rankings, times)
  }
  return measured
}

function measuredOf(set: LabelledSet, rankings: string[][], times: number[]): Measured {
  const isCode = set.questions.map(({ kind }) => kind === 'code')
  const byCode = { ...set, questions: set.questions.filter((_, index) => isCode[index]) }
  const codeMrr =
    byCode.questions.length === 0
      ? null
      : rankingQuality(
          byCode,
          rankings.filter((_, index) => isCode[index]),
        ).mrr10
  return { ...rankingQuality(set, rankings), codeMrr, ms: median(times) }
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
  return measuredOf(set, rankings, times)
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector)
  return vector.map(value => value / length)
}
