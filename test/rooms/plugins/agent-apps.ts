import type { EventLog } from '@svc/plugin'
import { ManualClock } from '@svc/plugin/testing'
import type { MigrationSet } from '../../../kernel/planes/index.ts'
import runs from '../../../plugins/agent-apps/migrations/0001-runs.ts'
import triggers from '../../../plugins/agent-apps/migrations/0002-run-trigger.ts'
import longOutputs from '../../../plugins/agent-apps/migrations/0003-long-outputs.ts'
import playbookRuns from '../../../plugins/agent-apps/migrations/0004-playbook-runs.ts'
import { queuedRun } from '../../../plugins/agent-apps/runs/active-run.ts'
import type { StoredRun } from '../../../plugins/agent-apps/runs/run-store.ts'
import { RunStore } from '../../../plugins/agent-apps/runs/run-store.ts'
import { testPrincipal } from '../../support/test-principal.ts'
import { openTestPlanes } from '../planes.ts'

/** The tables of the plugin. */
export const runTables: MigrationSet = {
  owner: 'agent-apps',
  migrations: [runs, triggers, longOutputs, playbookRuns],
}

export const clock = new ManualClock()
export const principal = testPrincipal({ workspace_id: `ws_${'1'.repeat(26)}` })

/** The runs of a server whose events nobody reads. */
export async function openRuns(log: Pick<EventLog, 'append'> = { append: () => [] }) {
  const planes = await openTestPlanes({ migrations: [runTables], clock })
  const store = new RunStore(planes.data, { log, processId: 'server:1', now: () => clock.timestamp() })
  return { planes, store }
}

/** A run of a job that waits in the queue. */
export function waitingRun(run_id: string): StoredRun {
  const run = { run_id, app: 'sum', version: '1.0.0', runner: 'job' as const, job_id: `job_of_${run_id}` }
  return queuedRun({ ...run, principal, started_at: clock.timestamp() })
}
