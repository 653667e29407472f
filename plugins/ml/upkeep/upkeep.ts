import { messageOf } from '@svc/plugin'
import type { Clock, DataPlane, EventLog, Logger, WorkspaceDatabase, WorkspaceMarks } from '@svc/plugin'
import { inBackground } from '@svc/plugin/library/turns/in-background'
import { ContentSweeping } from '@svc/plugin/library/contents/content-sweeping'
import type { UnderWay } from '@svc/plugin/library/contents/under-way'
import type { Artifacts } from '../artifacts/artifacts.ts'
import { loggedModelStore } from '../logged-models/logged-model-store.ts'
import { experimentStore } from '../tracking/experiment-store.ts'
import { beingRemoved, eventOf, runStore } from '../tracking/run-store.ts'
import { seriesStore } from '../tracking/series-store.ts'

export interface UpkeepOptions {
  data: DataPlane
  artifacts: Artifacts
  events: Pick<EventLog, 'append'>
  underWay: UnderWay
  /** The workspaces in whose folder something is under way. */
  marks: WorkspaceMarks
  /** The workspaces with deleted experiments or runs. */
  deleted: WorkspaceMarks
  /** For how long what was deleted can be restored. */
  keepDays: number
  clock: Clock
  log: Logger
  signal: AbortSignal
}

const dayMs = 24 * 60 * 60 * 1000
const everyMs = 10 * 60 * 1000
/** What is left over has its turn at the next look. */
const mostAtOnce = 10_000
const pointsAtOnce = 1000

/**
 * Removes for good what was deleted long ago, with all that was logged to it, and the files that a crash left. It looks into the workspaces
 * that were noted alone, and runs in the server alone.
 */
export class Upkeep {
  readonly #options: UpkeepOptions
  readonly #sweeping: ContentSweeping

  constructor(options: UpkeepOptions) {
    this.#options = options
    this.#sweeping = new ContentSweeping({ ...options, contents: options.artifacts.contents })
  }

  /** Removes the half files of the process before. Done before anything can be uploaded. A workspace without a folder has none. */
  start(): Promise<void> {
    return this.#sweeping.start()
  }

  /** Goes on until the signal. */
  async run(): Promise<void> {
    const { clock, log, signal } = this.#options
    for (;;) {
      try {
        await this.look()
      } catch (error) {
        if (!signal.aborted) log.warn({ err: error }, 'deleted runs and files were not removed; trying again later')
      }
      await clock.sleep(everyMs, signal).catch(() => undefined)
      if (signal.aborted) return
    }
  }

  /** Removes what was deleted too long ago, then what a crash left. */
  async look(): Promise<void> {
    await this.#expireAll()
    await this.#sweeping.sweep()
  }

  /** Strikes off the workspaces in which nothing is under way: at a stop that is no crash, nothing is left to sweep. */
  stop(): Promise<void> {
    return this.#sweeping.stop()
  }

  async #expire(workspaceId: string): Promise<void> {
    const { clock, data, deleted, keepDays, log, signal, underWay } = this.#options
    const before = clock.now() - keepDays * dayMs
    const runIds = data.use(workspaceId, db => runStore.expired(db, before, mostAtOnce))
    for (const runId of runIds) {
      if (signal.aborted) return
      // Noted, so that a start after a crash sweeps the files that nothing names any more.
      await underWay.during(workspaceId, () => this.#removeRun(workspaceId, runId, before))
    }
    const modelIds = data.use(workspaceId, db => loggedModelStore.expired(db, before, mostAtOnce))
    for (const modelId of modelIds) {
      if (signal.aborted) return
      await this.#options.artifacts.removing(workspaceId, async () =>
        data.use(workspaceId, db =>
          db.transaction(() => {
            const contents = this.#options.artifacts.forget(db, modelId)
            loggedModelStore.remove(db, modelId)
            return contents
          }),
        ),
      )
    }
    const experiments = data.use(workspaceId, db =>
      db.transaction(() => {
        const ids = experimentStore.expired(db, before, mostAtOnce)
        for (const id of ids) experimentStore.remove(db, id)
        const isLeft = runStore.hasDeleted(db) || experimentStore.hasDeleted(db) || loggedModelStore.hasDeleted(db)
        if (!isLeft) deleted.remove(workspaceId)
        return ids.length
      }),
    )
    if (runIds.length + modelIds.length + experiments === 0) return
    const counts = { workspace_id: workspaceId, runs: runIds.length, logged_models: modelIds.length, experiments }
    log.info(counts, 'what was deleted long ago was removed for good')
  }

  /** With all that was logged to it, and its files. One that was restored meanwhile stays; at a stop the next start goes on. */
  async #removeRun(workspaceId: string, runId: string, before: number): Promise<void> {
    const { artifacts, data, events, signal } = this.#options
    const change = <T>(work: (db: WorkspaceDatabase) => T): Promise<T> =>
      inBackground(() => data.use(workspaceId, db => db.transaction(() => work(db))))
    const isExpired = await change(db => {
      const deletedAt = runStore.get(db, runId)?.deleted_at ?? null
      if (deletedAt === null || deletedAt >= before) return false
      runStore.setDeleted(db, runId, beingRemoved)
      return true
    })
    if (!isExpired) return
    // A history can have a million points, which would hold up every request for seconds.
    while ((await change(db => seriesStore.removePoints(db, runId, pointsAtOnce))) === pointsAtOnce)
      if (signal.aborted) return
    const contents = await change(db => {
      const row = runStore.get(db, runId)
      const unneeded = artifacts.forget(db, runId)
      runStore.remove(db, runId)
      if (row) events.append(db, workspaceId, [{ type: 'ml.run.removed', data: eventOf(row) }])
      return unneeded
    })
    await artifacts.sweep(workspaceId, contents)
  }

  async #expireAll(): Promise<void> {
    const { deleted, log, signal } = this.#options
    for (const workspaceId of await deleted.list()) {
      try {
        await this.#expire(workspaceId)
      } catch (error) {
        if (signal.aborted) return
        const fields = { workspace_id: workspaceId, reason: messageOf(error) }
        log.warn(fields, 'the runs and files of a workspace could not be tidied up; trying again later')
      }
    }
  }
}
