import { hash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { UnavailableError } from '@svc/plugin'
import type { ObjectEntry, ObjectStore } from '@svc/plugin'
import type { WorkspaceLog } from './workspace-log-store.ts'

export const chunkBytes = 4 * 1024 * 1024
/** A commit with more bytes goes to the store of objects, and its row names the object. */
export const mostBytesOfRow = 8 * 1024 * 1024

/** A piece of the file, compressed with zstd in an object that is named by the hash of its content. */
export interface SnapshotChunk {
  offset: number
  size: number
  sha256: string
}

/** A workspace's file as it is after a place of its log. */
export interface SnapshotManifest {
  version: 1
  workspace_id: string
  seq: number
  /** Of the row at that place, as the log has it; null before a log is begun. */
  committed_at?: number | null
  size: number
  chunks: SnapshotChunk[]
}

/** Which manifest, by its name. */
export interface ManifestEntry {
  name: string
  seq: number
  modified_at: string
}

const seqDigits = 16
const namePattern = /\/snapshots\/(\d{16})-([0-9a-f]{64})\.json$/

/** What the log and the snapshots of a workspace have written. Contents of plugins lie beside these folders, and may lie below them. */
export async function* listOwnObjects(store: ObjectStore, workspaceId: string): AsyncGenerator<ObjectEntry> {
  for (const folder of ['chunks/', 'commits/', 'snapshots/'].map(name => folderOf(workspaceId) + name)) {
    for await (const entry of store.list(folder)) if (!entry.name.includes('/', folder.length)) yield entry
  }
}

function folderOf(workspaceId: string): string {
  return `w/${workspaceId}/`
}

export function chunkName(workspaceId: string, sha256: string): string {
  return `${folderOf(workspaceId)}chunks/${sha256}.zst`
}

export function commitName(workspaceId: string, sha256: string): string {
  return `${folderOf(workspaceId)}commits/${sha256}.zst`
}

/** What a commit in an object counts for in the log: a restore unpacks it, however small it is there. */
export function commitWeight(size: number): number {
  return Math.max(size, mostBytesOfRow)
}

/** Those that are stored, the newest first. */
export async function listManifests(
  store: ObjectStore,
  workspaceId: string,
  signal?: AbortSignal,
): Promise<ManifestEntry[]> {
  const entries: ManifestEntry[] = []
  for await (const { name, modified_at } of store.list(`${folderOf(workspaceId)}snapshots/`, signal)) {
    const seq = namePattern.exec(name)?.[1]
    if (seq !== undefined) entries.push({ name, seq: Number(seq), modified_at })
  }
  return entries.reverse()
}

/** Resolves when it is stored; its chunks must be. */
export async function putManifest(store: ObjectStore, manifest: SnapshotManifest): Promise<void> {
  await store.put(manifestName(manifest), contentOf(manifest))
}

export function manifestName(manifest: SnapshotManifest): string {
  const seq = String(manifest.seq).padStart(seqDigits, '0')
  return `${folderOf(manifest.workspace_id)}snapshots/${seq}-${hash('sha256', contentOf(manifest))}.json`
}

function contentOf(manifest: SnapshotManifest): Buffer {
  return Buffer.from(JSON.stringify(manifest))
}

/** @throws UnavailableError when it is damaged or cannot be read; NotFoundError */
export async function readManifest(store: ObjectStore, { name }: ManifestEntry): Promise<SnapshotManifest> {
  const content = await buffer((await store.get(name)).body)
  if (hash('sha256', content) !== namePattern.exec(name)?.[2]) {
    throw new UnavailableError(`The object ${name} is damaged: its content is not what its name says.`)
  }
  // What has this hash was written by `putManifest`.
  return JSON.parse(content.toString()) as SnapshotManifest
}

/** False for one of later changes than the database has: it was set back since, and other changes have their places. */
export async function isOfLog(manifest: SnapshotManifest, log: WorkspaceLog): Promise<boolean> {
  const { workspace_id, seq, committed_at = null } = manifest
  return committed_at === null || committed_at === (await log.committedAt(workspace_id, seq))
}
