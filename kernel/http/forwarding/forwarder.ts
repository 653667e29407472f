import * as http from 'node:http'
import * as https from 'node:https'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { codeOf, UnavailableError } from '@svc/plugin'
import type { Metrics } from '@svc/plugin'
import { ElsewhereError } from '../../planes/index.ts'
import type { Peer, Placement } from '../../planes/index.ts'
import type { Exchange } from '../exchange.ts'
import { sendProblem } from '../replies/problem.ts'

/** A body up to this is read before it is sent on, so that it can be sent twice, or be taken here. */
const shortBodyBytes = 64 * 1024
/** Two servers may disagree for a moment about who has a workspace; after that it is the client's turn to try again. */
const mostTries = 2
/** Shorter than the time after which the other server closes a connection that nobody uses. */
const idleMs = 30_000
/** A server that takes no connection for so long is as good as gone. As often it is asked for one while an answer of it is awaited. */
const longestConnectMs = 3000
const unsentCodes = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT']
/** What says how long the body is, and who asks for what, stays whatever `Connection` names. */
const neverDropped = ['authorization', 'content-length', 'cookie', 'host', 'x-workspace-id']
/** Of one connection between two parties, so not for the next party (RFC 9110, 7.6.1). */
const hopByHop = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
]

type Body = Buffer | IncomingMessage | null
type Outcome = 'answered' | 'moved' | 'unreachable'

/** Sends requests on to the servers of their workspaces, one hop, and their answers back as they come. */
export class Forwarder {
  readonly #placement: Placement
  readonly #forwarded: ReturnType<Metrics['counter']>
  /** The connections to each of the other servers. */
  readonly #links = new Map<string, Link>()
  readonly #watch = setInterval(() => this.#askSilent(), longestConnectMs).unref()

  constructor(placement: Placement, metrics: Metrics) {
    this.#placement = placement
    placement.onGone(serverId => this.#cutOff(serverId))
    const title =
      'Requests that were sent on to the server of their workspace: answered, moved (it was there no longer), unreachable'
    this.#forwarded = metrics.counter('svc_forwarded_total', title, ['outcome'])
  }

  /** Answers the exchange; `goOn` when its workspace has come here meanwhile. Never rejects. */
  async forward(exchange: Exchange, elsewhere: ElsewhereError, goOn: () => void): Promise<void> {
    try {
      await this.#forward(exchange, elsewhere, goOn)
    } catch (error) {
      if (exchange.answered) exchange.response.destroy()
      else sendProblem(exchange, error)
    }
  }

  /** Answers the server that has sent a request on: its workspace is here no longer. */
  sendBack(exchange: Exchange): void {
    exchange.isSentOn = true
    exchange.reply.headers[this.#placement.passes.header] = 'moved'
    exchange.send(421, null, null)
  }

  close(): void {
    clearInterval(this.#watch)
    for (const serverId of this.#links.keys()) this.#cutOff(serverId)
  }

  /** Ends what waits for an answer of that server, too. */
  #cutOff(serverId: string): void {
    this.#links.get(serverId)?.agent.destroy()
    this.#links.delete(serverId)
  }

  /** A link that is cut says nothing: what is under way over it would wait for minutes. A server that is only busy takes connections. */
  #askSilent(): void {
    for (const [serverId, { agent, url }] of this.#links) {
      if (Object.keys(agent.sockets).length === 0) continue
      const { port, protocol } = url
      const socket = connect({ host: hostOf(url), port: Number(port) || (protocol === 'https:' ? 443 : 80) })
      // Behind a turn of the loop, which may have been what was late.
      const late = (): void => void (socket.connecting && socket.destroy(new Error('It takes no connection.')))
      socket.setTimeout(longestConnectMs, () => setImmediate(late))
      socket.once('connect', () => socket.destroy())
      socket.once('error', () => this.#cutOff(serverId))
    }
  }

  #linkTo({ server_id, url }: Peer): Link {
    const known = this.#links.get(server_id)
    if (known !== undefined) return known
    const parsed = new URL(url)
    const { Agent } = parsed.protocol === 'https:' ? https : http
    const link = { url: parsed, agent: new Agent({ keepAlive: true, timeout: idleMs }) }
    this.#links.set(server_id, link)
    return link
  }

  async #forward(exchange: Exchange, elsewhere: ElsewhereError, goOn: () => void): Promise<void> {
    const body = await bodyOf(exchange)
    let found: ElsewhereError | null = elsewhere
    // A body that comes in pieces is sent once: it must not go where the workspace was. One that was awaited took its time.
    const isKnown = this.#placement.elsewhere(elsewhere.workspaceId)?.server_id === elsewhere.peer.server_id
    if (isStream(body) || !isKnown) found = await this.#look(elsewhere.workspaceId)
    for (let tries = 0; found !== null && tries < mostTries; tries += 1) {
      const outcome = await this.#send(exchange, found.peer, body)
      this.#forwarded.add(1, { outcome })
      if (outcome === 'answered') return
      if (isStream(body)) break
      found = await this.#look(elsewhere.workspaceId)
    }
    if (found === null) return goOn()
    throw new UnavailableError(`The server of the workspace ${elsewhere.workspaceId} cannot be reached.`, {
      retry_after_seconds: 1,
    })
  }

  /** Where the workspace is now; null when it is here. */
  async #look(workspaceId: string): Promise<ElsewhereError | null> {
    this.#placement.forget(workspaceId)
    try {
      await this.#placement.enter(workspaceId)
      return null
    } catch (error) {
      if (error instanceof ElsewhereError) return error
      throw error
    }
  }

  async #send(exchange: Exchange, peer: Peer, body: Body): Promise<Outcome> {
    const request = this.#open(exchange, peer, body)
    const { response: answer } = exchange
    const leave = (): void => void request.destroy()
    // The parts that follow an answer and the streams that are joined to it listen: some twelve, and Node warns of more than ten.
    answer.setMaxListeners(20).once('close', leave)
    try {
      const received = await answerTo(request, body)
      if (received === 'unreachable') return received
      if (received.headers[this.#placement.passes.header] !== undefined) {
        received.resume()
        return 'moved'
      }
      exchange.isSentOn = true
      answer.writeHead(received.statusCode ?? 502, received.statusMessage, endToEnd(received.headers))
      // What is empty until its first event has its head at once; of others head and body travel together.
      if (received.headers['content-length'] === undefined) answer.flushHeaders()
      await pipeline(received, answer)
      return 'answered'
    } catch (error) {
      if (answer.destroyed) return 'answered'
      if (exchange.workspaceId !== null) this.#placement.forget(exchange.workspaceId)
      throw unanswered(peer, error)
    } finally {
      answer.off('close', leave)
    }
  }

  #open(exchange: Exchange, peer: Peer, body: Body): ClientRequest {
    const { passes } = this.#placement
    const { method, url } = exchange
    const { agent, url: there } = this.#linkTo(peer)
    const { protocol, port } = there
    const principal = exchange.entrance === 'operator' ? exchange.caller : null
    const passage = { ip: exchange.ip, protocol: exchange.protocol, principal }
    const headers = {
      ...endToEnd(exchange.raw.headers),
      'x-request-id': exchange.id,
      [passes.header]: passes.issue({ method, url, to: peer }, passage),
      ...(body instanceof Buffer && { 'content-length': body.length }),
      // Node would send the body of a GET or DELETE without any frame.
      ...(isStream(body) && body.headers['content-length'] === undefined && { 'transfer-encoding': 'chunked' }),
    }
    const { request } = protocol === 'https:' ? https : http
    return request({ agent, protocol, hostname: hostOf(there), port, method, path: url, headers })
  }
}

interface Link {
  url: URL
  agent: http.Agent
}

function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '')
}

async function bodyOf(exchange: Exchange): Promise<Body> {
  const { raw } = exchange
  const { 'content-length': length, 'transfer-encoding': coding } = raw.headers
  if (coding === undefined && (length === undefined || length === '0')) return null
  if (coding !== undefined || Number(length) > shortBodyBytes) return raw
  return shortBodyOf(exchange, Number(length))
}

/** It stays to be read: by the route, when the workspace has come here meanwhile, else by nobody. */
async function shortBodyOf({ raw, response, signal }: Exchange, length: number): Promise<Buffer> {
  signal.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  const take = (): void => {
    // No more than there is: behind its end nothing can be put back.
    const body = raw.read(length) as Buffer | null
    if (body === null) return
    raw.off('readable', take).unshift(body)
    resolve(body)
  }
  raw.on('readable', take)
  response.once('finish', () => raw.resume())
  return promise
}

function isStream(body: Body): body is IncomingMessage {
  return body !== null && !(body instanceof Buffer)
}

async function answerTo(request: ClientRequest, body: Body): Promise<IncomingMessage | 'unreachable'> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage | 'unreachable'>()
  let isConnected = false
  request.once('response', resolve)
  request.once('error', (error: Error) => {
    // Nothing has reached it.
    if (!isConnected && unsentCodes.includes(codeOf(error) ?? '')) resolve('unreachable')
    else reject(error)
  })
  request.once('socket', socket => {
    isConnected = !socket.connecting
    if (isConnected) return
    const late = (): void =>
      void request.destroy(Object.assign(new Error('It takes no connection.'), { code: 'ETIMEDOUT' }))
    const timer = setTimeout(late, longestConnectMs)
    socket.once('connect', () => (isConnected = true))
    socket.once('connect', () => clearTimeout(timer))
    socket.once('close', () => clearTimeout(timer))
  })
  if (isStream(body)) {
    // Not by a pipeline: it takes the body from its connection, where what is left must be read, or nothing behind it is.
    body.pipe(request).once('close', () => body.unpipe(request).resume())
    body.once('error', error => request.destroy(error))
  } else request.end(body ?? undefined)
  return promise
}

function unanswered(peer: Peer, cause: unknown): UnavailableError {
  return new UnavailableError(
    `The server ${peer.server_id} took the request and did not answer it. Whether it was done is not known: send it again with its Idempotency-Key.`,
    { retry_after_seconds: 1, cause },
  )
}

function endToEnd(headers: IncomingMessage['headers']): Record<string, string | string[]> {
  const names = (headers.connection ?? '').split(',').map(name => name.trim().toLowerCase())
  const named = names.filter(name => !neverDropped.includes(name))
  return Object.fromEntries(
    Object.entries(headers).filter(
      (entry): entry is [string, string | string[]] =>
        entry[1] !== undefined && !hopByHop.includes(entry[0]) && !named.includes(entry[0]),
    ),
  )
}
