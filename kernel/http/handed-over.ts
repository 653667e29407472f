import type { IncomingMessage } from 'node:http'
import type { Principal } from '@svc/plugin'

/** Who a request acts as when it did not come over the network. */
export interface HandedOver {
  /** Over the home's own socket, or from inside the process. */
  entrance: 'operator' | 'inside'
  /** Asked only when the request reaches a route. */
  principal(): Principal | Promise<Principal>
}

// A symbol on the request object: unlike a header, no client can send one.
const mark = Symbol('handed over')

interface Marked extends IncomingMessage {
  [mark]?: HandedOver
}

export function handOver(request: IncomingMessage, handed: HandedOver): void {
  const marked: Marked = request
  marked[mark] = handed
}

export function handedOver(request: IncomingMessage): HandedOver | undefined {
  const marked: Marked = request
  return marked[mark]
}

const heads = new WeakSet<IncomingMessage>()

/** A HEAD that has no route of its own is answered by the GET of its path; Node keeps the body back. */
export function askAsGet(request: IncomingMessage): void {
  heads.add(request)
  request.method = 'GET'
}

/** The method that the client sent. */
export function methodOf(request: IncomingMessage): string {
  return heads.has(request) ? 'HEAD' : (request.method ?? '')
}
