import { backoffMs, bodyFault, ConflictError, jobOf, messageOf, NotFoundError, PayloadTooLargeError } from '@svc/plugin'
import type {
  Claim,
  Clock,
  Job,
  JobRecord,
  JsonValue,
  Logger,
  RenewAnswer,
  SettleAnswer,
  Settlement,
} from '@svc/plugin'
import { serverWorkerPrefix } from '@svc/plugin/contracts/worker-link'
import type { WorkerQueue } from '@svc/plugin/contracts/worker-link'

const mostResultBytes = 1024 * 1024

/** What a worker outside asks for. */
export interface OutsideClaim {
  worker_id: string
  /** Every kind when left out, but for those of plugins. */
  kinds?: readonly string[] | undefined
  queues?: readonly string[] | undefined
  limit: number
  lease_seconds: number
  /** How long to wait when there is no job. */
  wait_seconds: number
}

export interface OutsideClaimsOptions extends Pick<WorkerQueue, 'store' | 'source' | 'stopping'> {
  /** Kinds that are never handed out. */
  pluginKinds: readonly string[]
  clock: Clock
  log: Logger
}

/** Claims of workers that are no part of svc, workspace by workspace. The claim token makes every call repeatable. */
export class OutsideClaims {
  readonly #options: OutsideClaimsOptions
  readonly #waits = new Set<{ workspaceId: string; end: AbortController }>()

  constructor(options: OutsideClaimsOptions) {
    this.#options = options
  }

  /** Ends early, with nothing, when the signal aborts, the server stops or the workspace leaves. */
  async claim(workspaceId: string, asked: OutsideClaim, signal: AbortSignal): Promise<JobRecord[]> {
    const { worker_id, kinds = null, queues = null, limit, lease_seconds, wait_seconds } = asked
    assertNotServerWorker(worker_id, '/worker_id')
    const { store, source, stopping, pluginKinds, log } = this.#options
    if (stopping.aborted) return []
    const claim = {
      workspaceId,
      worker_id,
      kinds,
      except_kinds: pluginKinds,
      queues,
      limit,
      lease_ms: lease_seconds * 1000,
      wait_ms: wait_seconds * 1000,
    }
    const wait = { workspaceId, end: new AbortController() }
    this.#waits.add(wait)
    const ended = claim.wait_ms === 0 ? signal : AbortSignal.any([signal, stopping, wait.end.signal])
    const exchanging = source.exchange({ settlements: [], claim }, ended)
    const { claimed } = await exchanging.finally(() => this.#waits.delete(wait))
    if (signal.aborted) await giveBack(store, claimed, log)
    return claimed
  }

  /** Ends the waits in a workspace that is about to go elsewhere. */
  leave(workspaceId: string): void {
    for (const wait of this.#waits) if (wait.workspaceId === workspaceId) wait.end.abort()
  }

  /** @throws NotFoundError; ConflictError `claim_lost`, `conflict`, as the others */
  async heartbeat(
    claim: Claim,
    { lease_seconds, progress }: { lease_seconds: number; progress: number | null },
  ): Promise<{ lease_expires_at: string; cancel_requested: boolean }> {
    const [answer] = await this.#options.store.renew([{ ...claim, lease_ms: lease_seconds * 1000, progress }])
    if (answer?.type !== 'renewed') throw refusal(answer, 'heartbeat')
    const { lease_expires_at: expiresAt, cancel_requested } = answer
    return { lease_expires_at: new Date(expiresAt).toISOString(), cancel_requested }
  }

  /** The same call again gets the same answer. @throws PayloadTooLargeError over 1 MiB */
  complete(claim: Claim, result: JsonValue): Promise<Job> {
    return this.#settle({ ...claim, type: 'succeeded', result: resultText(result) }, 'completed')
  }

  /** To the queue again after a backoff, or `dead`, or `cancelled` when that was asked for. */
  async fail(claim: Claim, { message, retry }: { message: string; retry: boolean }): Promise<Job> {
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
}

/** The names of a server's own workers: their jobs are taken back when a server starts. @throws ValidationError */
export function assertNotServerWorker(workerId: string, path: string): void {
  if (!workerId.startsWith(serverWorkerPrefix)) return
  throw bodyFault(path, `must not begin with "${serverWorkerPrefix}": such names are those of the server's own workers`)
}

/** Jobs that could not be handed over go back to the queue, the attempt not counted. Never rejects. */
export async function giveBack(store: WorkerQueue['store'], records: readonly JobRecord[], log: Logger): Promise<void> {
  if (records.length === 0) return
  const settlements = records.map(({ workspace_id, job_id, claim_token }) => {
    return { workspace_id, job_id, claim_token: claim_token ?? '', type: 'given_back' as const }
  })
  try {
    await store.settle(settlements)
  } catch (error) {
    // Their leases end by themselves; the caller must still hear which jobs it has.
    log.warn({ reason: messageOf(error) }, 'jobs that were not handed over could not be given back')
  }
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
