import { messageOf } from '@svc/plugin'
import type { Clock, DataPlane, Logger, WorkspaceMarks } from '@svc/plugin'
import { inBackground } from '@svc/plugin/library/turns/in-background'
import { eachWorkspace } from '@svc/plugin/library/turns/each-workspace'
import { definitionStore } from '../definitions/definition-store.ts'
import { journalStore } from '../journal/journal-store.ts'
import { liveRunStore } from './live-run-store.ts'

export interface RetentionOptions {
  data: DataPlane
  marks: WorkspaceMarks
  /** Of runs that have ended. */
  keep: { days: number; runs: number }
  clock: Clock
  log: Logger
  signal: AbortSignal
}

const dayMs = 24 * 60 * 60 * 1000
const everyMs = 60 * 60 * 1000
const runsAtOnce = 20

/** Of workspaces that have runs, also ended ones: these can wait until somebody uses the workspace. */
export const marksOfKept = (marks: WorkspaceMarks): WorkspaceMarks => marks.of('kept', { keepsOpen: false })

/** Deletes runs that ended long ago, or are more than are kept, with their tasks and events: a few at a time. */
export class Retention {
  readonly #options: RetentionOptions

  constructor(options: RetentionOptions) {
    this.#options = options
  }

  /** Looks now, each hour, and when a workspace comes to this server: it may be gone again before the hour is over. */
  start(): void {
    marksOfKept(this.#options.marks).onOpened(workspaceId => void this.#lookAtEach([workspaceId]))
    void this.#run().catch(() => undefined)
  }

  async #run(): Promise<void> {
    const { clock, signal, log } = this.#options
    for (;;) {
      try {
        await this.look()
      } catch (error) {
        if (signal.aborted) return
        log.warn({ reason: messageOf(error), err: error }, 'the workspaces with runs cannot be read; trying later')
      }
      await clock.sleep(everyMs, signal)
    }
  }

  async look(): Promise<void> {
    await this.#lookAtEach(await marksOfKept(this.#options.marks).list())
  }

  /** One workspace that fails does not stop the others. */
  async #lookAtEach(workspaceIds: readonly string[]): Promise<void> {
    const { signal, log } = this.#options
    await eachWorkspace(workspaceIds, workspaceId => this.#lookAt(workspaceId), {
      signal,
      onFailed: (workspace_id, error) =>
        log.warn(
          { workspace_id, reason: messageOf(error), err: error },
          'old runs of playbooks were not deleted; trying later',
        ),
    })
  }

  async #lookAt(workspaceId: string): Promise<void> {
    const { data, marks, signal } = this.#options
    let hasDeleted = false
    while (!signal.aborted && (await inBackground(() => this.#step(workspaceId)))) hasDeleted = true
    data.use(workspaceId, db =>
      db.transaction(() => {
        if (hasDeleted) definitionStore.deleteUnused(db)
        if (!liveRunStore.hasAny(db)) marksOfKept(marks).remove(workspaceId)
      }),
    )
  }

  /** False: nothing is left to delete. */
  #step(workspaceId: string): boolean {
    const { data, clock, keep } = this.#options
    return data.use(workspaceId, db =>
      db.transaction(() => {
        const beyond = liveRunStore.endOfBeyond(db, keep.runs)
        const before = Math.max(clock.now() - keep.days * dayMs, beyond === null ? 0 : beyond + 1)
        const old = liveRunStore.endedBefore(db, { before, limit: runsAtOnce })
        for (const id of old) journalStore.delete(db, id)
        return old.length === runsAtOnce
      }),
    )
  }
}
