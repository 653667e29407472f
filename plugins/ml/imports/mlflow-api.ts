import type { Readable } from 'node:stream'
import { Type } from 'typebox'
import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { SvcError, UpstreamError } from '@svc/plugin'
import type { JsonObject } from '@svc/plugin'
import type { CommandClient } from '@svc/plugin/contracts/cli'

/** Numbers of 64 bits, which some servers write as text. */
export const whole = Type.Union([Type.Integer(), Type.String({ pattern: '^-?\\d+$' })])
export const labels = Type.Optional(
  Type.Array(Type.Object({ key: Type.String(), value: Type.Optional(Type.String()) }), {
    description: 'Empty ones have no value.',
  }),
)
/** Of an answer that comes in pages. */
export const nextPage = { next_page_token: Type.Optional(Type.String()) }
const withToken = Type.Object({ next_page_token: Type.String() })

/** The REST API 2.0 of a tracking server of MLflow, with answers checked. */
export class MlflowApi {
  readonly #server: Pick<CommandClient, 'request' | 'download'>
  readonly #address: string

  constructor(server: Pick<CommandClient, 'request' | 'download'>, address: string) {
    this.#server = server
    this.#address = address
  }

  /** @throws UpstreamError when the server refuses, or answers something else */
  async ask<Answer extends TSchema>(
    schema: Answer,
    method: string,
    path: string,
    body?: JsonObject,
  ): Promise<Static<Answer>> {
    const answer = await this.#server.request<unknown>(method, path, body).catch((error: unknown) => {
      throw this.#inWords(error)
    })
    if (Value.Check(schema, answer)) return answer
    throw new UpstreamError(`${this.#address} answered ${path.replace(/\?.*/, '')} with what is no answer of MLflow.`)
  }

  /** Page after page; `ask` asks for the page of a token, the first of which is empty. @throws as `ask` */
  async *pages<Answer>(ask: (token: string) => Promise<Answer>): AsyncGenerator<Answer> {
    for (let token = ''; ;) {
      const answer = await ask(token)
      yield answer
      token = Value.Check(withToken, answer) ? answer.next_page_token : ''
      if (token === '') return
    }
  }

  /** @throws as `ask` */
  async download(path: string): Promise<Readable> {
    return this.#server.download(path).catch((error: unknown) => {
      throw this.#inWords(error)
    })
  }

  #inWords(error: unknown): unknown {
    if (!(error instanceof SvcError)) return error
    const said = typeof error.extra['message'] === 'string' ? error.extra['message'] : error.message
    const remedy = error.status === 401 ? ' Give a token, or a password with --username, in --secret-file.' : ''
    return new UpstreamError(`${this.#address}: ${said}${remedy}`, { cause: error })
  }
}

/** The path of a method with its query; an empty value is left out. */
export function methodPath(method: string, query: Readonly<Record<string, string>> = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== '')
  const search = given.length === 0 ? '' : `?${new URLSearchParams(given)}`
  return `/api/2.0/mlflow/${method}${search}`
}

export function labelsOf(given: readonly { key: string; value?: string }[] = []): Record<string, string> {
  return Object.fromEntries(given.map(({ key, value = '' }) => [key, value]))
}
