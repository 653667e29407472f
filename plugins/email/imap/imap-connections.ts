import { UnavailableError } from '@svc/plugin'
import { orAborted } from '@svc/plugin/library/turns/or-aborted'
import type { ImapFlow } from 'imapflow'
import type { Account } from '../account/account.ts'
import { mailFailure, mailTimeout } from '../mail-failure.ts'
import type { ImapDial } from './imap-dial.ts'

export interface ImapConnectionsOptions {
  dial: ImapDial
  timeoutSeconds: number
  idleSeconds: number
  maxConnections: number
}

interface Seat {
  /** Which account the connection was opened for. */
  key: string
  client: ImapFlow | null
  /** Settles when the last that waits has had its turn. */
  last: Promise<void>
  /** How many callers use it or wait for it. */
  users: number
  idle: NodeJS.Timeout | null
}

const maxWaiting = 20

/** One connection for each workspace, used by one request at a time and kept for a while; close it. */
export class ImapConnections {
  readonly #options: ImapConnectionsOptions
  readonly #seats = new Map<string, Seat>()
  readonly #stop = new AbortController()

  constructor(options: ImapConnectionsOptions) {
    this.#options = options
  }

  /**
   * Runs `work` signed in at the account's server. What it throws of the library comes out as an error of ours.
   * @throws UpstreamError, TimeoutError, UnavailableError, the signal's reason
   */
  async use<T>(
    workspaceId: string,
    account: Account,
    signal: AbortSignal,
    work: (client: ImapFlow) => Promise<T>,
  ): Promise<T> {
    const seat = this.#seat(workspaceId)
    if (seat.users > maxWaiting)
      throw new UnavailableError('Too many requests wait for this workspace’s mailbox. Try again in a moment.')
    const limit = AbortSignal.timeout(this.#options.timeoutSeconds * 1000)
    const until = AbortSignal.any([signal, limit, this.#stop.signal])
    const turn = Promise.withResolvers<void>()
    const before = seat.last
    seat.last = before.then(() => turn.promise)
    seat.users += 1
    if (seat.idle) clearTimeout(seat.idle)
    seat.idle = null
    try {
      await orAborted(before, until)
      return await this.#run(seat, account, until, work)
    } catch (error) {
      signal.throwIfAborted()
      if (this.#stop.signal.aborted) throw new UnavailableError('The server is stopping.', { cause: error })
      if (limit.aborted) throw mailTimeout(account.imap, this.#options.timeoutSeconds)
      throw mailFailure(error, account.imap, account)
    } finally {
      turn.resolve()
      seat.users -= 1
      if (seat.users === 0) this.#leave(workspaceId, seat)
    }
  }

  /** Ends the workspace's connection, when its account is gone or another. */
  forget(workspaceId: string): void {
    const seat = this.#seats.get(workspaceId)
    if (seat?.users === 0) this.#drop(workspaceId, seat)
  }

  close(): void {
    this.#stop.abort()
    for (const [workspaceId, seat] of this.#seats) this.#drop(workspaceId, seat)
  }

  async #run<T>(seat: Seat, account: Account, until: AbortSignal, work: (client: ImapFlow) => Promise<T>): Promise<T> {
    const client = await this.#client(seat, account, until)
    try {
      return await orAborted(work(client), until)
    } catch (error) {
      // In the middle of an answer nobody waits for; the next one gets a connection of its own.
      if (until.aborted || !client.usable) this.#end(seat)
      throw this.#options.dial.reasonOf(client, error)
    }
  }

  async #client(seat: Seat, account: Account, until: AbortSignal): Promise<ImapFlow> {
    const key = JSON.stringify(account)
    if (seat.client?.usable && seat.key === key && (await isAlive(seat.client, until))) return seat.client
    this.#end(seat)
    until.throwIfAborted()
    seat.key = key
    seat.client = await this.#options.dial.open(account, until)
    return seat.client
  }

  #seat(workspaceId: string): Seat {
    const known = this.#seats.get(workspaceId)
    if (known) return known
    if (this.#stop.signal.aborted) throw new UnavailableError('The server is stopping.')
    if (this.#seats.size >= this.#options.maxConnections) this.#dropOneIdle()
    const seat: Seat = { key: '', client: null, last: Promise.resolve(), users: 0, idle: null }
    this.#seats.set(workspaceId, seat)
    return seat
  }

  #dropOneIdle(): void {
    for (const [workspaceId, seat] of this.#seats) {
      if (seat.users > 0) continue
      this.#drop(workspaceId, seat)
      return
    }
    throw new UnavailableError('As many mailboxes are being read as may be at once. Try again in a moment.')
  }

  /** The one used last is the last to go when there is no room. */
  #leave(workspaceId: string, seat: Seat): void {
    this.#seats.delete(workspaceId)
    if (seat.client === null || this.#stop.signal.aborted) return this.#end(seat)
    this.#seats.set(workspaceId, seat)
    seat.idle = setTimeout(() => this.#drop(workspaceId, seat), this.#options.idleSeconds * 1000)
    seat.idle.unref()
  }

  #drop(workspaceId: string, seat: Seat): void {
    if (seat.idle) clearTimeout(seat.idle)
    this.#end(seat)
    if (this.#seats.get(workspaceId) === seat) this.#seats.delete(workspaceId)
  }

  #end(seat: Seat): void {
    seat.client?.close()
    seat.client = null
  }
}

/** Whether the connection works. The command also fetches what has changed in the mailbox. */
async function isAlive(client: ImapFlow, until: AbortSignal): Promise<boolean> {
  try {
    await orAborted(client.noop(), until)
    return client.usable
  } catch {
    return false
  }
}
