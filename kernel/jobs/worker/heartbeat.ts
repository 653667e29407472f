import { messageOf } from '@svc/plugin'
import type { Clock, Logger } from '@svc/plugin'
import type { JobSource, Renewed } from '@svc/plugin/contracts/worker-link'
import type { HeldJob, HeldJobs } from './held-jobs.ts'

interface HeartbeatOptions {
  held: HeldJobs
  source: JobSource
  clock: Clock
  log: Logger
  leaseMs: number
  onBeat(): void
  onCancel(job: HeldJob): void
}

/** Renews the leases of all held jobs, four times a lease; handlers need not do anything for it. */
export class Heartbeat {
  readonly #options: HeartbeatOptions
  readonly #stopping = new AbortController()
  #isBeating = false

  constructor(options: HeartbeatOptions) {
    this.#options = options
  }

  /** Beats while anything is held, and once more: a timer made anew for each job would cost more than short jobs do. */
  start(): void {
    if (this.#isBeating || this.#stopping.signal.aborted) return
    this.#isBeating = true
    void this.#beat()
  }

  /** Renews out of turn: the answers say which jobs are to be cancelled. */
  beatNow(): void {
    if (!this.#stopping.signal.aborted) void this.#renew()
  }

  stop(): void {
    this.#stopping.abort()
  }

  async #beat(): Promise<void> {
    const { held, clock, leaseMs, onBeat } = this.#options
    const { signal } = this.#stopping
    while (held.size > 0 && !signal.aborted) {
      await clock.sleep(leaseMs / 4, signal).catch(() => undefined)
      if (signal.aborted) break
      onBeat()
      await this.#renew()
    }
    this.#isBeating = false
  }

  async #renew(): Promise<void> {
    const { held, source, log, leaseMs } = this.#options
    const jobs = held.all()
    if (jobs.length === 0) return
    try {
      const answers = await source.renew(
        jobs.map(job => ({ ...job.claim, lease_ms: leaseMs, progress: newProgress(job) })),
      )
      for (const [index, job] of jobs.entries()) this.#onAnswer(job, answers[index])
    } catch (error) {
      log.warn({ reason: messageOf(error) }, 'the leases of jobs could not be renewed')
    }
  }

  /** The outcome of a job that has ended is on its way and has its own answer. */
  #onAnswer(job: HeldJob, answer: Renewed | undefined): void {
    if (job.state === 'ended' || answer === undefined) return
    const { held, log, onCancel } = this.#options
    if (answer.type === 'renewed') {
      job.reported = job.attempt?.progress ?? job.reported
      if (answer.cancel_requested) onCancel(job)
      return
    }
    log.warn({ job_id: job.record.job_id, answer: answer.type }, 'the claim of a job was lost')
    if (job.attempt === null) held.drop(job)
    else job.attempt.stop('lost')
  }
}

function newProgress({ attempt, reported }: HeldJob): number | null {
  return attempt === null || attempt.progress === reported ? null : attempt.progress
}
