import { setImmediate } from 'node:timers/promises'
import { messageOf, RateLimitedError, UnavailableError } from '@svc/plugin'
import type { Clock, DataPlane, JobContext, JobQueue, Logger, MemoryPlane, WorkspaceMarks } from '@svc/plugin'
import { off } from './embedder.ts'
import type { EmbedderChoices } from './embedder-choices.ts'
import type { EmbedderSource } from './embedder-source.ts'
import type { ChosenEmbedder } from './embedder-store.ts'
import type { FreshDocuments } from './fresh-documents.ts'

export interface EmbeddingWorkOptions {
  data: DataPlane
  plane: MemoryPlane
  marks: WorkspaceMarks
  jobs: JobQueue
  choices: EmbedderChoices
  source: EmbedderSource
  /** Added to where documents are written. */
  fresh: FreshDocuments
  /** There is more to do: the job is asked for again. */
  later: (workspaceId: string) => void
  clock: Clock
  log: Logger
}

interface Filling {
  signal: AbortSignal
  /** Only these. */
  documentIds?: readonly string[]
  /** Shown how far it is. */
  job?: JobContext<EmbedPayload>
  /** Stops early once so much is done. */
  most?: number
  /** Stops early at this time, where other workspaces wait. */
  until?: number
  /** Goes on after the pause that a provider asks for; nobody waits for it. */
  waits?: boolean
}

export interface EmbedPayload {
  /** Set for a job that was asked for while another was running: it begins when that one may have missed something. */
  after?: boolean
}

export const embedJob = 'memory.embed'
const droppedAtOnce = 500
const progressMs = 1000
/** Passages for an embedder that nobody searches with yet, before it is looked whether others have come. */
const preparedAtOnce = 320
/** Jobs that run at once, as `plugin.json` says; a job that has worked for so long makes room when more workspaces than these wait. */
const jobsAtOnce = 8
const turnMs = 30_000
/** Seconds, in which a job keeps its place. After a longer pause it is tried again as a job. */
const [leastPause, longestPause] = [1, 120]
/** No document takes so long to write: the process that wrote it is gone. */
const preparingMs = 60 * 60_000

/** Gives passages their vectors, and clears away those that no search compares with any more. */
export class EmbeddingWork {
  readonly #options: EmbeddingWorkOptions

  constructor(options: EmbeddingWorkOptions) {
    this.#options = options
  }

  /** The job that embeds everything still missing. Finished work is kept, so the next attempt does only the rest. */
  async run(job: JobContext<EmbedPayload>): Promise<{ passages: number; continues?: boolean } | { waits_for: string }> {
    const { choices, clock, log, later } = this.#options
    const { workspace_id: workspaceId, signal } = job
    const other = await this.#isDoneBy(job)
    if (other !== null) return { waits_for: other }
    let passages = 0
    const until = clock.now() + turnMs
    for (;;) {
      await choices.settle(workspaceId, signal)
      const { active, next } = choices.read(workspaceId)
      if (active === null) throw new UnavailableError('The embedder has not been reached yet.')
      try {
        passages += await this.fill(workspaceId, active, { signal, until, waits: true, ...(next === null && { job }) })
      } catch (error) {
        signal.throwIfAborted()
        if (next === null) throw error
        // It is on its way out, and may be why.
        log.warn({ workspace_id: workspaceId, embedder: active.embedder, err: error }, messageOf(error))
      }
      if (next !== null) {
        passages += await this.fill(workspaceId, next, { signal, job, waits: true, most: preparedAtOnce })
        choices.promote(workspaceId, next)
      }
      await this.#clear(workspaceId, signal)
      await this.#options.plane.tidy(workspaceId, this.#options.clock.now() - preparingMs, signal)
      if (this.isDone(workspaceId)) return { passages }
      if (clock.now() < until || !(await this.#othersWait())) continue
      later(workspaceId)
      return { passages, continues: true }
    }
  }

  /** Embeds what has no vector of the embedder's space, what came lately first, until it is no longer wanted. Returns how many passages got one. */
  async fill(workspaceId: string, chosen: ChosenEmbedder, filling: Filling): Promise<number> {
    const { plane, source, clock } = this.#options
    const { signal, job, most = Infinity, until = Infinity } = filling
    if (chosen.embedder === off) return 0
    const { space } = chosen
    let done = 0
    let reportedAt = 0
    while (done < most) {
      signal.throwIfAborted()
      if (!this.#isWanted(workspaceId, space.key)) return done
      const embedder = source.open(workspaceId, chosen)
      const passages = this.#missing(workspaceId, chosen, { limit: embedder.batch, documentIds: filling.documentIds })
      if (passages.length === 0) return done
      const texts = passages.map(({ text }) => text)
      const values = await embedder
        .documents(workspaceId, texts, signal)
        .catch((error: unknown) => this.#waited(error, filling))
      if (values === null) continue
      const vectors = passages.map(({ passage_id }, place) => ({
        passage_id,
        values: values[place] ?? new Float32Array(),
      }))
      plane.addVectors(workspaceId, space, vectors)
      done += passages.length
      if (job && clock.now() - reportedAt >= progressMs) {
        const count = plane.count(workspaceId, space)
        job.progress(count.passages === 0 ? 1 : count.embedded / count.passages)
        reportedAt = clock.now()
      }
      await setImmediate()
      if (clock.now() >= until && (await this.#othersWait())) return done
    }
    return done
  }

  /** Null after the pause that the provider has asked for. @throws `error` when it is another one, or the pause too long */
  async #waited(error: unknown, { signal, waits = false }: Filling): Promise<null> {
    const seconds = error instanceof RateLimitedError ? Math.max(error.retryAfterSeconds ?? 0, leastPause) : Infinity
    if (!waits || seconds > longestPause) throw error
    await this.#options.clock.sleep(seconds * 1000, signal)
    return null
  }

  /** True when the workspace has its vectors and no others; it is struck off then. */
  isDone(workspaceId: string): boolean {
    const { data, plane, marks, choices } = this.#options
    return data.use(workspaceId, db =>
      db.transaction(() => {
        const choice = choices.read(workspaceId)
        const { active, next } = choice
        if (active === null || next !== null || !choices.isSettled(choice)) return false
        const isEmbedded =
          active.embedder === off || plane.unembedded(workspaceId, active.space, { limit: 1 }).length === 0
        if (!isEmbedded || plane.spaces(workspaceId).some(({ key }) => key !== active.space.key)) return false
        // What a crash has left of a long document is removed at the next start.
        if (plane.isTidy(workspaceId)) marks.remove(workspaceId)
        return true
      }),
    )
  }

  /** Passages without a vector: of the documents that are asked for, else of those that came lately, else the oldest. */
  #missing(
    workspaceId: string,
    { space }: ChosenEmbedder,
    { limit, documentIds }: { limit: number; documentIds: readonly string[] | undefined },
  ): { passage_id: number; text: string }[] {
    const { plane, fresh, choices } = this.#options
    if (documentIds) return plane.unembedded(workspaceId, space, { limit, documentIds })
    const isSearched = choices.read(workspaceId).active?.space.key === space.key
    while (isSearched) {
      const ids = fresh.some(workspaceId, limit)
      if (ids.length === 0) break
      const passages = plane.unembedded(workspaceId, space, { limit, documentIds: ids })
      if (passages.length > 0) return passages
      fresh.remove(workspaceId, ids)
    }
    return plane.unembedded(workspaceId, space, { limit })
  }

  async #othersWait(): Promise<boolean> {
    return (await this.#options.marks.list()).length > jobsAtOnce
  }

  /** The job that is at it already and will see what this one was asked for. */
  async #isDoneBy(job: JobContext<EmbedPayload>): Promise<string | null> {
    if (!job.payload.after) return null
    const { items } = await this.#options.jobs.list(job.workspace_id, { kind: embedJob, state: 'running', limit: 10 })
    return items.find(({ job_id }) => job_id !== job.job_id)?.job_id ?? null
  }

  #isWanted(workspaceId: string, key: string): boolean {
    const { active, next } = this.#options.choices.read(workspaceId)
    return active?.space.key === key || next?.space.key === key
  }

  async #clear(workspaceId: string, signal: AbortSignal): Promise<void> {
    const { plane } = this.#options
    for (const { key } of plane.spaces(workspaceId)) {
      // Asked each time: it may be chosen again meanwhile.
      while (!this.#isWanted(workspaceId, key) && !plane.dropVectors(workspaceId, key, droppedAtOnce)) {
        signal.throwIfAborted()
        await setImmediate()
      }
    }
  }
}
