import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A proxy in front of a server that passes an answer on when it has all of it, as one does that is not set up for streams. */
export async function startBufferingProxy(target: string): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((incoming, answer) => {
    const { method, url = '/', headers } = incoming
    const asked = request(new URL(url, target), { method, headers }, response => {
      buffer(response).then(
        body => {
          const { 'transfer-encoding': _, ...kept } = response.headers
          answer.writeHead(response.statusCode ?? 502, { ...kept, 'content-length': body.length }).end(body)
        },
        () => answer.destroy(),
      )
      answer.on('close', () => response.destroy())
    })
    asked.on('error', () => answer.destroy())
    incoming.pipe(asked)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise(resolve => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
