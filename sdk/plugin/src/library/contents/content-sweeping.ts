import { messageOf } from '../../errors.ts'
import type { Contents } from '../../core/storage/content-store.ts'
import type { WorkspaceMarks } from '../../core/storage/data-plane.ts'
import type { Logger } from '../../core/runtime.ts'
import type { UnderWay } from './under-way.ts'

export interface ContentSweepingOptions {
  contents: Contents
  underWay: UnderWay
  marks: WorkspaceMarks
  log: Logger
  signal: AbortSignal
}

/** Removes what a crash left of a plugin's contents, in the workspaces in which something was under way. Runs in the server alone. */
export class ContentSweeping {
  readonly #options: ContentSweepingOptions
  /** Where the process before may have left contents that nothing names. */
  readonly #unswept = new Set<string>()

  constructor(options: ContentSweepingOptions) {
    this.#options = options
  }

  /** Removes the half files of the process before. Done before anything can arrive. A workspace without a folder has none. */
  async start(): Promise<void> {
    const { contents, marks } = this.#options
    marks.onOpened(async workspaceId => {
      this.#unswept.add(workspaceId)
      await contents.removeTemporary(workspaceId, [])
      void this.sweep()
    })
    const noted = await marks.list()
    if (noted.length === 0) return
    const withFolder = new Set(await contents.workspaceIds())
    await this.#each(async workspaceId => {
      if (!withFolder.has(workspaceId)) return marks.remove(workspaceId)
      this.#unswept.add(workspaceId)
      await contents.removeTemporary(workspaceId, [])
    }, noted)
  }

  /** Removes what nothing names, where the process before may have left some. */
  async sweep(): Promise<void> {
    await this.#each(async workspaceId => {
      if (!this.#unswept.has(workspaceId)) return
      await this.#options.contents.sweepAll(workspaceId)
      this.#unswept.delete(workspaceId)
    })
    await this.stop()
  }

  /** Strikes off the workspaces in which nothing is under way: at a stop that is no crash, nothing is left to sweep. */
  async stop(): Promise<void> {
    const { marks, underWay } = this.#options
    await this.#each(async workspaceId => {
      if (underWay.isIdle(workspaceId) && !this.#unswept.has(workspaceId)) marks.remove(workspaceId)
    })
  }

  async #each(work: (workspaceId: string) => Promise<void>, workspaceIds?: readonly string[]): Promise<void> {
    const { log, marks, signal } = this.#options
    for (const workspaceId of workspaceIds ?? (await marks.list())) {
      try {
        await work(workspaceId)
      } catch (error) {
        if (signal.aborted) return
        const fields = { workspace_id: workspaceId, reason: messageOf(error) }
        log.warn(fields, 'what a crash left in a workspace could not be removed; trying again later')
      }
    }
  }
}
