import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { listenLocally } from '../../test/support/servers/local-server.ts'

/** The world outside: a slow provider of models, a receiver of webhooks, and a server that counts what playbooks ask of it. */
export interface Outside {
  /** `host:port` */
  address: string
  url: string
  /** Ids of events that webhooks brought, with how often. */
  delivered: ReadonlyMap<string, number>
  /** Idempotency keys of calls that playbooks made, by the run they belong to. */
  called: ReadonlyMap<string, ReadonlySet<string>>
  close(): Promise<void>
}

const wordMs = 20

export async function startOutside(): Promise<Outside> {
  const delivered = new Map<string, number>()
  const called = new Map<string, Set<string>>()
  const server = createServer((request, response) => {
    answer(request, response, { delivered, called }).catch((error: unknown) => response.destroy(error as Error))
  })
  const { url, port, close } = await listenLocally(server)
  return { address: `127.0.0.1:${port}`, url, delivered, called, close }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { delivered, called }: { delivered: Map<string, number>; called: Map<string, Set<string>> },
): Promise<void> {
  const text = await bodyOf(request)
  const url = new URL(request.url ?? '/', 'http://outside')
  if (url.pathname === '/v1/models') {
    json(response, { object: 'list', data: [{ id: 'slow', object: 'model', created: 1, owned_by: 'soak' }] })
    return
  }
  if (url.pathname === '/v1/chat/completions') {
    await complete(response, JSON.parse(text) as { stream?: boolean; messages: { content: unknown }[] })
    return
  }
  if (url.pathname === '/hook') {
    const id = String(request.headers['webhook-id'] ?? '')
    delivered.set(id, (delivered.get(id) ?? 0) + 1)
    json(response, {})
    return
  }
  if (url.pathname === '/effect') {
    const run = url.searchParams.get('run') ?? ''
    const keys = called.get(run) ?? new Set()
    called.set(run, keys.add(String(request.headers['idempotency-key'] ?? '')))
    json(response, { counted: keys.size })
    return
  }
  response.writeHead(404).end()
}

/** Echoes the last message, word by word. */
async function complete(
  response: ServerResponse,
  { stream, messages }: { stream?: boolean; messages: { content: unknown }[] },
): Promise<void> {
  const content = messages.at(-1)?.content
  const words = `Echo: ${typeof content === 'string' ? content : JSON.stringify(content)}`.match(/\S+\s*/g) ?? []
  const usage = { prompt_tokens: 5, completion_tokens: words.length, total_tokens: 5 + words.length }
  const about = { id: 'chatcmpl-soak', created: 1, model: 'slow' }
  if (stream !== true) {
    await pause(wordMs * words.length)
    const message = { role: 'assistant', content: words.join('') }
    json(response, {
      ...about,
      object: 'chat.completion',
      usage,
      choices: [{ index: 0, message, finish_reason: 'stop' }],
    })
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const chunk = (choices: object[], more = {}): void => {
    response.write(`data: ${JSON.stringify({ ...about, object: 'chat.completion.chunk', choices, ...more })}\n\n`)
  }
  for (const word of words) {
    chunk([{ index: 0, delta: { content: word }, finish_reason: null }])
    await pause(wordMs)
  }
  chunk([{ index: 0, delta: {}, finish_reason: 'stop' }])
  chunk([], { usage })
  response.end('data: [DONE]\n\n')
}

function json(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return Buffer.concat(pieces).toString('utf8')
}
