import { SvcError } from '@svc/plugin'
import type { Clock, JobContext, JobQueue, Logger } from '@svc/plugin'
import type { ImportOutcome } from './import-outcome.ts'
import type { Importer } from './importer.ts'
import type { ImportOrder, StagedImport, Staging } from './staging.ts'

export const importJob = 'memory.import'

/** `schemas/import-job.schema.json`. */
export interface ImportPayload {
  import_id: string
}

const deadDays = 7
const everyMs = 10 * 60_000
/** Between its files and its job. */
const restMs = 10 * 60_000

export interface ImportJobsOptions {
  staging: Staging
  importer: Importer
  jobs: JobQueue
  clock: Clock
  log: Logger
}

/** Imports in the background: they go on after a restart where they were. */
export class ImportJobs {
  readonly #options: ImportJobsOptions

  constructor(options: ImportJobsOptions) {
    this.#options = options
  }

  async enqueue(workspaceId: string, staged: StagedImport, order: ImportOrder): Promise<string> {
    const { jobs, staging } = this.#options
    const import_id = await staging.keep(workspaceId, staged, order)
    const unique_key = keyOf(import_id)
    try {
      const { job } = await jobs.enqueue(workspaceId, { kind: importJob, payload: { import_id }, unique_key })
      return job.job_id
    } catch (error) {
      await staging.remove(workspaceId, import_id)
      throw error
    }
  }

  async run({ workspace_id, job_id, payload, signal, progress }: JobContext<ImportPayload>): Promise<ImportOutcome> {
    const { staging, importer } = this.#options
    const { import_id } = payload
    const waiting = await staging.get(workspace_id, import_id)
    const { source, tags, provenance } = waiting.order
    const { outcome } = await staging.reading(workspace_id, waiting, files =>
      importer.run({
        workspaceId: workspace_id,
        files,
        source,
        tags,
        provenance: { ...provenance, job_id },
        signal,
        done: waiting.progress,
        onProgress: async (done, fraction) => {
          progress(fraction)
          staging.keepProgress(workspace_id, import_id, done)
        },
      }),
    )
    await staging.remove(workspace_id, import_id)
    return outcome
  }

  /** Looks again and again for files that no job will read, until the signal. */
  async keepTidy(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.sweep(signal)
      await this.#options.clock.sleep(everyMs, signal).catch(() => undefined)
    }
  }

  /** Removes files that no job will read; in all workspaces without names. Ends early with the signal. */
  async sweep(signal: AbortSignal, workspaceIds?: readonly string[]): Promise<void> {
    const { staging, clock, log } = this.#options
    const now = clock.now()
    try {
      await staging.sweep(
        now - restMs,
        (workspaceId, importId) => this.#isNeeded(workspaceId, importId, now),
        signal,
        workspaceIds,
      )
    } catch (error) {
      if (!(error instanceof SvcError)) throw error
      log.warn({ err: error }, 'files of earlier imports could not be looked through')
    }
  }

  async #isNeeded(workspaceId: string, importId: string, now: number): Promise<boolean> {
    const { jobs } = this.#options
    const oldest = new Date(now - deadDays * 86_400_000).toISOString()
    for (const state of ['queued', 'running', 'dead', 'cancelled'] as const) {
      let cursor: string | undefined
      do {
        const page = await jobs.list(workspaceId, { kind: importJob, state, limit: 200, ...(cursor && { cursor }) })
        const job = page.items.find(({ payload }) => (payload as { import_id?: string } | null)?.import_id === importId)
        // One that ended otherwise may be tried again for a while.
        if (job) return state === 'queued' || state === 'running' || (job.finished_at ?? '') > oldest
        cursor = page.next_cursor ?? undefined
      } while (cursor !== undefined)
    }
    return false
  }
}

function keyOf(importId: string): string {
  return `${importJob}:${importId}`
}
