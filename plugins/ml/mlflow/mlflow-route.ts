import { Type } from 'typebox'
import type { TSchema } from 'typebox'
import type { Principal, RouteRegistrar, RouteReply } from '@svc/plugin'
import { mlflowProblem } from './errors.ts'
import type { MinuteRate } from './rate.ts'

export const root = '/api/2.0/mlflow'
/** MLflow's face is a group of its own in the OpenAPI document. */
export const mlflowTag = 'MLflow'
const bodyBytes = 1024 * 1024 + 64 * 1024
const open = { additionalProperties: true }
const longestInPath = 250

/** The fields of a request, from the body or the query: each is checked where it is read. */
export type Fields = Readonly<Record<string, unknown>>

export interface MlflowCall {
  fields: Fields
  principal: Principal
  workspaceId: string
  signal: AbortSignal
  /** To answer JSON that is text already. */
  jsonText: RouteReply['jsonText']
}

export interface MlflowRoute {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Behind {@link root}. */
  path: string
  operationId: string
  summary: string
  /** Fields that stand in the path. */
  params?: readonly string[]
  /** What the fields are, for the document; those of the query of a GET. */
  fields: Record<string, TSchema>
  answer: Record<string, TSchema>
  example: { fields: Record<string, unknown>; answer: Record<string, unknown> }
  /** True: `ml:read` is enough. */
  reads?: boolean
  run(call: MlflowCall): object | Promise<object>
}

export const text = Type.Unknown({ description: 'Text.' })
export const whole = Type.Unknown({ description: 'A whole number; text is taken too.' })
export const double = Type.Unknown({ description: 'A number, or "NaN", "Infinity", "-Infinity".' })
export const list = Type.Unknown({ description: 'A list.' })
export const anything = Type.Unknown()

/** A route of MLflow: only a developer key opens it, unknown fields pass, and errors have its form. */
export function mlflowRoute(app: RouteRegistrar, rate: MinuteRate, route: MlflowRoute): void {
  const { method, path, operationId, summary, fields, answer, example, reads = method === 'GET', run } = route
  const inPath = Object.fromEntries((route.params ?? []).map(name => [name, Type.String({ maxLength: longestInPath })]))
  const optional = Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, Type.Optional(schema)]))
  const schema = Type.Object(optional, open)
  const isQuery = method === 'GET'
  app.route({
    method,
    path: `${root}/${path}`,
    operationId,
    summary,
    tag: mlflowTag,
    description:
      'As MLflow’s REST API has it. A developer key alone opens it: as a bearer token, or as the password of Basic.',
    permission: { key: reads ? 'ml:read' : 'ml:write' },
    keyAsPassword: true,
    rateLimited: false,
    idempotent: false,
    etag: false,
    problem: mlflowProblem,
    bodyLimit: bodyBytes,
    jsonMembers: 50_000,
    ...(route.params !== undefined && { params: Type.Object(inPath, { additionalProperties: false }) }),
    ...(isQuery ? { query: schema } : { body: schema }),
    responses: {
      200: { description: 'As MLflow answers', schema: Type.Object(answer, open), example: example.answer },
    },
    example: isQuery ? { query: example.fields } : { body: example.fields },
    async handler({ body, query, params, principal, signal }, reply) {
      rate.count(principal)
      const given = (isQuery ? query : body) as Fields | undefined
      return run({
        fields: { ...given, ...(params as Fields | undefined) },
        principal,
        workspaceId: principal.workspace_id,
        signal,
        jsonText: pieces => reply.jsonText(pieces),
      })
    },
  })
}
