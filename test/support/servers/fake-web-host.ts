import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders, RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface FakeWebHost {
  /** `http://127.0.0.1:PORT` */
  url: string
  /** `127.0.0.1:PORT`, as an allow-list names it. */
  key: string
  port: number
  requests: { method: string; path: string; headers: IncomingHttpHeaders; body: string }[]
  /** Connections made so far. */
  connections(): number
  /** Breaks every connection off. */
  cutOff(): void
  close(): Promise<void>
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
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    key: `127.0.0.1:${port}`,
    port,
    requests,
    connections: () => connections,
    cutOff: () => server.closeAllConnections(),
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
