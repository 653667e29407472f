import { SvcError } from '@svc/plugin'
import type { JsonValue } from '@svc/plugin'
import type { ServerLink } from './server-link.ts'

export const linkPath = '/api/jobs/workers'
export const mismatchCode = 'worker_mismatch'

/** The requests of a worker to its server. */
export class LinkClient {
  readonly #link: ServerLink
  readonly #onMismatch: (error: SvcError) => void

  /** `onMismatch`: the server is of another version by now, so that nothing of this worker is wanted any more. */
  constructor(link: ServerLink, onMismatch: (error: SvcError) => void) {
    this.#link = link
    this.#onMismatch = onMismatch
  }

  get name(): string {
    return this.#link.name
  }

  get<Answer>(path: string): Promise<Answer> {
    return this.#call('GET', path)
  }

  post<Answer>(path: string, body: object): Promise<Answer> {
    return this.#call('POST', path, body)
  }

  close(): Promise<void> {
    return this.#link.close()
  }

  async #call<Answer>(method: 'GET' | 'POST', path: string, body?: object): Promise<Answer> {
    // What is sent was made of plain records, and the server checks it against its schema.
    const answer = await this.#link.request(method, `${linkPath}${path}`, body as JsonValue | undefined)
    if (answer.status < 400) return answer.body as Answer
    const error = problemOf(answer)
    if (error.code === mismatchCode) this.#onMismatch(error)
    throw error
  }
}

function problemOf({ status, body }: { status: number; body: JsonValue }): SvcError {
  const problem = body !== null && typeof body === 'object' && !Array.isArray(body) ? body : {}
  const code = typeof problem['code'] === 'string' ? problem['code'] : 'unexpected_answer'
  const detail = typeof problem['detail'] === 'string' ? problem['detail'] : `The server answered ${status}.`
  return new SvcError(status, code, detail)
}
