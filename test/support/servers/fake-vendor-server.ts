import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One answer of a vendor, as its bytes are. */
export interface VendorAnswer {
  status?: number
  headers?: Record<string, string>
  /** Each its own write. */
  chunks: (string | Uint8Array)[]
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

export interface FakeVendorServer {
  /** Without a path. */
  url: string
  requests: VendorRequest[]
  /** Answers in turn; the last is repeated. */
  script(...answers: VendorAnswer[]): void
  close(): Promise<void>
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

/** A model vendor on a real port that answers from a script, byte for byte. */
export async function startFakeVendorServer(): Promise<FakeVendorServer> {
  const requests: VendorRequest[] = []
  let answers: VendorAnswer[] = []
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const text = Buffer.concat(pieces).toString('utf8')
    const left = new Promise<void>(resolve => response.once('close', () => !response.writableFinished && resolve()))
    const { method = '', url: path = '', headers } = request
    requests.push({ method, path, headers, body: text === '' ? null : JSON.parse(text), left })
    const answer = (answers.length > 1 ? answers.shift() : answers[0]) ?? { status: 500, chunks: [] }
    response.writeHead(answer.status ?? 200, { 'content-type': 'text/event-stream; charset=utf-8', ...answer.headers })
    for (const chunk of answer.chunks) {
      await new Promise(resolve => response.write(chunk, resolve))
      await new Promise(setImmediate)
    }
    if (answer.ending === 'hang') return
    if (answer.ending === 'break') response.destroy()
    else response.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    script: (...next) => {
      answers = next
    },
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
