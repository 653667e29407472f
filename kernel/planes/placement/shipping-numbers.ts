import type { Metrics } from '@svc/plugin'
import type { ShippingObserver } from '../../drivers/shipped/steps.ts'
import type { PlacementCounts } from '../planes.ts'

const seconds = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10]
const restoreSeconds = [0.01, 0.05, 0.1, 0.5, 1, 2, 5, 10, 30, 60]
const counts = [1, 2, 4, 8, 16, 32, 64]

/** Why a workspace came to this server. */
export type TakeoverCause = 'free' | 'lost' | 'moved' | 'again'

/** What a server with workspaces of its own counts and measures. */
export interface ShippingNumbers extends ShippingObserver {
  tookOver(cause: TakeoverCause): void
}

export function declareShippingNumbers(metrics: Metrics, read: () => PlacementCounts): ShippingNumbers {
  metrics.gauge('svc_placements', 'Workspaces of this server: in use here, or on their way here', () => {
    const { owned, opening } = read()
    return [
      { value: owned, labels: { state: 'owned' } },
      { value: opening, labels: { state: 'opening' } },
    ]
  })
  metrics.gauge('svc_lease_remaining_seconds', 'How long this server may answer without a renewal of its lease', () => [
    { value: Math.max(0, read().remainingMs / 1000) },
  ])
  const flight = metrics.histogram('svc_log_flight_seconds', 'A statement that brings changes to the log', seconds, [])
  const together = metrics.histogram('svc_log_flight_commits', 'Workspaces in one such statement', counts, [])
  const bytes = metrics.counter('svc_log_bytes_total', 'Bytes of changes that were brought to the log', [])
  const waits = metrics.histogram('svc_gate_wait_seconds', 'How long answers waited for the log', seconds, [])
  const restores = metrics.histogram('svc_restore_seconds', 'A workspace restored from the log', restoreSeconds, [])
  const fenced = metrics.counter('svc_fenced_total', 'Workspaces that another server has taken from this one', [])
  const takeovers = metrics.counter(
    'svc_takeovers_total',
    'Workspaces that came here: nobody had them (free), their server was lost, they were moved, or it had them before (again)',
    ['cause'],
  )
  return {
    flew(ms, commits, size) {
      flight.observe(ms / 1000)
      together.observe(commits)
      bytes.add(size)
    },
    waited: ms => waits.observe(ms / 1000),
    restored: ms => restores.observe(ms / 1000),
    fenced: () => fenced.add(1),
    tookOver: cause => takeovers.add(1, { cause }),
  }
}
