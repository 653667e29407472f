import { hash, randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { chmod, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import {
  asStorageFull,
  ConflictError,
  InternalError,
  linkOrCopy,
  NotFoundError,
  syncPath,
  UnavailableError,
} from '@svc/plugin'
import { isAlive } from '../content/staged-contents.ts'
import { namesIn, removeFolder, workspaceIdPattern } from '../content/workspace-folders.ts'

/** Where the analytics folders of all workspaces are, below the home. */
export const analyticsFolder = 'data_plane'
export const datasetsFolder = 'datasets'
export const stagingFolder = 'staging'
const filePattern = /^datasets\/[A-Za-z0-9_-]{1,80}\/[A-Za-z0-9_-]{1,80}\.(parquet|sqlite)$/
const hashPattern = /-([0-9a-f]{64})\.(?:parquet|sqlite)$/

/** The hash of a table's file, which stands in its name; null for those of earlier versions, which lie in the home alone. */
export function hashOfTable(file: string): string | null {
  return hashPattern.exec(file)?.[1] ?? null
}

// Children run as other users. The home is closed to everybody else, so the folders in it may be open to the users that are let in.
const asOthers = process.getuid?.() === 0
export const folderMode = asOthers ? 0o711 : 0o700
export const fileMode = asOthers ? 0o444 : 0o400

/** `<home>/data_plane/<workspace_id>/`: which folders there are, and what becomes a file that stays. */
export class AnalyticsFolders {
  readonly #home: string
  readonly #root: string
  readonly stages = new StageNames()
  readonly #prepared = new Map<string, Promise<void>>()

  constructor(home: string) {
    this.#home = home
    this.#root = join(home, analyticsFolder)
  }

  get root(): string {
    return this.#root
  }

  /** The workspace's folder, made when it is missing. @throws NotFoundError, StorageFullError, UnavailableError */
  async folder(workspaceId: string): Promise<string> {
    // Before the id touches a path: whatever it is, it cannot leave the folder.
    if (!workspaceIdPattern.test(workspaceId)) throw new NotFoundError('There is no such workspace.')
    const prepared = this.#prepared.get(workspaceId) ?? this.#prepare(workspaceId)
    this.#prepared.set(workspaceId, prepared)
    try {
      await prepared
    } catch (error) {
      this.#prepared.delete(workspaceId)
      throw error
    }
    return join(this.#root, workspaceId)
  }

  /** A new folder for one task, relative to the workspace's. */
  async makeStage(workspaceId: string): Promise<string> {
    const stage = `${stagingFolder}/${this.stages.make()}`
    await this.makeFolder(join(await this.folder(workspaceId), stage))
    return stage
  }

  /** The full path of a published file. @throws InternalError for a name that is none */
  pathOf(workspaceId: string, file: string): string {
    if (!workspaceIdPattern.test(workspaceId) || !filePattern.test(file))
      throw new InternalError(`${file} is no name of a table's file.`)
    return join(this.#root, workspaceId, file)
  }

  /** What `from` holds becomes `file`, and stays as it is. @throws StorageFullError, ConflictError when there is such a file */
  async publish(workspaceId: string, from: string, file: string): Promise<void> {
    const target = this.pathOf(workspaceId, file)
    const folder = dirname(target)
    await this.makeFolder(folder)
    await this.takeOver(from)
    await this.#guard('a table', async () => {
      if ((await namesIn(folder)).includes(target.slice(folder.length + 1)))
        throw new ConflictError('already_exists', `${file} is there already; a version is never written twice.`)
      await rename(from, target)
      await syncPath(folder)
      await syncPath(dirname(folder))
    })
  }

  /** Made by a process that has read a stranger's file: no link of it is followed. */
  async takeOver(path: string): Promise<void> {
    await this.#guard('a table', async () => {
      const handle = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0))
      try {
        await takeOver(handle)
      } finally {
        await handle.close()
      }
    })
  }

  async files(workspaceId: string): Promise<string[]> {
    if (!workspaceIdPattern.test(workspaceId)) throw new NotFoundError('There is no such workspace.')
    const datasets = join(this.#root, workspaceId, datasetsFolder)
    const found = await Promise.all(
      (await namesIn(datasets)).map(async dataset =>
        (await namesIn(join(datasets, dataset))).map(name => `${datasetsFolder}/${dataset}/${name}`),
      ),
    )
    return found.flat().filter(file => filePattern.test(file))
  }

  async has(workspaceId: string, file: string): Promise<boolean> {
    return (await stat(this.pathOf(workspaceId, file)).catch(() => null)) !== null
  }

  async workspaceIds(): Promise<string[]> {
    return (await namesIn(this.#root)).filter(id => workspaceIdPattern.test(id))
  }

  async remove(workspaceId: string, files: readonly string[]): Promise<void> {
    for (const file of files) {
      const path = this.pathOf(workspaceId, file)
      await rm(path, { force: true })
      if ((await namesIn(dirname(path))).length === 0) await rm(dirname(path), { recursive: true, force: true })
    }
  }

  async removeAll(workspaceId: string): Promise<void> {
    if (!workspaceIdPattern.test(workspaceId)) return
    this.#prepared.delete(workspaceId)
    await removeFolder(join(this.#root, workspaceId))
  }

  /** Removes what tasks of processes that are gone have left behind. */
  async sweep(workspaceId: string): Promise<void> {
    for (const folder of [stagingFolder, datasetsFolder]) {
      const path = join(this.#root, workspaceId, folder)
      for (const name of await namesIn(path)) {
        if (folder === datasetsFolder && !name.endsWith('.tmp')) continue
        const found = await stat(join(path, name)).catch(() => null)
        const isLeft = found !== null && this.stages.isLeft(name, () => found.mtimeMs)
        if (isLeft) await rm(join(path, name), { recursive: true, force: true })
      }
    }
  }

  async #prepare(workspaceId: string): Promise<void> {
    const folder = join(this.#root, workspaceId)
    await this.makeFolder(this.#root)
    for (const below of ['', datasetsFolder, stagingFolder]) await this.makeFolder(join(folder, below))
    if (!asOthers) return
    // A home that was restored or copied has other modes.
    for (const dataset of await namesIn(join(folder, datasetsFolder)))
      await this.makeFolder(join(folder, datasetsFolder, dataset))
    for (const file of await this.files(workspaceId)) await chmod(join(folder, file), fileMode)
  }

  /** Gives children a file of this server at `to`, in a folder of theirs. @throws StorageFullError, UnavailableError */
  async link(from: string, to: string): Promise<void> {
    await this.makeFolder(dirname(to))
    await this.#guard('a table that a query reads', async () => {
      await chmod(from, fileMode)
      await linkOrCopy(from, to)
    })
  }

  async makeFolder(folder: string): Promise<void> {
    await this.#guard('a folder for tables', async () => {
      await mkdir(folder, { recursive: true, mode: folderMode })
      // The umask may have taken from it what children need.
      if (asOthers) await chmod(folder, folderMode)
    })
  }

  async #guard<T>(what: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof InternalError || error instanceof ConflictError) throw error
      const full = asStorageFull(error, this.#home, what)
      if (full !== error) throw full
      throw new UnavailableError(`The folder ${this.#root} cannot be used. Check its permissions and the disk.`, {
        cause: error,
      })
    }
  }
}

async function takeOver(handle: FileHandle): Promise<void> {
  const found = await handle.stat()
  if (!found.isFile() || found.nlink !== 1) throw new InternalError('A table was made that is no plain file.')
  if (asOthers) await handle.chown(process.getuid!(), process.getgid!())
  await handle.chmod(fileMode)
  await handle.sync()
}

const machine = hash('sha256', hostname()).slice(0, 8)
const stagePattern = /^([0-9a-f]{8})-(\d+)-([0-9a-f]{8})-[0-9a-f]{24}\.tmp$/
/** No task takes longer, nor its upload. */
const longestTaskMs = 24 * 60 * 60 * 1000

/** Names of the folders in which tasks work. A name shows its process, so that a folder that was left behind differs from one in use. */
export class StageNames {
  readonly #own = randomBytes(4).toString('hex')

  make(): string {
    return `${machine}-${process.pid}-${this.#own}-${randomBytes(12).toString('hex')}.tmp`
  }

  /** Whether nobody is at work there any more. `changedAt` decides where the process cannot be looked for. */
  isLeft(name: string, changedAt: () => number): boolean {
    const [, host, pid, owner] = stagePattern.exec(name) ?? []
    if (owner === this.#own) return false
    // Of an earlier version, of which no process is left.
    if (host === undefined) return true
    const isHere = host === machine
    if (isHere && (Number(pid) === process.pid || !isAlive(Number(pid)))) return true
    return Date.now() - changedAt() > longestTaskMs
  }
}
