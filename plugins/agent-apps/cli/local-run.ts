import type { JsonObject, Principal } from '@svc/plugin'
import type { LoadedApp } from '../catalog/app-entry.ts'
import { ActiveRun } from '../runs/active-run.ts'
import type { CapabilityServices } from '../runs/capabilities.ts'
import { executeApp } from '../runs/execute-app.ts'
import { RunEvents } from '../runs/run-events.ts'
import type { RunOutcome } from '../runs/run-failure.ts'
import type { AppWorkbench } from './app-workbench.ts'

const author: Principal = {
  user_id: 'usr_local',
  username: 'author',
  role: 'owner',
  workspace_id: 'ws_local',
  via: 'operator',
  scopes: ['*'],
}

export interface LocalRun {
  outcome: RunOutcome
  run: ActiveRun
}

/** Runs an app here, through the real sandbox and with the real checks of its permissions; nothing is recorded. */
export async function runLocally(
  app: LoadedApp,
  inputs: JsonObject,
  services: AppWorkbench,
  capabilities: CapabilityServices,
  signal: AbortSignal,
): Promise<LocalRun> {
  const { name, version } = app.definition
  const started_at = services.clock.timestamp()
  const run_id = services.ids.create('run')
  const run = new ActiveRun(
    { run_id, app: name, version, runner: 'cli', principal: author, job_id: null, started_at },
    new RunEvents(),
  )
  const stop = () => run.stop('cancelled')
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  try {
    const outcome = await executeApp({ app, inputs, run, sandbox: services.sandbox, services: capabilities })
    return { outcome, run }
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
