import { createServer } from 'node:http'
import type { IncomingHttpHeaders, RequestListener } from 'node:http'
import { listenLocally } from './local-server.ts'
import type { LocalServer } from './local-server.ts'

export interface FakeWebHost extends LocalServer {
  /** `127.0.0.1:PORT`, as an allow-list names it. */
  key: string
  requests: { method: string; path: string; headers: IncomingHttpHeaders; body: string }[]
  /** Connections made so far. */
  connections(): number
  /** Breaks every connection off. */
  cutOff(): void
}

/** A web site on a real port of this machine. */
export async function startFakeWebHost(listener: RequestListener): Promise<FakeWebHost> {
  const requests: FakeWebHost['requests'] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    requests.push({
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(chunks).toString('utf8'),
    })
    listener(request, response)
  })
  let connections = 0
  server.on('connection', () => connections++)
  const local = await listenLocally(server)
  return {
    ...local,
    key: `127.0.0.1:${local.port}`,
    requests,
    connections: () => connections,
    cutOff: () => server.closeAllConnections(),
  }
}
