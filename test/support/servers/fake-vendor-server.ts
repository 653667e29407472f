import { createServer } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { listenLocally } from './local-server.ts'
import type { LocalServer } from './local-server.ts'

type Chunks = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>

/** One answer of a vendor, as its bytes are. */
export interface VendorAnswer {
  status?: number
  headers?: Record<string, string>
  /** Each its own write. */
  chunks: Chunks
  /** `break`: the connection is cut after the chunks. `hang`: nothing more comes. */
  ending?: 'break' | 'hang'
}

export interface VendorRequest {
  method: string
  path: string
  headers: IncomingHttpHeaders
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a test reads whatever part it asserts
  body: any
  /** Resolves when the client has closed the connection before the answer was complete. */
  left: Promise<void>
}

export interface AnsweringServer extends LocalServer {
  requests: VendorRequest[]
}

export interface FakeVendorServer extends AnsweringServer {
  /** Answers in turn; the last is repeated. */
  script(...answers: VendorAnswer[]): void
}

/** The events of a stream, each named for the `type` of its data where it has one. */
export function sseOf(...events: Record<string, unknown>[]): string[] {
  return events.map(event => {
    const name = typeof event['type'] === 'string' ? `event: ${event['type']}\n` : ''
    return `${name}data: ${JSON.stringify(event)}\n\n`
  })
}

export function jsonAnswer(body: unknown, status = 200, headers: Record<string, string> = {}): VendorAnswer {
  return { status, headers: { 'content-type': 'application/json', ...headers }, chunks: [JSON.stringify(body)] }
}

/** What a slow sender writes: the pieces with a pause before each. */
export async function* nowAndThen<T>(pieces: readonly T[], pauseMs: number): AsyncGenerator<T> {
  for (const piece of pieces) {
    await setTimeout(pauseMs)
    yield piece
  }
}

/** A model vendor on a real port that answers from a script, byte for byte. */
export async function startFakeVendorServer(): Promise<FakeVendorServer> {
  const { script, next } = answersInTurn<VendorAnswer>({ status: 500, chunks: [] })
  return { ...(await startAnsweringServer(next)), script }
}

/** `next` gives the answers of the script one after the other, and the last for ever. */
export function answersInTurn<Answer>(first: Answer): { script(...answers: Answer[]): void; next(): Answer } {
  let answers: [Answer, ...Answer[]] = [first]
  return {
    script: (head = first, ...rest) => {
      answers = [head, ...rest]
    },
    next: () => {
      const [head, second, ...rest] = answers
      if (second !== undefined) answers = [second, ...rest]
      return head
    },
  }
}

/** Reads each request, notes it, and writes the answer that `answer` gives for it. */
export async function startAnsweringServer(
  answer: (request: VendorRequest) => VendorAnswer | Promise<VendorAnswer>,
): Promise<AnsweringServer> {
  const requests: VendorRequest[] = []
  const server = createServer(async (incoming, response) => {
    const text = Buffer.concat(await incoming.toArray()).toString('utf8')
    const left = new Promise<void>(resolve => response.once('close', () => !response.writableFinished && resolve()))
    const { method = '', url: path = '', headers } = incoming
    const request: VendorRequest = { method, path, headers, body: text === '' ? null : JSON.parse(text), left }
    requests.push(request)
    const { status = 200, headers: given, chunks, ending } = await answer(request)
    response.writeHead(status, { 'content-type': 'text/event-stream; charset=utf-8', ...given })
    for await (const chunk of chunks) {
      // Each piece its own packet, so that a reader sees it cut where the script cut it.
      await new Promise(resolve => response.write(chunk, resolve))
      await new Promise(setImmediate)
    }
    if (ending === 'hang') return
    if (ending === 'break') response.destroy()
    else response.end()
  })
  return { ...(await listenLocally(server)), requests }
}
