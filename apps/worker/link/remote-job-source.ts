import { messageOf } from '@svc/plugin'
import type { Clock, JobRecord, Logger, Renewal, Settlement } from '@svc/plugin'
import type { LinkedWorker, RequestedCancels } from '@svc/plugin/contracts/worker-link'
import type { Exchange, JobSource, Renewed, Settled } from '@svc/plugin/contracts/worker-link'
import type { LinkClient } from './link-client.ts'

const longestWaitSeconds = 30
/** The size of the settlements in one request; the server takes 8 MiB. */
const mostBytes = 3 * 1024 * 1024
const mostSettlements = 500
const cancelRetryMs = 1000

export interface RemoteJobSourceOptions {
  client: LinkClient
  worker: LinkedWorker
  clock: Clock
  log: Logger
  /** Ends the listening for cancels. */
  signal: AbortSignal
}

interface Answer {
  settled: Settled[]
  claimed: JobRecord[]
}

/** The queue of a server in another process, over HTTP. */
export class RemoteJobSource implements JobSource {
  readonly #options: RemoteJobSourceOptions
  #turn = 0

  constructor(options: RemoteJobSourceOptions) {
    this.#options = options
  }

  async exchange({ settlements, claim }: Exchange, signal: AbortSignal): Promise<Answer> {
    const pieces = piecesOf(settlements)
    const settled: Settled[] = []
    for (const piece of pieces.slice(0, -1)) settled.push(...(await this.#send(piece, null, 0)).settled)
    const last = await this.#sendAndWait(pieces.at(-1) ?? [], claim, signal)
    return { settled: [...settled, ...last.settled], claimed: last.claimed }
  }

  async renew(renewals: readonly Renewal[]): Promise<Renewed[]> {
    const { client, worker } = this.#options
    const { renewed } = await client.post<{ renewed: Renewed[] }>('/renew', { worker, renewals })
    return renewed
  }

  onCancelRequested(listener: (job: { workspace_id: string; job_id: string }) => void): void {
    void this.#hearCancels(listener)
  }

  /**
   * The request is never cut off, for its answer may hold jobs: an empty exchange after it makes the server end the wait.
   */
  async #sendAndWait(
    settlements: readonly Settlement[],
    claim: Exchange['claim'],
    signal: AbortSignal,
  ): Promise<Answer> {
    const waitSeconds = claim === null || signal.aborted ? 0 : secondsOf(claim)
    const answer = this.#send(settlements, claim, waitSeconds)
    const nudge = () => void this.#send([], null, 0).catch(() => undefined)
    if (waitSeconds > 0) signal.addEventListener('abort', nudge, { once: true })
    try {
      return await answer
    } finally {
      signal.removeEventListener('abort', nudge)
    }
  }

  #send(settlements: readonly Settlement[], claim: Exchange['claim'], waitSeconds: number): Promise<Answer> {
    const { client, worker } = this.#options
    this.#turn += 1
    return client.post<Answer>('/exchange', {
      worker,
      turn: this.#turn,
      settlements,
      claim: claim && { kinds: claim.kinds ?? [], queues: claim.queues, limit: claim.limit, lease_ms: claim.lease_ms },
      wait_seconds: waitSeconds,
    })
  }

  async #hearCancels(listener: (job: { workspace_id: string; job_id: string }) => void): Promise<void> {
    const { client, clock, log, signal } = this.#options
    let after: string | null = null
    while (!signal.aborted) {
      const query = after === null ? '' : `&after=${encodeURIComponent(after)}`
      try {
        const wait = after === null ? 0 : longestWaitSeconds
        const answer: RequestedCancels = await client.get(`/cancels?wait_seconds=${wait}${query}`)
        after = answer.after
        if (!signal.aborted) for (const job of answer.jobs) listener(job)
      } catch (error) {
        // The next renewal reports what was missed meanwhile.
        log.debug({ reason: messageOf(error) }, 'cancels cannot be heard now')
        await clock.sleep(cancelRetryMs, signal).catch(() => undefined)
      }
    }
  }
}

/** A worker that stands still must not be waiting any more when its jobs are taken back: it would be handed them again. */
function secondsOf({ wait_ms, lease_ms }: NonNullable<Exchange['claim']>): number {
  return Math.max(1, Math.floor(Math.min(longestWaitSeconds, wait_ms / 1000, lease_ms / 2000)))
}

/** At least one, perhaps empty; results may be a megabyte each. */
function piecesOf(settlements: readonly Settlement[]): Settlement[][] {
  const pieces: Settlement[][] = [[]]
  let bytes = 0
  for (const settlement of settlements) {
    const size = settlement.type === 'succeeded' ? Buffer.byteLength(settlement.result) : 0
    const piece = pieces.at(-1) ?? []
    if (piece.length > 0 && (bytes + size > mostBytes || piece.length >= mostSettlements)) {
      pieces.push([settlement])
      bytes = size
    } else {
      piece.push(settlement)
      bytes += size
    }
  }
  return pieces
}
