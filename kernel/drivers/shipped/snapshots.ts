import { hash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { promisify } from 'node:util'
import { zstdCompress } from 'node:zlib'
import { forEachAtOnce, InternalError } from '@svc/plugin'
import type { ObjectStore } from '@svc/plugin'
import {
  chunkBytes,
  chunkName,
  isOfLog,
  listManifests,
  listOwnObjects,
  putManifest,
  readManifest,
} from './snapshot-manifest.ts'
import type { ManifestEntry, SnapshotChunk, SnapshotManifest } from './snapshot-manifest.ts'
import type { OnStep } from './steps.ts'
import type { WorkspaceLog } from './workspace-log-store.ts'

const compress = promisify(zstdCompress)
/** Each has its chunk twice in memory, as it is and compressed. */
const chunksAtOnce = 4
/** One that is damaged has the one before it to fall back on. */
const keptSnapshots = 2
/** How long an object that nothing names is left alone: its manifest or row may be on the way. */
const namelessMs = 3_600_000

export interface SnapshotsOptions {
  store: ObjectStore
  log: WorkspaceLog
  retentionHours: number
  onStep: OnStep
}

export interface SnapshotRequest {
  workspaceId: string
  /** The file, which nobody changes until the snapshot is made, and the place of the log up to which it has everything. It is closed by its owner, after SQLite: closing it drops the locks that SQLite has on it. */
  file: FileHandle
  seq: number
  /** The snapshot before, and which chunks may differ from it. */
  manifest: SnapshotManifest | null
  changed: ReadonlySet<number>
}

/** Snapshots of workspaces' files in the store of objects, and what may go once there are newer ones. */
export class Snapshots {
  readonly #options: SnapshotsOptions

  constructor(options: SnapshotsOptions) {
    this.#options = options
  }

  /** Resolves when the file can be restored from the snapshot. */
  async make(request: SnapshotRequest): Promise<SnapshotManifest> {
    const { workspaceId, file, seq } = request
    const { store, log, onStep } = this.#options
    const { size } = await file.stat()
    const offsets = Array.from({ length: Math.ceil(size / chunkBytes) }, (_, index) => index * chunkBytes)
    const made = new Map<number, SnapshotChunk>()
    const make = async (offset: number): Promise<void> =>
      void made.set(offset, await this.#chunk(offset, size, request))
    await forEachAtOnce(offsets, make, chunksAtOnce)
    const chunks = offsets.flatMap(offset => made.get(offset) ?? [])
    const committed_at = await log.committedAt(workspaceId, seq)
    const manifest: SnapshotManifest = { version: 1, workspace_id: workspaceId, seq, committed_at, size, chunks }
    await putManifest(store, manifest)
    onStep('manifest stored', workspaceId)
    await log.noteSnapshot(workspaceId, seq)
    return manifest
  }

  /**
   * Deletes what no restore needs any more, also not one of the database to a moment that the retention has. The log goes as far as the
   * oldest snapshot reaches that is kept. To be called by the owner alone, whose log ends at `seq` or later.
   */
  async tidy(workspaceId: string, seq: number): Promise<void> {
    const { store, log, retentionHours, onStep } = this.#options
    const manifests = await listManifests(store, workspaceId)
    // By the clock of the store alone.
    const now = Math.max(...manifests.map(({ modified_at }) => Date.parse(modified_at)))
    const isYoung = (entry: ManifestEntry): boolean => now - Date.parse(entry.modified_at) < retentionHours * 3_600_000
    const ours: ManifestEntry[] = []
    const named = new Set<string>()
    for (const entry of manifests) {
      const after = ours.at(-1)
      // Until the one after it was made, it was the newest.
      const isNeeded = after === undefined || ours.length < keptSnapshots || isYoung(after)
      // One of later changes is of a database that was set back, and may be set forth again; or this server is not the owner any more.
      const isLater = entry.seq > seq
      if (!isNeeded && !isYoung(entry)) continue
      const manifest = await readManifest(store, entry)
      const isOurs = isNeeded && !isLater && (await isOfLog(manifest, log))
      if (isOurs) ours.push(entry)
      if (!isOurs && !isLater && !isYoung(entry)) continue
      named.add(entry.name)
      for (const { sha256 } of manifest.chunks) named.add(chunkName(workspaceId, sha256))
    }
    const oldest = ours.at(-1)
    if (oldest === undefined || ours.length < keptSnapshots) return
    await log.trim(workspaceId, oldest.seq)
    onStep('log trimmed', workspaceId)
    for (const name of await log.objects(workspaceId)) named.add(name)
    const nameless: string[] = []
    for await (const { name, modified_at } of listOwnObjects(store, workspaceId)) {
      if (!named.has(name) && now - Date.parse(modified_at) > namelessMs) nameless.push(name)
    }
    await store.remove(nameless)
  }

  async #chunk(offset: number, fileSize: number, request: SnapshotRequest): Promise<SnapshotChunk> {
    const { workspaceId, file, manifest, changed } = request
    const { store, onStep } = this.#options
    const index = offset / chunkBytes
    const size = Math.min(chunkBytes, fileSize - offset)
    const before = manifest?.chunks[index]
    if (before?.size === size && !changed.has(index)) return before
    const content = Buffer.alloc(size)
    const { bytesRead } = await file.read(content, 0, size, offset)
    if (bytesRead < size)
      throw new InternalError(`The file of workspace ${workspaceId} became shorter during its snapshot.`)
    const sha256 = hash('sha256', content)
    if (manifest?.chunks.some(chunk => chunk.sha256 === sha256) !== true) {
      await store.put(chunkName(workspaceId, sha256), await compress(content))
    }
    onStep('chunk stored', workspaceId)
    return { offset, size, sha256 }
  }
}
