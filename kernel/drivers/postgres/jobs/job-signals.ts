import { randomUUID } from 'node:crypto'
import type { PostgresDatabase } from '../database.ts'

const workChannel = 'svc_jobs'
const cancelChannel = 'svc_job_cancels'
const everywhere = '*'

type WorkListener = (workspaceId: string | null) => void
type CancelListener = (job: { workspace_id: string; job_id: string } | null) => void

/** Notifies this process and, with a transaction's commit, all others of what they wait for. */
export class JobSignals {
  readonly #database: PostgresDatabase
  /** Names this process, which does not wait for its own notifications. */
  readonly #instance = randomUUID()
  readonly #workListeners: WorkListener[] = []
  readonly #cancelListeners: CancelListener[] = []

  constructor(database: PostgresDatabase) {
    this.#database = database
  }

  onWork(listener: WorkListener): void {
    this.#workListeners.push(listener)
    if (this.#workListeners.length > 1) return
    this.#database.listen(workChannel, payload => {
      // After an outage anything may have happened.
      if (payload === null) return this.emitWork(null)
      const [instance, workspaceId] = payload.split(' ')
      if (instance === this.#instance || workspaceId === undefined) return
      this.emitWork(workspaceId === everywhere ? null : workspaceId)
    })
  }

  onCancelRequested(listener: CancelListener): void {
    this.#cancelListeners.push(listener)
    if (this.#cancelListeners.length > 1) return
    this.#database.listen(cancelChannel, payload => {
      if (payload === null) return this.emitCancel(null)
      const [instance, workspace_id, job_id] = payload.split(' ')
      if (instance === this.#instance || workspace_id === undefined || job_id === undefined) return
      this.emitCancel({ workspace_id, job_id })
    })
  }

  /** What to send with `NOTIFY svc_jobs`. */
  workPayload(workspaceIds: ReadonlySet<string>): string {
    const [only] = workspaceIds
    return `${this.#instance} ${workspaceIds.size === 1 ? only : everywhere}`
  }

  /** What to send with `NOTIFY svc_job_cancels`. */
  cancelPayload(workspaceId: string, jobId: string): string {
    return `${this.#instance} ${workspaceId} ${jobId}`
  }

  emitWork(workspaceId: string | null): void {
    for (const listener of this.#workListeners) listener(workspaceId)
  }

  emitCancel(job: { workspace_id: string; job_id: string } | null): void {
    for (const listener of this.#cancelListeners) listener(job)
  }
}
