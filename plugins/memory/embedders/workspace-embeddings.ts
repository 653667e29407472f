import { setImmediate } from 'node:timers/promises'
import { messageOf, RateLimitedError, SvcError } from '@svc/plugin'
import type { Clock, JobQueue, Logger, MemoryPlane, Principal, VectorSpace, WorkspaceMarks } from '@svc/plugin'
import { off } from './embedder.ts'
import type { Asker } from './embedder.ts'
import type { EmbedderChoices } from './embedder-choices.ts'
import type { EmbedderSource } from './embedder-source.ts'
import { embedJob } from './embedding-work.ts'
import type { EmbeddingWork } from './embedding-work.ts'
import { orAborted } from '@svc/plugin/library/turns/or-aborted'
import type { FreshDocuments } from './fresh-documents.ts'
import type { TokenMatches } from './token-matches.ts'
import type { WorkspaceEmbedding } from './workspace-embedding.ts'

export interface WorkspaceEmbeddingsOptions {
  plane: MemoryPlane
  marks: WorkspaceMarks
  jobs: JobQueue
  choices: EmbedderChoices
  source: EmbedderSource
  work: EmbeddingWork
  fresh: FreshDocuments
  clock: Clock
  log: Logger
  /** Aborts when the server stops. */
  signal: AbortSignal
}

/** What an answer waits for vectors at most: by its words a document is found already. */
const waitedMs = 250
/** What a question waits for documents that came just before it, so that somebody who adds one and asks finds it by its meaning. */
const waitedByQuestionMs = 1000
/** Work on one document that a job does better, since others take turns with it. */
const nowMs = 2000
/** An embedder that did not answer is not asked again for every document. */
const awayMs = 30_000
const afterMs = 10_000

/** Embeds questions and new documents with the workspace's embedder. */
export class WorkspaceEmbeddings implements WorkspaceEmbedding {
  readonly #options: WorkspaceEmbeddingsOptions
  readonly #startedAt: number
  readonly #asked = new Set<string>()
  /** What is being embedded as it came, by workspace. */
  readonly #underWay = new Map<string, Set<Promise<void>>>()
  /** Until when the workspace's embedder is taken to be away. */
  readonly #away = new Map<string, number>()

  constructor(options: WorkspaceEmbeddingsOptions) {
    this.#options = options
    this.#startedAt = options.clock.now()
  }

  async query(
    principal: Principal,
    text: string,
    signal: AbortSignal,
  ): Promise<{ space: VectorSpace; values: Float32Array } | { unavailable: string }> {
    const { choices, source } = this.#options
    const workspaceId = principal.workspace_id
    const choice = choices.read(workspaceId)
    if (!choices.isSettled(choice)) this.later(workspaceId)
    if (choice.active === null) return { unavailable: 'The embedder has not been reached yet.' }
    if (choice.active.embedder === off) return { unavailable: 'Search by meaning is switched off in this workspace.' }
    try {
      const embedder = source.open(workspaceId, choice.active)
      const values = await embedder.query(principal, text, signal)
      await this.#newestEmbedded(workspaceId, signal)
      return { space: embedder.space, values }
    } catch (error) {
      signal.throwIfAborted()
      return { unavailable: this.#reason(error, choice.active.embedder) }
    }
  }

  async matches(
    asker: Asker,
    question: string,
    passages: readonly string[],
    signal: AbortSignal,
  ): Promise<TokenMatches | null> {
    const { choices, source, log } = this.#options
    const { workspace_id: workspaceId } = asker
    const { active } = choices.read(workspaceId)
    if (active === null || active.embedder === off) return null
    try {
      return (await source.open(workspaceId, active).matches?.(asker, question, passages, signal)) ?? null
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof RateLimitedError) return null
      log.warn({ workspace_id: workspaceId, embedder: active.embedder, err: error }, messageOf(error))
      return null
    }
  }

  async embedNow(workspaceId: string, documentIds: readonly string[], signal: AbortSignal): Promise<void> {
    const waited = AbortSignal.any([signal, AbortSignal.timeout(waitedMs)])
    // It goes on when nobody waits for it any more: what a provider was asked for is paid for.
    const work = this.#noted(workspaceId, this.#embed(workspaceId, documentIds))
    await orAborted(work, waited).catch((error: unknown) => {
      if (!waited.aborted) throw error
    })
  }

  #noted(workspaceId: string, work: Promise<void>): Promise<void> {
    const underWay = this.#underWay.get(workspaceId) ?? new Set()
    this.#underWay.set(workspaceId, underWay.add(work))
    const ended = (): void => {
      underWay.delete(work)
      if (underWay.size === 0) this.#underWay.delete(workspaceId)
    }
    work.then(ended, ended)
    return work
  }

  async #newestEmbedded(workspaceId: string, signal: AbortSignal): Promise<void> {
    const underWay = this.#underWay.get(workspaceId)
    if (underWay === undefined) return
    const waited = AbortSignal.any([signal, AbortSignal.timeout(waitedByQuestionMs)])
    await orAborted(Promise.allSettled(underWay), waited).catch(() => signal.throwIfAborted())
  }

  /** The workspace is used here no longer: what is known of it may be untrue. */
  forget(workspaceId: string): void {
    this.#options.fresh.forget(workspaceId)
    this.#asked.delete(workspaceId)
    this.#away.delete(workspaceId)
  }

  async #embed(workspaceId: string, documentIds: readonly string[]): Promise<void> {
    const { marks, choices, work, fresh, clock, log, signal } = this.#options
    // Before anything can fail or the process end.
    marks.add(workspaceId)
    fresh.add(workspaceId, documentIds)
    const { active, next } = choices.read(workspaceId)
    const isAway = (this.#away.get(workspaceId) ?? 0) > clock.now()
    if (active === null || isAway) return this.later(workspaceId)
    const time = AbortSignal.timeout(nowMs)
    try {
      await work.fill(workspaceId, active, { documentIds, signal: AbortSignal.any([signal, time]) })
      this.#away.delete(workspaceId)
      fresh.remove(workspaceId, documentIds)
      if (next !== null) this.later(workspaceId)
    } catch (error) {
      if (!signal.aborted && !time.aborted) {
        this.#away.set(workspaceId, clock.now() + awayMs)
        log.warn({ workspace_id: workspaceId, embedder: active.embedder, err: error }, messageOf(error))
      }
      this.later(workspaceId)
    }
  }

  activeSpace(workspaceId: string): VectorSpace | null {
    const { active } = this.#options.choices.read(workspaceId)
    return active === null || active.embedder === off ? null : active.space
  }

  later(workspaceId: string, documentIds: readonly string[] = []): void {
    this.#options.marks.add(workspaceId)
    this.#options.fresh.add(workspaceId, documentIds)
    if (this.#asked.has(workspaceId)) return
    this.#asked.add(workspaceId)
    void this.#enqueue(workspaceId).finally(() => this.#asked.delete(workspaceId))
  }

  /** Looks after the workspaces that were left with work when the server last ended. */
  async recover(): Promise<void> {
    const { marks, signal, log } = this.#options
    marks.onOpened(workspaceId => void this.#recover(workspaceId))
    const noted = await marks.list().catch((error: unknown) => {
      log.error({ err: error }, messageOf(error))
      return []
    })
    for (const workspaceId of noted) {
      if (signal.aborted) return
      await this.#recover(workspaceId)
      await setImmediate()
    }
  }

  async #recover(workspaceId: string): Promise<void> {
    const { plane, work, signal, log } = this.#options
    try {
      await plane.tidy(workspaceId, this.#startedAt, signal)
      if (!work.isDone(workspaceId)) this.later(workspaceId)
    } catch (error) {
      log.warn({ workspace_id: workspaceId, err: error }, messageOf(error))
    }
  }

  async #enqueue(workspaceId: string): Promise<void> {
    const { jobs, clock, log, signal } = this.#options
    try {
      const { job, created } = await jobs.enqueue(workspaceId, { kind: embedJob, payload: {}, unique_key: embedJob })
      if (created || job.state !== 'running') return
      // It may have looked for the last time already.
      const run_at = new Date(clock.now() + afterMs).toISOString()
      const unique_key = `${embedJob} after`
      await jobs.enqueue(workspaceId, { kind: embedJob, payload: { after: true }, unique_key, run_at })
    } catch (error) {
      // The workspace stays noted: the next document, or the next start, asks again.
      if (!signal.aborted) log.warn({ workspace_id: workspaceId, err: error }, messageOf(error))
    }
  }

  #reason(error: unknown, embedder: string): string {
    if (error instanceof SvcError && error.status < 500) return error.message
    if (error instanceof SvcError && error.status !== 500) return `The embedder ${embedder} is away: ${error.message}`
    this.#options.log.warn({ embedder, err: error }, messageOf(error))
    return `The embedder ${embedder} failed.`
  }
}
