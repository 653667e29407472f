/** A model provider that streams words: the first at once, then one every few milliseconds, as the request's `seed` says. */
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'

interface Asked {
  max_tokens?: number
  seed?: number
}

const head = { id: 'chatcmpl-bench', object: 'chat.completion.chunk', created: 1_700_000_000, model: 'bench-model' }
const frame = (rest: object) => Buffer.from(`data: ${JSON.stringify({ ...head, ...rest })}\n\n`)
const choice = (delta: object, reason: string | null) => ({
  choices: [{ index: 0, delta, logprobs: null, finish_reason: reason }],
})
const word = frame(choice({ content: ' words' }, null))
const last = frame(choice({}, 'stop'))
const usage = frame({ choices: [], usage: { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 } })
const done = Buffer.from('data: [DONE]\n\n')

async function bodyOf(request: IncomingMessage): Promise<Asked> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return JSON.parse(Buffer.concat(pieces).toString('utf8')) as Asked
}

function stream({ max_tokens = 1, seed = 0 }: Asked, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
  let left = max_tokens
  const write = () => {
    response.write(word)
    left -= 1
    if (left > 0) return
    clearInterval(timer)
    response.end(Buffer.concat([last, usage, done]))
  }
  const timer = setInterval(write, seed)
  write()
  response.once('close', () => clearInterval(timer))
}

const server = createServer((request, response) => {
  if (request.method === 'POST') {
    void bodyOf(request).then(asked => stream(asked, response))
    return
  }
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ object: 'list', data: [{ id: head.model, object: 'model', created: head.created }] }))
})
process.once('SIGTERM', () => process.exit(0))
server.listen(Number(process.env['PORT']), '127.0.0.1')
