import type { Metrics } from '@svc/plugin'
import type { Advance } from './advance.ts'

/** Counts the runs that end. */
export interface RunMeter {
  ended(status: string): void
}

export function measureRuns(metrics: Metrics, advance: () => Pick<Advance, 'active'>): RunMeter {
  const ended = metrics.counter(
    'svc_playbook_runs_total',
    'Runs of playbooks that completed, faulted or were cancelled',
    ['status'],
  )
  metrics.gauge('svc_playbook_runs_active', 'Runs of playbooks that this process advances now', () => [
    { value: advance().active },
  ])
  return { ended: status => ended.add(1, { status }) }
}
