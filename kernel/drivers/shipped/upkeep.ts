import type { Logger } from '@svc/plugin'
import { longLogBytes } from '../sqlite/data/sqlite-file.ts'
import type { ShippedWorkspace } from './shipped-workspace.ts'
import { Snapshots } from './snapshots.ts'
import type { SnapshotsOptions } from './snapshots.ts'

const nextSnapshotMs = 30_000

interface UpkeepOptions extends SnapshotsOptions {
  notes: Logger
  /** Opens the file of a workspace, if it is closed. */
  open(workspaceId: string): void
  /** Moves the log of an open file into it; false when not all of it could be. */
  checkpoint(workspaceId: string): boolean
}

/** Keeps what a restore has to read short: what was committed is moved into the file, and the file gets snapshots. */
export class Upkeep {
  readonly #options: UpkeepOptions
  readonly #snapshots: Snapshots

  constructor(options: UpkeepOptions) {
    this.#options = options
    this.#snapshots = new Snapshots(options)
  }

  /** Its row has all that it has committed: nothing more is read from the log of its file. Where commits come without a pause, not all is shipped at any landing: it is moved ahead of it. */
  boarded(workspace: ShippedWorkspace): void {
    const isDue = workspace.unmovedBytes > longLogBytes || workspace.needsSnapshot
    if (isDue && !workspace.isRead) this.#options.checkpoint(workspace.id)
  }

  /** The log has what was committed when it was read. */
  landed(workspace: ShippedWorkspace): void {
    if (workspace.state !== 'open' || workspace.isLeaving || !workspace.isStill) return
    void this.#lookAfter(workspace).catch((error: unknown) => {
      this.#options.notes.warn({ workspace_id: workspace.id, err: error }, 'a snapshot of a workspace was not stored')
    })
  }

  /** The file stays as it is meanwhile: what is committed stays in its log. */
  async snapshot(workspace: ShippedWorkspace): Promise<void> {
    const { id, seq, logBytes, manifest, changed } = workspace
    if (!workspace.isStill) return
    // A reader may have kept the log from being moved when the file was closed.
    if (!workspace.isMoved) this.#options.open(id)
    if (!workspace.isMoved && !this.#options.checkpoint(id)) return
    workspace.isRead = true
    workspace.changed = new Set()
    try {
      const file = await workspace.file()
      workspace.manifest = await this.#snapshots.make({ workspaceId: id, file, seq, manifest, changed })
      workspace.logBytes -= logBytes
    } catch (error) {
      for (const chunk of changed) workspace.changed.add(chunk)
      throw error
    } finally {
      workspace.isRead = false
    }
    if (workspace.state === 'open') await this.#snapshots.tidy(id, seq)
  }

  async #lookAfter(workspace: ShippedWorkspace): Promise<void> {
    if (workspace.unmovedBytes > longLogBytes) this.#options.checkpoint(workspace.id)
    if (!workspace.needsSnapshot) return
    workspace.nextSnapshotAt = performance.now() + nextSnapshotMs
    await this.snapshot(workspace)
  }
}
