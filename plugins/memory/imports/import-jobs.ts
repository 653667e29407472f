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

  async enqueue(workspaceId: string, staged: StagedImport, order: Omit<ImportOrder, 'files'>): Promise<string> {
    await staged.keep(order)
    const payload = { import_id: staged.id }
    const { job } = await this.#options.jobs.enqueue(workspaceId, {
      kind: importJob,
      payload,
      unique_key: keyOf(staged.id),
    })
    return job.job_id
  }

  async run({ workspace_id, job_id, payload, signal, progress }: JobContext<ImportPayload>): Promise<ImportOutcome> {
    const { staging, importer } = this.#options
    const { staged, order } = await staging.open(workspace_id, payload.import_id)
    const files = order.files.map((_, index) => staged.file(order, index))
    const { outcome } = await importer.run({
      workspaceId: workspace_id,
      files,
      source: order.source,
      tags: order.tags,
      provenance: { ...order.provenance, job_id },
      signal,
      done: await staged.progress(),
      onProgress: async (done, fraction) => {
        progress(fraction)
        await staged.keepProgress(done)
      },
    })
    await staged.remove()
    return outcome
  }

  /** At a start: removes what had not come whole when the server ended. */
  async removeUnfinished(): Promise<void> {
    const { staging, log } = this.#options
    await staging
      .removeUnfinished()
      .catch((error: unknown) => log.warn({ err: error }, 'half files of earlier imports could not be removed'))
  }

  /** Removes files that no job will read, of imports from before this start. Ends early with the signal. */
  async sweep(signal: AbortSignal): Promise<void> {
    const { staging, clock, log } = this.#options
    const now = clock.now()
    try {
      await staging.sweep(now, (workspaceId, importId) => this.#isNeeded(workspaceId, importId, now), signal)
    } catch (error) {
      if (!(error instanceof SvcError)) throw error
      log.warn({ err: error }, 'files of earlier imports could not be looked through')
    }
  }

  async #isNeeded(workspaceId: string, importId: string, now: number): Promise<boolean> {
    const { jobs } = this.#options
    const oldest = new Date(now - deadDays * 86_400_000).toISOString()
    for (const state of ['queued', 'running', 'dead'] as const) {
      let cursor: string | undefined
      do {
        const page = await jobs.list(workspaceId, { kind: importJob, state, limit: 200, ...(cursor && { cursor }) })
        const job = page.items.find(({ payload }) => (payload as { import_id?: string } | null)?.import_id === importId)
        // One that is dead may be tried again for a while.
        if (job) return state !== 'dead' || (job.finished_at ?? '') > oldest
        cursor = page.next_cursor ?? undefined
      } while (cursor !== undefined)
    }
    return false
  }
}

function keyOf(importId: string): string {
  return `${importJob}:${importId}`
}
