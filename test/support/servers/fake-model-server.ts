import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface FakeToolCall {
  id: string
  name: string
  arguments: string
}

/** What the fake provider answers to one request for a completion. */
export interface FakeAnswer {
  text?: string
  toolCalls?: FakeToolCall[]
  finishReason?: string
  usage?: { prompt_tokens: number; completion_tokens: number } | null
  /** An error instead: its status, headers and body. */
  status?: number
  headers?: Record<string, string>
  body?: string
  /** The stream's bytes as they are, one write each, instead of what the text would make. */
  rawChunks?: (string | Uint8Array)[]
  /** `break`: the connection is cut after the chunks. `hang`: nothing more comes. */
  ending?: 'break' | 'hang'
}

export interface FakeModelRequest {
  path: string
  headers: IncomingMessage['headers']
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a test reads whatever part it asserts
  body: any
  /** Resolves when the client has closed the connection before the answer was complete. */
  left: Promise<void>
}

export type FakeScript = FakeAnswer | ((request: FakeModelRequest) => FakeAnswer)

export interface FakeModelServer {
  /** With `/v1`. */
  baseUrl: string
  requests: FakeModelRequest[]
  /** Answers in turn; the last is repeated. A function looks at the request first, and at every one as long as it is the last. */
  script(...answers: FakeScript[]): void
  close(): Promise<void>
}

const model = 'fake-model'
const created = 1_700_000_000

/** A chat-completions server on a real port, with the wire format of the OpenAI API, answering from a script. */
export async function startFakeModelServer(): Promise<FakeModelServer> {
  const requests: FakeModelRequest[] = []
  let answers: FakeScript[] = [{ text: 'Hello.' }]
  const server = createServer((request, response) => {
    void serve(request, response)
  })

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readJson(request)
    const left = new Promise<void>(resolve => response.once('close', () => !response.writableFinished && resolve()))
    const asked = { path: request.url ?? '', headers: request.headers, body, left }
    requests.push(asked)
    if (request.url === '/v1/models') return sendModels(response)
    if (request.url === '/v1/embeddings') return sendEmbeddings(response, body)
    if (request.url !== '/v1/chat/completions')
      return send(response, 404, { error: { message: `Invalid URL (${request.url})`, type: 'invalid_request_error' } })
    const next = (answers.length > 1 ? answers.shift() : answers[0]) ?? {}
    const answer = typeof next === 'function' ? next(asked) : next
    if (answer.status !== undefined) return sendError(response, answer)
    if (body?.stream === true) return stream(response, answer, body?.stream_options?.include_usage === true)
    send(response, 200, completion(answer))
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    script: (...next) => {
      answers = next
    },
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

async function readJson(request: IncomingMessage) {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString('utf8')
  return text === '' ? null : JSON.parse(text)
}

function send(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

function sendModels(response: ServerResponse): void {
  send(response, 200, {
    object: 'list',
    data: [model, 'other-model'].map(id => ({ id, object: 'model', created, owned_by: 'fake' })),
  })
}

/** Each text's vector begins with its length, so that a test can distinguish them. */
function sendEmbeddings(response: ServerResponse, body: { input: unknown; encoding_format?: string }): void {
  const inputs: unknown[] = Array.isArray(body.input) ? body.input : [body.input]
  const vectors = inputs.map(input => [
    Array.isArray(input) || typeof input === 'string' ? input.length : 1,
    0.5,
    -0.25,
  ])
  send(response, 200, {
    object: 'list',
    data: vectors.map((vector, index) => ({
      object: 'embedding',
      index,
      embedding:
        body.encoding_format === 'base64' ? Buffer.from(Float32Array.from(vector).buffer).toString('base64') : vector,
    })),
    model: 'fake-embedding',
    usage: { prompt_tokens: 5, total_tokens: 5 },
  })
}

function sendError(response: ServerResponse, answer: FakeAnswer): void {
  const body =
    answer.body ?? JSON.stringify({ error: { message: 'scripted failure', type: 'error', param: null, code: null } })
  response.writeHead(answer.status ?? 500, { 'content-type': 'application/json', ...answer.headers }).end(body)
}

function finishReason(answer: FakeAnswer): string {
  return answer.finishReason ?? (answer.toolCalls ? 'tool_calls' : 'stop')
}

function usageOf(answer: FakeAnswer) {
  const { prompt_tokens, completion_tokens } = answer.usage ?? { prompt_tokens: 7, completion_tokens: 3 }
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens }
}

function wireCalls(answer: FakeAnswer) {
  return answer.toolCalls?.map(({ id, name, arguments: text }) => ({
    id,
    type: 'function',
    function: { name, arguments: text },
  }))
}

function completion(answer: FakeAnswer) {
  const message = {
    role: 'assistant',
    content: answer.text ?? null,
    refusal: null,
    ...(answer.toolCalls && { tool_calls: wireCalls(answer) }),
  }
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created,
    model,
    choices: [{ index: 0, message, logprobs: null, finish_reason: finishReason(answer) }],
    usage: usageOf(answer),
  }
}

function chunk(delta: unknown, reason: string | null): string {
  const choices = [{ index: 0, delta, logprobs: null, finish_reason: reason }]
  return `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created, model, choices })}\n\n`
}

/** Tool calls come the way OpenAI sends them: id and name first, the arguments in pieces, calls interleaved by index. */
function toolChunks(calls: FakeToolCall[]): string[] {
  const heads = calls.map((call, index) =>
    chunk(
      { tool_calls: [{ index, id: call.id, type: 'function', function: { name: call.name, arguments: '' } }] },
      null,
    ),
  )
  const pieces = calls.flatMap((call, index) =>
    (call.arguments.match(/[\s\S]{1,5}/g) ?? []).map(piece =>
      chunk({ tool_calls: [{ index, function: { arguments: piece } }] }, null),
    ),
  )
  return [...heads, ...pieces]
}

function streamed(answer: FakeAnswer, withUsage: boolean): string[] {
  const words = answer.text?.match(/\S+\s*/g) ?? []
  const usage = {
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created,
    model,
    choices: [],
    usage: usageOf(answer),
  }
  return [
    chunk({ role: 'assistant', content: '' }, null),
    ...words.map(word => chunk({ content: word }, null)),
    ...toolChunks(answer.toolCalls ?? []),
    chunk({}, finishReason(answer)),
    ...(withUsage && answer.usage !== null ? [`data: ${JSON.stringify(usage)}\n\n`] : []),
    'data: [DONE]\n\n',
  ]
}

async function stream(response: ServerResponse, answer: FakeAnswer, withUsage: boolean): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', ...answer.headers })
  for (const bytes of answer.rawChunks ?? streamed(answer, withUsage)) {
    // Each piece its own packet, so that a reader sees it cut where the script cut it.
    await new Promise(resolve => response.write(bytes, resolve))
    await new Promise(setImmediate)
  }
  if (answer.ending === 'hang') return
  if (answer.ending === 'break') response.destroy()
  else response.end()
}
