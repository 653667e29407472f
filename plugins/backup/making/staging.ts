import { mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { codeOf, messageOf, UnavailableError } from '@svc/plugin'
import type { HomeCopies, SqliteCopies } from '@svc/plugin'
import type { ArchivedFile } from '../archive/backup-manifest.ts'
import { copyHashed, hashFile } from '../archive/hashed-file.ts'
import type { FoundFile } from './home-files.ts'

export interface StagingOptions {
  /** Where the copies lie until they are packed; new. */
  folder: string
  home: string
  sqlite: SqliteCopies
  derivedTables: HomeCopies['derivedTables']
  signal: AbortSignal
}

/** Names that are not SQLite's alone. */
const otherFormats = /\.db$/

/** Collects what goes into an archive: copies that nobody writes to any more, with their checksums. */
export class Staging {
  readonly files: ArchivedFile[] = []
  readonly #options: StagingOptions

  constructor(options: StagingOptions) {
    this.#options = options
  }

  /** Takes over files of the home; one that was deleted meanwhile is left out. */
  async take(found: readonly FoundFile[]): Promise<void> {
    for (const file of found) {
      const taken = await this.#takeOne(file)
      if (taken !== null) this.files.push(taken)
    }
  }

  /** Adds a file with this content. */
  async add(path: string, content: Iterable<Uint8Array | string> | AsyncIterable<Uint8Array | string>): Promise<void> {
    const target = await this.#prepare(path)
    await writeFile(target, content, { flag: 'wx', mode: 0o600, signal: this.#options.signal })
    this.files.push({ path, ...(await hashFile(target, { signal: this.#options.signal })) })
  }

  async remove(): Promise<void> {
    await rm(this.#options.folder, { recursive: true, force: true })
  }

  async #takeOne(file: FoundFile): Promise<ArchivedFile | null> {
    const { home, signal } = this.#options
    try {
      const sqlite = file.isSqlite ? await this.#takeSqlite(file.path) : null
      if (sqlite !== null) return sqlite
      const copy = await copyHashed(join(home, file.path), await this.#prepare(file.path), signal)
      return { path: file.path, ...copy, ...(file.executable ? { executable: true as const } : {}) }
    } catch (error) {
      signal.throwIfAborted()
      if (await isGone(join(home, file.path))) return null
      throw error
    }
  }

  /** Null when it only has the name of a database. */
  async #takeSqlite(path: string): Promise<ArchivedFile | null> {
    const { home, sqlite, signal, derivedTables } = this.#options
    const target = await this.#prepare(path)
    try {
      const drop = derivedTables(path)
      const { tables, fingerprint } = await sqlite.copy(join(home, path), target, { drop, signal })
      return { path, ...(await hashFile(target, { signal })), sqlite: { tables, schema: fingerprint } }
    } catch (error) {
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
