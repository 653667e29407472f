import { ConflictError, messageOf, NotFoundError, PayloadTooLargeError } from '@svc/plugin'
import type { ClaimedJob, Clock, Job, JobClaim, JobClaims, JsonValue, Logger, OutsideClaim } from '@svc/plugin'
import { backoffMs } from './backoff.ts'
import type { JobClaimStore, JobQueueStore, JobRecord, RenewAnswer, SettleAnswer, Settlement } from '@svc/plugin'
import { jobOf } from './job-of.ts'
import type { JobSource } from './job-source.ts'
import type { DeclaredKind } from './jobs.ts'
import { assertNotServerWorker } from './server-workers.ts'

const mostResultBytes = 1024 * 1024
/** Payloads that one claim answers. */
const answerBytes = 8 * 1024 * 1024

export interface OutsideClaimsOptions {
  store: JobQueueStore & JobClaimStore
  /** The store with the waiting for work. */
  source: JobSource
  pluginKinds: readonly string[]
  clock: Clock
  log: Logger
}

/** Claims of workers that are no part of svc. The claim token makes every call repeatable. */
export class OutsideClaims implements JobClaims {
  readonly pluginKinds: readonly string[]
  readonly #options: OutsideClaimsOptions
  readonly #stopping = new AbortController()

  constructor(options: OutsideClaimsOptions) {
    this.#options = options
    this.pluginKinds = options.pluginKinds
  }

  /** Whoever waits is answered that there is nothing. */
  stop(): void {
    this.#stopping.abort()
  }

  async claim(workspaceId: string, asked: OutsideClaim, signal: AbortSignal): Promise<ClaimedJob[]> {
    const { worker_id, kinds = null, queues = null, limit, lease_seconds, wait_seconds } = asked
    assertNotServerWorker(worker_id, '/worker_id')
    const { source } = this.#options
    const stopping = this.#stopping.signal
    if (stopping.aborted) return []
    const claim = {
      workspaceId,
      worker_id,
      kinds,
      except_kinds: this.pluginKinds,
      queues,
      limit,
      lease_ms: lease_seconds * 1000,
      wait_ms: wait_seconds * 1000,
    }
    const wait = claim.wait_ms === 0 ? signal : AbortSignal.any([signal, stopping])
    const { claimed } = await source.exchange({ settlements: [], claim }, wait)
    const kept = signal.aborted ? [] : claimed.slice(0, fitting(claimed))
    await this.#giveBack(claimed.slice(kept.length))
    return kept.map(record => ({ ...jobOf(record), claim_token: record.claim_token ?? '' }))
  }

  async heartbeat(
    claim: JobClaim,
    { lease_seconds, progress }: { lease_seconds: number; progress: number | null },
  ): Promise<{ lease_expires_at: string; cancel_requested: boolean }> {
    const [answer] = await this.#options.store.renew([{ ...claim, lease_ms: lease_seconds * 1000, progress }])
    if (answer?.type !== 'renewed') throw refusal(answer, 'heartbeat')
    const { lease_expires_at: expiresAt, cancel_requested } = answer
    return { lease_expires_at: new Date(expiresAt).toISOString(), cancel_requested }
  }

  complete(claim: JobClaim, result: JsonValue): Promise<Job> {
    return this.#settle({ ...claim, type: 'succeeded', result: resultText(result) }, 'completed')
  }

  async fail(claim: JobClaim, { message, retry }: { message: string; retry: boolean }): Promise<Job> {
    const { store, clock } = this.#options
    const attempt = (await store.get(claim.workspace_id, claim.job_id))?.attempt ?? 1
    const run_at = clock.now() + backoffMs(attempt)
    return this.#settle({ ...claim, type: 'failed', error: storable(message), retry, run_at }, 'failed')
  }

  async #settle(settlement: Settlement, action: string): Promise<Job> {
    const [answer] = await this.#options.store.settle([settlement])
    if (answer?.type !== 'accepted' && answer?.type !== 'repeated') throw refusal(answer, action)
    return jobOf(answer.job)
  }

  /** What does not fit into one answer, and all of it when the caller left meanwhile, goes back uncounted. */
  async #giveBack(records: readonly JobRecord[]): Promise<void> {
    if (records.length === 0) return
    const settlements = records.map(({ workspace_id, job_id, claim_token }) => ({
      workspace_id,
      job_id,
      claim_token: claim_token ?? '',
      type: 'given_back' as const,
    }))
    try {
      await this.#options.source.exchange({ settlements, claim: null }, this.#stopping.signal)
    } catch (error) {
      // Their leases end by themselves; the caller must still be told what it has.
      const reason = messageOf(error)
      this.#options.log.warn({ reason }, 'jobs that nobody was told of could not be given back')
    }
  }
}

/** Kinds whose jobs only their plugin makes. */
export function pluginKindsOf(kinds: readonly DeclaredKind[]): string[] {
  return kinds.filter(({ enqueue }) => enqueue === 'plugin').map(({ kind }) => kind)
}

function fitting(records: readonly JobRecord[]): number {
  let bytes = 0
  const first = records.findIndex(({ payload }, index) => (bytes += payload.length) > answerBytes && index > 0)
  return first === -1 ? records.length : first
}

/** @throws PayloadTooLargeError */
function resultText(result: JsonValue): string {
  const text = JSON.stringify(result)
  if (Buffer.byteLength(text) > mostResultBytes)
    throw new PayloadTooLargeError('The result of a job is at most 1 MiB. Keep it in a file and answer its id.', {
      extra: { limit_bytes: mostResultBytes },
    })
  return text
}

/** Not every store can hold a NUL or half a character. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD')
}

function refusal(answer: SettleAnswer | RenewAnswer | undefined, action: string): NotFoundError | ConflictError {
  if (answer?.type === 'lost') {
    return new ConflictError(
      'claim_lost',
      `This claim is over: its lease ended, and the job is ${answer.job.state} now. Nothing was changed; drop the work and claim anew.`,
    )
  }
  if (answer?.type === 'wrong_state') {
    const call = action === 'heartbeat' ? 'takes a heartbeat' : `can be ${action}`
    return new ConflictError('conflict', `The job is ${answer.job.state}; only a running job ${call}.`)
  }
  return new NotFoundError('There is no such job.')
}
