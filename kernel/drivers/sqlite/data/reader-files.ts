// A file that is let go of can be emptied of its log and closed by its owner.
const idleMs = 1000
const sweepMs = 250

interface Held<File> {
  file: File
  lastUsed: number
}

/** What a thread has open to read the files of workspaces, each until it was unused for a second. */
export class ReaderFiles<File extends { close(): void }> {
  readonly #mostOpen: number
  readonly #openFile: (path: string) => File
  /** Those that nobody uses now; the one that was used last stands last. */
  readonly #kept = new Map<string, Held<File>>()
  #sweep: NodeJS.Timeout | null = null

  constructor(mostOpen: number, openFile: (path: string) => File) {
    this.#mostOpen = mostOpen
    this.#openFile = openFile
  }

  use<T>(path: string, work: (file: File) => T): T {
    const [oldest = ''] = this.#kept.keys()
    if (this.#kept.size >= this.#mostOpen && !this.#kept.has(path)) this.#take(oldest)?.close()
    const file = this.#take(path) ?? this.#openFile(path)
    try {
      const result = work(file)
      this.#kept.set(path, { file, lastUsed: performance.now() })
      this.#sweep ??= setTimeout(() => this.#closeIdle(), sweepMs)
      return result
    } catch (error) {
      // What failed may be the connection itself.
      file.close()
      throw error
    }
  }

  #take(path: string): File | undefined {
    const held = this.#kept.get(path)
    this.#kept.delete(path)
    return held?.file
  }

  #closeIdle(): void {
    const now = performance.now()
    for (const [path, { lastUsed }] of this.#kept) if (now - lastUsed >= idleMs) this.#take(path)?.close()
    this.#sweep = this.#kept.size === 0 ? null : setTimeout(() => this.#closeIdle(), sweepMs)
  }
}
