import { UnavailableError } from '@svc/plugin'
import type { EnqueueAnswer, JobRecord, NewJobRecord } from '@svc/plugin'
import type { PostgresDatabase, PostgresSession } from '../database.ts'
import type { LivePairs } from './live-pairs.ts'
import { enqueueStore } from './stores/enqueue-store.ts'
import { SharedFlight } from './shared-flight.ts'

/** A live job that took the key may have ended by the time it is looked for; so often is looked again. */
const mostTries = 5

type RequestedJob = NewJobRecord & Required<Pick<NewJobRecord, 'request'>>

export interface EnqueuerOptions {
  database: PostgresDatabase
  pairs: LivePairs
  now(): number | null
  /** The payload that names the place of the work for other processes. */
  notify(workspaceIds: ReadonlySet<string>): string
  /** After the commit. */
  onMade(workspaceIds: ReadonlySet<string>): void
}

/** Puts jobs in, many callers in one commit. */
export class Enqueuer {
  readonly #options: EnqueuerOptions
  readonly #plain: SharedFlight<NewJobRecord, EnqueueAnswer>
  readonly #requested: SharedFlight<RequestedJob, EnqueueAnswer>

  constructor(options: EnqueuerOptions) {
    this.#options = options
    this.#plain = new SharedFlight(jobs => this.#enqueuePlain(jobs))
    this.#requested = new SharedFlight(jobs => this.#enqueueRequested(jobs))
  }

  async enqueue(jobs: readonly NewJobRecord[]): Promise<EnqueueAnswer[]> {
    const requested = jobs.filter((job): job is RequestedJob => job.request !== undefined)
    const plain = jobs.filter(job => job.request === undefined)
    // One with a unique key may be there already.
    this.#options.pairs.assertNotRefused(plain.filter(job => job.unique_key === null))
    const [requestedAnswers, plainAnswers] = await Promise.all([
      this.#requested.join(requested),
      this.#plain.join(plain),
    ])
    return jobs.map(job => (job.request === undefined ? plainAnswers : requestedAnswers).shift() as EnqueueAnswer)
  }

  async landed(): Promise<void> {
    await Promise.all([this.#plain.landed(), this.#requested.landed()])
  }

  /** Within the transaction of a caller, who announces it after the commit. */
  insert(db: PostgresSession, jobs: readonly NewJobRecord[]): Promise<EnqueueAnswer[]> {
    return this.#options.pairs.making(db, jobs, session => this.#insert(session, jobs), madeOf)
  }

  async #insert(db: PostgresSession, jobs: readonly NewJobRecord[]): Promise<EnqueueAnswer[]> {
    const answers = new Map<string, EnqueueAnswer>()
    let left = jobs
    for (let tries = 1; left.length > 0; tries += 1) {
      const notify = this.#options.notify(workspacesOf(left))
      const made = await enqueueStore.insert(db, { now: this.#options.now(), notify, jobs: left })
      for (const [jobId, job] of made) answers.set(jobId, { type: 'created', job })
      for (const job of left.filter(each => !made.has(each.job_id))) {
        const existing = await existingOf(db, job)
        if (existing !== undefined) answers.set(job.job_id, { type: 'existing', job: existing })
      }
      left = left.filter(job => !answers.has(job.job_id))
      if (left.length > 0 && tries === mostTries) {
        throw new UnavailableError('Jobs with the same unique key come and go too fast. Try again.')
      }
    }
    return jobs.map(job => answers.get(job.job_id) as EnqueueAnswer)
  }

  async #enqueuePlain(jobs: readonly NewJobRecord[]): Promise<EnqueueAnswer[]> {
    const answers = await this.insert(this.#options.database, jobs)
    this.#announceMade(answers)
    return answers
  }

  /** The request, its job and its answer stand or fall together. */
  async #enqueueRequested(jobs: readonly RequestedJob[]): Promise<EnqueueAnswer[]> {
    const answers = await this.#options.database.transaction(async db => {
      const first = new Map<string, RequestedJob>()
      for (const job of jobs) if (!first.has(keyOf(job))) first.set(keyOf(job), job)
      const firsts = [...first.values()]
      const taken = await enqueueStore.takeRequests(
        db,
        this.#options.now(),
        firsts.map(({ workspace_id, request }) => ({ workspace_id, ...request })),
      )
      const isTaken = new Set(taken.map(row => requestKey(row.workspace_id, row.key_hash)))
      const fresh = firsts.filter(job => isTaken.has(keyOf(job)))
      const freshAnswers = new Map(
        (await this.insert(db, fresh)).map((answer, index) => [fresh[index] as RequestedJob, answer]),
      )
      await enqueueStore.answerRequests(db, [...freshAnswers].map(answerRow))
      return this.#answersOf(db, jobs, freshAnswers)
    })
    this.#announceMade(answers)
    return answers
  }

  async #answersOf(
    db: PostgresSession,
    jobs: readonly RequestedJob[],
    fresh: ReadonlyMap<RequestedJob, EnqueueAnswer>,
  ): Promise<EnqueueAnswer[]> {
    const others = jobs.filter(job => !fresh.has(job))
    const keys = others.map(job => ({ workspace_id: job.workspace_id, key_hash: job.request.key_hash }))
    const rows = others.length === 0 ? [] : await enqueueStore.requests(db, keys)
    const rowOf = new Map(rows.map(row => [requestKey(row.workspace_id, row.key_hash), row]))
    return jobs.map(job => {
      const answer = fresh.get(job)
      if (answer !== undefined) return answer
      const row = rowOf.get(keyOf(job))
      if (row?.body_hash !== job.request.body_hash) return { type: 'mismatch' }
      const stored = JSON.parse(row.job) as JobRecord
      // The same body has the same payload: it is not kept twice.
      return { type: 'replayed', job: row.created ? { ...stored, payload: job.payload } : stored, created: row.created }
    })
  }

  #announceMade(answers: readonly EnqueueAnswer[]): void {
    const made = madeOf(answers)
    if (made.length > 0) this.#options.onMade(workspacesOf(made))
  }
}

function madeOf(answers: readonly EnqueueAnswer[]): JobRecord[] {
  return answers.flatMap(answer => (answer.type === 'created' ? [answer.job] : []))
}

async function existingOf(db: PostgresSession, job: NewJobRecord): Promise<JobRecord | undefined> {
  return job.unique_key === null ? undefined : enqueueStore.liveByKey(db, job.workspace_id, job.unique_key)
}

function workspacesOf(jobs: readonly { workspace_id: string }[]): ReadonlySet<string> {
  return new Set(jobs.map(job => job.workspace_id))
}

function requestKey(workspaceId: string, keyHash: string): string {
  return `${workspaceId} ${keyHash}`
}

function keyOf(job: RequestedJob): string {
  return requestKey(job.workspace_id, job.request.key_hash)
}

function answerRow([job, answer]: [RequestedJob, EnqueueAnswer]) {
  if (answer.type === 'mismatch') throw new TypeError('a fresh request cannot mismatch')
  const created = answer.type === 'created'
  return {
    workspace_id: job.workspace_id,
    key_hash: job.request.key_hash,
    created,
    job_id: answer.job.job_id,
    job: JSON.stringify(created ? { ...answer.job, payload: undefined } : answer.job),
  }
}
