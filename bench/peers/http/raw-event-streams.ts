/** The limit: `node:http` alone that holds streams and writes the same bytes to each when it is asked to. */
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'

const frame = Buffer.from(process.env['FRAME'] ?? ': nothing\n\n')
const open = new Set<ServerResponse>()

const server = createServer((request, response) => {
  if (request.method === 'POST') {
    for (const stream of open) stream.write(frame)
    response.end('ok')
    return
  }
  if (request.url !== '/stream') {
    response.end('ok')
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' })
  response.write('retry: 2000\n\n')
  open.add(response)
  response.once('close', () => open.delete(response))
})
process.once('SIGTERM', () => process.exit(0))
server.listen(Number(process.env['PORT']), '127.0.0.1')
