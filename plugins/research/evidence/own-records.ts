import { ForbiddenError, NotFoundError, UnavailableError, UnprocessableError, UpstreamError } from '@svc/plugin'
import type { HttpServer, JsonObject, JsonValue } from '@svc/plugin'
import type { EvidenceUse } from './evidence.ts'

/** Reads records of other plugins by their own routes, as the caller: their scopes hold. */
export class OwnRecords {
  readonly #http: Pick<HttpServer, 'dispatch'>
  #remembered: Map<string, Promise<JsonObject | null>> | null = null

  constructor(http: Pick<HttpServer, 'dispatch'>) {
    this.#http = http
  }

  /** Reads each record once: for a verification, in which many claims rest on the same. */
  remembering(): OwnRecords {
    const records = new OwnRecords(this.#http)
    records.#remembered = new Map()
    return records
  }

  /** Null when there is none. @throws ForbiddenError, UnavailableError, UnprocessableError, UpstreamError */
  get(path: string, use: EvidenceUse): Promise<JsonObject | null> {
    return this.#once(path, () => this.#ask('GET', path, use))
  }

  /** Of a route that only reads. @throws as {@link get} */
  post(path: string, body: JsonValue, use: EvidenceUse): Promise<JsonObject | null> {
    return this.#once(`${path} ${JSON.stringify(body)}`, () => this.#ask('POST', path, use, body))
  }

  #once(name: string, read: () => Promise<JsonObject | null>): Promise<JsonObject | null> {
    const known = this.#remembered?.get(name)
    if (known) return known
    const reading = read()
    this.#remembered?.set(name, reading)
    return reading
  }

  async #ask(method: string, path: string, { principal, signal }: EvidenceUse, body?: JsonValue) {
    const request = { method, path, principal, signal, ...(body === undefined ? {} : { body }) }
    const answer = await this.#http.dispatch(request)
    if (answer.status === 404) return null
    if (answer.status < 300) return answer.body as JsonObject
    const { detail = `It answered ${answer.status}.`, code = 'forbidden' } = answer.body as {
      detail?: string
      code?: string
    }
    if (answer.status === 403) throw new ForbiddenError(code, detail)
    if (answer.status === 503) throw new UnavailableError(detail)
    if (answer.status === 400 || answer.status === 422) throw new UnprocessableError('unprocessable', detail)
    throw new UpstreamError(`The record that the evidence names could not be read: ${detail}`)
  }
}

/** @throws NotFoundError for a record that evidence is given of and that is not there */
export function requireRecord(record: JsonObject | null, what: string, id: string): JsonObject {
  if (record) return record
  throw new NotFoundError(`There is no ${what} ${id} in this workspace.`)
}
