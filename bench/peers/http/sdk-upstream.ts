/** What the SDK calls: one record, and a stream of 20,000 words that ends. */
import { createServer } from 'node:http'

const record = JSON.stringify({ user_id: 'usr_bench', username: 'bench', scopes: ['read', 'write'] })
const words = Array.from({ length: 20_000 }, (_, index) =>
  eventOf(index + 1, { type: 'content', delta: `word${index} ` }),
)
const stream = [...words, eventOf(words.length + 1, { type: 'done' })]

function eventOf(id: number, data: { type: string; delta?: string }): string {
  return `id: ${id}\nevent: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`
}

const server = createServer((request, response) => {
  if (request.url !== '/words') return response.setHeader('content-type', 'application/json').end(record)
  response.setHeader('content-type', 'text/event-stream')
  // Some events a write, as a server sends them under load.
  for (let from = 0; from < stream.length; from += 20) response.write(stream.slice(from, from + 20).join(''))
  return response.end()
})
process.once('SIGTERM', () => server.close().closeAllConnections())
server.listen(Number(process.env['PORT']), '127.0.0.1')
