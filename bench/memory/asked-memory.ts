import type { MemoryCandidate, MemoryFindings } from '@svc/plugin'
import type { EmbedQueue } from '../../plugins/memory/embedders/built-in/embed-queue.ts'
import { builtInSpace } from '../../plugins/memory/embedders/built-in/built-in-embedder.ts'
import { PassageRanking } from '../../plugins/memory/ranking/passage-ranking.ts'
import { memoryMigrations } from '../../kernel/planes/index.ts'
import { createIds, systemClock } from '../../kernel/services/index.ts'
import { openTestPlanes } from '../../test/rooms/planes.ts'
import type { TestPlanes } from '../../test/rooms/planes.ts'
import type { LabelledSet } from './labelled-sets.ts'
import { reciprocalRanks } from '../../plugins/memory/ranking/reciprocal-ranks.ts'

/** How passages that were found are ordered. */
export type Ordering = 'keyword' | 'semantic' | 'ranks' | 'hybrid, rerank off' | 'hybrid'
export const orderings: readonly Ordering[] = ['keyword', 'semantic', 'ranks', 'hybrid, rerank off', 'hybrid']

const candidates = 50
const signal = new AbortController().signal
const at = 1000
const facts = { source: null, tags: [], created_at: at, valid_from: null, valid_until: null }

/** A set's passages in the real plane, each a document of its own, so that passages are ranked. */
export class AskedMemory {
  readonly #planes: TestPlanes
  readonly #ranking: PassageRanking
  readonly #workspaceId = createIds(systemClock).create('ws')

  private constructor(planes: TestPlanes, queue: EmbedQueue) {
    this.#planes = planes
    const matches = (_asker: unknown, question: string, passages: readonly string[]) =>
      queue.match(question, passages, { workspaceId: this.#workspaceId, signal })
    this.#ranking = new PassageRanking({ embedding: { matches }, rerank: 'auto' })
  }

  static async open(
    { passages }: LabelledSet,
    vectors: readonly Float32Array[],
    queue: EmbedQueue,
  ): Promise<AskedMemory> {
    const planes = await openTestPlanes({ migrations: [{ owner: 'kernel', migrations: memoryMigrations }] })
    const memory = new AskedMemory(planes, queue)
    const workspaceId = memory.#workspaceId
    planes.data.use(workspaceId, db =>
      db.transaction(() => {
        for (const { id, heading, text } of passages) {
          const passage = { ordinal: 0, text, heading, start: 0, end: text.length }
          planes.memory.put(db, { document_id: id, ...facts, passages: [passage] })
        }
      }),
    )
    const waiting = planes.memory.unembedded(workspaceId, builtInSpace, { limit: passages.length })
    planes.memory.addVectors(
      workspaceId,
      builtInSpace,
      waiting.map(({ passage_id }, index) => ({ passage_id, values: vectors[index] ?? new Float32Array() })),
    )
    return memory
  }

  /** Ids of the passages, best first; none where nothing answers the question. */
  async ask(text: string, values: Float32Array, ordering: Ordering): Promise<string[]> {
    const mode = ordering === 'keyword' || ordering === 'semantic' ? ordering : 'hybrid'
    const vector = mode === 'keyword' ? null : { space: builtInSpace, values }
    const search = { mode, text, vector, filter: { at }, limit: candidates } as const
    const findings = await this.#planes.memory.search(this.#workspaceId, search, signal)
    const ordered = await this.#ordered(text, findings, ordering)
    return ordered.map(({ document_id }) => document_id)
  }

  async #ordered(
    text: string,
    findings: MemoryFindings,
    ordering: Ordering,
  ): Promise<readonly Pick<MemoryCandidate, 'document_id'>[]> {
    if (ordering === 'ranks') return byReciprocalRanks(findings.candidates)
    const mode = ordering === 'keyword' || ordering === 'semantic' ? ordering : 'hybrid'
    const rerank = ordering === 'hybrid' ? 'auto' : 'off'
    const asker = { workspace_id: this.#workspaceId, user_id: '' }
    return this.#ranking.ordered(asker, { text, mode, rerank, findings }, signal)
  }

  close(): Promise<void> {
    return this.#planes.close()
  }
}

/** By the places in both lists alone: what the score is compared with. */
function byReciprocalRanks(candidates: readonly MemoryCandidate[]): MemoryCandidate[] {
  const sums = new Map(candidates.map(each => [each, reciprocalRanks(each)]))
  const sumOf = (each: MemoryCandidate): number => (sums.get(each)?.words ?? 0) + (sums.get(each)?.meaning ?? 0)
  return candidates.toSorted((a, b) => sumOf(b) - sumOf(a))
}
