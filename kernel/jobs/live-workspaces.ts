import { messageOf } from '@svc/plugin'
import type { Logger } from '@svc/plugin'
import type { KernelDataPlane } from '../planes/index.ts'
import { jobStore } from './job-store.ts'
import { liveWorkspaceStore as store } from './live-workspace-store.ts'

/**
 * The workspaces that may have live jobs. A workspace is noted before its job is written and struck off after its last job ended,
 * so a crash in between leaves one too many, never one too few.
 */
export class LiveWorkspaces {
  readonly #data: KernelDataPlane
  readonly #log: Logger
  #loading: Promise<Set<string>> | null = null

  constructor(data: KernelDataPlane, log: Logger) {
    this.#data = data
    this.#log = log
  }

  /** The list, read once. When the file that holds it is new, every workspace is looked at. */
  load(): Promise<Set<string>> {
    this.#loading ??= this.#read().catch((error: unknown) => {
      this.#loading = null
      throw error
    })
    return this.#loading
  }

  async #read(): Promise<Set<string>> {
    const exists = this.#data.useKernelFile(db => store.exists(db))
    if (exists) return new Set(this.#data.useKernelFile(db => store.all(db)))
    const workspaceIds = await this.#data.workspaceIds()
    const live = workspaceIds.filter(id => this.#mayBeLive(id))
    this.#data.useKernelFile(db => store.create(db, live))
    return new Set(live)
  }

  /** Notes the workspace, then runs `write`: in one turn of the event loop, so that nothing can come between. */
  async noteAnd<T>(workspaceId: string, write: () => T): Promise<T> {
    const known = await this.load()
    if (!known.has(workspaceId)) {
      this.#data.useKernelFile(db => store.add(db, workspaceId))
      known.add(workspaceId)
    }
    return write()
  }

  /** Strikes the workspace off when it has no live job left. */
  async strikeOff(workspaceId: string): Promise<void> {
    const known = await this.load()
    if (!known.has(workspaceId) || this.#data.use(workspaceId, db => jobStore.hasLive(db))) return
    this.#data.useKernelFile(db => store.remove(db, workspaceId))
    known.delete(workspaceId)
  }

  #mayBeLive(workspaceId: string): boolean {
    try {
      return this.#data.use(workspaceId, db => jobStore.hasLive(db))
    } catch (error) {
      this.#log.warn(
        { workspace_id: workspaceId, reason: messageOf(error) },
        'jobs of this workspace cannot be looked at now',
      )
      return true
    }
  }
}
