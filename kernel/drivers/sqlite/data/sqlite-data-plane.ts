import { closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs'
import { access, constants, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  asStorageFull,
  BusyError,
  codeOf,
  InternalError,
  isDiskFull,
  messageOf,
  NotFoundError,
  SvcError,
  UnavailableError,
  withOwnLogFields,
} from '@svc/plugin'
import type {
  Clock,
  Logger,
  MigrationPlan,
  PlaneStatus,
  ReadStatement,
  WorkspaceDatabase,
  WorkspaceFiles,
} from '@svc/plugin'
import { removeFolder, workspaceIdPattern } from '../../content/workspace-folders.ts'
import { dataMigrationStore } from './data-migration-store.ts'
import { keepBeforeMigration, migrateFile } from './migrate-file.ts'
import { SqliteFile, sqliteVersion } from './sqlite-file.ts'
import { ThreadedSqliteReads } from './sqlite-reads.ts'
import { WorkspaceListeners } from './workspace-listeners.ts'

const idleMs = 2000
const sweepMs = 1000
const mostOpenFiles = 64
// No workspace id, whatever a caller sends, is this key.
const kernelFileKey = Symbol('the file of the kernel')
type FileKey = string | typeof kernelFileKey
const unusableCodes = /^SQLITE_(?:LOCKED|CORRUPT|NOTADB|CANTOPEN|IOERR|READONLY|PERM|AUTH|PROTOCOL)/

/** As the home: nothing is written to the disk, and everything is gone once the plane is closed. For tests. */
const inMemory = ':memory:'

export interface SqliteDataPlaneOptions {
  /** The home's folder, or `:memory:`. */
  homePath: string
  plan: MigrationPlan
  clock: Clock
  log: Logger
  /** Set in a process beside the server: files of another version are refused and reported, and left as they are. */
  onOutdated?: (workspaceId: string) => void
  /** For tests; 64 otherwise. */
  mostOpenFiles?: number
}

/** One SQLite file per workspace: opened at first use, closed when two seconds unused, so that a copy of it is then complete. */
export class SqliteDataPlane implements WorkspaceFiles {
  readonly #options: SqliteDataPlaneOptions
  readonly #folder: string
  readonly #files = new Map<FileKey, SqliteFile>()
  readonly #reads = new ThreadedSqliteReads()
  readonly #removed = new Set<string>()
  readonly #mostOpen: number
  protected readonly listeners: WorkspaceListeners
  // One timer for all files, and none while no file is open.
  #sweep: NodeJS.Timeout | null = null
  #checkpointFailures = 0
  #isClosed = false

  constructor(options: SqliteDataPlaneOptions) {
    sqliteVersion()
    this.#options = options
    this.listeners = new WorkspaceListeners(options.log)
    this.#folder = join(options.homePath, 'workspaces')
    this.#mostOpen = options.mostOpenFiles ?? mostOpenFiles
  }

  use<T>(workspaceId: string, work: (db: WorkspaceDatabase) => T): T {
    const file = this.#files.get(workspaceId) ?? this.#openWorkspace(workspaceId)
    return this.#guard(workspaceId, () => file.use(work))
  }

  async read<Row>(workspaceId: string, { sql, params }: ReadStatement, signal?: AbortSignal): Promise<Row[]> {
    // What is in memory has one connection.
    if (this.#isInMemory) return this.use(workspaceId, db => db.all<Row>(sql, params))
    // The file is there and migrated from now on.
    this.use(workspaceId, () => undefined)
    await this.endOfWork()
    return (await this.#reads.read(workspaceId, { path: this.pathOf(workspaceId), sql, params }, signal)) as Row[]
  }

  useKernelFile<T>(work: (db: WorkspaceDatabase) => T): T {
    const { homePath } = this.#options
    const path = this.#isInMemory ? inMemory : join(homePath, 'kernel.sqlite')
    const file = this.#files.get(kernelFileKey) ?? this.#guard(kernelFileKey, () => this.#open(kernelFileKey, path))
    return this.#guard(kernelFileKey, () => file.use(work))
  }

  pathOf(workspaceId: string): string {
    assertWorkspaceId(workspaceId)
    if (this.#isInMemory) throw new InternalError('A workspace that is kept in memory has no file.')
    return join(this.#folder, workspaceId, 'data_plane.sqlite')
  }

  async workspaceIds(): Promise<string[]> {
    if (this.#isInMemory) return [...this.#files.keys()].filter(key => typeof key === 'string')
    try {
      const names = await readdir(this.#folder)
      return names.filter(name => workspaceIdPattern.test(name))
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return []
      throw new UnavailableError(`The folder ${this.#folder} cannot be read.`, { cause: error })
    }
  }

  onWorkspaceClosed(listener: (workspaceId: string) => void): void {
    this.listeners.onClosed(listener)
  }

  async remove(workspaceId: string): Promise<void> {
    assertWorkspaceId(workspaceId)
    this.#removed.add(workspaceId)
    this.forget(workspaceId)
    this.listeners.closed(workspaceId)
    if (!this.#isInMemory) await removeFolder(join(this.#folder, workspaceId))
  }

  get openFiles(): number {
    return this.#files.size
  }

  facts(): { openFiles: number; checkpointFailures: number } {
    return { openFiles: this.#files.size, checkpointFailures: this.#checkpointFailures }
  }

  async status(): Promise<PlaneStatus> {
    const version = sqliteVersion()
    const facts = { driver: 'sqlite', location: this.#folder, version }
    try {
      if (!this.#isInMemory) await access(this.#options.homePath, constants.R_OK | constants.W_OK | constants.X_OK)
      this.useKernelFile(db => db.get('PRAGMA quick_check(1)'))
      const ids = await this.workspaceIds()
      const open = ids.filter(id => this.#files.has(id)).length
      return {
        ...facts,
        healthy: true,
        detail: `the folder is writable; ${open} of ${ids.length} workspaces open`,
      }
    } catch (error) {
      return { ...facts, healthy: false, detail: messageOf(error) }
    }
  }

  get #isInMemory(): boolean {
    return this.#options.homePath === inMemory
  }

  /** Moves every log into its file and lets go of it. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#reads.close()
    if (this.#sweep !== null) clearTimeout(this.#sweep)
    this.#sweep = null
    for (const [key, file] of this.#files) this.#release(key, file)
  }

  /** Whether the files of workspaces are a cache, and what they hold is kept elsewhere: then the methods below are called and asked. */
  protected get isCache(): boolean {
    return false
  }

  /** Within work on a file, a promise of its end, by which its transaction has ended too: work is synchronous. */
  protected endOfWork(): Promise<void> | undefined {
    return this.#files.values().some(file => file.isInUse) ? Promise.resolve() : undefined
  }

  /** Work on the file has ended that may have written to it. */
  protected written(_workspaceId: string): void {}

  /** Whether nothing must be read from the log of the file any more, and nobody reads the file beside SQLite. */
  protected isAtRest(_workspaceId: string): boolean {
    return true
  }

  /** The log was moved into the file, or as much of it as readers allowed. */
  protected checkpointed(_workspaceId: string, _isWhole: boolean): void {}

  /** SQLite has let go of the file. */
  protected closed(_workspaceId: string): void {}

  /** Moves the log of an open file into it. False while somebody reads from the log, and then it may be begun anew all the same. */
  protected checkpoint(workspaceId: string): boolean {
    const file = this.#files.get(workspaceId)
    try {
      return file !== undefined && this.#checkpoint(workspaceId, file)
    } catch (error) {
      this.#noteFailure(workspaceId, error)
      return false
    }
  }

  /** @throws NotFoundError for one that was removed, and for what is no id */
  protected assertThere(workspaceId: string): void {
    assertWorkspaceId(workspaceId)
    if (this.#removed.has(workspaceId)) throw new NotFoundError('There is no such workspace.')
  }

  /** Lets go of a workspace's file, whatever its log holds. */
  protected forget(workspaceId: string): void {
    const file = this.#files.get(workspaceId)
    if (file !== undefined) this.#release(workspaceId, file)
  }

  #openWorkspace(workspaceId: string): SqliteFile {
    this.assertThere(workspaceId)
    const path = this.#isInMemory ? inMemory : this.pathOf(workspaceId)
    return this.#guard(workspaceId, () => {
      if (!this.#isInMemory) makeFolder(dirname(path))
      const file = this.#open(workspaceId, path)
      try {
        this.#assertCurrent(workspaceId, file)
        migrateFile(file, this.#options.plan, {
          place: `Workspace ${workspaceId}`,
          at: this.#options.clock.timestamp(),
          keepBefore: () => this.#keepBefore(path),
        })
      } catch (error) {
        this.#release(workspaceId, file)
        throw error
      }
      return file
    })
  }

  /** A new file has no version yet: the server would make the same of it. */
  #assertCurrent(workspaceId: string, file: SqliteFile): void {
    const { onOutdated, plan } = this.#options
    const fingerprint = onOutdated === undefined ? null : file.use(db => dataMigrationStore.fingerprint(db))
    if (fingerprint === null || fingerprint === plan.fingerprint) return
    onOutdated?.(workspaceId)
    throw new UnavailableError(
      `The data of workspace ${workspaceId} is of another version, or was made with other plugins, than this worker. Restart the worker with the version and the plugins of its server; the server brings the file up to date.`,
    )
  }

  #keepBefore(path: string): void {
    const { homePath, plan, log } = this.#options
    const kept = keepBeforeMigration(path, { homePath, fingerprint: plan.fingerprint })
    log.info({ kept }, 'kept a data file as it was before it is migrated; "svc backup rollback" goes back')
  }

  #open(key: FileKey, path: string): SqliteFile {
    if (this.#isClosed) throw new UnavailableError('The server is stopping; its data is closed.')
    if (!this.#isInMemory) this.#makeRoom()
    const isCache = this.isCache && key !== kernelFileKey
    const file = new SqliteFile(path, isCache ? () => this.written(String(key)) : null)
    this.#files.set(key, file)
    // What is in memory alone ends with its connection.
    if (!this.#isInMemory)
      this.#sweep ??= setTimeout(() => withOwnLogFields({}, () => this.#closeIdle()), sweepMs).unref()
    return file
  }

  #makeRoom(): void {
    if (this.#files.size < this.#mostOpen) return
    const idle = [...this.#files].filter(([key, file]) => this.#mayClose(key, file))
    const [oldest] = idle.sort(([, a], [, b]) => a.lastUsed - b.lastUsed)
    if (oldest !== undefined) this.#release(...oldest)
  }

  #closeIdle(): void {
    const now = performance.now()
    for (const [key, file] of this.#files) {
      if (now - file.lastUsed >= idleMs && this.#mayClose(key, file)) this.#checkpointAndRelease(key, file)
      else if (file.hasLongLog && !this.isCache) void this.#shortenLog(key, file)
    }
    this.#sweep =
      this.#files.size === 0 ? null : setTimeout(() => withOwnLogFields({}, () => this.#closeIdle()), sweepMs).unref()
  }

  #mayClose(key: FileKey, file: SqliteFile): boolean {
    return !file.isInUse && this.isAtRest(String(key))
  }

  /** In a thread, so that no commit waits for it. */
  async #shortenLog(key: FileKey, file: SqliteFile): Promise<void> {
    // A line of its own among the callers: searches of the workspace do not hold it up.
    const line = `log of ${String(key)}`
    await this.#reads.read(line, { checkpoint: file.path }).catch((error: unknown) => {
      if (!this.#isClosed) this.#noteFailure(key, error)
    })
  }

  #checkpointAndRelease(key: FileKey, file: SqliteFile): void {
    try {
      // While another program reads the log it cannot be emptied; the next sweep tries again.
      if (!this.#checkpoint(key, file)) return
    } catch (error) {
      return this.#noteFailure(key, error)
    }
    this.#release(key, file)
  }

  #checkpoint(key: FileKey, file: SqliteFile): boolean {
    const isWhole = file.checkpoint()
    this.checkpointed(String(key), isWhole)
    return isWhole
  }

  #noteFailure(key: FileKey, error: unknown): void {
    this.#checkpointFailures += 1
    this.#options.log.warn({ file: String(key), err: error }, 'a data file could not be checkpointed; trying again')
  }

  #release(key: FileKey, file: SqliteFile): void {
    this.#files.delete(key)
    try {
      // The last connection that closes a file also empties its log and removes it.
      file.close()
    } catch (error) {
      this.#options.log.error({ file: String(key), err: error }, 'a data file could not be closed cleanly')
    }
    this.closed(String(key))
  }

  #guard<T>(key: FileKey, work: () => T): T {
    try {
      return work()
    } catch (error) {
      if (error instanceof SvcError) throw error
      const what = key === kernelFileKey ? "the kernel's file" : `the data of workspace ${String(key)}`
      const full = asStorageFull(error, this.#options.homePath, what)
      if (full !== error) throw full
      const code = codeOf(error) ?? ''
      if (code.startsWith('SQLITE_BUSY'))
        throw new BusyError(`Another process is writing the file with ${what} (${code}). Try again.`, { cause: error })
      if (unusableCodes.test(code)) throw new UnavailableError(describeUnusable(what, code), { cause: error })
      throw error
    }
  }
}

/** Before the id touches a path: whatever it is, it cannot leave the folder. */
export function assertWorkspaceId(workspaceId: string): void {
  if (!workspaceIdPattern.test(workspaceId)) throw new NotFoundError('There is no such workspace.')
}

function describeUnusable(what: string, code: string): string {
  const isDamaged = code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB'
  if (isDamaged)
    return `The file with ${what} is damaged (${code}). Stop the server and restore the file from a backup.`
  return `The file with ${what} cannot be used now (${code}). Check its folder, its permissions and the disk.`
}

function makeFolder(folder: string): void {
  const made = madeFolder(folder)
  if (made === undefined || process.platform === 'win32') return
  const descriptor = openSync(dirname(made), 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

function madeFolder(folder: string): string | undefined {
  try {
    return mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    if (isDiskFull(error)) throw error
    throw new UnavailableError(`The folder ${folder} cannot be made. Check its permissions and the disk.`, {
      cause: error,
    })
  }
}
