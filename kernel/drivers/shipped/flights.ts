import { StorageFullError, UnavailableError, withOwnLogFields } from '@svc/plugin'
import type { Clock, Logger, ObjectStore } from '@svc/plugin'
import type { ShippedWorkspace, WeighedRow } from './shipped-workspace.ts'
import type { OnStep, ShippingObserver } from './steps.ts'
import type { Upkeep } from './upkeep.ts'
import type { WorkspaceLog } from './workspace-log-store.ts'

/** Statements that may be under way at once. */
const lanes = 2
const mostWorkspaces = 64
/** More are divided among the lanes: while PostgreSQL writes the rows of one flight, the next is made ready. */
const fewWorkspaces = 8
/** How long callers wait for a flight. */
const mostWaitMs = 10_000
const retryMs = 100
const mostRetryMs = 2000

interface FlightsOptions {
  log: WorkspaceLog
  store: ObjectStore
  clock: Clock
  notes: Logger
  onStep: OnStep
  observer?: ShippingObserver | undefined
  upkeep: Upkeep
  /** The log will never have what was committed: its place is taken, or something else is wrong. */
  failed(workspace: ShippedWorkspace, state: 'fenced' | 'lost', error: unknown): void
}

interface Seat extends WeighedRow {
  workspace: ShippedWorkspace
  version: number
}

/** Brings what was committed to the log: of each workspace one row at a time, of all that are ready together in one statement. */
export class Flights {
  readonly #options: FlightsOptions
  readonly #ready = new Set<ShippedWorkspace>()
  readonly #closing = new AbortController()
  #flying = 0
  #isDue = false

  constructor(options: FlightsOptions) {
    this.#options = options
  }

  add(workspace: ShippedWorkspace): void {
    if (workspace.isFlying) return
    this.#ready.add(workspace)
    // What else is committed in this turn flies with it.
    this.#launchSoon()
  }

  /** Nothing is tried again from now on. */
  close(): void {
    this.#closing.abort(new Error('The server is stopping.'))
  }

  #launchSoon(): void {
    if (this.#isDue || this.#flying === lanes || this.#ready.size === 0) return
    this.#isDue = true
    setImmediate(() => withOwnLogFields({}, () => this.#launch()))
  }

  #launch(): void {
    this.#isDue = false
    const share = Math.ceil(this.#ready.size / (lanes - this.#flying))
    const together = [...this.#ready].slice(0, Math.min(mostWorkspaces, Math.max(share, fewWorkspaces)))
    for (const workspace of together) {
      this.#ready.delete(workspace)
      workspace.isFlying = true
    }
    const light = together.filter(workspace => !workspace.isHeavy)
    for (const workspace of together) if (!light.includes(workspace)) void this.#fly([workspace])
    this.#flying += 1
    void this.#fly(light, this.#ready).finally(() => {
      this.#flying -= 1
      this.#launchSoon()
    })
    // Once this one was sent.
    this.#launchSoon()
  }

  /** Callers of `behind` wait for this flight, too: it keeps a lane. */
  async #fly(together: readonly ShippedWorkspace[], behind: Iterable<ShippedWorkspace> = []): Promise<void> {
    const late = setInterval(() => [...together, ...behind].forEach(workspace => workspace.giveUp()), mostWaitMs)
    try {
      const seats = await Promise.all(together.map(workspace => this.#board(workspace)))
      await this.#send(seats.filter(seat => seat !== null))
    } finally {
      clearInterval(late)
    }
  }

  async #board(workspace: ShippedWorkspace): Promise<Seat | null> {
    const { store, onStep } = this.#options
    // It was given up meanwhile: its file is gone, and nothing of it was left to ship.
    if (workspace.state !== 'open') return null
    const version = workspace.noted
    try {
      const pages = await workspace.read()
      onStep('pages read', workspace.id)
      if (pages === null) {
        this.#land(workspace, version)
        return null
      }
      const weighed = await this.#again(() => workspace.rowOf(pages, store))
      if (workspace.noted === version) this.#options.upkeep.boarded(workspace)
      return { workspace, version, ...weighed }
    } catch (error) {
      this.#fail(workspace, 'lost', error)
    }
    return null
  }

  async #send(seats: readonly Seat[]): Promise<void> {
    if (seats.length === 0) return
    const { log, observer, onStep } = this.#options
    const startedAt = performance.now()
    for (const { workspace } of seats) onStep('row sent', workspace.id)
    let fenced: Set<string>
    try {
      fenced = await this.#again(() => log.append(seats.map(({ row }) => row)))
    } catch (error) {
      const [only] = seats
      if (seats.length === 1 && only) return this.#fail(only.workspace, 'lost', error)
      // One of them is refused, and the others are not to suffer for it.
      for (const seat of seats) await this.#send([seat])
      return
    }
    const bytes = seats.reduce((sum, { row }) => sum + row.pages.length, 0)
    observer?.flew(performance.now() - startedAt, seats.length, bytes)
    for (const { workspace, version, row, weight } of seats) {
      if (fenced.has(workspace.id)) {
        this.#fail(workspace, 'fenced', null)
        continue
      }
      onStep('row committed', workspace.id)
      workspace.seq = row.seq
      workspace.logBytes += weight
      this.#land(workspace, version)
      onStep('gate opened', workspace.id)
    }
  }

  /** While PostgreSQL or the store is away, whether it worked is unknown; the same is tried until one of them says so. */
  async #again<T>(work: () => Promise<T>): Promise<T> {
    const { clock, notes } = this.#options
    for (let tries = 1; ; tries += 1) {
      try {
        return await work()
      } catch (error) {
        const mayPass = error instanceof UnavailableError || error instanceof StorageFullError
        if (!mayPass || this.#closing.signal.aborted) throw error
        if (tries === 1) notes.warn({ err: error }, 'what workspaces have written cannot be kept now; trying again')
        await clock.sleep(Math.min(mostRetryMs, retryMs * 2 ** tries), this.#closing.signal)
      }
    }
  }

  #land(workspace: ShippedWorkspace, version: number): void {
    workspace.isFlying = false
    workspace.settle(version)
    if (workspace.noted > version) this.add(workspace)
    this.#options.upkeep.landed(workspace)
  }

  #fail(workspace: ShippedWorkspace, state: 'fenced' | 'lost', error: unknown): void {
    workspace.isFlying = false
    this.#ready.delete(workspace)
    this.#options.failed(workspace, state, error)
  }
}
