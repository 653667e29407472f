import type { Clock, JsonValue } from '@svc/plugin'
import type { AppCall, AppRunRecord } from '@svc/plugin/contracts/agent-apps'
import { interruptedError, toRecord } from '../runs/run-store.ts'
import type { RunStore, StoredRun } from '../runs/run-store.ts'
import type { RunRecorder } from '../runs/run-recorder.ts'
import type { PlaybookRuns } from './playbook-runs.ts'

export interface EarlierRunsOptions {
  store: RunStore
  recorder: Pick<RunRecorder, 'get'>
  playbooks: PlaybookRuns
  clock: Clock
}

const lookMs = 250
/** That a run may wait for its turn and its process, beyond its own time. */
const graceMs = 15_000

/** Runs that the task of a playbook has begun before its process died: what has ended counts, what goes on is waited for, what is lost runs again. */
export class EarlierRuns {
  readonly #options: EarlierRunsOptions

  constructor(options: EarlierRunsOptions) {
    this.#options = options
  }

  /** Null: it is to be run. A record that is still `running` is that of a playbook, which its caller waits for. */
  async find(
    workspaceId: string,
    { key, isRepeated }: AppCall,
    { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
  ): Promise<AppRunRecord | null> {
    const { store, playbooks, clock } = this.#options
    for (;;) {
      const found = store.byCallKey(workspaceId, key)
      if (found === null) return null
      const run = playbooks.settled(workspaceId, found)
      if (run.status === 'succeeded') return this.#whole(workspaceId, run)
      if (run.status !== 'running') {
        const counts = isRepeated && run.error?.code !== interruptedError.code
        return counts ? toRecord(run, store.events(workspaceId, run.run_id)) : null
      }
      if (run.playbook_run_id !== null) return toRecord(run, [])
      if (this.#isLost(workspaceId, run, timeoutMs)) return null
      await clock.sleep(lookMs, signal)
    }
  }

  /** Its process has died, or is frozen: it would have ended by now. */
  #isLost(workspaceId: string, { run_id, started_at }: StoredRun, timeoutMs: number): boolean {
    const { recorder, clock } = this.#options
    if (recorder.get(workspaceId, run_id) !== null) return false
    return clock.now() > Date.parse(started_at) + timeoutMs + graceMs
  }

  /** With an output that stands apart. */
  async #whole(workspaceId: string, run: StoredRun): Promise<AppRunRecord> {
    const { store } = this.#options
    const record = toRecord(run, store.events(workspaceId, run.run_id))
    const parts = await store.output(workspaceId, run.run_id)
    return parts === null ? record : { ...record, output: JSON.parse(Buffer.concat(parts).toString()) as JsonValue }
  }
}
