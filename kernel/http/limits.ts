/** Bounds of the HTTP room; tests make them small. */
export const defaultLimits = {
  bodyBytes: 1024 * 1024,
  /** Of a JSON body, where no route says otherwise. */
  json: { depth: 64, members: 10_000, names: 2000 },
  /** Until a request, headers and body, has arrived. */
  requestTimeoutMs: 30_000,
  headersTimeoutMs: 10_000,
  /** Until a handler that is not `longRunning` has answered. */
  handlerTimeoutMs: 60_000,
  streamsPerPrincipal: 32,
  /** Streams in a form of their own, such as the answers of language models. */
  byteStreamsPerPrincipal: 128,
  streamQueueBytes: 256 * 1024,
  /** How long a stream may stay over its queue before its reader is dropped. */
  streamStallMs: 5_000,
  heartbeatSeconds: 15,
  /** How long nothing may come of a body that is taken as it comes. */
  uploadStallMs: 30_000,
  /** Bodies that one caller sends at once to routes that take them as they come. */
  uploadsPerPrincipal: 64,
  /** Bodies over `bodyBytes` that come at once from one caller to routes that have them in memory whole. */
  largeBodiesPerPrincipal: 32,
  /** Requests of one person that wait for their turn at the event loop, and the bytes of their bodies. */
  waitingPerPerson: 1000,
  waitingBytesPerPerson: 64 * 1024 * 1024,
  /** How long nothing of an answer of bytes may be taken. */
  downloadStallMs: 60_000,
  /** Answers of bytes that one caller reads at once. */
  downloadsPerPrincipal: 256,
  idempotencyTtlMs: 24 * 60 * 60 * 1000,
  /** Answers that are kept for repeated requests in one workspace; the oldest make room. */
  idempotencyBytes: 64 * 1024 * 1024,
}

export type HttpLimits = typeof defaultLimits

/** How long a handler whose signal was aborted may still write to its client. */
export const lastWordsMs = 250
