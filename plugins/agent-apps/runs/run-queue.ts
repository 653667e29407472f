import { BusyError, messageOf, SvcError, TimeoutError } from '@svc/plugin'
import type { Callers, Clock, Ids, JobHandler, JobQueue, JsonObject, Principal } from '@svc/plugin'
import type { RunTrigger } from '@svc/plugin/contracts/agent-apps'
import { queuedRun } from './active-run.ts'
import type { StopReason } from './active-run.ts'
import type { RunRecorder } from './run-recorder.ts'
import type { PreparedRun, RunService } from './run-service.ts'
import type { RunEnd, RunStore } from './run-store.ts'

export const runJobKind = 'agent-apps.run'

/** `schemas/run-job.schema.json`. */
export interface RunJob {
  run_id: string
  app: string
  inputs: JsonObject
  /** By default "job". */
  trigger?: RunTrigger
  /** The caller and its scopes at the time it asked. */
  principal: Pick<Principal, 'user_id' | 'username' | 'role' | 'scopes' | 'key_id'>
}

export interface QueuedRun {
  run_id: string
  job_id: string
  status: 'queued'
}

interface RunQueueOptions {
  runs: Pick<RunService, 'prepare' | 'runPrepared' | 'startPlaybook'>
  recorder: RunRecorder
  store: RunStore
  jobs: Pick<JobQueue, 'enqueue' | 'get'>
  callers: Callers
  ids: Ids
  clock: Clock
}

/** Runs in the background: the way into the job queue, and the job itself. */
export class RunQueue {
  readonly #options: RunQueueOptions

  constructor(options: RunQueueOptions) {
    this.#options = options
  }

  /** @throws as the HTTP route does, when the app is not there or the inputs do not fit */
  async enqueue(request: {
    app: string
    inputs: JsonObject
    principal: Principal
    run_id?: string
    trigger?: RunTrigger
  }): Promise<QueuedRun> {
    const { app, inputs } = request
    return this.enqueuePrepared(await this.#options.runs.prepare({ app, inputs, runner: 'job' }), request)
  }

  /** As `enqueue`, with a run that was prepared for the runner `job`. */
  async enqueuePrepared(
    prepared: PreparedRun,
    request: { principal: Principal; run_id?: string; trigger?: RunTrigger },
  ): Promise<QueuedRun> {
    const { store, jobs, ids, clock } = this.#options
    const { principal, run_id = ids.create('run'), trigger = 'job' } = request
    const { name: app, version } = prepared.app.definition
    const { user_id, username, role, scopes, key_id } = principal
    const payload = {
      run_id,
      app,
      inputs: prepared.inputs,
      ...(trigger !== 'job' && { trigger }),
      principal: { user_id, username, role, scopes: [...scopes], ...(key_id && { key_id }) },
    }
    const { job } = await jobs.enqueue(principal.workspace_id, {
      kind: runJobKind,
      payload,
      max_attempts: 1,
      unique_key: `agent-apps.run:${run_id}`,
    })
    const run = queuedRun({
      run_id,
      app,
      version,
      runner: 'job',
      trigger,
      principal,
      job_id: job.job_id,
      started_at: clock.timestamp(),
    })
    store.saveQueued(principal.workspace_id, run)
    return { run_id, job_id: job.job_id, status: 'queued' }
  }

  readonly handle: JobHandler<RunJob> = async ({ payload, workspace_id, job_id, signal }) => {
    const { runs, store, callers } = this.#options
    const { run_id, app, inputs, trigger = 'job' } = payload
    const principal: Principal = { ...payload.principal, workspace_id, via: 'agent_app' }
    const callerNow = () => callers.resume(callers.save(principal))
    const whyStopped = () => this.#whyStopped(workspace_id, job_id)
    try {
      const prepared = await runs.prepare({ app, inputs, runner: 'job' })
      if (prepared.app.definition.entry.type === 'playbook') {
        // The job is done: the run goes on by itself, and its record with it.
        const start = { runner: 'job' as const, trigger, principal: await callerNow(), run_id, job_id }
        const { status: begun } = await runs.startPlaybook(prepared, start)
        return { run_id, status: begun }
      }
      // Logs of an attempt that the server's stop interrupted do not belong to this attempt.
      store.forgetAttempt(workspace_id, run_id)
      const run = { run_id, job_id, runner: 'job' as const, trigger, principal, signal, whyStopped, callerNow }
      const { record } = await runs.runPrepared(prepared, run)
      return { run_id, status: record.status }
    } catch (error) {
      const end = await endOf(error, signal, whyStopped)
      if (end !== null) this.#close(workspace_id, run_id, end)
      throw error
    }
  }

  async #whyStopped(workspaceId: string, jobId: string): Promise<StopReason> {
    const job = await this.#options.jobs.get(workspaceId, jobId)
    return job?.cancel_requested ? 'cancelled' : 'stopping'
  }

  /** Ends the record of a run that will not begin, or not again; one that has ended stays as it is. */
  #close(workspaceId: string, runId: string, end: RunEnd): void {
    this.#options.store.closeQueued(workspaceId, runId, end)
    this.#options.recorder.abandon(runId)
  }
}

/** How a run ends with its job's handler; null: the job goes back to the queue. */
async function endOf(
  error: unknown,
  { aborted, reason }: AbortSignal,
  whyStopped: () => Promise<StopReason>,
): Promise<RunEnd | null> {
  if (error instanceof BusyError) return null
  if (!aborted) return failedWith(error)
  // The time limit of its kind: the job is not tried again.
  if (reason instanceof TimeoutError) return failedWith(reason)
  const why = await whyStopped().catch(() => 'stopping')
  return why === 'cancelled' ? { status: 'cancelled' } : null
}

function failedWith(error: unknown): RunEnd {
  const name = error instanceof Error ? error.name : 'Error'
  const message = error instanceof SvcError ? messageOf(error) : 'The server could not run the app.'
  const code = error instanceof SvcError ? { code: error.code } : {}
  return { status: 'failed', error: { name, message, stack: `${name}: ${message}`, ...code } }
}
