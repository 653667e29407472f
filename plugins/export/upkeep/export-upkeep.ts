import { messageOf, UnavailableError } from '@svc/plugin'
import type { Clock, DataPlane, JobQueue, Logger, WorkspaceMarks } from '@svc/plugin'
import { eachWorkspace } from '@svc/plugin/library/turns/each-workspace'
import type { ExportFiles } from '../exports/export-files.ts'
import { exportStore } from '../exports/export-store.ts'
import type { Exports } from '../exports/exports.ts'

export interface ExportUpkeepOptions {
  exports: Pick<Exports, 'fail'>
  exportFiles: ExportFiles
  data: DataPlane
  jobs: JobQueue
  marks: WorkspaceMarks
  clock: Clock
  log: Logger
  signal: AbortSignal
}

const everyMs = 60 * 60 * 1000
const ended = new Set(['dead', 'cancelled'])

/** Deletes files that are kept no longer, and ends exports that nobody makes any more. Runs in the server alone. */
export class ExportUpkeep {
  readonly #options: ExportUpkeepOptions

  constructor(options: ExportUpkeepOptions) {
    this.#options = options
  }

  /** What the process before was making in requests: nobody waits for it. */
  async start(): Promise<void> {
    this.#options.marks.onOpened(async workspaceId => {
      await this.#recover(workspaceId)
      void this.#each(id => this.#sweep(id), [workspaceId])
    })
    await this.#each(workspaceId => this.#recover(workspaceId))
  }

  async #recover(workspaceId: string): Promise<void> {
    const { exports, exportFiles, data } = this.#options
    const left = data.use(workspaceId, db => exportStore.leftRunning(db))
    await exportFiles.contents.removeTemporary(workspaceId, [])
    const why = new UnavailableError('The server stopped while the export was being made. Make it again.')
    for (const exportId of left) exports.fail(workspaceId, exportId, null, why)
  }

  /** Goes on until the signal. */
  async run(): Promise<void> {
    const { clock, log, signal } = this.#options
    let isSwept = false
    while (!signal.aborted) {
      try {
        await this.#each(workspaceId => (isSwept ? this.tidy(workspaceId) : this.#sweep(workspaceId)))
        isSwept = true
      } catch (error) {
        if (signal.aborted) return
        log.warn({ reason: messageOf(error) }, 'old exports could not be tidied up; it is tried again')
      }
      await clock.sleep(everyMs, signal).catch(() => undefined)
    }
  }

  /** Also what the process before had named and did not record. */
  async #sweep(workspaceId: string): Promise<void> {
    await this.#options.exportFiles.contents.sweepAll(workspaceId)
    await this.tidy(workspaceId)
  }

  async tidy(workspaceId: string): Promise<void> {
    const { exports, exportFiles, data, jobs, marks, clock } = this.#options
    for (const exportId of data.use(workspaceId, db => exportStore.expired(db, clock.now()))) {
      const contents = data.use(workspaceId, db =>
        db.transaction(() => {
          const kept = exportStore.contents(db, exportId)
          exportStore.dropFile(db, exportId)
          return kept.map(({ sha256 }) => sha256)
        }),
      )
      await exportFiles.remove(workspaceId, exportId, contents)
    }
    for (const { export_id, job_id } of data.use(workspaceId, db => exportStore.inJobs(db))) {
      const job = await jobs.get(workspaceId, job_id)
      if (job !== null && !ended.has(job.state)) continue
      const why = job?.error?.message ?? 'its job was cancelled'
      exports.fail(workspaceId, export_id, null, new UnavailableError(`The export was not made: ${why}.`))
    }
    if (data.use(workspaceId, db => exportStore.isIdle(db))) marks.remove(workspaceId)
  }

  async #each(work: (workspaceId: string) => Promise<void>, workspaceIds?: string[]): Promise<void> {
    const { log, marks, signal } = this.#options
    await eachWorkspace(workspaceIds ?? (await marks.list()), work, {
      signal,
      onFailed: (workspace_id, error) =>
        log.warn(
          { workspace_id, reason: messageOf(error) },
          'old exports of a workspace could not be tidied up; it is tried again',
        ),
    })
  }
}
