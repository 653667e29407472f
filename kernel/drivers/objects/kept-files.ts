import type { Logger } from '@svc/plugin'
import type { CacheFolder } from './cache-folder.ts'

export interface KeptFile {
  sha256: string
  size: number
  /** How the file was when its hash was right; null: not looked at since the start. */
  checkedMs: number | null
  /** When a use was noted on the disk. */
  touchedMs: number
  /** Callers that use the file now: it is not removed. */
  uses: number
}

/** Which files a cache has, the one that was used longest ago first, and how many bytes they are. */
export class KeptFiles {
  readonly #folder: CacheFolder
  readonly #maxBytes: number
  readonly #log: Logger
  readonly #files = new Map<string, KeptFile>()
  readonly #removing = new Map<string, Promise<void>>()
  #bytes = 0
  #arrivingBytes = 0

  constructor({ folder, maxBytes, log }: { folder: CacheFolder; maxBytes: number; log: Logger }) {
    this.#folder = folder
    this.#maxBytes = maxBytes
    this.#log = log
  }

  get count(): number {
    return this.#files.size
  }

  get bytes(): number {
    return this.#bytes
  }

  get(sha256: string): KeptFile | undefined {
    return this.#files.get(sha256)
  }

  /** In place of one of the same hash. */
  add(file: KeptFile): void {
    const before = this.#files.get(file.sha256)
    if (before) this.drop(before)
    this.#files.set(file.sha256, file)
    this.#bytes += file.size
  }

  drop(file: KeptFile): void {
    if (this.#files.get(file.sha256) !== file) return
    this.#files.delete(file.sha256)
    this.#bytes -= file.size
  }

  /** It was used now. */
  moveToEnd(file: KeptFile): void {
    if (this.#files.get(file.sha256) !== file) return
    this.#files.delete(file.sha256)
    this.#files.set(file.sha256, file)
  }

  async release(file: KeptFile): Promise<void> {
    file.uses -= 1
    await this.makeRoom()
  }

  /** Runs `receive` with room for as many bytes, which count until it has ended. */
  async arriving<T>(sha256: string, size: number, receive: () => Promise<T>): Promise<T> {
    // A file of the same name that is still being removed would take the new one with it.
    await this.#removing.get(sha256)
    this.#arrivingBytes += size
    try {
      await this.makeRoom()
      return await receive()
    } finally {
      this.#arrivingBytes -= size
    }
  }

  /** Removes what was used longest ago, until the rest and what is arriving fit. */
  async makeRoom(): Promise<void> {
    const removed: Promise<void>[] = []
    for (const file of this.#files.values()) {
      if (this.#bytes + this.#arrivingBytes <= this.#maxBytes) break
      if (file.uses > 0) continue
      this.drop(file)
      removed.push(this.#remove(file))
    }
    await Promise.all(removed)
  }

  async #remove(file: KeptFile): Promise<void> {
    const { sha256 } = file
    const removing = this.#folder.remove(sha256).catch((error: unknown) => {
      // A reader holds it where open files cannot be removed: it counts on, until room is needed again.
      this.#log.warn({ sha256, error }, 'a file of the cache could not be removed')
      this.add(file)
    })
    this.#removing.set(sha256, removing)
    await removing
    if (this.#removing.get(sha256) === removing) this.#removing.delete(sha256)
  }
}
