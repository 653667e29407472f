import { createHash, hash } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import { FairTurns, forEachAtOnce, messageOf, UnavailableError } from '@svc/plugin'
import type { Logger, ObjectStore } from '@svc/plugin'
import { applyPages } from './page-set.ts'
import { chunkBytes, chunkName, commitWeight, isOfLog, listManifests, readManifest } from './snapshot-manifest.ts'
import type { ManifestEntry, SnapshotChunk, SnapshotManifest } from './snapshot-manifest.ts'
import type { LogEnd, LogRow, WorkspaceLog } from './workspace-log-store.ts'

const decompress = promisify(zstdDecompress)
const chunksAtOnce = 8
/** Of all restores of the process: the workspaces of a server that has died come at one moment, and each chunk is twice in memory. */
const chunkTurns = new FairTurns({ most: 16, refusal: 'Too many chunks wait.' })
const restoreTurns = new FairTurns({ most: 8, refusal: 'Too many restores wait.' })
const never = new AbortController().signal

export interface RestoreOptions {
  store: ObjectStore
  log: WorkspaceLog
  notes: Logger
}

export interface WorkspaceFile {
  workspaceId: string
  path: string
}

/** As it was at a place of its log. */
type EarlierFile = WorkspaceFile & Pick<LogEnd, 'seq'>

export interface RestoredFile {
  /** The snapshot that it was begun with, and which of its chunks the log has changed since. */
  manifest: SnapshotManifest | null
  changed: Set<number>
  /** Bytes of the log that followed the snapshot. */
  logBytes: number
}

/**
 * Makes a workspace's file as it was at a place of its log: from the newest snapshot that is whole, and the rows after it.
 * @throws UnavailableError that names the workspace when that cannot be done now; never an older state in silence
 */
export function restoreFile(of: EarlierFile, options: RestoreOptions): Promise<RestoredFile> {
  return restoreTurns.run(of.workspaceId, never, () => restoreFromBest(of, options))
}

async function restoreFromBest(of: EarlierFile, options: RestoreOptions): Promise<RestoredFile> {
  const { workspaceId, path } = of
  const faults: string[] = []
  const unfinished = `${path}.tmp`
  try {
    for (const base of await basesOf(of, options)) {
      const file = await open(unfinished, 'w+', 0o600)
      try {
        const restored = await restoreFrom(base, { ...of, file }, options)
        await rename(unfinished, path)
        return restored
      } catch (error) {
        faults.push(messageOf(error))
        options.notes.warn(
          { workspace_id: workspaceId, snapshot: base?.name ?? null, err: error },
          'a snapshot of a workspace could not be restored; trying the one before it',
        )
      } finally {
        await file.close()
      }
    }
  } finally {
    await rm(unfinished, { force: true })
  }
  throw new UnavailableError(`The data of workspace ${workspaceId} cannot be restored: ${faults.join(' ')}`)
}

/** Makes a copy of a workspace's file as its log has it now, whichever server owns it. @throws as {@link restoreFile} */
export async function copyWorkspace(of: WorkspaceFile, options: RestoreOptions): Promise<void> {
  const end = await options.log.end(of.workspaceId)
  await restoreFile({ ...of, seq: end?.seq ?? 0 }, options)
}

/** What a restore may begin with, the best first; null is an empty file. */
async function basesOf({ workspaceId, seq }: EarlierFile, options: RestoreOptions): Promise<(ManifestEntry | null)[]> {
  const { store, log } = options
  const hasWholeLog = (await log.begin(workspaceId)) === 1
  try {
    const manifests = (await listManifests(store, workspaceId)).filter(entry => entry.seq <= seq)
    return hasWholeLog || manifests.length === 0 ? [...manifests, null] : manifests
  } catch (error) {
    // Without the store, what is small still opens.
    if (hasWholeLog) return [null]
    throw error
  }
}

async function restoreFrom(
  entry: ManifestEntry | null,
  { workspaceId, seq, file }: EarlierFile & { file: FileHandle },
  { store, log }: RestoreOptions,
): Promise<RestoredFile> {
  const manifest = entry && (await readManifest(store, entry))
  if (manifest && !(await isOfLog(manifest, log)))
    throw new UnavailableError(`The snapshot ${entry.name} is of changes that the database does not have.`)
  const write = (chunk: SnapshotChunk): Promise<void> =>
    chunkTurns.run(workspaceId, never, async () => {
      await file.write(await readChunk(chunk, workspaceId, store), 0, chunk.size, chunk.offset)
    })
  await forEachAtOnce(manifest?.chunks ?? [], write, chunksAtOnce)
  const changed = new Set<number>()
  let last = manifest?.seq ?? 0
  let epoch = 0
  let logBytes = 0
  for await (const row of log.rows(workspaceId, { after: last, to: seq })) {
    if (row.seq !== last + 1 || row.epoch < epoch) throw new UnavailableError(`Its log has no place ${last + 1}.`)
    const pages = await applyRow(row, file, store)
    for (const number of pages.numbers) changed.add(Math.floor(((number - 1) * pages.pageSize) / chunkBytes))
    logBytes += pages.weight
    last = row.seq
    epoch = row.epoch
  }
  if (last !== seq) throw new UnavailableError(`Its log ends at ${last} and not at ${seq}.`)
  return { manifest, changed, logBytes }
}

async function applyRow(
  row: LogRow,
  file: FileHandle,
  store: ObjectStore,
): Promise<{ pageSize: number; numbers: number[]; weight: number }> {
  if (row.kind === 'takeover') return { pageSize: 1, numbers: [], weight: 0 }
  if (row.kind === 'pages') return { ...(await applyPages(row.pages, file)), weight: row.pages.length }
  const name = row.pages.toString()
  const { body, size } = await store.get(name)
  const seen = createHash('sha256')
  body.on('data', (piece: Buffer) => seen.update(piece))
  const pages = await applyPages(body, file)
  if (!name.endsWith(`/${seen.digest('hex')}.zst`)) throw new UnavailableError(`The object ${name} is damaged.`)
  return { ...pages, weight: commitWeight(size) }
}

async function readChunk({ size, sha256 }: SnapshotChunk, workspaceId: string, store: ObjectStore): Promise<Buffer> {
  const name = chunkName(workspaceId, sha256)
  const packed = await buffer((await store.get(name)).body)
  const content = await decompress(packed, { maxOutputLength: chunkBytes }).catch(() => null)
  if (content?.length === size && hash('sha256', content) === sha256) return content
  throw new UnavailableError(`The object ${name} is damaged: its content is not what its name says.`)
}
