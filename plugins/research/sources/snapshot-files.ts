import { createReadStream, existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import type { ReadStream } from 'node:fs'
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { createHash, hash } from 'node:crypto'
import { join } from 'node:path'
import { asStorageFull, ConflictError, PayloadTooLargeError } from '@svc/plugin'
import type { Ids, WorkspaceDatabase, WorkspaceFolders } from '@svc/plugin'
import { snapshotStore } from './snapshot-store.ts'

/** Up to this size hashing a file takes longer than reading it, and four trips to another thread longer than both. */
const mostAtOnce = 1024 * 1024

/** Bytes that are kept, and the hash that names them. */
export interface KeptBytes {
  sha256: string
  size: number
}

/** What a file is found to be when it is read again. */
export type FileState = 'sound' | 'missing' | 'altered'

/** Snapshots and texts of sources: files of the workspace named by the hash of their bytes, so that one content is kept once. */
export class SnapshotFiles {
  readonly #folders: WorkspaceFolders
  readonly #ids: Ids
  readonly #maxBytes: number

  constructor({ folders, ids, maxBytes }: { folders: WorkspaceFolders; ids: Ids; maxBytes: number }) {
    this.#folders = folders
    this.#ids = ids
    this.#maxBytes = maxBytes
  }

  /** @throws PayloadTooLargeError, StorageFullError, what the content throws */
  async keep(workspaceId: string, content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<KeptBytes> {
    const folder = await this.#folder(workspaceId)
    const waiting = join(folder, `${this.#ids.create('snap')}.tmp`)
    const digest = createHash('sha256')
    let size = 0
    const limit = this.#maxBytes
    try {
      const handle = await open(waiting, 'wx', 0o600)
      try {
        for await (const piece of content) {
          size += piece.byteLength
          if (size > limit) throw tooLarge(limit)
          digest.update(piece)
          await handle.writeFile(piece)
        }
        await handle.sync()
      } finally {
        await handle.close()
      }
      const sha256 = digest.digest('hex')
      await rename(waiting, join(folder, sha256))
      return { sha256, size }
    } catch (error) {
      await rm(waiting, { force: true })
      throw asStorageFull(error, folder, 'a source')
    }
  }

  keepText(workspaceId: string, text: string): Promise<KeptBytes> {
    return this.keep(workspaceId, [Buffer.from(text)])
  }

  /** The text of a file that is known to be UTF-8; null when the file is gone. */
  async text(workspaceId: string, sha256: string): Promise<string | null> {
    return (await this.bytes(workspaceId, sha256))?.toString('utf8') ?? null
  }

  async bytes(workspaceId: string, sha256: string): Promise<Buffer | null> {
    return read(await this.path(workspaceId, sha256))
  }

  /** Reads a file of a {@link folder} again and compares its bytes with the hash that names it. */
  async check(folder: string, sha256: string): Promise<{ state: FileState; bytes: Buffer | null }> {
    const bytes = await read(join(folder, sha256))
    if (bytes === null) return { state: 'missing', bytes }
    return { state: hash('sha256', bytes) === sha256 ? 'sound' : 'altered', bytes }
  }

  async stream(workspaceId: string, sha256: string): Promise<{ content: ReadStream; size: number } | null> {
    const path = await this.path(workspaceId, sha256)
    const found = await stat(path).catch(() => null)
    return found && { content: createReadStream(path), size: found.size }
  }

  async path(workspaceId: string, sha256: string): Promise<string> {
    return join(await this.#folder(workspaceId), sha256)
  }

  /** Where the workspace's files lie, for {@link check}, and for {@link removeUnused} and {@link assertKept}, which do not wait. */
  folder(workspaceId: string): Promise<string> {
    return this.#folder(workspaceId)
  }

  async #folder(workspaceId: string): Promise<string> {
    const folder = join(await this.#folders.folder(workspaceId), 'snapshots')
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return folder
  }
}

async function read(path: string): Promise<Buffer | null> {
  try {
    const { size } = statSync(path)
    return size > mostAtOnce ? await readFile(path) : readFileSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** In a transaction of its own, which keeps others from taking up a content just now: removes the files that no source has. */
export function removeUnused(db: WorkspaceDatabase, folder: string, hashes: readonly string[]): void {
  if (hashes.length === 0) return
  db.transaction(() => {
    for (const sha256 of snapshotStore.unused(db, hashes)) rmSync(join(folder, sha256), { force: true })
  })
}

/** In the transaction that names them. @throws ConflictError when another request has removed one meanwhile */
export function assertKept(folder: string, hashes: readonly string[]): void {
  if (hashes.every(sha256 => existsSync(join(folder, sha256)))) return
  throw new ConflictError(
    'conflict',
    'A source with the same content was deleted at this moment. Add the source again.',
  )
}

function tooLarge(limit: number): PayloadTooLargeError {
  return new PayloadTooLargeError(
    `The source is larger than ${Math.floor(limit / 1024 / 1024)} MiB. Add the part of it that you quote.`,
  )
}
