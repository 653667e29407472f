import { createHash, hash } from 'node:crypto'
import { copyFile, mkdir, open, rename, rm } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import {
  codeOf,
  headBytes,
  isDiskFull,
  NotFoundError,
  removeNamed,
  StorageFullError,
  UnavailableError,
} from '@svc/plugin'
import type { Ids, PluginEnv, Reservation, StagedContent, WorkspaceFolders } from '@svc/plugin'

export interface StagedContentsOptions {
  folders: WorkspaceFolders
  /** Below the plugin's folder; absent: the contents lie in it. */
  part?: string
  ids: Ids
  role: PluginEnv['role']
}

const readBytes = 1024 * 1024
/** With those of versions that named temporary files and folders otherwise. */
const temporary = /^(?:(?:server|worker-(\d+))-.*|(?:up|snap|xpt)_\w+)\.tmp$/

/** The folders of a plugin's contents, and the files in them that have no name yet. No backup takes those. */
export class StagedContents {
  readonly #options: StagedContentsOptions
  readonly #folders = new Map<string, string>()

  constructor(options: StagedContentsOptions) {
    this.#options = options
  }

  /** The folder of all contents of the workspace. */
  async folder(workspaceId: string): Promise<string> {
    const { folders, part } = this.#options
    const folder = await folders.folder(workspaceId)
    if (part === undefined) return folder
    await mkdir(join(folder, part), { recursive: true, mode: 0o700 })
    return join(folder, part)
  }

  /** For readers: a path never changes, and to make the folder each time takes longer than to read a small file. */
  protected async folderToRead(workspaceId: string): Promise<string> {
    const known = this.#folders.get(workspaceId)
    if (known !== undefined) return known
    const folder = await this.folder(workspaceId)
    this.#folders.set(workspaceId, folder)
    return folder
  }

  async stage(workspaceId: string, content: Readable | Uint8Array, reservation: Reservation): Promise<StagedContent> {
    // A reader of the stream gets its error. While nobody reads, the error must not end the process.
    if (!(content instanceof Uint8Array)) content.on('error', () => undefined)
    const path = this.temporaryPath(await this.folder(workspaceId))
    try {
      const file = await open(path, 'wx', 0o600)
      try {
        const facts = await factsOf(writtenTo(file, content, reservation))
        await file.sync()
        return { workspace_id: workspaceId, path, ...facts }
      } finally {
        await file.close()
      }
    } catch (error) {
      await rm(path, { force: true })
      throw diskFault(error)
    }
  }

  async stageFile(workspaceId: string, from: string): Promise<StagedContent> {
    const path = this.temporaryPath(await this.folder(workspaceId))
    try {
      await rename(from, path).catch(async (error: unknown) => {
        if (codeOf(error) !== 'EXDEV') throw error
        await copyFile(from, path)
        await rm(from, { force: true })
      })
      return await this.#stageAt(workspaceId, path)
    } catch (error) {
      await rm(path, { force: true })
      throw diskFault(error)
    }
  }

  async scratch(workspaceId: string): Promise<string> {
    return this.temporaryPath(await this.folder(workspaceId))
  }

  async earlier(workspaceId: string, name: string): Promise<string> {
    return join(await this.#options.folders.folder(workspaceId), name)
  }

  async growing(workspaceId: string, uploadId: string): Promise<string> {
    return join(await this.folder(workspaceId), growingName(uploadId))
  }

  async stageGrown(workspaceId: string, uploadId: string, size: number): Promise<StagedContent> {
    const path = await this.growing(workspaceId, uploadId)
    const staged = await this.#stageAt(workspaceId, path, size).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') throw new NotFoundError('What came of this upload is gone.', { cause: error })
      throw diskFault(error)
    })
    if (staged.size !== size) throw new UnavailableError('What came of this upload ends before its end.')
    return staged
  }

  /** `size`: a piece that was given up on may have left more than was noted. */
  async #stageAt(workspaceId: string, path: string, size?: number): Promise<StagedContent> {
    const file = await open(path, size === 0 ? 'w+' : 'r+', 0o600)
    try {
      // A longer file is cut; a shorter one would get zeros.
      if (size !== undefined && (await file.stat()).size > size) await file.truncate(size)
      await file.sync()
      const facts = await factsOf(file.createReadStream({ autoClose: false, highWaterMark: readBytes }))
      return { workspace_id: workspaceId, path, ...facts }
    } finally {
      await file.close()
    }
  }

  async discard({ path }: StagedContent): Promise<void> {
    await rm(path, { force: true })
  }

  /** Removes half files of a process that has ended, but for those of these uploads. */
  async removeTemporary(workspaceId: string, uploadIds: readonly string[]): Promise<void> {
    const kept = new Set(uploadIds.map(growingName))
    await removeNamed([await this.folder(workspaceId)], name => isLeft(name) && !kept.has(name))
  }

  /** The name says whose it is, so that a server's start knows what nobody will end. */
  temporaryPath(folder: string): string {
    const { ids, role } = this.#options
    const owner = role === 'worker' ? `worker-${process.pid}` : 'server'
    return join(folder, `${owner}-${ids.secret(12)}.tmp`)
  }
}

async function* writtenTo(
  file: FileHandle,
  content: Readable | Uint8Array,
  reservation: Reservation,
): AsyncGenerator<Uint8Array> {
  for await (const piece of content instanceof Uint8Array ? [content] : content) {
    const bytes = piece as Uint8Array
    reservation.add(bytes.byteLength)
    await file.writeFile(bytes)
    yield bytes
  }
}

async function factsOf(pieces: AsyncIterable<Uint8Array>): Promise<Pick<StagedContent, 'sha256' | 'size' | 'head'>> {
  const digest = createHash('sha256')
  const head: Uint8Array[] = []
  let size = 0
  for await (const bytes of pieces) {
    if (size < headBytes) head.push(Buffer.from(bytes.subarray(0, headBytes - size)))
    size += bytes.byteLength
    digest.update(bytes)
  }
  return { sha256: digest.digest('hex'), size, head: Buffer.concat(head) }
}

/** The house's error for what a disk says. */
export function diskFault(error: unknown): unknown {
  if (!isDiskFull(error)) return error
  return new StorageFullError('The disk is full: nothing of the file was kept. Free some room and try again.', {
    cause: error,
  })
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Of another user: it is there, and may not be asked.
    return codeOf(error) === 'EPERM'
  }
}

function growingName(uploadId: string): string {
  return `server-${hash('sha256', uploadId, 'hex').slice(0, 32)}.tmp`
}

function isLeft(name: string): boolean {
  const [matched, worker] = temporary.exec(name) ?? []
  if (matched === undefined) return false
  return worker === undefined || !isAlive(Number(worker))
}
