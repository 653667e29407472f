import { Type } from 'typebox'
import type { TSchema } from 'typebox'
import { anything, authentication, closed, map, maybe, text } from './parts.ts'

const endpoint = Type.Union([text, closed({ uri: text, authentication: maybe(authentication) })])
const templates = Type.Union([text, map(anything)])
const flag = Type.Boolean()
const expressionText = Type.String({ pattern: '^\\s*\\$\\{', description: 'Give a number, or an expression in ${ }.' })
const wholeNumber = (maximum: number) => Type.Union([Type.Integer({ minimum: 1, maximum }), expressionText])
const numberOrExpression = Type.Union([Type.Number(), expressionText])

/** `with` of each function that svc has. */
export const callArguments: Readonly<Record<string, TSchema>> = {
  http: closed({
    method: text,
    endpoint,
    headers: maybe(templates),
    query: maybe(templates),
    body: maybe(anything),
    output: maybe(Type.Union([Type.Literal('raw'), Type.Literal('content'), Type.Literal('response')])),
    redirect: maybe(flag),
  }),
  agent: closed({
    prompt: text,
    system: maybe(text),
    model: maybe(text),
    tools: maybe(Type.Array(text, { maxItems: 64, uniqueItems: true })),
    session_id: maybe(text),
    schema: maybe(map(anything)),
    max_steps: maybe(wholeNumber(100)),
    max_tokens: maybe(wholeNumber(1_000_000)),
    temperature: maybe(numberOrExpression),
  }),
  tool: closed({ name: text, arguments: maybe(templates) }),
  app: closed({ name: text, inputs: maybe(templates) }),
  'memory.search': closed({
    query: text,
    top_k: maybe(wholeNumber(100)),
    tags: maybe(Type.Union([text, Type.Array(text)])),
    source: maybe(text),
    mode: maybe(text),
  }),
  approval: closed({
    title: text,
    body: maybe(text),
    data: maybe(anything),
    form: maybe(map(anything)),
    assignees: maybe(Type.Union([text, Type.Array(text, { uniqueItems: true })])),
    approvals: maybe(wholeNumber(20)),
    exclude_starter: maybe(flag),
    expires_in: maybe(text),
    on_denied: maybe(Type.Union([Type.Literal('fault'), Type.Literal('continue')])),
    on_expired: maybe(Type.Union([Type.Literal('fault'), Type.Literal('continue')])),
  }),
  sql: closed({
    sql: text,
    params: maybe(Type.Union([text, Type.Array(anything)])),
    limit: maybe(wholeNumber(1_000_000)),
    timeout_ms: maybe(wholeNumber(600_000)),
  }),
}

/** What the standard has and svc does not, with what to use in place of it. */
export const unsupportedCalls: Readonly<Record<string, string>> = {
  openapi: 'Use call: http with the method and address of the operation.',
  grpc: 'Use call: http where the service has an HTTP interface.',
  asyncapi: 'Use call: http where the service has an HTTP interface.',
  a2a: 'Use call: http where the agent has an HTTP interface.',
  mcp: 'Connect the server to svc and use call: tool with the name <server>__<tool>.',
}
