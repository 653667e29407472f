import { createServer, request } from 'node:http'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export interface Proxy {
  url: string
  /** Streams of events that are open. */
  streams: Set<ServerResponse>
  /** How often somebody asked for a stream of events. */
  asked: number
  /** Drops what the server says on streams of events. */
  isDeaf: boolean
  close(): Promise<void>
}

/** A proxy in front of a server. One that `buffers` passes an answer on when it has all of it, as one does that is not set up for streams. */
export async function startProxy(target: string, { buffers = false } = {}): Promise<Proxy> {
  const server = createServer((incoming, answer) => {
    const { method, url = '/', headers } = incoming
    if (url.startsWith('/api/events')) proxy.asked += 1
    const asked = request(new URL(url, target), { method, headers }, response => {
      const { statusCode = 502 } = response
      answer.on('close', () => response.destroy())
      if (buffers) {
        buffer(response).then(
          body => {
            const { 'transfer-encoding': _, ...kept } = response.headers
            answer.writeHead(statusCode, { ...kept, 'content-length': body.length }).end(body)
          },
          () => answer.destroy(),
        )
        return
      }
      answer.writeHead(statusCode, response.headers)
      answer.flushHeaders()
      const isStream = url.startsWith('/api/events') && statusCode === 200
      if (isStream) proxy.streams.add(answer)
      answer.on('close', () => proxy.streams.delete(answer))
      response.on('data', (piece: Buffer) => (isStream && proxy.isDeaf ? undefined : answer.write(piece)))
      response.on('end', () => answer.end())
      response.on('error', () => answer.destroy())
    })
    asked.on('error', () => answer.destroy())
    incoming.pipe(asked)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const proxy: Proxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    streams: new Set(),
    asked: 0,
    isDeaf: false,
    close: () =>
      new Promise(resolve => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return proxy
}
