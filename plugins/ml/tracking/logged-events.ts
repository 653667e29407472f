import { messageOf } from '@svc/plugin'
import type { DataPlane, EventLog, Logger, WorkspaceDatabase } from '@svc/plugin'
import type { RunRow } from './run-store.ts'

export const runLogged = 'ml.run.logged'

/** Between two events of one run. */
const pauseMs = 1000

/** Says that something was logged to a run: at once, then once a second, so that a loop that logs each step does not fill the event log. */
export class LoggedEvents {
  readonly #data: DataPlane
  readonly #events: EventLog
  readonly #log: Logger
  /** Runs that had an event within the last pause; the last row, when more was logged since. */
  readonly #pausing = new Map<string, { timer: NodeJS.Timeout; later: RunRow | null }>()

  constructor({ data, events, log }: { data: DataPlane; events: EventLog; log: Logger }) {
    this.#data = data
    this.#events = events
    this.#log = log
  }

  /** In the transaction that logs. */
  logged(db: WorkspaceDatabase, workspaceId: string, row: RunRow): void {
    const key = `${workspaceId}/${row.run_id}`
    const pausing = this.#pausing.get(key)
    if (pausing) {
      pausing.later = row
      return
    }
    this.#pause(key, workspaceId)
    this.#append(db, workspaceId, row)
  }

  /** What waits is said no more: a run that goes on says the next. */
  close(): void {
    for (const { timer } of this.#pausing.values()) clearTimeout(timer)
    this.#pausing.clear()
  }

  #pause(key: string, workspaceId: string): void {
    const timer = setTimeout(() => {
      const row = this.#pausing.get(key)?.later ?? null
      this.#pausing.delete(key)
      if (row === null) return
      this.#pause(key, workspaceId)
      try {
        this.#data.use(workspaceId, db => db.transaction(() => this.#append(db, workspaceId, row)))
      } catch (error) {
        this.#log.warn(
          { workspace_id: workspaceId, run_id: row.run_id, reason: messageOf(error) },
          'that a run went on could not be said',
        )
      }
    }, pauseMs).unref()
    this.#pausing.set(key, { timer, later: null })
  }

  #append(db: WorkspaceDatabase, workspaceId: string, { run_id, experiment_id, status }: RunRow): void {
    this.#events.append(db, workspaceId, [{ type: runLogged, data: { run_id, experiment_id, status } }])
  }
}
