import type { Principal } from '@svc/plugin'
import type { AppRunner, AppRunUsage, RunTrigger } from '@svc/plugin/contracts/agent-apps'
import type { RunEvents } from './run-events.ts'
import type { StoredRun } from './run-store.ts'

export interface NewRun {
  run_id: string
  app: string
  version: string
  runner: AppRunner
  /** By default the runner. */
  trigger?: RunTrigger
  principal: Principal
  job_id: string | null
  /** Of the task of a playbook that calls it. */
  call_key?: string | null
  /** The run of the playbook above it, however far. */
  parent_run_id?: string | undefined
  started_at: string
  /** The apps and tools that call it, the outermost first. */
  chain?: readonly string[]
}

/** Why a run was stopped. */
export type StopReason = 'cancelled' | 'client-left' | 'stopping'

const noUsage: AppRunUsage = {
  duration_ms: 0,
  cpu_ms: 0,
  agent_calls: 0,
  tool_calls: 0,
  prompt_tokens: 0,
  completion_tokens: 0,
}

/** A run that is going on in this process: its record in the making. */
export class ActiveRun {
  readonly workspaceId: string
  readonly principal: Principal
  readonly chain: readonly string[]
  readonly parentRunId: string | undefined
  readonly events: RunEvents
  readonly usage: AppRunUsage = { ...noUsage }
  readonly record: StoredRun
  /** True once a row of it is stored. */
  stored = false
  #stopReason: StopReason | null = null
  readonly #abort = new AbortController()
  readonly #startedAt = performance.now()

  constructor({ principal, chain = [], parent_run_id, ...run }: NewRun, events: RunEvents) {
    this.workspaceId = principal.workspace_id
    this.principal = principal
    this.chain = chain
    this.parentRunId = parent_run_id
    this.events = events
    this.record = {
      ...run,
      trigger: run.trigger ?? run.runner,
      status: 'running',
      output: null,
      error: null,
      usage: this.usage,
      finished_at: null,
      parts_bytes: null,
      playbook_run_id: null,
      call_key: run.call_key ?? null,
      user_id: principal.user_id,
      key_id: principal.key_id ?? null,
    }
  }

  get signal(): AbortSignal {
    return this.#abort.signal
  }

  get stopReason(): StopReason | null {
    return this.#stopReason
  }

  stop(reason: StopReason): void {
    if (this.#stopReason !== null) return
    this.#stopReason = reason
    this.#abort.abort(new DOMException(`The run was stopped: ${reason}.`, 'AbortError'))
  }

  end(change: Pick<StoredRun, 'status' | 'output' | 'error' | 'parts_bytes'>, cpuMs: number, finishedAt: string): void {
    this.usage.duration_ms = tenths(performance.now() - this.#startedAt)
    this.usage.cpu_ms = tenths(cpuMs)
    Object.assign(this.record, change, { finished_at: finishedAt })
  }
}

/** A run that has not begun. */
export function queuedRun({ principal, chain: _, parent_run_id: _parent, ...run }: NewRun): StoredRun {
  const { user_id, key_id = null } = principal
  const { call_key = null } = run
  const trigger = run.trigger ?? run.runner
  const nothingYet = {
    output: null,
    error: null,
    usage: noUsage,
    finished_at: null,
    parts_bytes: null,
    playbook_run_id: null,
  }
  return { ...run, trigger, status: 'queued', ...nothingYet, call_key, user_id, key_id }
}

export function tenths(ms: number): number {
  return Math.round(ms * 10) / 10
}
