import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { globSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listenLocally } from '../../../../test/support/servers/local-server.ts'
import type { LocalServer } from '../../../../test/support/servers/local-server.ts'
import { startSvc } from '../../../support/svc.ts'
import type { SvcServer } from '../../../support/svc.ts'

export const serverPath = 'playbook, whole server'

/** A server on a home that outlives it, and a host outside that its playbooks reach. */
export class BenchServer {
  readonly folder: string
  readonly #host: LocalServer
  readonly #env: Record<string, string>
  #server: SvcServer | undefined
  /** Gets each request of a run. */
  onRequest: (request: IncomingMessage, response: ServerResponse) => void = (_request, response) => void response.end()

  static async start(env: Record<string, string> = {}): Promise<BenchServer> {
    const folder = await mkdtemp(join(tmpdir(), 'svc-bench-playbooks-'))
    const web = createServer()
    const bench = new BenchServer(folder, await listenLocally(web), env)
    web.on('request', (request: IncomingMessage, response: ServerResponse) => {
      request.resume().on('end', () => bench.onRequest(request, response))
    })
    await bench.begin()
    return bench
  }

  private constructor(folder: string, host: LocalServer, env: Record<string, string>) {
    this.folder = folder
    this.#host = host
    this.#env = { SVC_EGRESS_ALLOW: `127.0.0.1:${host.port}`, ...env }
  }

  get server(): SvcServer {
    if (this.#server) return this.#server
    throw new Error('no server runs')
  }

  /** The databases of its workspaces. */
  get files(): string[] {
    return globSync(join(this.folder, 'home/workspaces/*/data_plane.sqlite'))
  }

  /** A server on the same home; milliseconds until it was ready. */
  async begin(): Promise<number> {
    this.#server = await startSvc({ folder: this.folder, env: this.#env })
    return this.#server.readyMs
  }

  async end(): Promise<void> {
    await this.#server?.stop()
    this.#server = undefined
  }

  /** By kill -9. */
  async kill(): Promise<void> {
    await this.server.kill()
    this.#server = undefined
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end()
    await this.#host.close()
    await rm(this.folder, { recursive: true, force: true })
  }

  async ask<Answer>(method: string, path: string, body?: object): Promise<Answer> {
    const answer = await fetch(this.server.url + path, {
      method,
      headers: { authorization: `Bearer ${this.server.key}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`)
    return JSON.parse(text) as Answer
  }

  async store(name: string, tasks: object[]): Promise<void> {
    const document = { dsl: '1.0.3', namespace: 'default', name, version: '1.0.0' }
    await this.ask('POST', '/api/playbooks', { definition: { document, do: tasks } })
  }

  async start(name: string, wait_seconds = 0): Promise<void> {
    await this.ask('POST', '/api/playbooks/runs', { playbook_id: name, wait_seconds })
  }

  /** A task that reaches the host. */
  post(path: string): object {
    const endpoint = `${this.#host.url}${path}`
    return { call: 'http', with: { method: 'post', endpoint, output: 'response' }, output: { as: '{}' } }
  }
}
