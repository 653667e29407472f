import { ConflictError, ForbiddenError, messageOf, SvcError, UnavailableError } from '@svc/plugin'
import type { CallerScopes, Clock, Ids, Logger, Principal, ServerSentEvent, WorkspaceMarks } from '@svc/plugin'
import { inBackground } from '@svc/plugin/library/turns/in-background'
import type { AppPlaybookRun, AppPlaybooks, AppRunner, RunTrigger } from '@svc/plugin/contracts/agent-apps'
import { eachWorkspace } from '@svc/plugin/library/turns/each-workspace'
import { queuedRun } from '../runs/active-run.ts'
import { misfitOf } from '../runs/run-failure.ts'
import type { PreparedRun } from '../runs/run-service.ts'
import { interruptedError } from '../runs/run-store.ts'
import type { RunStore, StoredRun } from '../runs/run-store.ts'

export interface PlaybookRunsOptions {
  /** Undefined: the plugin that runs playbooks is off. */
  playbooks: () => AppPlaybooks | undefined
  /** How an output must be for this app; null: as it likes, or the app is gone. */
  outputCheck: (app: string) => PreparedRun['app']['definition']['validateOutput']
  store: RunStore
  callerScopes: Pick<CallerScopes, 'has'>
  /** Workspaces that may have runs which have not ended. */
  marks: Pick<WorkspaceMarks, 'add' | 'list' | 'onOpened' | 'remove'>
  ids: Ids
  clock: Clock
  log: Logger
}

export interface PlaybookStart {
  runner: AppRunner
  principal: Principal
  run_id?: string
  job_id?: string | null
  trigger?: RunTrigger
  call_key?: string | null
  /** The run of a playbook that calls the app. */
  parent_run_id?: string | undefined
}

const startScope = 'playbooks:write'

/** Runs of apps that are playbooks. Nothing of such a run lives in this process: it is the playbook's run, which its record follows. */
export class PlaybookRuns {
  readonly #options: PlaybookRunsOptions
  /** Workspaces that may have runs which have not ended. */
  readonly #open = new Set<string>()
  /** Workspaces that this process has looked into. */
  readonly #seen = new Set<string>()

  constructor(options: PlaybookRunsOptions) {
    this.#options = options
  }

  /** The workspace is used here no longer: what is known of it may be untrue. */
  forget(workspaceId: string): void {
    this.#open.delete(workspaceId)
    this.#seen.delete(workspaceId)
  }

  /** On disk when it returns. @throws ForbiddenError, UnavailableError, and what a start of the playbook throws */
  async start({ app, inputs }: PreparedRun, start: PlaybookStart): Promise<StoredRun> {
    const { store, ids, clock, callerScopes } = this.#options
    const { principal, parent_run_id, call_key = null, job_id = null, ...asked } = start
    const run_id = this.#cutOff(principal.workspace_id, call_key) ?? start.run_id ?? ids.create('run')
    const { name, version } = app.definition
    if (!callerScopes.has(principal, startScope))
      throw new ForbiddenError('forbidden', `${name} is a playbook: running it needs the scope "${startScope}".`)
    const playbooks = this.#required()
    const started_at = clock.timestamp()
    const row = { ...queuedRun({ ...asked, run_id, app: name, version, principal, job_id, started_at }), call_key }
    const running: StoredRun = { ...row, status: 'running' }
    this.#options.marks.add(principal.workspace_id)
    // Before the playbook's run, which is found again by the key that is made of this one.
    store.save(principal.workspace_id, running, [])
    try {
      const request = { playbook: name, inputs, principal, key: `agent-apps:${run_id}` }
      const made = await playbooks.start({ ...request, ...(parent_run_id !== undefined && { parent_run_id }) })
      const begun = { ...running, playbook_run_id: made.playbook_run_id }
      store.save(principal.workspace_id, begun, [])
      this.#open.add(principal.workspace_id)
      return begun
    } catch (error) {
      const { message: failed, name: called } = error instanceof Error ? error : new Error(messageOf(error))
      const shown = { name: called, message: failed, stack: `${called}: ${failed}` }
      const code = error instanceof SvcError ? { code: error.code } : {}
      store.save(
        principal.workspace_id,
        { ...running, status: 'failed', finished_at: clock.timestamp(), error: { ...shown, ...code } },
        [],
      )
      throw error
    }
  }

  /** The run of this task whose process died before it was noted which run of the playbook it had begun: that one is found again by its id. */
  #cutOff(workspaceId: string, callKey: string | null): string | null {
    const before = callKey === null ? null : this.#options.store.byCallKey(workspaceId, callKey)
    if (before === null || before.playbook_run_id !== null) return null
    const isOpen = before.status === 'running' || before.error?.code === interruptedError.code
    return isOpen ? before.run_id : null
  }

  /** The record as its playbook's run has it by now, written down once that has ended. */
  settled(workspaceId: string, run: StoredRun): StoredRun {
    if (run.playbook_run_id === null || run.status !== 'running') return run
    const playbooks = this.#options.playbooks()
    // It goes on when the plugin does.
    if (!playbooks) return run
    const found = playbooks.get(workspaceId, run.playbook_run_id)
    if (found?.status === 'running') {
      this.#open.add(workspaceId)
      return run
    }
    const ended = found ? this.#ended(run, found) : gone(run, this.#options.clock.timestamp())
    this.#options.store.save(workspaceId, ended, [])
    return ended
  }

  /** Closes records of runs that ended while no process of ours was there. A workspace that cannot be used now does not stop the others. */
  async lookEverywhere(signal: AbortSignal): Promise<void> {
    const { marks, store, log } = this.#options
    const lookAt = (workspaceId: string): void => {
      this.look(workspaceId)
      if (store.openPlaybooks(workspaceId).length === 0) marks.remove(workspaceId)
    }
    marks.onOpened(lookAt)
    await eachWorkspace(await marks.list(), workspaceId => inBackground(() => lookAt(workspaceId)), {
      signal,
      onFailed: (workspaceId, error) => {
        this.forget(workspaceId)
        const fields = { workspace_id: workspaceId, reason: messageOf(error) }
        log.warn(fields, 'runs of apps that are playbooks are looked at when something happens in their workspace')
      },
    })
  }

  /** Something has happened in the workspace: a playbook's run may have ended there, and the record with it. `isForeign`: in another process. */
  look(workspaceId: string, isForeign = false): void {
    const isFirst = !this.#seen.has(workspaceId)
    this.#seen.add(workspaceId)
    // A run that another process began is not among ours, and that process may be gone when the run ends.
    if (!this.#open.delete(workspaceId) && !isFirst && !isForeign) return
    for (const run of this.#options.store.openPlaybooks(workspaceId)) this.settled(workspaceId, run)
  }

  /** The run of a playbook has ended. */
  close(workspaceId: string, playbookRunId: string): void {
    const open = this.#options.store.openPlaybooks(workspaceId)
    for (const run of open) if (run.playbook_run_id === playbookRunId) this.settled(workspaceId, run)
  }

  /** Resolves when the run has ended, or `signal` aborts. */
  async ended(workspaceId: string, run: StoredRun, signal: AbortSignal): Promise<void> {
    if (run.playbook_run_id !== null) await this.#required().ended(workspaceId, run.playbook_run_id, signal)
  }

  /** Its log and progress behind `after`, until it has ended. */
  async *events(
    workspaceId: string,
    run: StoredRun,
    after: number,
    signal: AbortSignal,
  ): AsyncGenerator<ServerSentEvent> {
    if (run.playbook_run_id === null) return
    for await (const { id, ...event } of this.#required().events(workspaceId, run.playbook_run_id, after, signal))
      yield { id: String(id), type: event.type, data: { ...event, run_id: run.run_id } }
  }

  cancel(workspaceId: string, run: StoredRun, reason: string): void {
    if (run.playbook_run_id === null)
      throw new ConflictError('conflict', `The run ${run.run_id} is just beginning. Cancel it in a moment.`)
    this.#required().cancel(workspaceId, run.playbook_run_id, reason)
  }

  #ended(run: StoredRun, { status, output, error, usage, ended_at }: AppPlaybookRun): StoredRun {
    const finished_at = ended_at ?? this.#options.clock.timestamp()
    const ended = { ...run, usage: { ...run.usage, ...usage }, finished_at }
    if (status === 'cancelled') return { ...ended, status }
    if (status === 'succeeded') {
      const faults = this.#options.outputCheck(run.app)?.(structuredClone(output)) ?? []
      if (faults.length === 0) return { ...ended, status, output }
      const misfit = { ...misfitOf(faults, 'outputs'), code: 'agent_app_output_invalid' }
      return { ...ended, status: 'failed', error: misfit }
    }
    const name = error?.title ?? 'Error'
    const message = error?.detail ?? name
    return {
      ...ended,
      status: 'failed',
      error: { name, message, stack: `${name}: ${message}`, code: 'agent_app_failed' },
    }
  }

  #required(): AppPlaybooks {
    const playbooks = this.#options.playbooks()
    if (playbooks) return playbooks
    throw new UnavailableError('The plugin "playbooks" is not running: no playbook can be run.')
  }
}

/** Its playbook's run was deleted before anybody looked. */
function gone(run: StoredRun, finished_at: string): StoredRun {
  const message = `The playbook's run ${run.playbook_run_id} was deleted.`
  return {
    ...run,
    status: 'failed',
    finished_at,
    error: { name: 'Error', message, stack: `Error: ${message}`, code: 'not_found' },
  }
}
