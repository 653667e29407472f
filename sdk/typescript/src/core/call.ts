import { SvcError, foreignAnswer } from './errors.ts'
import type { Received } from './transport/transport.ts'

/** A value with the answer that carried it. */
export interface WithResponse<T> {
  data: T
  response: Response
  requestId: string | null
  /** The server had done this before, and answered as it did then. */
  idempotencyReplayed: boolean
}

/** An answer whose body has come. */
export interface WholeAnswer {
  response: Response
  bytes: Uint8Array<ArrayBuffer>
}

/**
 * A call under way: a promise of its value. `.withResponse()` gives the answer's headers too, `.asResponse()` the answer with its body
 * unread; both must be asked for in the expression that makes the call.
 */
export class Call<T> implements Promise<T> {
  readonly [Symbol.toStringTag] = 'Call'
  readonly #outcome: Promise<WithResponse<T>>
  #raw = false

  constructor(send: () => Promise<Received>, read: (answer: WholeAnswer) => T) {
    this.#outcome = this.#run(send, read)
  }

  then<A = T, B = never>(
    done?: ((value: T) => A | PromiseLike<A>) | null,
    failed?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#outcome.then(({ data }) => data).then(done, failed)
  }

  catch<B = never>(failed?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<T | B> {
    return this.then(null, failed)
  }

  finally(done?: (() => void) | null): Promise<T> {
    return this.then().finally(done)
  }

  withResponse(): Promise<WithResponse<T>> {
    return this.#outcome
  }

  /** The answer as it came, its body to be read by the caller. */
  asResponse(): Promise<Response> {
    this.#raw = true
    return this.#outcome.then(({ response }) => response)
  }

  async #run(send: () => Promise<Received>, read: (answer: WholeAnswer) => T): Promise<WithResponse<T>> {
    const received = await send()
    const { response } = received
    const data = this.#raw ? (undefined as T) : await readWithin(received, read)
    return {
      data,
      response,
      requestId: response.headers.get('x-request-id'),
      idempotencyReplayed: response.headers.get('idempotency-replayed') === 'true',
    }
  }
}

/** Reads the body to its end, however long that takes while pieces of it come. */
export async function readWithin<T>(
  { response, deadline, silence }: Received,
  read: (answer: WholeAnswer) => T,
): Promise<T> {
  try {
    const bytes = await bytesOf(response, () => deadline.within(silence, 'The answer did not go on'))
    return read({ response, bytes })
  } catch (error) {
    throw error instanceof SvcError && !deadline.signal.aborted
      ? error
      : deadline.reasonFor(error, new URL(response.url || 'svc:server').host)
  } finally {
    deadline.close()
  }
}

/** All bytes of the body; `beforePiece` is called whenever one of its pieces is waited for. */
async function bytesOf({ body }: Response, beforePiece: () => void): Promise<Uint8Array<ArrayBuffer>> {
  if (body === null) return new Uint8Array()
  const reader = body.getReader()
  const pieces: Uint8Array<ArrayBuffer>[] = []
  for (;;) {
    beforePiece()
    const { done, value } = await reader.read()
    if (done) return joined(pieces)
    pieces.push(value)
  }
}

function joined(pieces: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let end = 0
  for (const piece of pieces) {
    all.set(piece, end)
    end += piece.length
  }
  return all
}

/** @throws APIError when the answer is no JSON: a page of a proxy, or of another program at this address */
export function readJson<T>({ response, bytes }: WholeAnswer): T {
  const text = new TextDecoder().decode(bytes)
  if (text === '') return undefined as T
  try {
    return JSON.parse(text) as T
  } catch {
    throw foreignAnswer(response, text, 'JSON')
  }
}

export function readBytes({ bytes }: WholeAnswer): Uint8Array {
  return bytes
}
