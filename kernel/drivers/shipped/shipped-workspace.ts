import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, rm, stat } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import { StorageFullError, UnavailableError } from '@svc/plugin'
import type { ObjectStore, WorldError } from '@svc/plugin'
import { packPages, piecesOf } from './page-set.ts'
import type { RestoredFile } from './restore-file.ts'
import { chunkBytes, commitName, commitWeight, mostBytesOfRow } from './snapshot-manifest.ts'
import type { SnapshotManifest } from './snapshot-manifest.ts'
import type { LogRow } from './workspace-log-store.ts'
import { WalReader } from './wal-reader.ts'
import type { LoggedPages } from './wal-reader.ts'

const snapshotAfterBytes = 16 * 1024 * 1024
const mostLogBytes = 1024 * 1024 * 1024
/** `fenced`: another owner has taken the next place. `lost`: the file was ahead of the log and was thrown away. */
export type WorkspaceState = 'open' | 'fenced' | 'lost' | 'released'

export interface WeighedRow {
  row: LogRow
  /** What it adds to the bytes of the log. */
  weight: number
}

/** A workspace that this server owns, from its takeover on. After it was lost or released, the next takeover makes another one. */
export class ShippedWorkspace {
  readonly id: string
  readonly path: string
  readonly epoch: number
  /** The last place of the log that is known to be ours. */
  seq: number
  state: WorkspaceState = 'open'
  /** Counts the work that may have written, and how far of it the log has everything. */
  noted = 0
  shipped = 0
  isFlying = false
  /** Nothing may use it any more: it is about to be released. */
  isLeaving = false
  /** Somebody reads the file itself: the log must not be moved into it. */
  isRead = false
  /** Requests and jobs that are under way in it. */
  users = 0
  /** These are on the clock of `performance.now()`. */
  lastUsedAt = performance.now()
  nextSnapshotAt = 0
  #unused: PromiseWithResolvers<void> | null = null
  /** Of the log since the last snapshot. */
  logBytes: number
  /** The last snapshot, and which chunks of the file may differ from it. */
  manifest: SnapshotManifest | null
  changed: Set<number>
  /** Whether the file has all of its log. */
  isMoved = true
  #reader: WalReader
  #file: FileHandle | null = null
  /** Of the next news about what was shipped. */
  #news = Promise.withResolvers<void>()

  constructor(place: { id: string; path: string; seq: number; epoch: number }, restored: RestoredFile) {
    this.id = place.id
    this.path = place.path
    this.seq = place.seq
    this.epoch = place.epoch
    this.logBytes = restored.logBytes
    this.manifest = restored.manifest
    this.changed = restored.changed
    this.#reader = new WalReader(`${this.path}-wal`)
  }

  /** Whether the log has all that was committed. */
  get isShipped(): boolean {
    return this.noted === this.shipped && !this.isFlying
  }

  /** Whether the file has what the log has and no more, or gets it by being moved. What is committed from now on stays beside it. */
  get isStill(): boolean {
    return !this.isFlying && !this.isRead && (this.isMoved || this.isShipped)
  }

  get needsSnapshot(): boolean {
    return this.logBytes >= snapshotAfterBytes && this.nextSnapshotAt <= performance.now()
  }

  /** What its callers get instead of it, now; null when they may use it. */
  refusal(mostBytes = mostLogBytes): WorldError | null {
    if (this.isLeaving)
      return new UnavailableError(`Workspace ${this.id} goes to another server.`, { retry_after_seconds: 1 })
    if (this.logBytes <= mostBytes) return null
    return new StorageFullError(`The log of workspace ${this.id} has become too long, since no snapshot can be stored.`)
  }

  leave(): void {
    this.users -= 1
    if (this.users > 0) return
    this.#unused?.resolve()
    this.#unused = null
  }

  /** Resolves once no request and no job is under way in it. */
  unused(): Promise<void> {
    if (this.users === 0) return Promise.resolve()
    this.#unused ??= Promise.withResolvers()
    return this.#unused.promise
  }

  get unmovedBytes(): number {
    return this.#reader.unmovedBytes
  }

  /** Whether so much was committed that others should not wait for it. */
  get isHeavy(): boolean {
    return this.#reader.unreadBytes > mostBytesOfRow
  }

  /** What was committed since the last call; null when it was nothing. @throws RestartedLogError */
  async read(): Promise<LoggedPages | null> {
    const pages = await this.#reader.read()
    if (pages === null) return null
    this.isMoved = false
    for (const number of pages.places.keys()) this.changed.add(Math.floor(((number - 1) * pages.pageSize) / chunkBytes))
    return pages
  }

  async rowOf(pages: LoggedPages, store: ObjectStore): Promise<WeighedRow> {
    const row = { workspace_id: this.id, seq: this.seq + 1, epoch: this.epoch }
    const read = (place: number): Buffer => this.#reader.page(place, pages)
    const fits = pages.places.size * pages.pageSize <= mostBytesOfRow
    if (fits) {
      const packed = packPages(pages, read)
      return { row: { ...row, kind: 'pages', pages: packed }, weight: packed.length }
    }
    const { name, size } = await this.#storePages(pages, read, store)
    return { row: { ...row, kind: 'object', pages: Buffer.from(name) }, weight: commitWeight(size) }
  }

  checkpointed(isWhole: boolean): void {
    this.isMoved = isWhole
    this.#reader.expectRestart()
  }

  /** For reading what SQLite has moved into the file. It is closed with the file, see `docs/decisions/0055`. */
  async file(): Promise<FileHandle> {
    this.#file ??= await open(this.path, 'r')
    return this.#file
  }

  /** SQLite has let go of the file: its log is another one when it is opened again. */
  async closed(): Promise<void> {
    const [reader, file] = [this.#reader, this.#file]
    this.#reader = new WalReader(`${this.path}-wal`)
    this.#file = null
    reader.close()
    await file?.close()
  }

  /** Resolves once the log has all that was committed until now. @throws UnavailableError when it never will, or not soon */
  async settled(): Promise<void> {
    const version = this.noted
    while (this.shipped < version) {
      if (this.state !== 'open') throw this.#gone()
      await this.#news.promise
    }
  }

  settle(version: number): void {
    this.shipped = version
    this.#tell(news => news.resolve())
  }

  /** Nobody who waits should wait longer. */
  giveUp(): void {
    const message = `What workspace ${this.id} has written is not in PostgreSQL yet. Whether it is kept is not known.`
    this.#tell(news => news.reject(new UnavailableError(message)))
  }

  end(state: Exclude<WorkspaceState, 'open'>): void {
    this.state = state
    this.#tell(news => news.resolve())
  }

  #tell(say: (news: PromiseWithResolvers<void>) => void): void {
    const news = this.#news
    this.#news = Promise.withResolvers()
    // There may be nobody who waits.
    news.promise.catch(() => undefined)
    say(news)
  }

  #gone(): UnavailableError {
    return new UnavailableError(
      this.state === 'fenced'
        ? `Another server has taken over workspace ${this.id}.`
        : `What workspace ${this.id} has written could not be kept. Try again.`,
      { retry_after_seconds: 1 },
    )
  }

  async #storePages(pages: LoggedPages, read: (place: number) => Buffer, store: ObjectStore) {
    const path = `${this.path}-pages.tmp`
    const hash = createHash('sha256')
    try {
      const pieces = Readable.from(piecesOf(pages, read))
      const packed = createZstdCompress().on('data', (piece: Buffer) => hash.update(piece))
      await pipeline(pieces, packed, createWriteStream(path, { mode: 0o600 }))
      const name = commitName(this.id, hash.digest('hex'))
      const { size } = await stat(path)
      await store.put(name, { path, size })
      return { name, size }
    } finally {
      await rm(path, { force: true })
    }
  }
}
