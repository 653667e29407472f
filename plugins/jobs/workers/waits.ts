import { RateLimitedError } from '@svc/plugin'
import type { JobStore } from '@svc/plugin'
import { CallerCounts } from '@svc/plugin/library/caller-counts'
import { orAborted } from '@svc/plugin/library/turns/or-aborted'
import { randomBytes } from 'node:crypto'

const mostKept = 1000
const mostWorkers = 10_000
const mostWaiting = 1000
const retryAfterSeconds = 5

interface Cancel {
  number: number
  job: { workspace_id: string; job_id: string }
}

/** The latest requests to cancel a running job, for workers that listen over HTTP. */
export class CancelFeed {
  readonly #name = randomBytes(6).toString('hex')
  readonly #cancels: Cancel[] = []
  #count = 0
  #news = Promise.withResolvers<void>()

  constructor(store: Pick<JobStore, 'onCancelRequested'>) {
    store.onCancelRequested(job => {
      // What was missed is in the answers to the workers' renewals.
      if (job === null) return
      this.#count += 1
      this.#cancels.push({ number: this.#count, job })
      if (this.#cancels.length > mostKept) this.#cancels.shift()
      this.#news.resolve()
      this.#news = Promise.withResolvers()
    })
  }

  /** What came after that point, waiting for the first when there is none; from now on when the point is not one of this server. */
  async after(point: string | undefined, signal: AbortSignal): Promise<{ after: string; jobs: Cancel['job'][] }> {
    const [name, number] = (point ?? '').split(':')
    const seen = name === this.#name ? Number(number) : this.#count
    const isUpToDate = name === this.#name && this.#count <= seen
    if (isUpToDate) await orAborted(this.#news.promise, signal).catch(() => undefined)
    const jobs = this.#cancels.filter(cancel => cancel.number > seen).map(({ job }) => job)
    return { after: `${this.#name}:${this.#count}`, jobs }
  }
}

/** Which exchange of each worker is the latest: it ends the waits of those before it, in whatever order they arrive. */
export class Turns {
  readonly #latest = new Map<string, { turn: number; over: AbortController }>()

  /** Aborts once a later turn of the worker has begun. */
  begin(workerId: string, turn: number): AbortSignal {
    const over = new AbortController()
    const latest = this.#latest.get(workerId)
    if (latest !== undefined && latest.turn > turn) {
      over.abort()
      return over.signal
    }
    latest?.over.abort()
    this.#latest.delete(workerId)
    this.#latest.set(workerId, { turn, over })
    const [oldest] = this.#latest.keys()
    if (this.#latest.size > mostWorkers && oldest !== undefined) this.#latest.delete(oldest)
    return over.signal
  }
}

/** Calls that wait for jobs: each costs a look whenever there is work, so one caller may not have thousands. */
export function waitingCalls(): CallerCounts {
  return new CallerCounts(
    mostWaiting,
    count =>
      new RateLimitedError(
        `${count} claims of yours wait for jobs, which is the limit. Take more jobs with one claim ("limit"), or claim without "wait_seconds".`,
        retryAfterSeconds,
      ),
  )
}
