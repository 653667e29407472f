import { createHash, hash } from 'node:crypto'
import { constants, existsSync, unlinkSync } from 'node:fs'
import { copyFile, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { codeOf, isDiskFull, removeNamed, syncPath } from '../../disk.ts'
import { NotFoundError, StorageFullError, UnavailableError } from '../../errors.ts'
import type { PluginEnv } from '../../define-plugin.ts'
import type { Ids } from '../../core/runtime.ts'
import type { Reservation } from '../../core/storage/byte-quota.ts'
import type { DataPlane, WorkspaceDatabase, WorkspaceFolders } from '../../core/storage/data-plane.ts'

/** How many bytes from the start are kept of what is staged, to recognize its type. */
export const headBytes = 4096

/** Bytes that have come and lie whole on the disk, under no name of theirs yet. */
export interface StagedContent {
  workspace_id: string
  /** The folder of all contents of the workspace. */
  folder: string
  path: string
  sha256: string
  size: number
  /** The first bytes, by which the type is recognized. */
  head: Buffer
}

const sha256Pattern = /^[0-9a-f]{64}$/
const temporary = /^(?:server|worker-(\d+))-.*\.tmp$/

export interface ContentStoreOptions {
  folders: WorkspaceFolders
  data: DataPlane
  ids: Ids
  role: PluginEnv['role']
  /** Whether a record names the content. */
  isKept(db: WorkspaceDatabase, sha256: string): boolean
}

/**
 * The contents of a plugin's files, each once, under the hash of what it is: `<folder>/<ab>/<sha256>`. Records decide what is kept: a content that no
 * record names is swept. Bytes are written to a temporary name, made durable, named, and only then recorded.
 */
export class ContentStore {
  readonly #options: ContentStoreOptions
  /** Contents that are being named and recorded: they are not swept although nothing names them yet. */
  readonly #arriving = new Map<string, number>()

  constructor(options: ContentStoreOptions) {
    this.#options = options
  }

  /** Takes what comes to its end. Nothing is left of it when that fails. */
  async stage(workspaceId: string, content: Readable | Uint8Array, reservation: Reservation): Promise<StagedContent> {
    if (!(content instanceof Uint8Array)) quiet(content)
    const folder = await this.folder(workspaceId)
    const path = this.#temporaryPath(folder)
    try {
      return await writing(path, async file => {
        const digest = createHash('sha256')
        const head: Buffer[] = []
        let size = 0
        for await (const piece of content instanceof Uint8Array ? [content] : content) {
          const bytes = piece as Uint8Array
          reservation.add(bytes.byteLength)
          if (size < headBytes) head.push(Buffer.from(bytes.subarray(0, headBytes - size)))
          size += bytes.byteLength
          digest.update(bytes)
          await writeAll(file, bytes)
        }
        await file.sync()
        return {
          workspace_id: workspaceId,
          folder,
          path,
          sha256: digest.digest('hex'),
          size,
          head: Buffer.concat(head),
        }
      })
    } catch (error) {
      await rm(path, { force: true })
      throw error
    }
  }

  /**
   * Gives what was staged its name, then runs `record`, which writes the records in a transaction and confirms each content there. The
   * temporary files are gone afterwards, whatever comes of it.
   */
  async place<T>(staged: readonly StagedContent[], record: () => T): Promise<T> {
    for (const content of staged) this.#arrive(content, 1)
    try {
      for (const content of staged) await this.#name(content)
      return record()
    } finally {
      for (const content of staged) {
        this.#arrive(content, -1)
        await rm(content.path, { force: true })
      }
    }
  }

  async discard(staged: StagedContent): Promise<void> {
    await rm(staged.path, { force: true })
  }

  /** For the transaction that records it, in which nobody can sweep. @throws UnavailableError when it was swept just before */
  confirm({ folder, sha256 }: StagedContent): void {
    if (existsSync(contentPath(folder, sha256))) return
    throw new UnavailableError('The same content was deleted at this very moment. Try again.', {
      retry_after_seconds: 1,
    })
  }

  folder(workspaceId: string): Promise<string> {
    return this.#options.folders.folder(workspaceId)
  }

  /** @throws NotFoundError when it is gone */
  async open(workspaceId: string, sha256: string): Promise<FileHandle> {
    try {
      return await open(contentPath(await this.folder(workspaceId), sha256), 'r')
    } catch (error) {
      if (codeOf(error) === 'ENOENT') throw new NotFoundError('The content is gone.', { cause: error })
      throw asOurs(error)
    }
  }

  /** Runs `work` with a name of its own for the content, which stays whatever becomes of the file meanwhile. */
  async withPath<T>(workspaceId: string, sha256: string, work: (path: string) => Promise<T>): Promise<T> {
    const folder = await this.folder(workspaceId)
    const from = contentPath(folder, sha256)
    const to = this.#temporaryPath(folder)
    try {
      await link(from, to).catch(async (error: unknown) => {
        if (codeOf(error) === 'ENOENT') throw new NotFoundError('The content is gone.', { cause: error })
        // Not every disk knows hard links.
        await copyFile(from, to, constants.COPYFILE_FICLONE)
      })
      return await work(to)
    } catch (error) {
      throw asOurs(error)
    } finally {
      await rm(to, { force: true })
    }
  }

  /** Deletes those of these contents that no record names. */
  async sweep(workspaceId: string, contents: ReadonlySet<string>): Promise<void> {
    if (contents.size === 0) return
    const { data, isKept } = this.#options
    const folder = await this.folder(workspaceId)
    // In the transaction nobody can record one of them; where that was not possible the next start sweeps.
    data.use(workspaceId, db =>
      db.transaction(() => {
        for (const sha256 of contents) {
          if (this.#arriving.has(`${workspaceId}/${sha256}`) || isKept(db, sha256)) continue
          unlinkIfThere(contentPath(folder, sha256))
        }
      }),
    )
  }

  /** At a start: half files of a process that has ended. `kept`: those of uploads that go on. */
  async removeTemporary(workspaceId: string, kept: ReadonlySet<string>): Promise<void> {
    await removeNamed([await this.folder(workspaceId)], name => isLeft(name) && !kept.has(name))
  }

  /** At a start: contents that a process which ended in the midst named and did not record. */
  async sweepAll(workspaceId: string): Promise<void> {
    const folder = await this.folder(workspaceId)
    for (const name of await readdir(folder)) {
      if (!/^[0-9a-f]{2}$/.test(name)) continue
      const contents = (await readdir(join(folder, name))).filter(content => sha256Pattern.test(content))
      await this.sweep(workspaceId, new Set(contents))
    }
  }

  /** The name says whose it is, so that a server's start knows what nobody will end. */
  #temporaryPath(folder: string): string {
    const { ids, role } = this.#options
    const owner = role === 'worker' ? `worker-${process.pid}` : 'server'
    return join(folder, `${owner}-${ids.secret(12)}.tmp`)
  }

  #arrive({ workspace_id, sha256 }: StagedContent, more: 1 | -1): void {
    const key = `${workspace_id}/${sha256}`
    const count = (this.#arriving.get(key) ?? 0) + more
    if (count > 0) this.#arriving.set(key, count)
    else this.#arriving.delete(key)
  }

  async #name({ folder, path, sha256, size }: StagedContent): Promise<void> {
    const shelf = join(folder, sha256.slice(0, 2))
    const to = contentPath(folder, sha256)
    try {
      const there = await stat(to).catch(() => null)
      if (there?.size === size) return
      const isNew = (await mkdir(shelf, { recursive: true, mode: 0o700 })) !== undefined
      await rename(path, to)
      await syncPath(shelf)
      if (isNew) await syncPath(folder)
    } catch (error) {
      throw asOurs(error)
    }
  }
}

export function contentPath(folder: string, sha256: string): string {
  return join(folder, sha256.slice(0, 2), sha256)
}

/** The name of the temporary file of an upload in pieces. */
export function uploadName(uploadId: string): string {
  return `server-${hash('sha256', uploadId, 'hex').slice(0, 32)}.tmp`
}

export async function writeAll(file: FileHandle, bytes: Uint8Array, position: number | null = null): Promise<void> {
  let written = 0
  while (written < bytes.byteLength) {
    const at = position === null ? null : position + written
    written += (await file.write(bytes, written, bytes.byteLength - written, at)).bytesWritten
  }
}

/** A reader of the stream gets its error. While nobody reads, the error must not end the process. */
export function quiet(content: Readable): void {
  content.on('error', () => undefined)
}

/** The house's error for what a disk says. */
export function asOurs(error: unknown): unknown {
  if (!isDiskFull(error)) return error
  return new StorageFullError('The disk is full: nothing of the file was kept. Free some room and try again.', {
    cause: error,
  })
}

async function writing<T>(path: string, work: (file: FileHandle) => Promise<T>): Promise<T> {
  try {
    const file = await open(path, 'wx', 0o600)
    try {
      return await work(file)
    } finally {
      await file.close()
    }
  } catch (error) {
    throw asOurs(error)
  }
}

function isLeft(name: string): boolean {
  const [matched, worker] = temporary.exec(name) ?? []
  if (matched === undefined) return false
  return worker === undefined || !isAlive(Number(worker))
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

function unlinkIfThere(path: string): void {
  try {
    unlinkSync(path)
  } catch (error) {
    // A reader holds it where open files cannot be deleted; the next start tries again.
    if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'EBUSY' && codeOf(error) !== 'EPERM') throw error
  }
}
