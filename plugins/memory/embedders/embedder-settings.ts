import { ForbiddenError, messageOf, RateLimitedError, SvcError, UnprocessableError } from '@svc/plugin'
import type { Actor, AuditLog, JobQueue, MemoryPlane } from '@svc/plugin'
import { builtInSpaceOf } from './built-in/built-in-embedder.ts'
import { off } from './embedder.ts'
import type { RuntimeName } from './built-in/model/runtime.ts'
import type { EmbedderChoices } from './embedder-choices.ts'
import type { EmbedderSource } from './embedder-source.ts'
import { embedJob } from './embedding-work.ts'
import type { WorkspaceEmbedding } from './workspace-embedding.ts'

/** The workspace's embedder as the API shows it. */
export interface EmbedderRecord {
  /** The one that was chosen last. */
  embedder: string
  /** `preparing` while passages lack its vectors. */
  state: 'ready' | 'preparing' | 'off'
  /** Passages that have its vectors, 0 to 1. */
  progress: number
  /** The job that prepares it. */
  job_id: string | null
  dimensions: number | null
  /** The language it knows; null when only the model's maker knows. */
  language: string | null
  /** What searches compare with meanwhile; null: keywords alone. */
  searching_with: string | null
  /** What runs the built-in model; null before its first text, and for other models. */
  runtime: RuntimeName | null
  /** Why the built-in model could not run last: search uses words alone meanwhile. */
  problem: string | null
}

export interface EmbedderSettingsOptions {
  plane: MemoryPlane
  jobs: JobQueue
  audit: AuditLog
  choices: EmbedderChoices
  source: Pick<EmbedderSource, 'stateOf'>
  embedding: WorkspaceEmbedding
  configured: string
}

/** Shows and changes the embedder of the caller's workspace. */
export class EmbedderSettings {
  readonly #options: EmbedderSettingsOptions

  constructor(options: EmbedderSettingsOptions) {
    this.#options = options
  }

  async get(workspaceId: string): Promise<EmbedderRecord> {
    const { plane, choices, source, configured } = this.#options
    const { active, next } = choices.read(workspaceId)
    const wanted = next ?? active
    const embedder = wanted?.embedder ?? configured
    const searching_with = active === null || active.embedder === off ? null : active.embedder
    const language = builtInSpaceOf(embedder) === null ? null : 'en'
    const { runtime, problem } = source.stateOf(embedder) ?? { runtime: null, problem: null }
    const common = { language, searching_with, runtime, problem }
    if (wanted === null || embedder === off) {
      const state = embedder === off ? 'off' : 'preparing'
      return { embedder, state, progress: 0, job_id: null, dimensions: null, ...common }
    }
    const { passages, embedded } = plane.count(workspaceId, wanted.space)
    const isReady = next === null && embedded >= passages
    return {
      embedder,
      state: isReady ? 'ready' : 'preparing',
      progress: passages === 0 ? 1 : Math.min(1, embedded / passages),
      job_id: isReady ? null : await this.#liveJob(workspaceId),
      dimensions: wanted.space.dimensions,
      ...common,
    }
  }

  /**
   * Tries the embedder with one text, then has everything embedded by it; searches go on with the one before until that is done.
   * @throws UnprocessableError `embedder_failed`; ForbiddenError for a key that may not
   */
  async put(actor: Actor, embedder: string, signal: AbortSignal): Promise<EmbedderRecord> {
    const { choices, embedding, audit } = this.#options
    if (builtInSpaceOf(embedder) === null && embedder !== off && actor.key_limits?.token_budget) {
      const message =
        'A key with a token budget cannot choose a model: what embedding the workspace takes would not count against it.'
      throw new ForbiddenError('forbidden', message)
    }
    const before = choices.read(actor.workspace_id)
    try {
      await choices.choose(actor, embedder, signal)
    } catch (error) {
      signal.throwIfAborted()
      throw refusal(embedder, error)
    }
    const { ip, request_id } = actor
    const details = { from: (before.next ?? before.active)?.embedder ?? null, to: embedder }
    await audit.append({
      principal: actor,
      action: 'memory.embedder.chosen',
      target: actor.workspace_id,
      ip,
      request_id,
      details,
    })
    embedding.later(actor.workspace_id)
    return this.get(actor.workspace_id)
  }

  async #liveJob(workspaceId: string): Promise<string | null> {
    const { items } = await this.#options.jobs.list(workspaceId, { kind: embedJob, limit: 10 })
    return items.find(({ state }) => state === 'running' || state === 'queued')?.job_id ?? null
  }
}

/** Refusals for missing rights and spent budgets reach the caller unchanged. */
function refusal(embedder: string, error: unknown): unknown {
  if (error instanceof ForbiddenError || error instanceof RateLimitedError) return error
  if (!(error instanceof SvcError) || error.status === 500) return error
  return new UnprocessableError('embedder_failed', `${embedder} cannot be the embedder: ${messageOf(error)}`, {
    cause: error,
  })
}
