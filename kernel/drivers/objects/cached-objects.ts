import { open } from 'node:fs/promises'
import { DamagedContentError, StorageFullError, UnavailableError, ValidationError } from '@svc/plugin'
import type { Clock, GetObjectOptions, Ids, Logger, ObjectStore, OpenedObject } from '@svc/plugin'
import { orAborted } from '@svc/plugin/library/turns/or-aborted'
import { CacheFolder } from './cache-folder.ts'
import { KeptFiles } from './kept-files.ts'
import type { KeptFile } from './kept-files.ts'
import { rangeFault } from './object-faults.ts'

/** An object and the hash that its content must have. */
export interface HashedObject {
  name: string
  /** In hex; also the name of its file. */
  sha256: string
}

export interface CachedObjectsOptions {
  store: ObjectStore
  /** The folder of the cache, of this process alone. */
  path: string
  /** Bytes that the files may have together. What is in use may go above. */
  maxBytes: number
  clock: Clock
  ids: Ids
  log: Logger
  /** Counts uses of what was here, of what was not, and fetches that failed. */
  count?: (event: 'hit' | 'miss' | 'failure') => void
}

/** A fetch, or a look at a file, that several callers wait for. */
interface Preparation {
  /** Resolves with a file that is held once for each caller that still waits. */
  done: Promise<KeptFile>
  file: KeptFile | null
  waiting: number
  stop: AbortController
}

const hashPattern = /^[0-9a-f]{64}$/
/** A use is noted on the disk no more often, so that a busy object costs one look at its file. */
const touchMs = 60_000

/** Objects of a store as files of a folder: the ones used last. Several callers that want an object fetch it once. */
export class CachedObjects {
  readonly #options: CachedObjectsOptions
  readonly #folder: CacheFolder
  readonly #files: KeptFiles
  readonly #preparing = new Map<string, Preparation>()
  #hits = 0
  #misses = 0

  private constructor(options: CachedObjectsOptions) {
    this.#options = options
    this.#folder = new CacheFolder(options)
    this.#files = new KeptFiles({ folder: this.#folder, ...options })
  }

  /** Takes over the files of the last process, and removes what it left half written. */
  static async open(options: CachedObjectsOptions): Promise<CachedObjects> {
    const cache = new CachedObjects(options)
    for (const { usedMs, ...found } of await cache.#folder.open()) {
      cache.#files.add({ ...found, checkedMs: null, touchedMs: usedMs, uses: 0 })
    }
    await cache.#files.makeRoom()
    return cache
  }

  /**
   * Runs `work` with a file of the object's content, which stays until it has ended. Nobody writes into it.
   * @throws what {@link ObjectStore.get} does, DamagedContentError, and StorageFullError when this machine has no room
   */
  async use<T>(
    object: HashedObject,
    work: (file: { path: string; size: number }) => T | Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    const file = await this.#take(object, signal)
    try {
      return await work({ path: this.#folder.pathOf(object.sha256), size: file.size })
    } finally {
      await this.#files.release(file)
    }
  }

  /** As {@link ObjectStore.get}. @throws as {@link use} */
  get(object: HashedObject, { range, signal }: GetObjectOptions = {}): Promise<OpenedObject> {
    const opening = async ({ path, size }: { path: string; size: number }): Promise<OpenedObject> => {
      if (range && (range.start >= size || range.end < range.start)) throw rangeFault(object.name, range, size)
      // An open file can be read although its name is removed meanwhile.
      const file = await open(path, 'r')
      return { size, body: file.createReadStream({ ...range, signal }) }
    }
    return this.use(object, opening, signal)
  }

  /** Whether {@link use} finds it here, if it is whole. */
  has(sha256: string): boolean {
    return this.#files.get(sha256) !== undefined
  }

  facts(): { files: number; bytes: number; hits: number; misses: number } {
    return { files: this.#files.count, bytes: this.#files.bytes, hits: this.#hits, misses: this.#misses }
  }

  /** The caller holds the file, and releases it. */
  async #take(object: HashedObject, signal: AbortSignal | undefined): Promise<KeptFile> {
    const { sha256 } = object
    if (!hashPattern.test(sha256)) throw new ValidationError(`${object.name} was asked for without its hash.`)
    signal?.throwIfAborted()
    const file = this.#files.get(sha256)
    if (file && this.#options.clock.now() - file.touchedMs < touchMs) {
      file.uses += 1
      if (await this.#isAsChecked(file)) return this.#hit(file)
      file.uses -= 1
    }
    return this.#join(object, signal)
  }

  async #join(object: HashedObject, signal: AbortSignal | undefined): Promise<KeptFile> {
    const running = this.#preparing.get(object.sha256) ?? this.#begin(object)
    running.waiting += 1
    try {
      return await (signal ? orAborted(running.done, signal) : running.done)
    } catch (error) {
      running.waiting -= 1
      // It was done just as this caller left.
      if (running.file) await this.#files.release(running.file)
      else if (running.waiting === 0) {
        this.#end(object.sha256, running)
        running.stop.abort(error)
      }
      throw error
    }
  }

  #begin(object: HashedObject): Preparation {
    const stop = new AbortController()
    const prepared = this.#prepare(object, stop.signal)
    const running: Preparation = { done: prepared, file: null, waiting: 0, stop }
    running.done = prepared.then(
      file => {
        running.file = file
        // Held once by the preparation until now.
        file.uses += running.waiting - 1
        this.#end(object.sha256, running)
        return file
      },
      (error: unknown) => {
        this.#end(object.sha256, running)
        throw error
      },
    )
    this.#preparing.set(object.sha256, running)
    return running
  }

  #end(sha256: string, running: Preparation): void {
    if (this.#preparing.get(sha256) === running) this.#preparing.delete(sha256)
  }

  /** The file, held. */
  async #prepare(object: HashedObject, signal: AbortSignal): Promise<KeptFile> {
    const { sha256, name } = object
    const { log } = this.#options
    const file = this.#files.get(sha256)
    if (file) {
      file.uses += 1
      if (await this.#isWhole(file)) return this.#hit(file)
      log.warn({ object: name, sha256 }, 'a file of the cache is gone or damaged; it is fetched again')
      this.#files.drop(file)
    }
    this.#misses += 1
    this.#options.count?.('miss')
    try {
      return await this.#fetchWhole(object, signal)
    } catch (error) {
      if (error instanceof UnavailableError || error instanceof StorageFullError) this.#options.count?.('failure')
      throw error
    }
  }

  async #fetchWhole(object: HashedObject, signal: AbortSignal): Promise<KeptFile> {
    const { sha256, name } = object
    for (let tries = 1; tries <= 2; tries += 1) {
      const fetched = await this.#fetch(object, signal)
      if (fetched) return fetched
      this.#options.log.warn({ object: name, sha256, tries }, 'an object came with another content than its hash says')
    }
    throw new DamagedContentError(
      `The object ${name} in the place of SVC_CONTENT_URL is damaged: its hash is another than ${sha256}. Restore it there.`,
    )
  }

  #hit(file: KeptFile): KeptFile {
    this.#hits += 1
    this.#options.count?.('hit')
    this.#files.moveToEnd(file)
    return file
  }

  async #isAsChecked({ sha256, size, checkedMs }: KeptFile): Promise<boolean> {
    return checkedMs !== null && (await this.#folder.changedMs(sha256, size)) === checkedMs
  }

  /** Reads the content, unless it is as it was when its hash was right, and notes the use. */
  async #isWhole(file: KeptFile): Promise<boolean> {
    const { sha256, size } = file
    const isWhole =
      (await this.#isAsChecked(file)) ||
      ((await this.#folder.changedMs(sha256, size)) !== null && (await this.#folder.isWhole(sha256)))
    if (!isWhole) return false
    await this.#noteUse(file)
    return true
  }

  /** Null when what came has another hash. */
  async #fetch({ name, sha256 }: HashedObject, signal: AbortSignal): Promise<KeptFile | null> {
    const { size, body } = await this.#options.store.get(name, { signal })
    return this.#files.arriving(sha256, size, async () => {
      if (!(await this.#folder.receive(sha256, body, signal))) return null
      const file: KeptFile = { sha256, size, checkedMs: null, touchedMs: 0, uses: 1 }
      await this.#noteUse(file)
      this.#files.add(file)
      return file
    })
  }

  /** Of a file whose hash was right. */
  async #noteUse(file: KeptFile): Promise<void> {
    await this.#folder.touch(file.sha256)
    file.checkedMs = await this.#folder.changedMs(file.sha256, file.size)
    file.touchedMs = this.#options.clock.now()
  }
}
