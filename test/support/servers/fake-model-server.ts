import { answersInTurn, jsonAnswer, startAnsweringServer } from './fake-vendor-server.ts'
import type { VendorAnswer, VendorRequest } from './fake-vendor-server.ts'

export interface FakeToolCall {
  id: string
  name: string
  arguments: string
  /** What stands beside it, such as a signature. */
  beside?: object
}

/** What the fake provider answers to one request for a completion. */
export interface FakeAnswer {
  text?: string
  /** Deltas before all others: what it thinks. */
  thoughts?: object[]
  toolCalls?: FakeToolCall[]
  finishReason?: string
  usage?: {
    prompt_tokens: number
    completion_tokens: number
    prompt_tokens_details?: { cached_tokens: number }
  } | null
  /** An error instead: its status, headers and body. */
  status?: number
  headers?: Record<string, string>
  body?: string
  /** The stream's bytes as they are, one write each, instead of what the text would make. */
  rawChunks?: VendorAnswer['chunks']
  /** `break`: the connection is cut after the chunks. `hang`: nothing more comes. */
  ending?: 'break' | 'hang'
}

export type FakeScript = FakeAnswer | ((request: VendorRequest) => FakeAnswer | Promise<FakeAnswer>)

export interface FakeModelServer {
  /** With `/v1`. */
  baseUrl: string
  requests: VendorRequest[]
  /** Answers in turn; the last is repeated. A function looks at the request first, and at every one as long as it is the last. */
  script(...answers: FakeScript[]): void
  close(): Promise<void>
}

const model = 'fake-model'
const created = 1_700_000_000

/** A chat-completions server on a real port, with the wire format of the OpenAI API, answering from a script. */
export async function startFakeModelServer(): Promise<FakeModelServer> {
  const { script, next } = answersInTurn<FakeScript>({ text: 'Hello.' })
  const { url, requests, close } = await startAnsweringServer(async request => {
    const { path, body } = request
    if (path === '/v1/models') return models()
    if (path === '/v1/embeddings') return embeddings(body)
    if (path !== '/v1/chat/completions')
      return jsonAnswer({ error: { message: `Invalid URL (${path})`, type: 'invalid_request_error' } }, 404)
    const scripted = next()
    const answer = typeof scripted === 'function' ? await scripted(request) : scripted
    if (answer.status !== undefined) return failure(answer, answer.status)
    if (body?.stream === true) return streamed(answer, body?.stream_options?.include_usage === true)
    return jsonAnswer(completion(answer))
  })
  return { baseUrl: `${url}/v1`, requests, script, close }
}

function models(): VendorAnswer {
  return jsonAnswer({
    object: 'list',
    data: [model, 'other-model'].map(id => ({ id, object: 'model', created, owned_by: 'fake' })),
  })
}

/** Each text's vector begins with its length, so that a test can distinguish them. */
function embeddings(body: { input: unknown; encoding_format?: string }): VendorAnswer {
  const inputs: unknown[] = Array.isArray(body.input) ? body.input : [body.input]
  const vectors = inputs.map(input => [
    Array.isArray(input) || typeof input === 'string' ? input.length : 1,
    0.5,
    -0.25,
  ])
  return jsonAnswer({
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

function failure({ body, headers }: FakeAnswer, status: number): VendorAnswer {
  const scripted = { error: { message: 'scripted failure', type: 'error', param: null, code: null } }
  const answer = jsonAnswer(scripted, status, headers)
  return body === undefined ? answer : { ...answer, chunks: [body] }
}

function finishReason(answer: FakeAnswer): string {
  return answer.finishReason ?? (answer.toolCalls ? 'tool_calls' : 'stop')
}

function usageOf(answer: FakeAnswer) {
  const usage = answer.usage ?? { prompt_tokens: 7, completion_tokens: 3 }
  return { ...usage, total_tokens: usage.prompt_tokens + usage.completion_tokens }
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
      {
        tool_calls: [
          { index, id: call.id, type: 'function', function: { name: call.name, arguments: '' }, ...call.beside },
        ],
      },
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

function streamed(answer: FakeAnswer, withUsage: boolean): VendorAnswer {
  const { rawChunks, headers, ending } = answer
  const chunks = rawChunks ?? streamedChunks(answer, withUsage)
  return { chunks, ...(headers && { headers }), ...(ending && { ending }) }
}

function streamedChunks(answer: FakeAnswer, withUsage: boolean): string[] {
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
    ...(answer.thoughts ?? []).map(thought => chunk(thought, null)),
    ...words.map(word => chunk({ content: word }, null)),
    ...toolChunks(answer.toolCalls ?? []),
    chunk({}, finishReason(answer)),
    ...(withUsage && answer.usage !== null ? [`data: ${JSON.stringify(usage)}\n\n`] : []),
    'data: [DONE]\n\n',
  ]
}
