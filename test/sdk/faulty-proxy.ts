import { createServer, request as send } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { listenLocally } from '../support/servers/local-server.ts'

/** What goes wrong with one request, in the order in which the faults stand. */
export interface Fault {
  /** `POST /api/memory`: method and the beginning of the path. */
  on: string
  /**
   * `answer`: this answer, and the server hears of nothing. `reset`: no answer, and the server hears of nothing. `lose`: the server answers, and
   * the answer is lost. `cut`: the connection breaks after `events` events. `end`: it ends there as if all were said. `buffer`: the answer comes whole.
   */
  kind: 'answer' | 'reset' | 'lose' | 'cut' | 'end' | 'buffer'
  status?: number
  headers?: Record<string, string>
  body?: string
  events?: number
}

export interface SeenRequest {
  method: string
  path: string
  headers: IncomingMessage['headers']
}

export interface FaultyProxy extends AsyncDisposable {
  /** With a path: the server stands below it, as behind many a proxy. */
  url: string
  seen: SeenRequest[]
  /** Connections that a client holds open now. */
  open(): number
  expect(faults: readonly Fault[]): void
  /** Faults that no request met. */
  left(): readonly Fault[]
  /** Passes on to another server from now on. */
  retarget(url: string): void
}

const below = '/below/svc'

/** A reverse proxy that does to requests what a bad network does. */
export async function startFaultyProxy(options: { target: string }): Promise<FaultyProxy> {
  const seen: SeenRequest[] = []
  let { target } = options
  let faults: Fault[] = []
  const server = createServer((incoming, outgoing) => {
    const { method = 'GET', url = '/', headers } = incoming
    if (!url.startsWith(`${below}/`)) {
      outgoing.writeHead(404, { 'content-type': 'text/html' }).end(`<h1>Nothing is here, but below ${below}</h1>`)
      return
    }
    const path = url.slice(below.length)
    seen.push({ method, path, headers })
    const index = faults.findIndex(({ on }) => `${method} ${path}`.startsWith(on))
    const [fault] = index === -1 ? [] : faults.splice(index, 1)
    pass({ incoming, outgoing, url: new URL(path, target), fault })
  })
  const { url, close } = await listenLocally(server)
  let open = 0
  server.on('connection', socket => {
    open += 1
    socket.once('close', () => (open -= 1))
  })
  return {
    url: url + below,
    seen,
    open: () => open,
    expect: expected => {
      faults = [...expected]
      seen.length = 0
    },
    left: () => faults,
    retarget: url => (target = url),
    [Symbol.asyncDispose]: close,
  }
}

interface Passed {
  incoming: IncomingMessage
  outgoing: ServerResponse
  url: URL
  fault: Fault | undefined
}

function pass({ incoming, outgoing, url, fault }: Passed): void {
  if (fault?.kind === 'reset') {
    incoming.socket.resetAndDestroy()
    return
  }
  if (fault?.kind === 'answer') {
    incoming.resume()
    const { status = 500, headers = {}, body = '' } = fault
    outgoing.writeHead(status, headers).end(body)
    return
  }
  const { method, headers } = incoming
  const { host: _, ...passed } = headers
  const onward = send(url, { method, headers: passed }, answer => {
    answer.on('error', () => outgoing.destroy())
    if (fault?.kind === 'lose') {
      answer.resume().on('end', () => incoming.socket.resetAndDestroy())
      return
    }
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    if (fault?.kind === 'buffer') {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part)).on('end', () => outgoing.end(Buffer.concat(parts)))
      return
    }
    outgoing.flushHeaders()
    if (fault === undefined) answer.pipe(outgoing)
    else cutAfter(answer, outgoing, fault)
  })
  onward.on('error', () => incoming.socket.resetAndDestroy())
  outgoing.on('close', () => onward.destroy())
  incoming.pipe(onward)
}

/** Where what a stream says before its events ends. */
function opening(text: string): number | undefined {
  const end = text.indexOf('\n\n')
  return end === -1 ? undefined : end + 2
}

/** Passes some events on, then breaks off in the middle of the next. */
function cutAfter(answer: IncomingMessage, outgoing: ServerResponse, { kind, events = 0 }: Fault): void {
  let text = ''
  answer.setEncoding('utf8').on('data', (part: string) => {
    if (outgoing.destroyed || outgoing.writableEnded) return
    text += part
    const ends = [...text.matchAll(/^data: .*\n\n/gm)].map(match => match.index + match[0].length)
    const end = events === 0 ? opening(text) : ends[events - 1]
    if (end === undefined) return
    const kept = text.slice(0, end) + (kind === 'cut' ? text.slice(end, end + 20) : '')
    if (kind === 'end') outgoing.end(kept)
    else outgoing.write(kept, () => outgoing.socket?.resetAndDestroy())
    answer.destroy()
  })
}
