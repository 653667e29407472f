import { createServer, request as send } from 'node:http'
import { listenLocally } from './local-server.ts'

export interface TestProxy extends AsyncDisposable {
  url: string
}

/** A reverse proxy on a free port; a buffering one keeps an answer back until it is whole, as nginx does by default. */
export async function startTestProxy(options: {
  buffers: boolean
  namesClients: boolean
  /** Where it passes requests on to. */
  target: string
}): Promise<TestProxy> {
  const server = createServer((incoming, outgoing) => {
    const { url = '/', method, headers } = incoming
    const forwarded = options.namesClients
      ? { 'x-forwarded-for': incoming.socket.remoteAddress, 'x-forwarded-proto': 'http' }
      : {}
    const onward = send(new URL(url, options.target), { method, headers: { ...headers, ...forwarded } }, answer => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      if (!options.buffers) {
        outgoing.flushHeaders()
        answer.pipe(outgoing)
        return
      }
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part)).on('end', () => outgoing.end(Buffer.concat(parts)))
    })
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  const { url, close } = await listenLocally(server)
  return { url, [Symbol.asyncDispose]: close }
}
