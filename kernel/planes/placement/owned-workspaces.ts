import { forEachAtOnce, messageOf, UnavailableError } from '@svc/plugin'
import type { Clock, Logger } from '@svc/plugin'
import { atMost } from '@svc/plugin/library/time/waiting'
import type { PostgresDatabase } from '../../drivers/postgres/database.ts'
import type { ShippedDataPlane } from '../../drivers/shipped/shipped-data-plane.ts'
import { isMarked } from '../../services/index.ts'
import { ElsewhereError } from '../elsewhere-error.ts'
import type { Peer } from '../elsewhere-error.ts'
import type { LeavingListener } from '../planes.ts'
import { chooseServer } from './choose-server.ts'
import type { ShippingNumbers, TakeoverCause } from './shipping-numbers.ts'
import { placementStore } from './placement-store.ts'
import type { PlacementRow } from './placement-store.ts'
import { serverStore } from './server-store.ts'
import type { LiveServer } from './server-store.ts'
import { Turns } from './turns.ts'

/** Unused for so long, a workspace is given up. */
const idleMs = 300_000
/** What is under way in a workspace has so long to end before it goes elsewhere; and then so long, once it was asked to end. */
const graceMs = 20_000
const unwindMs = 2000
const mostKnown = 100_000
const wakesAtOnce = 64
/** One that cannot be opened is woken ever more seldom, up to this; a request for it tries at once. */
const mostWakeSeconds = 300

export interface OwnedWorkspacesOptions {
  data: ShippedDataPlane
  database: PostgresDatabase
  serverId: string
  schema: string
  clock: Clock
  log: Logger
  numbers(): Pick<ShippingNumbers, 'tookOver'> | null
}

/** The workspaces of this server: how they come, how they go, and where the others are. */
export class OwnedWorkspaces {
  readonly #options: OwnedWorkspacesOptions
  readonly #elsewhere = new Map<string, Peer>()
  readonly #entering = new Map<string, Promise<void>>()
  readonly #leaving = new Map<string, Promise<void>>()
  readonly #lookedAt = new Map<string, number>()
  /** Those that may be noted as if they were here. */
  readonly #left = new Set<string>()
  /** How often in a row a workspace could not be opened. */
  readonly #failures = new Map<string, number>()
  readonly #leaves = new Turns()
  readonly #wakes = new Turns()
  readonly #leavers: LeavingListener[] = []
  readonly #available: (() => void)[] = []
  readonly #gone: ((serverId: string) => void)[] = []
  #servers: readonly LiveServer[] = []
  #mark = ''
  #isClosed = false

  constructor(options: OwnedWorkspacesOptions) {
    this.#options = options
    options.data.onWorkspaceClosed(workspaceId => {
      this.#lookedAt.delete(workspaceId)
      if (options.data.state(workspaceId) !== 'released') this.#left.add(workspaceId)
    })
  }

  get opening(): number {
    return this.#entering.size
  }

  onLeaving(listener: LeavingListener): void {
    this.#leavers.push(listener)
  }

  /** Calls back when workspaces have come here, or nobody has them any more. */
  onAvailable(listener: () => void): void {
    this.#available.push(listener)
  }

  /** Calls back when the lease of another server has ended. */
  onGone(listener: (serverId: string) => void): void {
    this.#gone.push(listener)
  }

  enter(workspaceId: string, isSent = false): Promise<void> | undefined {
    const { data } = this.#options
    // Work that is under way in it goes on until it leaves.
    const isHere = data.isOpen(workspaceId) && (!this.#leaving.has(workspaceId) || data.isUsed(workspaceId))
    if (isHere) return undefined
    const peer = isSent ? undefined : this.#elsewhere.get(workspaceId)
    if (peer !== undefined) throw new ElsewhereError(workspaceId, peer)
    const known = this.#entering.get(workspaceId)
    if (known !== undefined) return known
    const entering = this.#enter(workspaceId, isSent).finally(() => this.#entering.delete(workspaceId))
    this.#entering.set(workspaceId, entering)
    return entering
  }

  elsewhere(workspaceId: string): Peer | null {
    return this.#elsewhere.get(workspaceId) ?? null
  }

  forget(workspaceId: string): void {
    this.#elsewhere.delete(workspaceId)
  }

  /** Gives a workspace to the server that it was asked to go to, or to the next one that is asked for it. */
  release(workspaceId: string): Promise<void> {
    const known = this.#leaving.get(workspaceId)
    if (known !== undefined) return known
    const leaving = this.#leave(workspaceId).finally(() => this.#leaving.delete(workspaceId))
    this.#leaving.set(workspaceId, leaving)
    return leaving
  }

  /** Who else is there, and who is no more: what those have had is free. */
  async lookAround(): Promise<void> {
    const { database, serverId } = this.#options
    const isFreed = await serverStore.freeExpired(database)
    await this.#lookAround()
    const isFirst = this.#servers[0]?.server_id === serverId
    const isFound = isFirst && (await serverStore.freeUnknown(database))
    if (isFreed || isFound) for (const listener of this.#available) listener()
  }

  /** What is to be done now and then: which workspaces should go, and which wait for a server. It begins that, and does not wait for it. */
  async look(isDraining: boolean): Promise<void> {
    const { data, database, log, serverId } = this.#options
    if (this.#isClosed) return
    try {
      const drains = isDraining && this.#hasOthers()
      const leaving = await placementStore.leaving(database, serverId, drains)
      const left = [...this.#left].filter(id => !this.#entering.has(id))
      for (const id of [...leaving, ...left, ...(drains ? data.entered() : [])])
        this.#leaves.ask(id, () => this.release(id))
      if (!drains) await this.#wakeWaiting()
      this.#releaseIdle()
    } catch (error) {
      log.warn({ reason: messageOf(error) }, 'the workspaces of this server cannot be looked after now; trying again')
    }
  }

  /** No workspace comes from now on, and all go. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#leaves.clear()
    this.#wakes.clear()
    await Promise.allSettled([...this.#leaving.values(), ...this.#entering.values()])
    await forEachAtOnce(this.#options.data.entered(), id => this.release(id))
  }

  async #enter(id: string, isSent: boolean): Promise<void> {
    const { data, database, log, schema, serverId } = this.#options
    await this.#leaving.get(id)
    if (this.#isClosed) throw new UnavailableError('The server is stopping.')
    const placed = await placementStore.get(database, id)
    const peer = await this.#ownerOf(id, placed, isSent)
    if (peer !== null && peer.server_id !== serverId) throw this.#isElsewhere(id, peer)
    try {
      await data.open(id)
    } catch (error) {
      if (error instanceof ElsewhereError) throw this.#isElsewhere(id, error.peer)
      // It is not here, though it may be noted as if it was: the next one who comes may try.
      const failures = (this.#failures.get(id) ?? 0) + 1
      this.#failures.set(id, failures)
      const before = { wakeSeconds: Math.min(mostWakeSeconds, 2 ** failures), schema: placed?.schema ?? schema }
      await this.#free(id, before).catch((failure: unknown) => {
        log.warn(
          { workspace_id: id, reason: messageOf(failure) },
          'a workspace that could not be opened is still noted',
        )
      })
      throw error
    }
    this.#elsewhere.delete(id)
    this.#failures.delete(id)
    this.#left.delete(id)
    this.#options.numbers()?.tookOver(causeOf(placed, serverId))
    for (const listener of this.#available) listener()
    // Only those who list placements see it.
    void placementStore.opened(database, id, serverId).catch((error: unknown) => {
      log.debug({ workspace_id: id, reason: messageOf(error) }, 'an open workspace is still listed as restoring')
    })
  }

  /** Who has a workspace, or should; null when nobody can be chosen. */
  async #ownerOf(id: string, placed: PlacementRow | null, isSent: boolean): Promise<Peer | null> {
    const { schema, serverId } = this.#options
    if (placed?.server_id && placed.url) return { server_id: placed.server_id, url: placed.url }
    if (this.#servers.length === 0) await this.#lookAround()
    // Its lease has ended, whatever was known of it.
    const others = this.#servers.filter(({ server_id }) => server_id !== placed?.server_id || server_id === serverId)
    const ofFile = placed?.schema ?? schema
    const isOfOthers = ofFile !== schema && others.some(each => each.schema === ofFile && each.state === 'active')
    return isSent && !isOfOthers && !this.#isDraining() ? null : chooseServer(id, ofFile, others)
  }

  #isElsewhere(id: string, peer: Peer): ElsewhereError {
    if (this.#elsewhere.size >= mostKnown) this.#elsewhere.clear()
    this.#elsewhere.set(id, peer)
    return new ElsewhereError(id, peer)
  }

  async #leave(id: string): Promise<void> {
    const { data, log } = this.#options
    await Promise.allSettled([this.#entering.get(id)])
    try {
      let wakeSeconds: number | null = 0
      if (data.entered().includes(id)) {
        if (!this.#isClosed) await this.#untilUnused(id)
        if (!data.look(id, db => isMarked(db))) wakeSeconds = null
        await data.release(id)
      }
      await this.#free(id, { wakeSeconds })
    } catch (error) {
      log.warn({ workspace_id: id, reason: messageOf(error) }, 'a workspace could not be given up; trying again')
    }
  }

  /** What cannot be noted now is in a later look. */
  async #free(id: string, next: Parameters<typeof placementStore.free>[2]): Promise<void> {
    const { database, serverId } = this.#options
    this.#left.add(id)
    await placementStore.free(database, { workspaceId: id, serverId }, next)
    this.#left.delete(id)
  }

  async #untilUnused(id: string): Promise<void> {
    const { clock, data, log } = this.#options
    const over = new AbortController()
    const failed = (error: unknown): void =>
      log.error({ workspace_id: id, err: error }, 'a listener to leaving workspaces failed')
    const ends = this.#leavers.map(async leave => leave(id, over.signal))
    const ended = Promise.all([data.unused(id), ...ends.map(end => end.catch(failed))])
    await atMost(graceMs, ended, clock)
    over.abort()
    await atMost(unwindMs, ended, clock)
  }

  async #lookAround(): Promise<void> {
    const { database } = this.#options
    const mark = await serverStore.mark(database)
    if (mark === this.#mark) return
    const before = this.#servers
    this.#servers = await serverStore.live(database)
    this.#mark = mark
    const there = new Map(this.#servers.map(server => [server.server_id, server.url]))
    const gone = before.filter(({ server_id }) => !there.has(server_id))
    for (const { server_id } of gone) for (const listener of this.#gone) listener(server_id)
    for (const [id, peer] of this.#elsewhere) if (there.get(peer.server_id) !== peer.url) this.#elsewhere.delete(id)
  }

  #isDraining(): boolean {
    const own = this.#servers.find(({ server_id }) => server_id === this.#options.serverId)
    return own?.state === 'draining' && this.#hasOthers()
  }

  #hasOthers(): boolean {
    const { serverId } = this.#options
    return this.#servers.some(({ server_id, state }) => server_id !== serverId && state === 'active')
  }

  /** Something waits in workspaces that nobody has: those that fall to this server, and those that were given to it. */
  async #wakeWaiting(): Promise<void> {
    const { database, log, serverId } = this.#options
    const sent = await placementStore.sent(database, serverId, wakesAtOnce)
    const waiting = await placementStore.waiting(database, wakesAtOnce * Math.max(this.#servers.length, 1))
    const ours = waiting.filter(
      ({ workspace_id, schema }) => chooseServer(workspace_id, schema, this.#servers)?.server_id === serverId,
    )
    const wake = async (id: string): Promise<void> =>
      Promise.resolve(this.enter(id, true)).catch((error: unknown) => {
        log.debug({ workspace_id: id, reason: messageOf(error) }, 'a workspace in which something waits was not opened')
      })
    const ids = [...sent, ...ours.map(({ workspace_id }) => workspace_id).slice(0, wakesAtOnce)]
    for (const id of ids) this.#wakes.ask(id, () => wake(id))
  }

  #releaseIdle(): void {
    const { data } = this.#options
    const now = performance.now()
    for (const id of data.entered()) {
      if (data.idleMs(id) < idleMs || now - (this.#lookedAt.get(id) ?? -Infinity) < idleMs) continue
      this.#lookedAt.set(id, now)
      // One in which something waits stays: it would be entered again at once.
      if (!data.look(id, db => isMarked(db))) this.#leaves.ask(id, () => this.release(id))
    }
  }
}

function causeOf(placed: PlacementRow | null, serverId: string): TakeoverCause {
  if (placed?.server_id === serverId) return placed.state === 'moving' ? 'moved' : 'again'
  return (placed?.server_id ?? null) === null ? 'free' : 'lost'
}
