import type { JobStore } from '@svc/plugin'
import { randomBytes } from 'node:crypto'

const mostKept = 1000

interface Wish {
  number: number
  job: { workspace_id: string; job_id: string }
}

/** The latest wishes to cancel a running job, for workers that listen from afar. */
export class CancelFeed {
  readonly #name = randomBytes(6).toString('hex')
  readonly #wishes: Wish[] = []
  #count = 0
  #news = Promise.withResolvers<void>()

  constructor(store: Pick<JobStore, 'onCancelRequested'>) {
    store.onCancelRequested(job => {
      // What was missed is in the answers to the workers' renewals.
      if (job === null) return
      this.#count += 1
      this.#wishes.push({ number: this.#count, job })
      if (this.#wishes.length > mostKept) this.#wishes.shift()
      this.#news.resolve()
      this.#news = Promise.withResolvers()
    })
  }

  /** What came after that point, waiting for the first when there is none; from now on when the point is not one of this server. */
  async after(point: string | undefined, signal: AbortSignal): Promise<{ after: string; jobs: Wish['job'][] }> {
    const [name, number] = (point ?? '').split(':')
    const seen = name === this.#name ? Number(number) : this.#count
    if (name === this.#name && this.#count <= seen && !signal.aborted) await this.#next(signal)
    const jobs = this.#wishes.filter(wish => wish.number > seen).map(({ job }) => job)
    return { after: `${this.#name}:${this.#count}`, jobs }
  }

  async #next(signal: AbortSignal): Promise<void> {
    await Promise.race([
      this.#news.promise,
      new Promise<void>(resolve => signal.addEventListener('abort', () => resolve(), { once: true })),
    ])
  }
}
