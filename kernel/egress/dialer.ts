import { AsyncLocalStorage } from 'node:async_hooks'
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { LookupFunction, Socket } from 'node:net'
import { FairTurns, UpstreamError } from '@svc/plugin'
import { orAborted } from '@svc/plugin/library/turns/or-aborted'
import type { Agent, buildConnector, Dispatcher } from 'undici'
import { canonicalAddress, specialRange } from './address-rules.ts'
import { blocked, hostPortKey } from './target.ts'
import type { Target } from './target.ts'

interface ResolvedAddress {
  address: string
  family: number
}

export type Resolve = (hostname: string) => Promise<ResolvedAddress[]>

/** Dials one of the addresses; it must not resolve anything itself. */
export type Connect = (
  options: buildConnector.Options & { addresses: readonly ResolvedAddress[] },
  callback: buildConnector.Callback,
) => void

const connectTimeoutMs = 10_000
const maxHeaderBytes = 32 * 1024
const keepAliveMs = 4_000

const systemResolve: Resolve = hostname => lookup(hostname, { all: true })

// The process looks up two names at once, and one that no name server answers for may take it 20 s.
const lookUps = new FairTurns({ most: Infinity, mostEach: 1, mostWaitingEach: 200, refusal: 'Too many names wait.' })

function pinned(addresses: readonly ResolvedAddress[]): LookupFunction {
  return (_hostname, options, callback) => {
    if (options.all) return callback(null, [...addresses])
    const [first] = addresses
    callback(null, first?.address ?? '', first?.family)
  }
}

function refuseSpecial(hostname: string, key: string, addresses: readonly ResolvedAddress[]): void {
  for (const { address } of addresses) {
    const range = specialRange(address)
    if (range === null) continue
    const what = address === hostname ? `${address} is ${range}` : `${hostname} resolves to ${address}, ${range}`
    throw blocked(`${key} is refused: ${what}. Only public addresses may be reached; ${remedy(key)}`, { address })
  }
}

function remedy(key: string): string {
  return `the operator can allow this one with SVC_EGRESS_ALLOW=${key}.`
}

/** Refuses what can be known before anything is resolved. @throws UnprocessableError `url_blocked` */
export function refuseSpecialHost(target: Target): void {
  if (target.literal) refuseSpecial(target.host, target.key, [{ address: target.host, family: isIP(target.host) }])
  if (target.host === 'localhost' || target.host.endsWith('.localhost')) {
    throw blocked(
      `${target.key} is refused: it is this machine. Only public addresses may be reached; ${remedy(target.key)}`,
    )
  }
}

/**
 * Two pools of keep-alive connections that never share a socket: the guarded one dials only addresses that were all found public,
 * pinned to them and checked again once connected; the trusted one dials what the operator named.
 */
export class Dialer {
  readonly #resolve: Resolve
  readonly #connect: Connect | undefined
  /** undici does not say for which request it connects. */
  readonly #asker = new AsyncLocalStorage<{ workspaceId: string | undefined; signal: AbortSignal }>()
  #agents: Promise<{ guarded: Agent; trusted: Agent }> | undefined

  constructor(internals: { resolve?: Resolve; connect?: Connect }) {
    this.#resolve = internals.resolve ?? systemResolve
    this.#connect = internals.connect
  }

  /** Runs what may look up names. Those of a workspace wait for each other, until the signal aborts. */
  askedBy<T>(workspaceId: string | undefined, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    return this.#asker.run({ workspaceId, signal }, work)
  }

  async dispatcher(trusted: boolean): Promise<Dispatcher> {
    this.#agents ??= this.#open()
    const agents = await this.#agents
    return trusted ? agents.trusted : agents.guarded
  }

  /** A plain TCP connection by the same rules; it is destroyed when the signal ends the wait. */
  async socket({ host, port }: Target, trusted: boolean, signal: AbortSignal): Promise<Socket> {
    const dial = this.#connect ?? (await loadDial())
    signal.throwIfAborted()
    const opening = this.#checkedSocket(dial, trusted, { hostname: host, host, protocol: 'tcp:', port })
    return orAborted(opening, signal).catch((error: unknown) => {
      // One that opens after its caller has left is of no use.
      opening.then(
        socket => socket.destroy(),
        () => null,
      )
      throw error
    })
  }

  /** Every address of the target, checked. */
  addresses({ host, key }: Target, trusted: boolean, signal: AbortSignal): Promise<ResolvedAddress[]> {
    return orAborted(this.#addresses(host, key, trusted), signal)
  }

  async close(): Promise<void> {
    const agents = await this.#agents
    await Promise.all([agents?.guarded.destroy(), agents?.trusted.destroy()])
  }

  async #open(): Promise<{ guarded: Agent; trusted: Agent }> {
    const { Agent } = await import('undici')
    const dial = await loadDial()
    const open = (trusted: boolean) =>
      new Agent({
        allowH2: false,
        maxHeaderSize: maxHeaderBytes,
        keepAliveTimeout: keepAliveMs,
        pipelining: 1,
        // The request's own deadline runs until its last byte.
        headersTimeout: 0,
        bodyTimeout: 0,
        connect: (options, callback) => {
          this.#checkedSocket(this.#connect ?? dial, trusted, options).then(
            socket => callback(null, socket),
            (error: Error) => callback(error, null),
          )
        },
      })
    return { guarded: open(false), trusted: open(true) }
  }

  async #checkedSocket(dial: Connect, trusted: boolean, options: buildConnector.Options): Promise<Socket> {
    const hostname = options.hostname.replace(/\.$/, '')
    const port = options.port || (options.protocol === 'https:' ? '443' : '80')
    const key = hostPortKey(hostname, port)
    const addresses = await this.#addresses(hostname, key, trusted)
    const socket = await new Promise<Socket>((resolve, reject) => {
      dial({ ...options, addresses }, (...[error, opened]) => (error === null ? resolve(opened) : reject(error)))
    })
    if (!trusted) refuseUnexpectedPeer(socket, addresses, key)
    return socket
  }

  async #addresses(hostname: string, key: string, trusted: boolean): Promise<ResolvedAddress[]> {
    const family = isIP(hostname)
    const addresses = family === 0 ? await this.#lookUp(hostname) : [{ address: hostname, family }]
    if (!trusted) refuseSpecial(hostname, key, addresses)
    return addresses
  }

  async #lookUp(hostname: string): Promise<ResolvedAddress[]> {
    // A host without a workspace is one that the operator chose.
    const { workspaceId = hostname, signal = AbortSignal.timeout(connectTimeoutMs) } = this.#asker.getStore() ?? {}
    const addresses = await lookUps.run(workspaceId, signal, () =>
      this.#resolve(hostname).catch((cause: unknown) => {
        throw new UpstreamError(`${hostname} cannot be reached: its name does not resolve to an address.`, { cause })
      }),
    )
    if (addresses.length === 0) throw new UpstreamError(`${hostname} cannot be reached: its name has no address.`)
    return addresses
  }
}

async function loadDial(): Promise<Connect> {
  // Loaded at the first request: it costs a tenth of a second that boot does not have.
  const { buildConnector } = await import('undici')
  return ({ addresses, ...options }, callback) =>
    buildConnector({
      lookup: pinned(addresses),
      autoSelectFamily: true,
      timeout: connectTimeoutMs,
      allowH2: false,
      maxCachedSessions: 0,
    })(options, callback)
}

function refuseUnexpectedPeer(socket: Socket, addresses: readonly ResolvedAddress[], key: string): void {
  const peer = canonicalAddress(socket.remoteAddress ?? '')
  const expected = addresses.some(({ address }) => canonicalAddress(address) === peer)
  if (expected && specialRange(peer) === null) return
  socket.destroy()
  throw blocked(`${key} is refused: the connection ended at another address than the one that was checked.`, { peer })
}
