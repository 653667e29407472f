import { mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ChildMethodError, codeOf, InternalError, messageOf, UnavailableError } from '@svc/plugin'
import type { ChildThread, HomeCopies, HomeDatabase, SqliteCopies } from '@svc/plugin'
import { asArchiveFault } from '../archive/archive-fault.ts'
import { ArchivePaths } from '../archive/archive-path.ts'
import type { ArchivedApps, ArchivedFile, BackupManifest, LeftOut } from '../archive/backup-manifest.ts'
import type { HashedFile } from '../archive/hashed-file.ts'
import type { FilesAnswer, FilesTask } from './archive-files-thread.ts'
import type { FoundFile } from './home-files.ts'

export interface StagingOptions {
  /** Where the copies lie until they are packed; new. */
  folder: string
  home: string
  sqlite: SqliteCopies
  /** Runs `archive-files-thread.ts`. */
  thread: ChildThread<FilesTask, FilesAnswer>
  derivedTables: HomeCopies['derivedTables']
  signal: AbortSignal
}

/** Names that are not SQLite's alone. */
const otherFormats = /\.db$/

/** Collects what goes into an archive: copies that nobody writes to any more, with their checksums. */
export class Staging {
  readonly files: ArchivedFile[] = []
  /** What an archive cannot hold, or another system could not write. */
  readonly leftOut: LeftOut[] = []
  readonly #options: StagingOptions
  readonly #paths = new ArchivePaths()

  constructor(options: StagingOptions) {
    this.#options = options
  }

  /** Everything in a folder of the home that a backup keeps. */
  async list(below = ''): Promise<FoundFile[]> {
    return (await this.#run({ type: 'list', home: this.#options.home, below })).found
  }

  /** Of files that are added later: no file of the home takes their place. */
  reserve(paths: Iterable<string>): void {
    for (const path of paths) this.#paths.take(path)
  }

  /** Takes over files of the home; one that was deleted meanwhile is left out. */
  async take(all: readonly FoundFile[]): Promise<void> {
    const { home, folder } = this.#options
    const found = all.filter(({ path }) => this.#mayTake(path))
    const databases = new Map<string, ArchivedFile['sqlite']>()
    for (const { path, isSqlite } of found) {
      const facts = isSqlite ? await this.#copyDatabase(path) : null
      if (facts !== null) databases.set(path, facts)
    }
    const paths = found.map(({ path }) => path).filter(path => !databases.has(path))
    const hashes = new Map<string, HashedFile | null>()
    const keep = (of: readonly string[], { hashed: all }: FilesAnswer): void =>
      of.forEach((path, index) => hashes.set(path, all[index] ?? null))
    keep(paths, await this.#run({ type: 'copy', from: home, to: folder, paths }))
    keep([...databases.keys()], await this.#run({ type: 'hash', folder, paths: [...databases.keys()] }))
    for (const { path, executable } of found) {
      const hashed = hashes.get(path)
      const sqlite = databases.get(path)
      if (!hashed) continue
      this.files.push({ path, ...hashed, ...(executable && !sqlite && { executable }), ...(sqlite && { sqlite }) })
    }
  }

  /** Takes over the agent apps of a folder outside of the home. */
  async takeApps(from: string): Promise<ArchivedApps> {
    const { folder } = this.#options
    const { apps } = await this.#run({ type: 'apps', from, to: folder })
    if (!apps) throw new InternalError('The agent apps were copied without a list of them.')
    this.files.push(...apps.files)
    this.reserve(apps.files.map(({ path }) => path))
    return { from, names: apps.names, left_out: apps.leftOut }
  }

  /** Adds a file with this content. */
  async add(path: string, content: Iterable<Uint8Array | string> | AsyncIterable<Uint8Array | string>): Promise<void> {
    const { folder, signal } = this.#options
    await writeFile(await this.#prepare(path), content, { flag: 'wx', mode: 0o600, signal })
    const { hashed: all } = await this.#run({ type: 'hash', folder, paths: [path] })
    const [hashed] = all
    if (hashed) this.files.push({ path, ...hashed })
  }

  /** Adds a database that is made for this. */
  async addDatabase({ path, write }: HomeDatabase): Promise<void> {
    const { folder, sqlite, signal, derivedTables } = this.#options
    const target = await this.#prepare(path)
    const made = `${target}.made`
    signal.throwIfAborted()
    try {
      await write(made)
      const { tables, fingerprint } = await sqlite.copy(made, target, { drop: derivedTables(path), signal })
      const { hashed: all } = await this.#run({ type: 'hash', folder, paths: [path] })
      const [hashed] = all
      if (hashed) this.files.push({ path, ...hashed, sqlite: { tables, schema: fingerprint } })
    } finally {
      for (const end of ['', '-wal', '-shm']) await rm(made + end, { force: true })
    }
  }

  /** Makes the archive, which holds what was taken, and checks it. */
  async pack(path: string, manifest: BackupManifest): Promise<HashedFile> {
    const { hashed } = await this.#run({ type: 'pack', folder: this.#options.folder, manifest, path })
    const [made] = hashed
    if (made) return made
    throw new InternalError('The archive was packed without a checksum.')
  }

  async remove(): Promise<void> {
    await rm(this.#options.folder, { recursive: true, force: true })
  }

  #mayTake(path: string): boolean {
    const reason = this.#paths.take(path)
    if (reason !== null) this.leftOut.push({ path, reason })
    return reason === null
  }

  async #run(task: FilesTask): Promise<FilesAnswer> {
    try {
      return await this.#options.thread.run(task, { workspaceId: '', signal: this.#options.signal })
    } catch (error) {
      throw error instanceof ChildMethodError ? asArchiveFault(error) : error
    }
  }

  /** Null when it only has the name of a database, or is gone. */
  async #copyDatabase(path: string): Promise<NonNullable<ArchivedFile['sqlite']> | null> {
    const { home, sqlite, signal, derivedTables } = this.#options
    const target = await this.#prepare(path)
    try {
      const drop = derivedTables(path)
      const { tables, fingerprint } = await sqlite.copy(join(home, path), target, { drop, signal })
      return { tables, schema: fingerprint }
    } catch (error) {
      signal.throwIfAborted()
      if (await isGone(join(home, path))) return null
      const code = codeOf(error) ?? ''
      if (code === 'SQLITE_NOTADB' && otherFormats.test(path)) {
        await rm(target, { force: true })
        return null
      }
      if (!/^SQLITE_(?:CORRUPT|NOTADB|ERROR)|^$/.test(code)) throw error
      throw new UnavailableError(
        `${join(home, path)} is damaged (${messageOf(error)}), so no whole backup can be made. Stop the server and restore that file from an earlier backup, or move it away.`,
        { cause: error },
      )
    }
  }

  async #prepare(path: string): Promise<string> {
    const target = join(this.#options.folder, path)
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    return target
  }
}

async function isGone(path: string): Promise<boolean> {
  return stat(path).then(
    () => false,
    error => codeOf(error) === 'ENOENT',
  )
}
