import { messageOf } from '@svc/plugin'
import type { Clock, Contents, Logger, WorkspaceMarks } from '@svc/plugin'
import type { UnderWay } from '@svc/plugin/library/contents/under-way'
import { eachWorkspace } from '@svc/plugin/library/turns/each-workspace'
import type { Uploads } from '../uploads/uploads.ts'

export interface UpkeepOptions {
  contents: Contents
  uploads: Uploads
  underWay: UnderWay
  marks: WorkspaceMarks
  clock: Clock
  log: Logger
  signal: AbortSignal
}

const everyMs = 10 * 60 * 1000

/**
 * Clears away what nobody will end: at the start what a crash left in the workspaces that were noted, from then on uploads that rested too
 * long. Runs in the server alone.
 */
export class Upkeep {
  readonly #options: UpkeepOptions

  constructor(options: UpkeepOptions) {
    this.#options = options
  }

  /**
   * Removes the half files of the process before, for which nobody is left to wait. Done before anything can be uploaded. A workspace without a
   * folder has none, and its file stays closed.
   */
  async start(): Promise<void> {
    const { contents, marks, uploads } = this.#options
    const clear = async (workspaceId: string): Promise<void> => {
      await uploads.expire(workspaceId)
      await contents.removeTemporary(workspaceId, uploads.open(workspaceId))
    }
    marks.onOpened(async workspaceId => {
      await clear(workspaceId)
      // Not waited for: it looks through all contents.
      void this.#each(id => this.sweep(id), [workspaceId])
    })
    const noted = await marks.list()
    if (noted.length === 0) return
    const withFolder = new Set(await contents.workspaceIds())
    await this.#each(async id => (withFolder.has(id) ? clear(id) : marks.remove(id)), noted)
  }

  /** Goes on until the signal. */
  async run(): Promise<void> {
    const { clock, log, signal } = this.#options
    try {
      await this.#each(workspaceId => this.sweep(workspaceId))
      for (;;) {
        await clock.sleep(everyMs, signal)
        await this.#each(workspaceId => this.tidy(workspaceId))
      }
    } catch (error) {
      if (!signal.aborted) log.error({ err: error }, 'the files are not tidied up any more, until the next start')
    }
  }

  /** After a crash: contents that nothing names, and uploads that had come whole. */
  async sweep(workspaceId: string): Promise<void> {
    const { contents, uploads } = this.#options
    await contents.sweepAll(workspaceId)
    for (const uploadId of uploads.open(workspaceId)) await uploads.get(workspaceId, uploadId)
    await this.tidy(workspaceId)
  }

  /** Uploads that rested too long; then a workspace in which nothing is under way is struck off. */
  async tidy(workspaceId: string): Promise<void> {
    const { marks, underWay, uploads } = this.#options
    await uploads.expire(workspaceId)
    if (underWay.isIdle(workspaceId) && uploads.open(workspaceId).length === 0) marks.remove(workspaceId)
  }

  /** At a stop that is no crash, nothing is left to sweep. */
  async stop(): Promise<void> {
    await this.#each(workspaceId => this.tidy(workspaceId))
  }

  async #each(work: (workspaceId: string) => Promise<void>, workspaceIds?: string[]): Promise<void> {
    const { log, marks } = this.#options
    await eachWorkspace(workspaceIds ?? (await marks.list()), work, {
      onFailed: (workspace_id, error) =>
        log.warn(
          { workspace_id, reason: messageOf(error) },
          'the files of a workspace could not be tidied up; trying again later',
        ),
    })
  }
}
