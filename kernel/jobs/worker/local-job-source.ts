import { messageOf } from '@svc/plugin'
import type { Clock, JobRecord, JobClaimStore, Logger } from '@svc/plugin'
import type { Exchange, JobSource, Settled } from '@svc/plugin/contracts/worker-link'
import { DueTimer } from './due-timer.ts'
import { Waiters } from './waiters.ts'
import type { Waiter } from './waiters.ts'

const mostReclaimed = 100

interface LocalJobSourceOptions {
  store: JobClaimStore
  clock: Clock
  log: Logger
  /** Ends every wait and the timer of what falls due. */
  signal: AbortSignal
}

/** The store itself, with the waiting: for the workers of this process, and for those that ask it over HTTP. */
export class LocalJobSource implements JobSource {
  readonly #options: LocalJobSourceOptions
  readonly #waiters = new Waiters()
  readonly #due: DueTimer

  constructor(options: LocalJobSourceOptions) {
    const { store, clock, log, signal } = options
    this.#options = options
    this.#due = new DueTimer({ next: () => store.nextDue(), clock, log, signal, onDue: () => this.#reclaim() })
    store.onWork(workspaceId => {
      this.#waiters.notify(workspaceId)
      this.#due.look()
    })
  }

  async exchange(
    { settlements, claim }: Exchange,
    signal: AbortSignal,
  ): Promise<{ settled: Settled[]; claimed: JobRecord[] }> {
    const { store } = this.#options
    if (claim === null) return { settled: await store.settle(settlements), claimed: [] }
    const { wait_ms, ...request } = claim
    // Before the first look, so that nothing comes in between.
    const waiter = this.#waiters.join(request)
    try {
      const { settled, claimed } =
        settlements.length === 0
          ? { settled: [], claimed: await store.claim(request) }
          : await store.exchange(settlements, request)
      if (claimed.length > 0 || wait_ms === 0) return { settled, claimed }
      const ended = AbortSignal.any([signal, this.#options.signal])
      return { settled, claimed: await this.#awaitWork(() => store.claim(request), waiter, wait_ms, ended) }
    } finally {
      this.#waiters.leave(waiter)
    }
  }

  renew: JobSource['renew'] = renewals => this.#options.store.renew(renewals)

  onCancelRequested: JobSource['onCancelRequested'] = listener => this.#options.store.onCancelRequested(listener)

  /** From now on takes back jobs as their leases run out; needs no worker here. */
  start(): void {
    this.#due.look()
  }

  /** There may be work that nobody was woken for. */
  look(): void {
    this.#waiters.notify(null)
  }

  async #awaitWork(
    claim: () => Promise<JobRecord[]>,
    waiter: Waiter,
    waitMs: number,
    signal: AbortSignal,
  ): Promise<JobRecord[]> {
    const { clock } = this.#options
    const over = new AbortController()
    const ended = AbortSignal.any([signal, over.signal])
    const deadline = clock.now() + waitMs
    void clock.sleep(waitMs, ended).then(
      () => over.abort(),
      () => undefined,
    )
    try {
      while (!ended.aborted && clock.now() <= deadline) {
        this.#due.look()
        await waiter.news(ended)
        if (ended.aborted) break
        const claimed = await this.#waiters.look(waiter, claim)
        if (claimed.length > 0) return claimed
      }
      return []
    } finally {
      over.abort()
    }
  }

  async #reclaim(): Promise<void> {
    const { store, log } = this.#options
    try {
      const count = await store.reclaim(mostReclaimed)
      if (count > 0) log.info({ count }, 'took back jobs of workers that no longer renew them')
      if (count >= mostReclaimed) this.#due.look()
    } catch (error) {
      log.warn({ reason: messageOf(error) }, 'jobs of lost workers cannot be taken back now')
    }
    this.#waiters.notify(null)
  }
}
