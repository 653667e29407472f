import type { DataPlane } from '@svc/plugin'
import { BytePoints } from '../quotes/byte-points.ts'
import type { FileState, SnapshotFiles } from '../sources/snapshot-files.ts'
import { snapshotStore } from '../sources/snapshot-store.ts'
import type { SnapshotRow } from '../sources/snapshot-store.ts'

export interface ReadText {
  state: FileState
  /** Null when the file is gone. */
  points: BytePoints | null
}

/**
 * What one verification of a workspace has read of the kept files. It remembers what each was found to be, and only the last of them itself: a project's texts
 * together may be larger than memory.
 */
export class ReadSources {
  readonly #data: DataPlane
  readonly #files: SnapshotFiles
  readonly #states = new Map<string, FileState>()
  #last: { sha256: string; bytes: Buffer | null; points: BytePoints | null } | null = null
  #snapshots: Map<string, SnapshotRow[]> | null = null

  constructor({ data, files }: { data: DataPlane; files: SnapshotFiles }) {
    this.#data = data
    this.#files = files
  }

  /** Of a source, the oldest first. */
  snapshots(workspaceId: string, projectId: string, sourceId: string): SnapshotRow[] {
    this.#snapshots ??= Map.groupBy(
      this.#data.use(workspaceId, db => snapshotStore.ofProject(db, projectId)),
      ({ source_id }) => source_id,
    )
    return this.#snapshots.get(sourceId) ?? []
  }

  /** A file, read again and compared with the hash that names it. */
  async state(workspaceId: string, sha256: string): Promise<FileState> {
    return this.#states.get(sha256) ?? (await this.#load(workspaceId, sha256)).state
  }

  async text(workspaceId: string, sha256: string): Promise<ReadText> {
    const known = this.#last?.sha256 === sha256 ? this.#states.get(sha256) : undefined
    const state = known ?? (await this.#load(workspaceId, sha256)).state
    const last = this.#last!
    last.points ??= last.bytes && new BytePoints(last.bytes)
    return { state, points: last.points }
  }

  async #load(workspaceId: string, sha256: string): Promise<{ state: FileState }> {
    const { state, bytes } = await this.#files.check(workspaceId, sha256)
    this.#states.set(sha256, state)
    this.#last = { sha256, bytes, points: null }
    return { state }
  }
}
