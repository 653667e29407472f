import type { Clock, DataPlane, Logger } from '@svc/plugin'
import { messageOf } from '@svc/plugin'
import type { CandidateQuestion, Candidates, CandidateSource } from '../sqlite/memory/candidate-source.ts'
import { searchMs } from './index-connection.ts'
import { agree, syncMarkStore } from './sync-mark-store.ts'
import type { VectorIndex } from './vector-index.ts'
import { isIndexable, vectorIndexStore as store } from './vector-index-store.ts'
import type { Nearest, Part } from './vector-index-store.ts'
import type { VectorLog, VectorSync } from './vector-sync.ts'

/** With more changes than this that the index does not know, the sketches are quicker than looking through them. */
const mostUnknown = 2000
const firstPauseMs = 5000
const mostPauseMs = 60_000
const partsKeptMs = 60_000

export interface PgvectorCandidatesOptions {
  index: VectorIndex
  sync: VectorSync
  vectors: VectorLog
  data: DataPlane
  exactUpTo: number
  clock: Clock
  log: Logger
}

/** Candidates from pgvector's index, while it knows the workspace's vectors and answers in time. */
export class PgvectorCandidates implements CandidateSource {
  readonly #options: PgvectorCandidatesOptions
  readonly #parts = new Map<string, Part>()
  #partsSince = 0
  #slowInARow = 0
  #pausedUntil = 0

  constructor(options: PgvectorCandidatesOptions) {
    this.#options = options
  }

  /** True while it is not asked because it answered too late. */
  get isPaused(): boolean {
    return this.#options.clock.now() < this.#pausedUntil
  }

  changed(workspaceId: string): void {
    this.#options.sync.changed(workspaceId)
  }

  async candidates(question: CandidateQuestion, signal: AbortSignal): Promise<Candidates | null> {
    signal.throwIfAborted()
    if (!this.#isWorthAsking(question)) return null
    const late = Promise.withResolvers<'late'>()
    const timer = setTimeout(late.resolve, searchMs, 'late')
    const onAbort = (): void => late.reject(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
    try {
      const outcome = await Promise.race([this.#ask(question), late.promise])
      if (outcome !== 'late') return outcome
      this.#tooLate()
      return null
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
    }
  }

  #isWorthAsking({ space, filter }: CandidateQuestion): boolean {
    const { index, sync } = this.#options
    if (index.condition.kind !== 'ready') {
      sync.nudge()
      return false
    }
    // The index knows nothing of these; the sketches are filtered before the nearest are chosen.
    const { tags = [], source, created_from, created_before } = filter
    const isNarrowed = tags.length > 0 || [source, created_from, created_before].some(each => each !== undefined)
    return !isNarrowed && isIndexable(space) && !this.isPaused
  }

  /** Never rejects. */
  async #ask(question: CandidateQuestion): Promise<Candidates | null> {
    const { index, sync, log } = this.#options
    const nearest = await this.#nearest(question).catch((error: unknown) => {
      if (isTooLate(error)) this.#tooLate()
      else index.failed(error)
      sync.nudge()
      return null
    })
    if (nearest === null) return null
    this.#inTime()
    try {
      return this.#confirmed(question, nearest)
    } catch (error) {
      log.debug({ workspace_id: question.workspaceId, err: error }, 'a workspace cannot be compared with its index')
      return null
    }
  }

  async #nearest({ workspaceId, space, vector, limit }: CandidateQuestion): Promise<Nearest | null> {
    const { index, sync } = this.#options
    const { searches, schema } = index
    const key = `${workspaceId} ${space.key}`
    for (const known of [this.#known(key), undefined]) {
      const part = known ?? (await store.part(searches, workspaceId, space.key))
      if (part === null) sync.noticed(workspaceId)
      if (part === null || schema === null) return null
      const isExact = this.#isExact(part, limit)
      if (!isExact && !part.isIndexed) return null
      const nearest = await store.nearest(searches, schema, { workspaceId, part, vector, limit, isExact })
      if (nearest === null) continue
      this.#parts.set(key, { ...part, vectors: nearest.vectors })
      return nearest
    }
    return null
  }

  #known(key: string): Part | undefined {
    const now = this.#options.clock.now()
    if (Math.abs(now - this.#partsSince) > partsKeptMs) this.#parts.clear()
    if (this.#parts.size === 0) this.#partsSince = now
    const part = this.#parts.get(key)
    // It may have got its index by now.
    return part !== undefined && (part.isIndexed || part.vectors <= this.#options.exactUpTo) ? part : undefined
  }

  /** Whether fewer vectors are read without the index, which comes by those of all workspaces on its way. */
  #isExact({ vectors, among }: Part, limit: number): boolean {
    return vectors <= this.#options.exactUpTo || vectors ** 2 <= limit * among
  }

  /** Only what is of the same copy of the file counts, and only when there is little that the index does not know yet. */
  #confirmed(question: CandidateQuestion, nearest: Nearest): Candidates | null {
    const { data, vectors, sync } = this.#options
    const { workspaceId } = question
    const marks = data.use(workspaceId, db => syncMarkStore.read(db))
    const { newest } = vectors.changesSince(workspaceId, nearest.seq, 1)
    const isSame = agree(marks, nearest.mark) && newest >= nearest.seq
    if (!isSame || newest > nearest.seq) sync.noticed(workspaceId)
    if (!isSame || newest - nearest.seq > mostUnknown) return null
    // The scan of the index gave up among the vectors of other workspaces.
    if (nearest.passageIds.length < Math.min(question.limit, nearest.vectors)) return null
    return { passageIds: nearest.passageIds, through: nearest.seq }
  }

  #inTime(): void {
    this.#options.index.worked()
    if (this.#slowInARow > 0) this.#options.log.info({}, 'the memory index in PostgreSQL answers in time again')
    this.#slowInARow = 0
  }

  /** Asked again after a while; longer each time. */
  #tooLate(): void {
    const { clock, log } = this.#options
    this.#pausedUntil = clock.now() + Math.min(firstPauseMs * 2 ** this.#slowInARow, mostPauseMs)
    this.#slowInARow += 1
    if (this.#slowInARow > 1) return
    log.warn(
      { limit_ms: searchMs },
      'the memory index in PostgreSQL answers too late; memory is searched in the workspaces’ files meanwhile',
    )
  }
}

function isTooLate(error: unknown): boolean {
  return /query read timeout|statement timeout|timeout exceeded when trying to connect/i.test(messageOf(error))
}
