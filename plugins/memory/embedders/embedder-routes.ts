import { Type } from 'typebox'
import { actorOf } from '@svc/plugin'
import type { RouteRegistrar } from '@svc/plugin'
import type { EmbedderSettings } from './embedder-settings.ts'

const path = '/api/memory/embedder'
const nullable = (type: 'string' | 'integer') => Type.Unsafe<string | number | null>({ type: [type, 'null'] })

const record = Type.Object(
  {
    embedder: Type.String({ description: '`built-in`, `built-in-int8`, the id of a model, or `off`.' }),
    state: Type.Enum(['ready', 'preparing', 'off']),
    progress: Type.Number({ minimum: 0, maximum: 1, description: 'The share of passages that have its vectors.' }),
    job_id: nullable('string'),
    dimensions: nullable('integer'),
    language: nullable('string'),
    searching_with: nullable('string'),
    runtime: Type.Union([Type.Enum(['native', 'portable']), Type.Null()], {
      description:
        'What runs the built-in model: native code, or WebAssembly, which is several times slower. Null before its first text, and for other models.',
    }),
    problem: Type.Union([Type.String(), Type.Null()], {
      description: 'Why the built-in model could not run last; search uses words alone meanwhile. Null: it could.',
    }),
  },
  { title: 'MemoryEmbedder' },
)
const body = Type.Object(
  {
    embedder: Type.String({
      minLength: 1,
      maxLength: 256,
      description:
        '`built-in` or the faster `built-in-int8` (English, nothing leaves the server), the id of a model that makes embeddings, or `off`.',
    }),
  },
  { additionalProperties: false },
)
const ready = {
  embedder: 'built-in',
  state: 'ready',
  progress: 1,
  job_id: null,
  dimensions: 512,
  language: 'en',
  searching_with: 'built-in',
  runtime: 'native',
  problem: null,
}
const preparing = {
  embedder: 'text-embedding-3-small',
  state: 'preparing',
  progress: 0,
  job_id: 'job_01jzcq3m5n8v7x2k4w6y9a0b1c',
  dimensions: 1536,
  language: null,
  searching_with: 'built-in',
  runtime: null,
  problem: null,
}

/** What turns the workspace's memories into vectors. */
export function embedderRoutes(app: RouteRegistrar, settings: EmbedderSettings): void {
  app.route({
    method: 'GET',
    path,
    operationId: 'getMemoryEmbedder',
    summary: 'What search by meaning runs on',
    description: 'While another embedder is being prepared, searches go on with the one in `searching_with`.',
    permission: 'memory:read',
    responses: { 200: { description: 'The embedder', schema: record, example: ready } },
    handler: request => settings.get(request.principal.workspace_id),
  })

  app.route({
    method: 'PUT',
    path,
    operationId: 'setMemoryEmbedder',
    summary: 'Choose what search by meaning runs on',
    description:
      'One text is embedded at once, as a trial. Then a job embeds every passage; searches use the embedder from before until all is done, and are never without one.',
    permission: { role: 'admin', scope: 'memory:write' },
    body,
    example: { summary: 'A model of a connected provider', body: { embedder: 'text-embedding-3-small' } },
    responses: { 200: { description: 'The embedder, and how far it is', schema: record, example: preparing } },
    errors: { 422: ['embedder_failed'] },
    longRunning: true,
    handler: request => settings.put(actorOf(request), request.body.embedder, request.signal),
  })
}
