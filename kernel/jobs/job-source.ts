import type { Claim, ClaimRequest, JobRecord, Renewal, RenewAnswer, SettleAnswer, Settlement } from '@svc/plugin'

/** What became of a settlement, without the job. */
export type Settled = Pick<SettleAnswer, 'type'>
/** What became of a renewal, without the job. */
export type Renewed =
  | Pick<Extract<RenewAnswer, { type: 'renewed' }>, 'type' | 'cancel_requested'>
  | { type: 'lost' | 'wrong_state' | 'missing' }

export interface Exchange {
  settlements: readonly Settlement[]
  /** Null: nothing more is wanted. */
  claim: (ClaimRequest & { wait_ms: number }) | null
}

/**
 * Where a worker gets its jobs and tells how they ended. In the server and on PostgreSQL it is the store itself; elsewhere it is the
 * server, over HTTP.
 */
export interface JobSource {
  /** Settles, claims, and waits up to `wait_ms` for work when there is none; a signal ends the wait, not the settlement. */
  exchange(exchange: Exchange, signal: AbortSignal): Promise<{ settled: Settled[]; claimed: JobRecord[] }>
  renew(renewals: readonly Renewal[]): Promise<Renewed[]>
  /**
   * Calls back as soon as it is known, with null when something may have been missed; a source that cannot know leaves it to the
   * answers of `renew`.
   */
  onCancelRequested(listener: (claim: Pick<Claim, 'workspace_id' | 'job_id'> | null) => void): void
}
