import type { Callers, Clock, IdempotentRequest, JobContext, JobQueue, Principal } from '@svc/plugin'
import type { VersionRecord } from '../catalog/records.ts'
import { ownRequest } from './importer.ts'
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
    const newJob = { kind: importJob, payload: { upload_id }, unique_key }
    const { job, created, replayed } = await jobs.enqueue(workspace_id, newJob, request ?? undefined)
    if (!created || replayed) await uploads.remove(workspace_id, upload_id)
    const { job_id } = job
    if (request) importer.keep(workspace_id, request, { status: 202, answer: { job_id } })
    return job_id
  }

  async run(context: JobContext<ImportPayload>): Promise<VersionRecord> {
    const { clock, importer, uploads } = this.#options
    const { workspace_id, payload } = context
    const { upload_id } = payload
    const request = ownRequest(`job ${upload_id}`, clock.now())
    // A try before may have come as far as the version, and the file be gone.
    const done = importer.replayed(workspace_id, request)
    const version = done ? (done.answer as VersionRecord) : await this.#import(context, request)
    await uploads.remove(workspace_id, upload_id)
    return version
  }

  async #import(
    { workspace_id, payload, signal, progress }: JobContext<ImportPayload>,
    request: IdempotentRequest,
  ): Promise<VersionRecord> {
    const { callers, importer, uploads } = this.#options
    return uploads.reading(workspace_id, payload.upload_id, async (path, order) => {
      const author = await callers.resume(order.caller)
      return importer.during(workspace_id, async incoming => {
        await incoming.takeFile(path)
        const { filename, file_id, settings } = order
        const run = { author, signal, progress, request }
        return (await importer.import(incoming, settings, { filename, file_id }, run)).version
      })
    })
  }
}
