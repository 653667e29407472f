import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { codeOf, messageOf, NotFoundError, syncPath } from '@svc/plugin'
import type { Logger } from '@svc/plugin'
import { ArchiveFault } from '../archive/archive-fault.ts'
import { hashFile } from '../archive/hashed-file.ts'
import type { HashedFile } from '../archive/hashed-file.ts'
import { readManifest } from '../archive/verify-archive.ts'
import type { ArchivedApps, BackupManifest } from '../archive/backup-manifest.ts'

const archiveName = /^svc-backup-\d{8}T\d{6}Z-[0-9a-z]{6}\.tar\.gz$/
const unfinished = '.tmp'

/** A finished archive in the home's `backups` folder. */
export interface Backup extends Pick<BackupManifest, 'created_at' | 'reason'>, HashedFile {
  /** The archive's file name. */
  name: string
  path: string
  /** Null when the archive holds none, or holds them as a part of the home. */
  app_folders: ArchivedApps | null
}

/** `svc-backup-20260131T120000Z-x1y2z3.tar.gz` */
export function archiveNameFor(timestamp: string, shortId: string): string {
  const compact = timestamp.replace(/\.\d+Z$/, 'Z').replaceAll(/[-:]/g, '')
  return `svc-backup-${compact}-${shortId}.tar.gz`
}

/** `<home>/backups`: finished archives, each with its checksum beside it as `sha256sum -c` reads it; anything else ends in `.tmp`. */
export class BackupFolder {
  readonly path: string
  readonly #log: Pick<Logger, 'warn'> | null
  /** Those that were named in the log as unreadable. */
  readonly #unreadable = new Set<string>()
  /** What was read of each: a finished archive stays as it is, and a manifest may name a million files. */
  readonly #known = new Map<string, { state: string; backup: Backup | null }>()

  constructor(home: string, log: Pick<Logger, 'warn'> | null = null) {
    this.path = join(home, 'backups')
    this.#log = log
  }

  async prepare(): Promise<void> {
    await mkdir(this.path, { recursive: true, mode: 0o700 })
  }

  pathOf(name: string): string {
    return join(this.path, name)
  }

  /** Where something of that name is made. */
  unfinishedPath(name: string): string {
    return join(this.path, `${name}${unfinished}`)
  }

  /** Deletes what a process that ended in the middle left behind; only while no backup is being made. */
  async removeUnfinished(): Promise<void> {
    for (const name of await this.#names()) {
      if (name.endsWith(unfinished)) await rm(join(this.path, name), { recursive: true, force: true })
    }
  }

  /** Makes the archive at {@link unfinishedPath} one of the finished ones. */
  async finish(name: string, { sha256 }: HashedFile): Promise<void> {
    const path = join(this.path, name)
    await writeFile(checksumPath(path), `${sha256}  ${name}\n`, { mode: 0o600, flush: true })
    await rename(this.unfinishedPath(name), path)
    await syncPath(this.path)
  }

  /** Newest first. A file that cannot be read as an archive is left out. */
  async list(): Promise<Backup[]> {
    const names = await this.#archives()
    for (const name of this.#known.keys()) if (!names.includes(name)) this.#known.delete(name)
    const found = await Promise.all(names.map(name => this.#backupOf(name)))
    // By name the order of those of one second would be chance.
    return found
      .filter(backup => backup !== null)
      .toSorted((a, b) => b.created_at.localeCompare(a.created_at) || b.name.localeCompare(a.name))
  }

  /** Reads no more of the others than their names, which are in the order of time; of those of one second it may be any. */
  async newest(): Promise<Backup | null> {
    for (const name of (await this.#archives()).toSorted().toReversed()) {
      const backup = await this.#backupOf(name)
      if (backup !== null) return backup
    }
    return null
  }

  async remove(name: string): Promise<void> {
    const path = join(this.path, name)
    await rm(path, { force: true })
    await rm(checksumPath(path), { force: true })
  }

  async #backupOf(name: string): Promise<Backup | null> {
    const path = join(this.path, name)
    try {
      const { size: bytes, mtimeMs, ctimeMs } = await stat(path)
      const state = `${bytes} ${mtimeMs} ${ctimeMs}`
      const known = this.#known.get(name)
      if (known?.state === state) return known.backup
      const backup = await this.#read({ name, path, bytes })
      this.#known.set(name, { state, backup })
      return backup
    } catch (error) {
      // Removed since the folder was read.
      if (codeOf(error) !== 'ENOENT' && !(error instanceof NotFoundError)) this.#warnOf(name, error)
      return null
    }
  }

  /** Null for what is no whole archive. */
  async #read(file: Pick<Backup, 'name' | 'path' | 'bytes'>): Promise<Backup | null> {
    try {
      const { created_at, reason, app_folders = null } = await readManifest(file.path)
      const sha256 = await checksumOf(file.path)
      this.#unreadable.delete(file.name)
      return { ...file, sha256, created_at, reason, app_folders }
    } catch (error) {
      if (!(error instanceof ArchiveFault)) throw error
      this.#warnOf(file.name, error)
      return null
    }
  }

  #warnOf(name: string, error: unknown): void {
    if (this.#unreadable.has(name)) return
    this.#unreadable.add(name)
    this.#log?.warn({ name, reason: messageOf(error) }, 'a file among the backups cannot be read; it is left out')
  }

  async #archives(): Promise<string[]> {
    return (await this.#names()).filter(name => archiveName.test(name))
  }

  async #names(): Promise<string[]> {
    try {
      return await readdir(this.path)
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return []
      throw error
    }
  }
}

function checksumPath(path: string): string {
  return `${path}.sha256`
}

async function checksumOf(path: string): Promise<string> {
  const noted = await readFile(checksumPath(path), 'utf8').catch(() => '')
  const [sha256 = '', name] = noted.trim().split(/ +/)
  if (/^[0-9a-f]{64}$/.test(sha256) && name === basename(path)) return sha256
  return (await hashFile(path)).sha256
}
