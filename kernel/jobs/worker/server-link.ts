import type { JsonValue } from '@svc/plugin'

/** A JSON request to the server and its answer. Who starts the worker brings it: the kernel dials nobody. */
export interface ServerLink {
  /** Where the server is, for people. */
  readonly name: string
  /** @throws UnavailableError while the server cannot be reached */
  request(method: 'GET' | 'POST', path: string, body?: JsonValue): Promise<{ status: number; body: JsonValue }>
  close(): Promise<void>
}
