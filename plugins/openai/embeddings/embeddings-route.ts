import { Readable } from 'node:stream'
import { Type } from 'typebox'
import { route } from '@svc/plugin'
import type { JsonObject, JsonValue, RouteDefinition, RouteReply, RouteRequest } from '@svc/plugin'
import type { ResolvedModel } from '@svc/plugin/contracts/models'
import type { OpenAiServices } from '../openai-services.ts'
import { answerHeaders } from '../wire/answer-headers.ts'
import { bodyLimits } from '../wire/body-limits.ts'
import { modelProblem } from '../wire/errors.ts'
import { Faults, isGiven, numberIn } from '../wire/faults.ts'
import { isOwnModel } from '../wire/own-models.ts'

/** Texts may come as numbers, one for each token. */
const mostTokens = 2_000_000

const maxInputs = 2048

// Its other fields are read where they are used, or passed on.
const body = Type.Unsafe<JsonObject>(
  Type.Object(
    { model: Type.String({ minLength: 1, maxLength: 256 }), input: Type.Unknown() },
    { additionalProperties: true },
  ),
)

/** `POST /v1/embeddings`. */
export function embeddingsRoute(services: OpenAiServices): RouteDefinition {
  return route({
    method: 'POST',
    path: '/v1/embeddings',
    operationId: 'createEmbedding',
    summary: 'Turn texts into vectors, as OpenAI does',
    permission: { key: 'models:write' },
    body,
    ...bodyLimits,
    jsonMembers: mostTokens,
    keepBytes: true,
    longRunning: true,
    idempotent: false,
    problem: modelProblem,
    responses: {
      200: {
        description: 'One vector a text, in order',
        example: {
          object: 'list',
          data: [{ object: 'embedding', index: 0, embedding: [0.1, -0.2] }],
          model: 'text-embedding-3-small',
          usage: { prompt_tokens: 2, total_tokens: 2 },
        },
      },
    },
    errors: { 429: ['token_budget_exceeded'], 502: ['upstream_error'], 504: ['timeout'] },
    example: { body: { model: 'text-embedding-3-small', input: ['Good day.'] } },
    handler: (request, reply) => embed(services, request, reply),
  })
}

async function embed(services: OpenAiServices, request: RouteRequest<{ body: JsonObject }>, reply: RouteReply) {
  const startedAt = performance.now()
  const { principal, body: json } = request
  const ended = services.calls.begin(principal)
  try {
    const id = String(json['model'])
    refuseOwnModel(id)
    const model = await services.models.resolve(principal, id)
    return model.forwards.has('/embeddings')
      ? await forwarded(services, { request, reply, json, model, startedAt })
      : await translated(services, { request, reply, json, model, startedAt })
  } finally {
    ended()
  }
}

interface Call {
  request: RouteRequest
  reply: RouteReply
  json: JsonObject
  model: ResolvedModel
  startedAt: number
}

function refuseOwnModel(id: string): void {
  if (!isOwnModel(id)) return
  const faults = new Faults()
  faults.add('/model', `${JSON.stringify(id.slice(0, 100))} answers chats and makes no embeddings`)
  faults.refuse()
}

async function forwarded(services: OpenAiServices, { request, reply, json, model, startedAt }: Call) {
  const { principal, signal } = request
  const bytes = request.bytes ?? Buffer.from(JSON.stringify(json))
  const answer = await services.models.forward({ path: '/embeddings', body: bytes, json, model, principal, signal })
  const pieces: Uint8Array[] = []
  await answer.pipe(piece => void pieces.push(piece))
  const whole = Buffer.concat(pieces)
  answerHeaders(request, reply, { startedAt, budget: services.models.budget(principal), now: services.clock.now() })
  reply.status(answer.status).header('content-length', String(whole.length))
  return reply.stream(Readable.from([whole]), answer.content_type)
}

async function translated(services: OpenAiServices, { request, reply, json, model, startedAt }: Call) {
  const { principal, signal } = request
  const { input, dimensions, isBase64 } = embeddingRequest(json)
  const answer = await services.models.embed({
    model: model.id,
    input,
    ...(dimensions !== undefined && { dimensions }),
    principal,
    signal,
  })
  answerHeaders(request, reply, { startedAt, budget: services.models.budget(principal), now: services.clock.now() })
  return {
    object: 'list',
    data: answer.vectors.map((vector, index) => ({
      object: 'embedding',
      index,
      embedding: isBase64 ? base64(vector) : vector,
    })),
    model: answer.model,
    usage: { prompt_tokens: answer.usage.prompt_tokens, total_tokens: answer.usage.prompt_tokens },
  }
}

function embeddingRequest(json: JsonObject): { input: string[]; dimensions: number | undefined; isBase64: boolean } {
  const faults = new Faults()
  const input = texts(json['input'], faults)
  const dimensions = numberIn(json, 'dimensions', { least: 1, most: 65_536, integer: true }, faults)
  const format = json['encoding_format']
  if (isGiven(format) && format !== 'float' && format !== 'base64') {
    faults.add('/encoding_format', 'must be float or base64')
  }
  faults.refuse()
  return { input, dimensions, isBase64: format === 'base64' }
}

function texts(value: JsonValue | undefined, faults: Faults): string[] {
  const list = Array.isArray(value) ? value : [value ?? '']
  if (list.length === 0 || list.length > maxInputs) {
    faults.add('/input', `must be 1 to ${maxInputs} texts`)
    return []
  }
  if (list.some(text => typeof text === 'number' || Array.isArray(text))) {
    faults.add('/input', 'must be text for this model: it does not read tokens')
    return []
  }
  if (list.every(text => typeof text === 'string' && text !== '')) return list.map(text => String(text).toWellFormed())
  faults.add('/input', 'must be a string that is not empty, or a list of them')
  return []
}

/** Little-endian floats of 32 bits, as OpenAI sends them. */
function base64(vector: readonly number[]): string {
  const bytes = Buffer.alloc(vector.length * 4)
  for (const [index, value] of vector.entries()) bytes.writeFloatLE(value, index * 4)
  return bytes.toString('base64')
}
