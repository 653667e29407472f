import { createHash } from 'node:crypto'
import { constants, createWriteStream } from 'node:fs'
import { copyFile, stat } from 'node:fs/promises'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { InternalError, isDiskFull, PayloadTooLargeError, StorageFullError } from '@svc/plugin'
import type { AnalyticsStage, Reservation } from '@svc/plugin'

/** A file that comes to be imported. It waits in the plane's stage, and counts against the quota meanwhile. */
export class IncomingUpload {
  readonly #open: (isImportSoon: boolean) => Promise<AnalyticsStage>
  readonly #reservation: Reservation
  readonly #maxBytes: number
  #stage: AnalyticsStage | null = null
  #bytes = 0
  #sha256: string | null = null

  /** `open` is called when the first bytes come: what is refused before costs nothing. */
  constructor(
    open: (isImportSoon: boolean) => Promise<AnalyticsStage>,
    { reservation, maxBytes }: { reservation: Reservation; maxBytes: number },
  ) {
    this.#open = open
    this.#reservation = reservation
    this.#maxBytes = maxBytes
  }

  /** Where the bytes are. */
  get stage(): AnalyticsStage {
    if (this.#stage) return this.#stage
    throw new InternalError('An import was begun before its file came.')
  }

  get bytes(): number {
    return this.#bytes
  }

  /** The hash of the received bytes; null unless it was requested. */
  get sha256(): string | null {
    return this.#sha256
  }

  /** @throws PayloadTooLargeError, StorageFullError, and what the stream fails with */
  async take(
    content: Readable | Uint8Array | string,
    options: { signal: AbortSignal; isHashed?: boolean; isImportSoon?: boolean },
  ): Promise<void> {
    const { signal, isHashed = false, isImportSoon = true } = options
    const { path } = (this.#stage = await this.#open(isImportSoon))
    const hash = isHashed ? createHash('sha256') : null
    const count = (bytes: Uint8Array): void => {
      this.#add(bytes.byteLength)
      hash?.update(bytes)
    }
    const counter = new Transform({
      transform(chunk: Uint8Array, _encoding, done) {
        try {
          count(chunk)
          done(null, chunk)
        } catch (error) {
          done(error as Error)
        }
      },
    })
    const source = content instanceof Readable ? content : Readable.from([Buffer.from(content)], { objectMode: false })
    await this.#written(() => pipeline(source, counter, createWriteStream(path, { mode: 0o600 }), { signal }))
    this.#sha256 = hash?.digest('hex') ?? null
  }

  /** A copy of a file of ours. */
  async takeFile(path: string, { isImportSoon = true } = {}): Promise<void> {
    this.#add((await stat(path)).size)
    const stage = (this.#stage = await this.#open(isImportSoon))
    await this.#written(() => copyFile(path, stage.path, constants.COPYFILE_FICLONE))
  }

  /** Removes what is left of it. */
  async discard(): Promise<void> {
    this.#reservation.release()
    await this.#stage?.discard()
  }

  /** From the record on it counts as what is kept. */
  settle(): void {
    this.#reservation.release()
  }

  #add(bytes: number): void {
    this.#bytes += bytes
    if (this.#bytes > this.#maxBytes) {
      throw new PayloadTooLargeError(
        `The file is over the limit of ${this.#maxBytes} bytes an import (SVC_DATA_UPLOAD_MAX_MB). Compress it with gzip, or send it in parts.`,
      )
    }
    this.#reservation.add(bytes)
  }

  async #written(write: () => Promise<void>): Promise<void> {
    try {
      await write()
    } catch (error) {
      if (!isDiskFull(error)) throw error
      throw new StorageFullError('The disk is full: the file could not be kept for its import.', { cause: error })
    }
  }
}
