import { ConflictError, SvcError } from '@svc/plugin'
import type { Actor, Callers, DataPlane, JobContext, JobQueue, JsonValue, SavedCaller } from '@svc/plugin'
import type { ExportOrder } from '@svc/plugin/contracts/export'
import { exportStore } from '../exports/export-store.ts'
import type { Exports } from '../exports/exports.ts'

export const renderJob = 'export.render'

/** `schemas/render-job.schema.json`. */
export interface RenderPayload {
  export_id: string
  caller: SavedCaller
}

export interface RenderJobsOptions {
  exports: Exports
  data: DataPlane
  jobs: Pick<JobQueue, 'enqueue'>
  callers: Pick<Callers, 'resume' | 'save'>
}

const timeoutMs = 30 * 60 * 1000
const attempts = 3
/** A time limit and a full queue pass, unlike what the caller did. */
const passing = new Set([408, 429])

/** Exports in the background. */
export class RenderJobs {
  readonly #options: RenderJobsOptions

  constructor(options: RenderJobsOptions) {
    this.#options = options
  }

  /** @throws as `Exports.begin` */
  async enqueue(order: ExportOrder, principal: Actor): Promise<{ export_id: string; job_id: string }> {
    const { exports, data, jobs, callers } = this.#options
    const { export_id } = exports.begin(order, principal)
    const payload: RenderPayload = { export_id, caller: callers.save(principal) }
    const wanted = { kind: renderJob, payload, unique_key: export_id, max_attempts: attempts }
    const { job } = await jobs.enqueue(principal.workspace_id, wanted).catch((error: unknown) => {
      exports.fail(principal.workspace_id, export_id, principal.user_id, error)
      throw error
    })
    data.use(principal.workspace_id, db => exportStore.setJob(db, export_id, job.job_id))
    return { export_id, job_id: job.job_id }
  }

  /** What the caller could change fails the export at once; anything else is tried again. */
  async run({ payload, workspace_id, attempt, signal }: JobContext<RenderPayload>): Promise<JsonValue> {
    const { exports, callers } = this.#options
    const { export_id } = payload
    const record = exports.get(workspace_id, export_id)
    if (record.status === 'succeeded') return { export_id, sha256: record.sha256 }
    if (record.status === 'failed') throw new ConflictError('conflict', `The export ${export_id} has failed before.`)
    try {
      const principal = await callers.resume(payload.caller)
      const order = exports.order(workspace_id, export_id)
      const done = await exports.make(record, order, principal, { signal, timeoutMs, isLast: attempt >= attempts })
      return { export_id, sha256: done.sha256 }
    } catch (error) {
      if (isCallers(error)) {
        exports.fail(workspace_id, export_id, payload.caller.user_id, error)
        return { export_id, error: { code: error.code, message: error.message } }
      }
      throw error
    }
  }
}

function isCallers(error: unknown): error is SvcError {
  return error instanceof SvcError && error.status < 500 && !passing.has(error.status)
}
