import { InternalError, UnprocessableError } from '@svc/plugin'
import type { JsonObject } from '@svc/plugin'
import type { Sandbox } from '@svc/plugin/contracts/sandbox'
import type { LoadedApp } from '../catalog/app-entry.ts'
import type { ActiveRun } from './active-run.ts'
import { Capabilities } from './capabilities.ts'
import type { CapabilityServices } from './capabilities.ts'
import { runPrompt } from './prompt-run.ts'
import { misfitOf } from './run-failure.ts'
import type { RunOutcome } from './run-failure.ts'

const callArgumentBytes = 256 * 1024
const otherCalls = 1000
const callsInFlight = 32

export interface Execution {
  app: LoadedApp
  inputs: JsonObject
  run: ActiveRun
  sandbox: Sandbox
  services: CapabilityServices
}

/** Runs an app to its end, and checks its output. Rejects only when it could not be run at all. */
export async function executeApp(execution: Execution): Promise<RunOutcome> {
  const { name, entry, validateOutput } = execution.app.definition
  if (entry.type === 'playbook')
    throw new UnprocessableError(
      'unprocessable',
      `${name} is a playbook, which runs on a server alone: svc app run ${name}`,
    )
  const outcome =
    entry.type === 'prompt'
      ? await runPrompt(
          execution.app.definition,
          entry.template,
          execution.inputs,
          execution.run,
          capabilitiesOf(execution),
        )
      : await runModule(execution)
  if (outcome.status !== 'succeeded' || !validateOutput) return outcome
  const faults = validateOutput(structuredClone(outcome.output))
  if (faults.length === 0) return outcome
  const key = execution.app.definition.kind === 'app' ? 'outputs' : 'output_schema'
  return { status: 'failed', reason: 'output_invalid', error: misfitOf(faults, key), cpu_ms: outcome.cpu_ms }
}

async function runModule(execution: Execution): Promise<RunOutcome> {
  const { app, inputs, run, sandbox, services } = execution
  const { name, config, limits } = app.definition
  if (!app.bundle) throw new InternalError(`The app ${name} was run before it was built.`)
  const { timeout_ms, cpu_ms, memory_mb, output_bytes, log_bytes, tool_calls } = limits
  return sandbox.run({
    bundle: app.bundle,
    workspace_id: run.workspaceId,
    user_id: run.principal.user_id,
    run_id: run.record.run_id,
    app: name,
    nested: run.chain.length > 0,
    inputs,
    config,
    limits: {
      timeout_ms,
      cpu_ms,
      memory_mb,
      output_bytes,
      log_bytes,
      call_argument_bytes: callArgumentBytes,
      calls: otherCalls + tool_calls,
      calls_in_flight: callsInFlight,
    },
    capabilities: capabilitiesOf(execution).all(),
    signal: run.signal,
    onLog: log => run.events.add({ type: 'log', ...log }),
    onProgress: (fraction, note) =>
      run.events.add({ type: 'progress', at: services.clock.timestamp(), fraction, note }),
  })
}

function capabilitiesOf({ services, app, run }: Execution): Capabilities {
  return new Capabilities(services, app.definition, run)
}
