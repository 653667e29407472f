/** Bounds of the HTTP room; tests make them small. */
export interface HttpLimits {
  bodyBytes: number
  jsonDepth: number
  /** Until a request, headers and body, has arrived. */
  requestTimeoutMs: number
  headersTimeoutMs: number
  /** Until a handler that is not `longRunning` has answered. */
  handlerTimeoutMs: number
  streamsPerPrincipal: number
  /** Streams in a form of their own, such as the answers of language models. */
  byteStreamsPerPrincipal: number
  streamQueueBytes: number
  /** How long a stream may stay over its queue before its reader is dropped. */
  streamStallMs: number
  heartbeatSeconds: number
  /** How long nothing may come of a body that is taken as it comes. */
  uploadStallMs: number
  idempotencyTtlMs: number
}

export const defaultLimits: HttpLimits = {
  bodyBytes: 1024 * 1024,
  jsonDepth: 64,
  requestTimeoutMs: 30_000,
  headersTimeoutMs: 10_000,
  handlerTimeoutMs: 60_000,
  streamsPerPrincipal: 32,
  byteStreamsPerPrincipal: 128,
  streamQueueBytes: 256 * 1024,
  streamStallMs: 5_000,
  heartbeatSeconds: 15,
  uploadStallMs: 30_000,
  idempotencyTtlMs: 24 * 60 * 60 * 1000,
}
