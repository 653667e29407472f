import { backoffMs, messageOf } from '@svc/plugin'
import type { Clock, JobRecord, Logger, Settlement } from '@svc/plugin'
import { atMost } from '@svc/plugin/library/time/waiting'
import type { Exchange, JobSource, Settled } from '@svc/plugin/contracts/worker-link'
import type { Placement } from '../../planes/index.ts'
import type { JobKinds } from '../queue/job-kinds.ts'
import { Attempt } from './attempt.ts'
import type { Outcome } from './attempt.ts'
import { Heartbeat } from './heartbeat.ts'
import { HeldJobs, Prefetch } from './held-jobs.ts'
import type { HeldJob } from './held-jobs.ts'
import { TimeLimits } from './time-limits.ts'

const longestWaitMs = 600_000
const unwrittenRetryMs = 5000
const longestPauseMs = 5000
/** After the signal of a job has aborted at the stop, this long for its handler to end by itself. */
const stopUnwindMs = 1000
/** And this long for the last outcomes to be written. */
const lastOutcomesMs = 1000
/** Made once: an error of its own for each exchange would be the dearest part of it. */
const woken = new DOMException('There is something to settle.', 'AbortError')

export interface WorkerOptions {
  source: JobSource
  workerId: string
  kinds: JobKinds
  /** Of the kinds it has handlers for, those it takes jobs of. */
  takes(kind: string): boolean
  /** Null: any. */
  queues: readonly string[] | null
  /** Jobs at a time. */
  concurrency: number
  /** How long a claim holds without a renewal. */
  leaseMs: number
  clock: Clock
  log: Logger
  /** Null where workspaces need not be entered. */
  placement?: Placement | null
}

/**
 * Takes jobs from a source, runs them, and settles them in one exchange with the claim of the next ones. While there is nothing to do,
 * it waits in the source to be woken.
 */
export class Worker {
  readonly #options: WorkerOptions
  readonly #held = new HeldJobs()
  readonly #heartbeat: Heartbeat
  readonly #prefetch: Prefetch
  readonly #limits: TimeLimits
  readonly #stopping = new AbortController()
  #loop: Promise<void> | null = null
  /** Ends the wait of the exchange that is going on. */
  #waiting = new AbortController()
  #news = Promise.withResolvers<void>()
  #failures = 0
  #isGivingUp = false
  #isExchanging = false
  /** A cancel may have been for a job whose claim is still on its way here. */
  #mayHaveMissedCancel = false

  constructor(options: WorkerOptions) {
    this.#options = options
    const { source, clock, log, concurrency, leaseMs, placement } = options
    this.#prefetch = new Prefetch(concurrency)
    this.#limits = new TimeLimits(clock)
    this.#heartbeat = new Heartbeat({
      held: this.#held,
      source,
      clock,
      log,
      leaseMs,
      onBeat: () => this.#giveBackStale(),
      onCancel: job => this.#cancel(job),
    })
    source.onCancelRequested(cancel => this.#onCancel(cancel?.job_id ?? null))
    placement?.onLeaving((id, over) => over.addEventListener('abort', () => this.#leave(id)))
  }

  start(): void {
    if (this.#options.concurrency > 0) this.#loop ??= this.#run()
  }

  /** What waits for a place goes back at once; what runs goes on. */
  stopClaiming(): void {
    if (this.#stopping.signal.aborted) return
    this.#stopping.abort()
    for (const job of this.#held.in('waiting')) this.#end(job, { type: 'given_back' })
    this.#wake()
  }

  async drain(graceMs: number): Promise<void> {
    const { clock } = this.#options
    this.stopClaiming()
    await atMost(graceMs, this.#held.emptied(), clock)
    for (const job of this.#held.in('running')) job.attempt?.stop('stopping')
    await atMost(stopUnwindMs, this.#held.emptied(), clock)
    for (const job of this.#held.in('running')) this.#end(job, { type: 'given_back' })
    this.#isGivingUp = true
    for (const job of this.#held.in('ended')) this.#retryNow(job)
    await atMost(lastOutcomesMs, Promise.all([this.#held.emptied(), this.#loop]), clock)
    this.#heartbeat.stop()
  }

  /** Jobs of a workspace that goes elsewhere go on there, the attempt not counted. */
  #leave(workspaceId: string): void {
    for (const { attempt, record } of this.#held.in('running'))
      if (record.workspace_id === workspaceId) attempt?.stop('stopping')
  }

  #wake(): void {
    this.#waiting.abort(woken)
    this.#news.resolve()
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted || this.#held.size > 0) {
      this.#waiting = new AbortController()
      this.#news = Promise.withResolvers()
      const exchange = this.#nextExchange()
      if (exchange === null) await this.#news.promise
      else await this.#tryExchange(exchange)
    }
  }

  #nextExchange(): Exchange | null {
    const ended = this.#held.in('ended').filter(({ trouble }) => trouble !== 'resting')
    const alone = ended.find(({ trouble }) => trouble === 'alone')
    if (alone !== undefined) return { settlements: settlementsOf([alone]), claim: null }
    const settlements = settlementsOf(ended)
    const claim = this.#nextClaim()
    return settlements.length === 0 && claim === null ? null : { settlements, claim }
  }

  #nextClaim(): Exchange['claim'] {
    const { workerId, queues, kinds, takes } = this.#options
    if (this.#stopping.signal.aborted) return null
    const names = kinds.all().flatMap(({ kind }) => (takes(kind) ? [kind] : []))
    const limit = this.#prefetch.room(this.#held.count('running') + this.#held.count('waiting'))
    if (names.length === 0 || limit <= 0) return null
    return {
      workspaceId: null,
      worker_id: workerId,
      kinds: names,
      queues,
      limit,
      lease_ms: this.#options.leaseMs,
      wait_ms: longestWaitMs,
    }
  }

  async #tryExchange(exchange: Exchange): Promise<void> {
    this.#isExchanging = true
    try {
      const { settled, claimed } = await this.#options.source.exchange(exchange, this.#waiting.signal)
      this.#failures = 0
      for (const [index, settlement] of exchange.settlements.entries()) this.#onSettled(settlement, settled[index])
      if (exchange.claim !== null && claimed.length > 0) this.#prefetch.claimed(claimed.length, exchange.claim.limit)
      for (const record of claimed) this.#take(record)
    } catch (error) {
      await this.#onFailure(exchange, error)
    }
    this.#isExchanging = false
    if (this.#mayHaveMissedCancel) this.#heartbeat.beatNow()
    this.#mayHaveMissedCancel = false
    // Jobs that end in one turn of the event loop are settled together.
    await new Promise(setImmediate)
  }

  /** One workspace that cannot be written must not keep the outcomes of others, nor the next claim. */
  async #onFailure({ settlements }: Exchange, error: unknown): Promise<void> {
    const { clock, log } = this.#options
    this.#failures += 1
    const reason = messageOf(error)
    const [first] = settlements
    if (first === undefined) {
      if (this.#failures === 1) log.warn({ reason }, 'jobs cannot be claimed now; trying again')
      const pause = Math.min(2 ** Math.min(this.#failures, 10) * 100, longestPauseMs)
      // An outcome does not wait for the next try of a claim.
      await atMost(pause, this.#news.promise, clock)
      return
    }
    const troubled = settlements.flatMap(({ claim_token }) => this.#held.byToken(claim_token) ?? [])
    for (const job of troubled) {
      if (job.trouble === 'none') job.trouble = 'alone'
      else this.#rest(job, reason)
    }
  }

  /** The job holds its claim meanwhile; its lease is renewed as before. */
  #rest(job: HeldJob, reason: string): void {
    const { clock, log } = this.#options
    const { job_id } = job.record
    if (this.#isGivingUp) {
      log.error({ job_id, reason }, 'the outcome of a job could not be written before the end')
      this.#held.drop(job)
      return
    }
    log.error({ job_id, reason }, 'the outcome of a job could not be written; trying again')
    job.trouble = 'resting'
    void clock.sleep(unwrittenRetryMs).then(() => this.#retryNow(job))
  }

  #retryNow(job: HeldJob): void {
    if (job.trouble !== 'resting') return
    job.trouble = 'alone'
    this.#wake()
  }

  #onSettled({ claim_token }: Settlement, answer: Settled | undefined): void {
    const job = this.#held.byToken(claim_token)
    if (job === undefined) return
    this.#held.drop(job)
    if (answer?.type === 'accepted' || answer?.type === 'repeated') return
    const { job_id } = job.record
    this.#options.log.warn(
      { job_id, answer: answer?.type },
      'the outcome of a job came after its claim was lost, and was dropped',
    )
  }

  #onCancel(jobId: string | null): void {
    const named = this.#held.all().filter(({ record }) => record.job_id === jobId)
    for (const job of named) this.#cancel(job)
    if (named.length > 0) return
    if (this.#isExchanging) this.#mayHaveMissedCancel = true
    if (jobId === null) this.#heartbeat.beatNow()
  }

  #cancel(job: HeldJob): void {
    if (job.state === 'running') job.attempt?.stop('cancelled')
    if (job.state === 'waiting') this.#end(job, { type: 'failed', message: 'The job was cancelled.', retry: false })
  }

  #take(record: JobRecord): void {
    const job = this.#held.add(record, this.#options.clock.now())
    this.#heartbeat.start()
    if (this.#stopping.signal.aborted) this.#end(job, { type: 'given_back' })
    else this.#fill()
  }

  #fill(): void {
    while (this.#held.count('running') < this.#options.concurrency) {
      const next = this.#held.first('waiting')
      if (next === undefined) return
      this.#begin(next)
    }
  }

  #begin(job: HeldJob): void {
    const { kinds, clock, log, placement = null } = this.#options
    const registered = kinds.get(job.record.kind)
    if (registered === undefined) return this.#end(job, { type: 'given_back' })
    const attempt = new Attempt({ record: job.record, ...registered, clock, log, placement, limits: this.#limits })
    this.#held.move(job, 'running')
    job.attempt = attempt
    void this.#follow(job, attempt)
  }

  async #follow(job: HeldJob, attempt: Attempt): Promise<void> {
    const startedAt = performance.now()
    const outcome = await attempt.run()
    this.#prefetch.ran(performance.now() - startedAt)
    // What the handler calls may stop before its own signal aborts: a failure while the worker stops says nothing about the job.
    const isCutOff = outcome.type === 'failed' && !attempt.wasCancelled && this.#stopping.signal.aborted
    if (job.state === 'running') this.#end(job, isCutOff ? { type: 'given_back' } : outcome)
    if (!this.#stopping.signal.aborted) this.#fill()
  }

  #end(job: HeldJob, outcome: Outcome): void {
    if (outcome.type === 'dropped') {
      this.#held.drop(job)
    } else {
      this.#held.move(job, 'ended')
      job.settlement = this.#settlementOf(job, outcome)
    }
    this.#wake()
  }

  #settlementOf({ claim, record }: HeldJob, outcome: Exclude<Outcome, { type: 'dropped' }>): Settlement {
    if (outcome.type !== 'failed') return { ...claim, ...outcome }
    const { message: error, retry } = outcome
    return { ...claim, type: 'failed', error, retry, run_at: this.#options.clock.now() + backoffMs(record.attempt) }
  }

  /** Jobs that wait behind long ones are better off with another worker. */
  #giveBackStale(): void {
    const oldest = this.#options.clock.now() - this.#options.leaseMs / 4
    for (const job of this.#held.in('waiting')) if (job.since <= oldest) this.#end(job, { type: 'given_back' })
  }
}

function settlementsOf(jobs: readonly HeldJob[]): Settlement[] {
  return jobs.flatMap(job => job.settlement ?? [])
}
