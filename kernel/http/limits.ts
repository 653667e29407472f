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
  /** Bodies that one caller sends at once to routes that take them as they come. */
  uploadsPerPrincipal: number
  /** Bodies over `bodyBytes` that come at once from one caller to routes that have them in memory whole. */
  largeBodiesPerPrincipal: number
  /** How long nothing of an answer of bytes may be taken. */
  downloadStallMs: number
  /** Answers of bytes that one caller reads at once. */
  downloadsPerPrincipal: number
  idempotencyTtlMs: number
}

/** How long a handler whose signal was aborted may still write to its client. */
export const lastWordsMs = 250

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
  uploadsPerPrincipal: 64,
  largeBodiesPerPrincipal: 32,
  downloadStallMs: 60_000,
  downloadsPerPrincipal: 256,
  idempotencyTtlMs: 24 * 60 * 60 * 1000,
}
