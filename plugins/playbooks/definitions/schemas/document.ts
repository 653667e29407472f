import { Type } from 'typebox'
import {
  anything,
  authentication,
  closed,
  dataIn,
  dataOut,
  duration,
  errorDefinition,
  eventConsumption,
  map,
  maybe,
  retryPolicy,
  text,
  timeout,
  timeoutOrName,
} from './parts.ts'

const name = Type.String({
  pattern: '^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$',
  description: 'A name has a-z, 0-9 and -, at most 63 characters.',
})
const version = Type.String({
  pattern: '^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(-[0-9A-Za-z.-]+)?(\\+[0-9A-Za-z.-]+)?$',
  maxLength: 100,
  description: "A version is written as '1.0.0', in quotes.",
})

/** All of a definition but its tasks. */
export const workflowSchema = closed({
  document: closed({
    dsl: Type.String({ pattern: '^1\\.0\\.\\d+$', description: "svc reads dsl '1.0.0' to '1.0.3'." }),
    namespace: name,
    name,
    version,
    title: maybe(text),
    summary: maybe(text),
    tags: maybe(map(Type.String())),
    metadata: maybe(map(anything)),
  }),
  input: maybe(dataIn),
  use: maybe(
    closed({
      authentications: maybe(map(authentication)),
      errors: maybe(map(errorDefinition)),
      functions: maybe(map(anything)),
      retries: maybe(map(retryPolicy)),
      secrets: maybe(Type.Array(text, { uniqueItems: true })),
      timeouts: maybe(map(timeout)),
    }),
  ),
  schedule: maybe(
    closed({ cron: maybe(text), every: maybe(duration), after: maybe(duration), on: maybe(eventConsumption) }),
  ),
  do: Type.Array(anything, { minItems: 1 }),
  timeout: maybe(timeoutOrName),
  output: maybe(dataOut),
  evaluate: maybe(
    closed({
      language: maybe(text),
      mode: maybe(Type.Union([Type.Literal('strict'), Type.Literal('loose')])),
    }),
  ),
})
