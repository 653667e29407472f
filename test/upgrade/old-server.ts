import type { JsonLike } from '@svc/plugin'

export const owner = { username: 'owner', password: 'correct horse battery' }

/** A server of any version, asked as its owner. Its routes and their answers changed over time. */
export class OldServer {
  readonly url: string
  #headers: Record<string, string> = {}

  constructor(url: string) {
    this.url = url
  }

  async signIn(): Promise<void> {
    const answer = await this.#send('POST', '/api/auth/login', owner)
    if (!answer.ok) throw new Error(`The owner cannot sign in: ${answer.status} ${await answer.text()}`)
    this.#headers = { cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
  }

  /** From now on by this key. */
  useKey(key: string): void {
    this.#headers = { authorization: `Bearer ${key}` }
  }

  /** Null: this version has no such route, or no such record. */
  // The caller knows what the route answers.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  async ask(method: string, path: string, body?: JsonLike): Promise<any> {
    const answer = await this.#send(method, path, body)
    const text = await answer.text()
    if (answer.status === 404) return null
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`)
    return answer.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : text
  }

  #send(method: string, path: string, body?: JsonLike): Promise<Response> {
    const headers = { ...this.#headers, origin: this.url, ...(body && { 'content-type': 'application/json' }) }
    return fetch(this.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  }
}
