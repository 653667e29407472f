import { SvcError } from '@svc/plugin'
import type { JsonValue } from '@svc/plugin'
import { workerLinkPath, workerMismatch } from '@svc/plugin/contracts/worker-link'

/** A JSON request to the server and its answer. */
export interface ServerLink {
  /** Where the server is, for people. */
  readonly name: string
  /** @throws UnavailableError while the server cannot be reached */
  request(method: 'GET' | 'POST', path: string, body?: JsonValue): Promise<{ status: number; body: JsonValue }>
  close(): Promise<void>
}

/** The requests of a worker to its server. */
export class LinkClient {
  readonly #link: ServerLink
  readonly #onMismatch: (error: SvcError) => void

  constructor(link: ServerLink, onMismatch: (error: SvcError) => void) {
    this.#link = link
    this.#onMismatch = onMismatch
  }

  get<Answer>(path: string): Promise<Answer> {
    return this.#call('GET', path)
  }

  post<Answer>(path: string, body: object): Promise<Answer> {
    return this.#call('POST', path, body)
  }

  async #call<Answer>(method: 'GET' | 'POST', path: string, body?: object): Promise<Answer> {
    // What is sent was made of plain records, and the server checks it against its schema.
    const answer = await this.#link.request(method, `${workerLinkPath}${path}`, body as JsonValue | undefined)
    if (answer.status < 400) return answer.body as Answer
    const error = problemOf(answer)
    if (error.code === workerMismatch) this.#onMismatch(error)
    throw error
  }
}

function problemOf({ status, body }: { status: number; body: JsonValue }): SvcError {
  const problem = body !== null && typeof body === 'object' && !Array.isArray(body) ? body : {}
  const code = typeof problem['code'] === 'string' ? problem['code'] : 'unexpected_answer'
  const detail = typeof problem['detail'] === 'string' ? problem['detail'] : `The server answered ${status}.`
  return new SvcError(status, code, detail)
}
