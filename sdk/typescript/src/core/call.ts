import { SvcError, foreignAnswer } from './errors.ts'
import { observedBody } from './transport/body.ts'
import type { Received } from './transport/transport.ts'

/** A value with the answer that carried it. */
export interface WithResponse<T> {
  data: T
  response: Response
  requestId: string | null
  /** The server had done this before, and answered as it did then. */
  idempotencyReplayed: boolean
}

/**
 * A call under way: a promise of its value. `.withResponse()` gives the answer's headers too, `.asResponse()` the answer with its body
 * unread; both must be asked for in the expression that makes the call.
 */
export class Call<T> implements Promise<T> {
  readonly [Symbol.toStringTag] = 'Call'
  readonly #outcome: Promise<WithResponse<T>>
  #raw = false

  constructor(send: () => Promise<Received>, read: (response: Response) => Promise<T>) {
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

  async #run(send: () => Promise<Received>, read: (response: Response) => Promise<T>): Promise<WithResponse<T>> {
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
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const waitForMore = (): void => deadline.within(silence, 'The answer did not go on')
  waitForMore()
  try {
    return await read(observedAnswer(response, waitForMore))
  } catch (error) {
    throw error instanceof SvcError && !deadline.signal.aborted
      ? error
      : deadline.reasonFor(error, new URL(response.url || 'svc:server').host)
  } finally {
    deadline.close()
  }
}

function observedAnswer(response: Response, onChunk: () => void): Response {
  const { body, status } = response
  // Chromium gives an answer without content a body, and makes no such answer itself.
  return body === null || status === 204 ? response : new Response(observedBody(body, onChunk), response)
}

/** @throws APIError when the answer is no JSON: a page of a proxy, or of another program at this address */
export async function readJson<T>(response: Response): Promise<T> {
  const text = await response.text()
  if (text === '') return undefined as T
  try {
    return JSON.parse(text) as T
  } catch {
    throw foreignAnswer(response, text, 'JSON')
  }
}

export async function readBytes(response: Response): Promise<Uint8Array> {
  return new Uint8Array(await response.arrayBuffer())
}

export function readText(response: Response): Promise<string> {
  return response.text()
}
