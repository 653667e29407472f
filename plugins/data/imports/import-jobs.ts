import { hash } from 'node:crypto'
import type { Callers, Clock, IdempotentRequest, JobContext, JobQueue, Principal } from '@svc/plugin'
import type { VersionRecord } from '../catalog/records.ts'
import type { ImportSource, Importer } from './importer.ts'
import type { ImportSettings } from './import-settings.ts'
import type { IncomingUpload } from './incoming-upload.ts'
import { importJob } from './waiting-uploads.ts'
import type { ImportPayload, WaitingUploads } from './waiting-uploads.ts'

export interface ImportJobsOptions {
  importer: Importer
  uploads: WaitingUploads
  jobs: JobQueue
  callers: Callers
  clock: Clock
}

/** Longer than a job may be tried again. */
const rememberedMs = 30 * 86_400_000

/** Imports in the background. */
export class ImportJobs {
  readonly #options: ImportJobsOptions

  constructor(options: ImportJobsOptions) {
    this.#options = options
  }

  /** Takes what has come; the answer is the job's id. With a request's key the job of that request is answered. */
  async enqueue(
    upload: IncomingUpload,
    settings: ImportSettings,
    source: ImportSource,
    { principal, request }: { principal: Principal; request: IdempotentRequest | null },
  ): Promise<string> {
    const { callers, importer, jobs, uploads } = this.#options
    const { workspace_id } = principal
    const order = { settings, ...source, caller: callers.save(principal) }
    const upload_id = await uploads.keep(workspace_id, upload.stage.path, order)
    upload.settle()
    const unique_key = `${importJob}:${request ? request.key_hash : upload_id}`
    const { job, created } = await jobs.enqueue(workspace_id, { kind: importJob, payload: { upload_id }, unique_key })
    if (!created) await uploads.remove(workspace_id, upload_id)
    const { job_id } = job
    if (request) importer.keep(workspace_id, request, { status: 202, answer: { job_id } })
    return job_id
  }

  async run({ workspace_id, payload, signal, progress }: JobContext<ImportPayload>): Promise<VersionRecord> {
    const { callers, clock, importer, uploads } = this.#options
    const { upload_id } = payload
    const key = hash('sha256', `job ${upload_id}`, 'base64url')
    const request = { key_hash: key, body_hash: key, expires_at: clock.now() + rememberedMs }
    const { version } = await uploads.reading(workspace_id, upload_id, async (path, order) => {
      const author = await callers.resume(order.caller)
      return importer.during(workspace_id, async incoming => {
        await incoming.takeFile(path)
        const { filename, file_id, settings } = order
        return importer.import(incoming, settings, { filename, file_id }, { author, signal, progress, request })
      })
    })
    await uploads.remove(workspace_id, upload_id)
    return version
  }
}
