import { messageOf } from '@svc/plugin'
import type { AnalyticsPlane, Clock, Contents, DataPlane, Logger, WorkspaceMarks } from '@svc/plugin'
import { eachWorkspace } from '@svc/plugin/library/turns/each-workspace'
import { versionStore } from '../catalog/version-store.ts'
import type { WaitingUploads } from '../imports/waiting-uploads.ts'
import { unsettledStore } from './unsettled-store.ts'

export interface UpkeepOptions {
  data: DataPlane
  plane: Pick<AnalyticsPlane, 'files' | 'remove' | 'sweep' | 'workspaceIds'>
  contents: Pick<Contents, 'workspaceIds'>
  marks: WorkspaceMarks
  uploads: WaitingUploads
  clock: Clock
  log: Logger
  /** Names this process. */
  holder: string
  signal: AbortSignal
}

const everyMs = 10 * 60 * 1000
/** No file is on its way for longer. */
const longestMs = 60 * 60 * 1000

/**
 * Removes what nobody will name: files that were published and never recorded, or whose dataset was deleted and that could not be removed
 * then, uploads whose job is gone, and what processes that were killed have left. Into records it looks only where something was under way.
 * Runs in the server alone.
 */
export class Upkeep {
  readonly #options: UpkeepOptions

  constructor(options: UpkeepOptions) {
    this.#options = options
  }

  /** Removes the half files of the process before, for which nobody is left to wait. Done before anything can be uploaded. */
  async start(): Promise<void> {
    const { log, marks, plane, uploads } = this.#options
    marks.onOpened(async workspaceId => {
      await uploads.removeUnfinished(workspaceId)
      void this.#each([workspaceId], id => this.sweep(id))
    })
    const warn = (error: unknown): void =>
      log.warn({ reason: messageOf(error) }, 'half files of earlier imports could not be removed; trying again later')
    await plane.sweep().catch(warn)
    await this.#eachWithFolder(workspaceId => uploads.removeUnfinished(workspaceId)).catch(warn)
  }

  /** Goes on until the signal. */
  async run(): Promise<void> {
    const { clock, log, plane, signal } = this.#options
    for (;;) {
      try {
        await this.sweepAll()
        await clock.sleep(everyMs, signal)
        await plane.sweep()
      } catch (error) {
        if (signal.aborted) return
        log.warn({ reason: messageOf(error) }, 'the datasets could not be tidied up; trying again later')
        await clock.sleep(everyMs, signal).catch(() => undefined)
      }
    }
  }

  sweepAll(): Promise<void> {
    return this.#eachWithFolder(workspaceId => this.sweep(workspaceId))
  }

  async #eachWithFolder(work: (workspaceId: string) => Promise<void>): Promise<void> {
    const { contents, marks, plane } = this.#options
    const noted = await marks.list()
    if (noted.length === 0) return
    // One that was restored from a backup may have uploads and no table.
    const withFolder = new Set([...(await plane.workspaceIds()), ...(await contents.workspaceIds())])
    await this.#each(noted, async id => {
      // One without a folder has nothing to sweep, and its file stays closed.
      if (withFolder.has(id)) await work(id)
      else marks.remove(id)
    })
  }

  async #each(workspaceIds: string[], work: (workspaceId: string) => Promise<void>): Promise<void> {
    const { log, signal } = this.#options
    await eachWorkspace(workspaceIds, work, {
      signal,
      onFailed: (workspace_id, error) =>
        log.warn(
          { workspace_id, reason: messageOf(error) },
          'the datasets of a workspace could not be tidied up; trying again later',
        ),
    })
  }

  async sweep(workspaceId: string): Promise<void> {
    const { clock, data, holder, marks, plane, uploads } = this.#options
    const files = await plane.files(workspaceId)
    const left = data.use(workspaceId, db => {
      const unsettled = unsettledStore.list(db)
      const isLive = (row: { holder: string; since: number }) =>
        row.holder === holder || (!row.holder.startsWith('server') && row.since > clock.now() - longestMs)
      const live = new Set(unsettled.filter(isLive).map(({ file }) => file))
      const known = [...files, ...unsettled.map(({ file }) => file)]
      return { live, gone: known.filter(file => !live.has(file) && !versionStore.hasFile(db, file)) }
    })
    await plane.remove(workspaceId, [...new Set(left.gone)])
    const areUploadsLeft = await uploads.sweep(workspaceId)
    data.use(workspaceId, db =>
      db.transaction(() => {
        for (const { file } of unsettledStore.list(db)) if (!left.live.has(file)) unsettledStore.settle(db, file)
        if (unsettledStore.list(db).length === 0 && !areUploadsLeft) marks.remove(workspaceId)
      }),
    )
  }
}
