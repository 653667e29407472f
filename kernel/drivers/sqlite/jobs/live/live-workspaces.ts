import type { KernelDataPlane } from '@svc/plugin'
import { liveWorkspaceStore as store } from '../stores/home-store.ts'

/**
 * The workspaces that may have live jobs or schedules. A workspace is noted before its job is written and struck off some time after
 * its last job ended, so a crash in between leaves one too many, never one too few.
 */
export class LiveWorkspaces {
  readonly #data: KernelDataPlane
  #known: Set<string> | null = null

  constructor(data: KernelDataPlane) {
    this.#data = data
  }

  /** Reads the list. When the file that holds it is new, every workspace is on it. */
  async load(): Promise<void> {
    const exists = this.#data.useKernelFile(db => store.exists(db))
    if (!exists) {
      const workspaceIds = await this.#data.workspaceIds()
      this.#data.useKernelFile(db => store.create(db, workspaceIds))
    }
    this.#known = new Set(this.#data.useKernelFile(db => store.all(db)))
  }

  all(): string[] {
    return [...(this.#known ?? [])]
  }

  has(workspaceId: string): boolean {
    return this.#known?.has(workspaceId) ?? false
  }

  note(workspaceId: string): void {
    if (this.has(workspaceId)) return
    this.#data.useKernelFile(db => store.add(db, workspaceId))
    this.#known?.add(workspaceId)
  }

  /** Those that have none any more; in the turn of the event loop in which that was seen. */
  strikeOff(workspaceIds: readonly string[]): void {
    if (workspaceIds.length === 0) return
    this.#data.useKernelFile(db => store.remove(db, workspaceIds))
    for (const workspaceId of workspaceIds) this.#known?.delete(workspaceId)
  }
}
