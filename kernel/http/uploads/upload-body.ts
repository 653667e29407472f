import type { IncomingMessage } from 'node:http'
import { Transform } from 'node:stream'
import type { TransformCallback } from 'node:stream'
import { bodyFault, PayloadTooLargeError, TimeoutError } from '@svc/plugin'

export interface UploadLimits {
  /** Bytes of the whole body. */
  bytes: number
  /** How long nothing may come. */
  stallMs: number
}

/** The bytes of a request as they arrive: counted, and given up on when they stop coming. */
export class UploadBody extends Transform {
  readonly #raw: IncomingMessage
  readonly #limits: UploadLimits
  #bytes = 0
  #stall: NodeJS.Timeout | null = null

  constructor(raw: IncomingMessage, limits: UploadLimits) {
    super()
    this.#raw = raw
    this.#limits = limits
    // A reader gets the error from the stream. Where a handler refused the body before it read any, the error must not end the process.
    this.on('error', () => undefined)
    raw.once('close', () => this.#closed())
    this.#watch()
    raw.pipe(this)
  }

  override _transform(piece: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#bytes += piece.byteLength
    if (this.#bytes > this.#limits.bytes) {
      done(tooLarge(this.#limits.bytes))
      return
    }
    this.#stall?.refresh()
    done(null, piece)
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#unwatch()
    this.#raw.unpipe(this)
    done(error)
  }

  override _final(done: TransformCallback): void {
    this.#unwatch()
    done()
  }

  #watch(): void {
    const { stallMs } = this.#limits
    this.#stall = setTimeout(() => {
      // Nothing comes because we have not read what came: our own disk is the slow one.
      if (this.readableLength > 0) this.#watch()
      else this.destroy(new TimeoutError(`Nothing of the body came for ${stallMs / 1000} s; the upload was given up.`))
    }, stallMs).unref()
  }

  #unwatch(): void {
    if (this.#stall !== null) clearTimeout(this.#stall)
    this.#stall = null
  }

  #closed(): void {
    if (this.#raw.complete || this.destroyed || this.writableFinished) return
    const message = `ended after ${this.#bytes} bytes, before it was whole`
    this.destroy(bodyFault('', message))
  }
}

export function tooLarge(limit: number): PayloadTooLargeError {
  const size = `${limit} bytes (${(limit / 1024 ** 2).toFixed(2)} MiB)`
  return new PayloadTooLargeError(`The body is over the limit of ${size}.`, { extra: { limit_bytes: limit } })
}
