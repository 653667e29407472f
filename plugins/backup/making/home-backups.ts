import { open, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { asStorageFull, codeOf, ConflictError, NotFoundError } from '@svc/plugin'
import type { ChildProcesses, Clock, Ids, Logger, Role } from '@svc/plugin'
import { shortened, stageHome, stageWorkspace } from './backup-content.ts'
import type { HomeSources, StagedHome } from './backup-content.ts'
import { archiveNameFor } from './backup-folder.ts'
import type { Backup, BackupFolder } from './backup-folder.ts'
import { newManifest } from '../archive/backup-manifest.ts'
import type { ArchivedApps, BackupManifest, LeftOut } from '../archive/backup-manifest.ts'
import type { HashedFile } from '../archive/hashed-file.ts'
import type { FilesAnswer, FilesTask } from './archive-files-thread.ts'
import { Staging } from './staging.ts'

export interface HomeBackupsOptions extends HomeSources {
  homeId: string
  folder: BackupFolder
  children: Pick<ChildProcesses, 'thread'>
  /** Of svc; known once the server is set up. */
  version(): string
  clock: Clock
  ids: Ids
  log: Logger
  /** Aborts when the server stops. */
  signal: AbortSignal
}

/** An archive to send: complete and checked before its first byte. */
export interface SentBackup extends HashedFile {
  name: string
  body: Readable
}

type Kind = Pick<BackupManifest, 'reason' | 'scope' | 'workspace_id'>

/** Takes over what belongs into the archive; what it answers goes into the manifest. */
type Stage = (staging: Staging) => Promise<StagedHome | void>

interface Made extends HashedFile {
  name: string
  createdAt: string
  apps: ArchivedApps | null
}

/** Archives of the home that this process holds; one is made at a time. */
export class HomeBackups {
  readonly #options: HomeBackupsOptions
  #making: Promise<unknown> | null = null

  constructor(options: HomeBackupsOptions) {
    this.#options = options
  }

  /** Into the home's `backups` folder. @throws StorageFullError; ConflictError `backup_running` while another one is being made */
  async create({ reason, signal }: { reason: Backup['reason']; signal?: AbortSignal }): Promise<Backup> {
    const { folder } = this.#options
    const kind: Kind = { reason, scope: 'home', workspace_id: null }
    const made = await this.#alone(async () => {
      const unfinished = await this.#make(kind, staging => stageHome(staging, this.#options), signal)
      await folder.finish(unfinished.name, unfinished)
      return unfinished
    })
    const { name, bytes, sha256, createdAt, apps } = made
    return { name, path: folder.pathOf(name), bytes, sha256, created_at: createdAt, reason, app_folders: apps }
  }

  /** Newest first. */
  list(): Promise<Backup[]> {
    return this.#options.folder.list()
  }

  newest(): Promise<Backup | null> {
    return this.#options.folder.newest()
  }

  /** @throws NotFoundError */
  async get(name: string): Promise<Backup> {
    const found = (await this.list()).find(backup => backup.name === name)
    if (found) return found
    throw notThere()
  }

  /** One to send, also when it is removed meanwhile. @throws NotFoundError */
  async open(name: string): Promise<SentBackup> {
    const { bytes, sha256, path } = await this.get(name)
    const file = await open(path).catch((error: unknown) => {
      throw codeOf(error) === 'ENOENT' ? notThere() : error
    })
    return { name, bytes, sha256, body: file.createReadStream() }
  }

  async remove(name: string): Promise<void> {
    await this.#options.folder.remove(name)
  }

  /** One workspace with its members and keys, to send, gone from the disk after its last byte; without the passwords of members whose role is higher than `reader`. */
  async workspace(workspaceId: string, signal: AbortSignal, reader: Role): Promise<SentBackup> {
    const kind: Kind = { reason: 'manual', scope: 'workspace', workspace_id: workspaceId }
    return this.#send(kind, staging => stageWorkspace(staging, this.#options, { workspaceId, reader }), signal)
  }

  /** The whole home, to send; gone from the disk after its last byte. */
  async home(signal: AbortSignal): Promise<SentBackup> {
    const kind: Kind = { reason: 'manual', scope: 'home', workspace_id: null }
    return this.#send(kind, staging => stageHome(staging, this.#options), signal)
  }

  /** Resolves when nothing is being made. */
  async idle(): Promise<void> {
    while (this.#making !== null) await this.#making.catch(() => undefined)
  }

  async #alone<T>(work: () => Promise<T>): Promise<T> {
    if (this.#making !== null) {
      throw new ConflictError(
        'backup_running',
        'Another backup is being made. Wait until it has ended, then try again.',
      )
    }
    const making = work()
    this.#making = making
    try {
      return await making
    } finally {
      this.#making = null
    }
  }

  async #send(kind: Kind, stage: Stage, signal: AbortSignal): Promise<SentBackup> {
    const { folder, log } = this.#options
    const { name, bytes, sha256 } = await this.#alone(() => this.#make(kind, stage, signal))
    const path = folder.unfinishedPath(name)
    const body = (await open(path)).createReadStream()
    body.once('close', () => {
      rm(path, { force: true }).catch((error: unknown) => {
        log.warn({ path, err: error }, 'an archive that was sent could not be deleted; the next start does it')
      })
    })
    return { name, bytes, sha256, body }
  }

  /** Leaves the archive at its unfinished path, checked. */
  async #make(kind: Kind, stage: Stage, asked: AbortSignal | undefined): Promise<Made> {
    const { children, folder, home, copies, clock, ids } = this.#options
    const signal = asked ? AbortSignal.any([asked, this.#options.signal]) : this.#options.signal
    const createdAt = clock.timestamp()
    const name = archiveNameFor(createdAt, ids.create('file').slice(-6))
    const sqlite = copies.openSqlite()
    const staged = `${folder.unfinishedPath(`${name}.files`)}`
    const thread = children.thread<FilesTask, FilesAnswer>({
      entry: new URL('./archive-files-thread.ts', import.meta.url),
    })
    const staging = new Staging({ folder: staged, home, sqlite, thread, derivedTables: copies.derivedTables, signal })
    try {
      await folder.prepare()
      const apps = (await copies.holdingRemovals(() => stage(staging))) ?? {}
      const leftOut = shortened(staging.leftOut)
      const missing = leftOut.length === 0 ? {} : { left_out: leftOut }
      const made = await this.#pack({ ...kind, ...apps, ...missing, created_at: createdAt }, name, staging)
      this.#warnOf(name, 'files of agent apps are not in the backup', apps.app_folders?.left_out)
      this.#warnOf(name, 'files of the home are not in the backup', leftOut)
      return { ...made, name, createdAt, apps: apps.app_folders ?? null }
    } catch (error) {
      await rm(folder.unfinishedPath(name), { force: true })
      signal.throwIfAborted()
      throw asStorageFull(error, home, 'the backup')
    } finally {
      await Promise.all([sqlite.close(), thread.close()])
      await staging.remove()
    }
  }

  #warnOf(backup: string, what: string, leftOut: readonly LeftOut[] = []): void {
    if (leftOut.length > 0) this.#options.log.warn({ backup, left_out: leftOut }, what)
  }

  async #pack(
    facts: Kind & StagedHome & Pick<BackupManifest, 'created_at' | 'left_out'>,
    name: string,
    staging: Staging,
  ): Promise<HashedFile> {
    const { folder, homeId, version, jobs } = this.#options
    const manifest = newManifest({
      ...facts,
      svc_version: version(),
      home_id: homeId,
      jobs: jobs === null ? 'workspaces' : 'file',
      files: staging.files,
    })
    return staging.pack(folder.unfinishedPath(name), manifest)
  }
}

function notThere(): NotFoundError {
  return new NotFoundError('There is no such backup in this home.')
}
