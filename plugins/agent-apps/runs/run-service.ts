import {
  faultSentences,
  ForbiddenError,
  messageOf,
  UnavailableError,
  ValidationError,
  withLogFields,
} from '@svc/plugin'
import type { Clock, Ids, JsonObject, Logger, Principal } from '@svc/plugin'
import type {
  AgentApps,
  AgentAppSummary,
  AppCall,
  AppRunner,
  AppRunRecord,
  AppRunWarning,
  RunTrigger,
} from '@svc/plugin/contracts/agent-apps'
import type { Sandbox } from '@svc/plugin/contracts/sandbox'
import type { AppCatalog } from '../catalog/app-catalog.ts'
import type { AppEntry, LoadedApp } from '../catalog/app-entry.ts'
import { summaryOf } from '../catalog/app-entry.ts'
import type { EarlierRuns } from '../playbooks/earlier-runs.ts'
import type { PlaybookRuns, PlaybookStart } from '../playbooks/playbook-runs.ts'
import { appToolName } from '../tools/app-tool-name.ts'
import { mayWaitFor } from '../tools/tool-graph.ts'
import type { ToolGraph } from '../tools/tool-graph.ts'
import type { ActiveRun, StopReason } from './active-run.ts'
import type { CapabilityServices } from './capabilities.ts'
import { executeApp } from './execute-app.ts'
import { cancelledProblem, errorOf, failureOf, recordedFailure, stoppingProblem } from './run-failure.ts'
import type { RunOutcome } from './run-failure.ts'
import type { RunRecorder } from './run-recorder.ts'
import { runWarnings } from './run-warnings.ts'
import { interruptedError, toRecord } from './run-store.ts'

export interface RunServiceOptions {
  catalog: AppCatalog
  recorder: RunRecorder
  sandbox: Sandbox
  services: CapabilityServices
  disabledApps: readonly string[]
  ids: Ids
  clock: Clock
  log: Logger
  graph: ToolGraph
  playbooks: PlaybookRuns
  earlier: EarlierRuns
}

export interface RunRequest {
  app: string
  inputs: JsonObject
  runner: AppRunner
  principal: Principal
  signal: AbortSignal
  /** The apps and tools that call it, the outermost first. */
  chain?: readonly string[]
  /** The task of a playbook calls it. */
  call?: AppCall
  /** The run of the playbook above it, however far. */
  parent_run_id?: string | undefined
}

/** A run that an app, its inputs and its caller are ready for. */
export interface PreparedRun {
  entry: AppEntry
  app: LoadedApp
  inputs: JsonObject
  warnings: readonly AppRunWarning[]
}

export interface EndedRun {
  record: AppRunRecord
  /** The output as the app wrote it, UTF-8, where it is long. */
  json: Uint8Array | null
}

/** Runs apps and records what came of it. */
export class RunService implements AgentApps {
  readonly #options: RunServiceOptions

  constructor(options: RunServiceOptions) {
    this.#options = options
  }

  get folder(): string {
    return this.#options.catalog.folder
  }

  list(): AgentAppSummary[] {
    return this.#options.catalog.entries('app').map(entry => this.summary(entry))
  }

  settled(signal: AbortSignal): Promise<void> {
    return this.#options.catalog.settled(signal)
  }

  get(name: string): AgentAppSummary | null {
    const entry = this.#options.catalog.peek(name, 'app')
    return entry && this.summary(entry)
  }

  summary(entry: AppEntry): AgentAppSummary {
    return summaryOf(entry, !this.#options.disabledApps.includes(entry.name))
  }

  async run(request: RunRequest): Promise<AppRunRecord> {
    const prepared = await this.prepare(request)
    const { call, principal, signal } = request
    if (call === undefined) return (await this.runNow(prepared, request)).record
    const { timeout_ms: timeoutMs } = prepared.app.definition.limits
    const before = await this.#options.earlier.find(principal.workspace_id, call, { timeoutMs, signal })
    return before ?? (await this.runNow(prepared, { ...request, parent_run_id: call.run_id })).record
  }

  /** The run of a playbook above a run that goes on here. */
  parentOf(workspaceId: string, runId: string): string | undefined {
    return this.#options.recorder.get(workspaceId, runId)?.parentRunId
  }

  /** Begins the run of an app that is a playbook, and does not wait for it. @throws as the HTTP route does */
  async startPlaybook(prepared: PreparedRun, start: PlaybookStart): Promise<AppRunRecord> {
    return toRecord(await this.#options.playbooks.start(prepared, start), [])
  }

  playbookEnded(workspaceId: string, playbookRunId: string): void {
    this.#options.playbooks.close(workspaceId, playbookRunId)
  }

  /** Runs to the end, as `run` does, what was prepared. */
  async runNow(prepared: PreparedRun, request: Omit<RunRequest, 'app' | 'inputs'>): Promise<EndedRun> {
    return this.runPrepared(prepared, { ...request, run_id: this.#options.ids.create('run'), job_id: null })
  }

  /** Finds the app and checks the inputs, defaults filled in. @throws as the HTTP route does */
  async prepare({ app: name, inputs, runner }: Pick<RunRequest, 'app' | 'inputs' | 'runner'>): Promise<PreparedRun> {
    const { catalog, disabledApps } = this.#options
    const entry = await catalog.require(name, 'app')
    if (disabledApps.includes(name))
      throw new ForbiddenError('forbidden', `The operator has switched off the app ${name}.`)
    const app = await entry.ready()
    const { runners, validateInputs } = app.definition
    if (!runners.includes(runner)) {
      throw new ForbiddenError(
        'forbidden',
        `${name} is not offered to the runner "${runner}", only to ${runners.join(', ')}.`,
      )
    }
    const faults = validateInputs(inputs)
    if (faults.length === 0) return { entry, app, inputs, warnings: runWarnings(entry, app) }
    const errors = faults.map(({ path, message }) => ({ path: `/inputs${path}`, message }))
    throw new ValidationError(faultSentences(errors), errors)
  }

  /** Runs to the end. @throws as the HTTP route does, with the run recorded */
  async runPrepared(
    prepared: PreparedRun,
    run: Omit<RunRequest, 'app' | 'inputs'> & {
      run_id: string
      job_id: string | null
      trigger?: RunTrigger
      whyStopped?: () => Promise<StopReason>
      /** Asked once it is the run's turn: who it acts as by now. @throws ForbiddenError */
      callerNow?: () => Promise<Principal>
    },
  ): Promise<EndedRun> {
    const { entry, app, inputs, warnings } = prepared
    if (app.definition.entry.type === 'playbook') return this.#runPlaybook(prepared, run)
    const { recorder, clock } = this.#options
    const { signal, runner, trigger = runner, run_id, job_id, call, parent_run_id } = run
    const { chain = [] } = run
    const { workspace_id } = run.principal
    const mayWait = mayWaitFor(appToolName(entry.name), chain, this.#options.graph)
    const leave = await (job_id === null
      ? entry.gate.enter(entry.name, workspace_id, signal, { mayWait })
      : entry.gate.enterOrComeAgain(entry.name, workspace_id, signal))
    try {
      const principal = run.callerNow ? await run.callerNow() : run.principal
      const { name, version } = app.definition
      const active = recorder.begin({
        run_id,
        app: name,
        version,
        runner,
        trigger,
        principal,
        job_id,
        started_at: clock.timestamp(),
        chain,
        call_key: call?.key ?? null,
        parent_run_id,
      })
      const stop = () => void this.#stopFor(active, run.whyStopped ?? (async () => reasonOf(signal)))
      signal.addEventListener('abort', stop, { once: true })
      if (signal.aborted) stop()
      try {
        const outcome = await withLogFields({ run_id }, () => this.#outcomeOf(active, app, inputs))
        return await this.#end(active, outcome, warnings)
      } finally {
        signal.removeEventListener('abort', stop)
      }
    } finally {
      leave()
    }
  }

  /** Waits for it, unless a task of another playbook calls, which waits in its own way. */
  async #runPlaybook(
    prepared: PreparedRun,
    { signal, principal, call, ...run }: Omit<RunRequest, 'app' | 'inputs'> & { run_id: string; job_id: string | null },
  ): Promise<EndedRun> {
    const { playbooks } = this.#options
    const { workspace_id } = principal
    const started = await playbooks.start(prepared, { ...run, principal, call_key: call?.key ?? null })
    if (call !== undefined) return { record: toRecord(started, []), json: null }
    await playbooks.ended(workspace_id, started, signal)
    const record = toRecord(playbooks.settled(workspace_id, started), [])
    if (record.status === 'running') {
      // It goes on when the server does.
      if (reasonOf(signal) === 'stopping') throw stoppingProblem(record)
      playbooks.cancel(workspace_id, started, 'Who ran the app has left.')
    }
    if (record.status === 'succeeded') return { record, json: null }
    throw record.status === 'failed' ? recordedFailure(record, prepared.warnings) : cancelledProblem(record)
  }

  async #outcomeOf(run: ActiveRun, app: LoadedApp, inputs: JsonObject): Promise<RunOutcome> {
    const { sandbox, services } = this.#options
    try {
      // When the server stops there is no time to wait for the app's process to end: answer while the client still listens.
      return await Promise.race([executeApp({ app, inputs, run, sandbox, services }), untilStopping(run)])
    } catch (error) {
      if (run.stopReason !== null) return { status: 'cancelled', cpu_ms: 0 }
      this.#giveUp(run, error)
      throw error
    }
  }

  async #stopFor(active: ActiveRun, why: () => Promise<StopReason>): Promise<void> {
    // When the reason cannot be read, `stopping` gives the run back to the queue rather than losing it.
    active.stop(await why().catch(() => 'stopping'))
  }

  /** Ends the runs that somebody waits for; those of jobs end with their jobs, which take them up again. */
  stopAll(): void {
    for (const active of this.#options.recorder.all()) if (active.record.job_id === null) active.stop('stopping')
  }

  /** Records the end and answers it. */
  async #end(active: ActiveRun, outcome: RunOutcome, warnings: readonly AppRunWarning[]): Promise<EndedRun> {
    const { recorder, clock } = this.#options
    const json = outcome.status === 'succeeded' ? outcome.output_json : undefined
    if (json) await recorder.keepOutput(active, json)
    const interrupted = outcome.status === 'cancelled' && active.stopReason === 'stopping'
    const status = interrupted ? 'failed' : outcome.status
    const error = outcome.status === 'failed' ? errorOf(outcome) : null
    const output = outcome.status === 'succeeded' ? outcome.output : null
    const change = {
      status,
      output,
      parts_bytes: json?.byteLength ?? null,
      error: interrupted ? interruptedError : error,
    }
    active.end(change, outcome.cpu_ms, clock.timestamp())
    if (interrupted && active.record.job_id !== null) recorder.giveBack(active)
    else recorder.finish(active)
    const record = toRecord(active.record, active.events.all)
    if (interrupted) throw stoppingProblem(record)
    if (outcome.status === 'failed') throw failureOf(record, outcome, warnings)
    if (outcome.status === 'cancelled') throw cancelledProblem(record)
    return { record, json: json ?? null }
  }

  /** The run did not fail by itself: no process could be had, or one of our own parts broke. */
  #giveUp(active: ActiveRun, cause: unknown): void {
    const { recorder, clock, log } = this.#options
    const name = cause instanceof Error ? cause.name : 'Error'
    const message = 'The server could not run the app.'
    active.end(
      { status: 'failed', output: null, parts_bytes: null, error: { name, message, stack: `${name}: ${message}` } },
      0,
      clock.timestamp(),
    )
    log.error(
      { err: cause, run_id: active.record.run_id, reason: messageOf(cause) },
      `A run of ${active.record.app} could not be carried out.`,
    )
    recorder.finish(active)
  }
}

/** A request ends early because its client left or, with this error, because the server stops. */
function reasonOf({ reason }: AbortSignal): StopReason {
  return reason instanceof UnavailableError ? 'stopping' : 'client-left'
}

function untilStopping(run: ActiveRun): Promise<RunOutcome> {
  return new Promise(resolve => {
    const look = () => {
      if (run.stopReason === 'stopping') resolve({ status: 'cancelled', cpu_ms: 0 })
    }
    run.signal.addEventListener('abort', look, { once: true })
    look()
  })
}
