import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { DamagedContentError, NotFoundError, PayloadTooLargeError } from '@svc/plugin'
import type { Contents, ContentStore, StagedContent } from '@svc/plugin'
import type { UnderWay } from '@svc/plugin/library/contents/under-way'
import { withContent } from '@svc/plugin/library/contents/with-content'
import type { WantedContent } from '@svc/plugin/library/contents/with-content'
import { snapshotStore } from './snapshot-store.ts'

/** Bytes that are kept, and the hash that names them. */
export interface KeptBytes {
  sha256: string
  size: number
}

/** What a file is found to be when it is read again. */
export type FileState = 'sound' | 'missing' | 'altered'

/** Snapshots and texts of sources: contents of the workspace named by the hash of their bytes, so that one is kept once. */
export class SnapshotFiles {
  readonly contents: Contents
  readonly #underWay: UnderWay
  readonly #maxBytes: number

  constructor({ store, underWay, maxBytes }: { store: ContentStore; underWay: UnderWay; maxBytes: number }) {
    this.contents = store.of({ part: 'snapshots', isKept: (db, sha256) => snapshotStore.has(db, sha256) })
    this.#underWay = underWay
    this.#maxBytes = maxBytes
  }

  /** What arrives while `work` lasts, and is not recorded in it, is not kept. */
  async arriving<T>(workspaceId: string, work: (files: ArrivingFiles) => Promise<T>): Promise<T> {
    const files = new ArrivingFiles(this.contents, { workspaceId, maxBytes: this.#maxBytes })
    return this.#underWay.during(workspaceId, async () => {
      try {
        return await work(files)
      } finally {
        await files.discard()
      }
    })
  }

  /** Runs `work` with the path of a kept file. @throws NotFoundError */
  withPath<T>(wanted: WantedContent, work: (path: string) => Promise<T>): Promise<T> {
    return this.#underWay.during(wanted.workspaceId, () => withContent(this.contents, wanted, work))
  }

  /** The text of a file that is known to be UTF-8; null when the file is gone. */
  async text(workspaceId: string, sha256: string): Promise<string | null> {
    return (await this.bytes(workspaceId, sha256))?.toString('utf8') ?? null
  }

  bytes(workspaceId: string, sha256: string): Promise<Buffer | null> {
    return orNull(this.contents.read(workspaceId, sha256))
  }

  /** Reads a file again and compares its bytes with the hash that names it. */
  async check(workspaceId: string, sha256: string): Promise<{ state: FileState; bytes: Buffer | null }> {
    try {
      const bytes = await this.bytes(workspaceId, sha256)
      if (bytes === null) return { state: 'missing', bytes }
      return { state: hash('sha256', bytes) === sha256 ? 'sound' : 'altered', bytes }
    } catch (error) {
      if (error instanceof DamagedContentError) return { state: 'altered', bytes: null }
      throw error
    }
  }

  async stream(workspaceId: string, sha256: string): Promise<{ content: Readable; size: number } | null> {
    const file = await orNull(this.contents.open(workspaceId, sha256))
    return file && { content: file.createReadStream(), size: (await file.stat()).size }
  }

  /** Removes those of the hashes that no source has any more; `forget` gives them, after it has deleted their records. */
  async removing(workspaceId: string, forget: () => Promise<readonly string[]>): Promise<void> {
    await this.#underWay.during(workspaceId, async () => this.contents.sweep(workspaceId, new Set(await forget())))
  }
}

/** Bytes that have come for sources, and that no source has yet. */
export class ArrivingFiles {
  readonly #contents: Contents
  readonly #workspaceId: string
  readonly #maxBytes: number
  readonly #staged = new Map<string, StagedContent>()

  constructor(contents: Contents, { workspaceId, maxBytes }: { workspaceId: string; maxBytes: number }) {
    this.#contents = contents
    this.#workspaceId = workspaceId
    this.#maxBytes = maxBytes
  }

  /** @throws PayloadTooLargeError, StorageFullError, what the content throws */
  async keep(content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<KeptBytes> {
    let bytes = 0
    const reservation = {
      add: (more: number) => {
        bytes += more
        if (bytes > this.#maxBytes) throw tooLarge(this.#maxBytes)
      },
      release: () => undefined,
    }
    const staged = await this.#contents.stage(this.#workspaceId, Readable.from(content), reservation)
    if (this.#staged.has(staged.sha256)) await this.#contents.discard(staged)
    else this.#staged.set(staged.sha256, staged)
    return { sha256: staged.sha256, size: staged.size }
  }

  keepText(text: string): Promise<KeptBytes> {
    return this.keep([Buffer.from(text)])
  }

  /** Where what arrived lies until it is recorded. */
  path(sha256: string): string {
    const staged = this.#staged.get(sha256)
    if (!staged) throw new NotFoundError('The source did not arrive.')
    return staged.path
  }

  /** Runs `record`, which writes the records of these in a transaction and confirms them there. Those that it does not record are removed. */
  async record<T>(hashes: readonly string[], record: () => T): Promise<T> {
    const staged = [...new Set(hashes)].flatMap(sha256 => this.#staged.get(sha256) ?? [])
    try {
      return await this.#contents.place(staged, record)
    } finally {
      for (const { sha256 } of staged) this.#staged.delete(sha256)
      await this.#contents.sweep(this.#workspaceId, new Set(staged.map(({ sha256 }) => sha256)))
    }
  }

  /** In the transaction that records them. @throws UnavailableError when another request has removed one just now */
  confirm(hashes: readonly string[]): void {
    for (const staged of hashes.flatMap(sha256 => this.#staged.get(sha256) ?? [])) this.#contents.confirm(staged)
  }

  async discard(): Promise<void> {
    for (const staged of this.#staged.values()) await this.#contents.discard(staged)
  }
}

async function orNull<T>(content: Promise<T>): Promise<T | null> {
  try {
    return await content
  } catch (error) {
    if (error instanceof NotFoundError) return null
    throw error
  }
}

function tooLarge(limit: number): PayloadTooLargeError {
  return new PayloadTooLargeError(
    `The source is larger than ${Math.floor(limit / 1024 / 1024)} MiB. Add the part of it that you quote.`,
  )
}
