import { hash } from 'node:crypto'
import type { DataPlane, JsonObject, JsonValue, ServerSentEvent } from '@svc/plugin'
import { NotFoundError } from '@svc/plugin'
import type { AppPlaybookEvent, AppPlaybookRun, AppPlaybooks } from '@svc/plugin/contracts/agent-apps'
import type { PlaybookFolders } from '../definitions/playbook-folders.ts'
import { invalid } from '../definitions/playbooks.ts'
import { journalStore } from '../journal/journal-store.ts'
import type { Runs } from '../runs/runs.ts'
import type { ShownRun } from '../runs/shown-run.ts'

export interface AppPlaybooksOptions {
  data: DataPlane
  folders: PlaybookFolders
  runs: Runs
}

type Levels = Extract<AppPlaybookEvent, { type: 'log' }>['level']

const types = ['log', 'progress', 'approval.requested']
/** A run ends as it likes: who waits for it looks again after this. */
const lookSeconds = 3600

/** Runs of playbooks for the agent apps that are ones. */
export class PlaybooksOfApps implements AppPlaybooks {
  readonly #options: AppPlaybooksOptions

  constructor(options: AppPlaybooksOptions) {
    this.#options = options
  }

  async start({ playbook, inputs, principal, key, parent_run_id }: Parameters<AppPlaybooks['start']>[0]) {
    const { runs, folders } = this.#options
    const request = { key_hash: hash('sha256', key), body_hash: '' }
    const parent = parent_run_id === undefined ? {} : { parent_run_id }
    try {
      const { run } = await runs.start({ playbook_id: playbook, inputs, trigger: 'app', principal, request, ...parent })
      return shown(run)
    } catch (error) {
      const errors = folders.get(playbook)?.errors ?? []
      // There is none because its folder never was good.
      if (error instanceof NotFoundError && errors.length > 0) throw invalid(errors)
      throw error
    }
  }

  get(workspaceId: string, id: string): AppPlaybookRun | null {
    return this.#has(workspaceId, id) ? shown(this.#options.runs.get(workspaceId, id)) : null
  }

  async ended(workspaceId: string, id: string, signal: AbortSignal): Promise<void> {
    while (!signal.aborted && this.get(workspaceId, id)?.status === 'running')
      await this.#options.runs.ended(workspaceId, id, lookSeconds, signal)
  }

  async *events(workspaceId: string, id: string, after: number, signal: AbortSignal): AsyncGenerator<AppPlaybookEvent> {
    if (!this.#has(workspaceId, id)) return
    for await (const event of this.#options.runs.events(workspaceId, id, { after, types }, signal)) {
      const found = eventOf(event)
      if (found) yield found
    }
  }

  cancel(workspaceId: string, id: string, reason: string): void {
    this.#options.runs.cancel(workspaceId, id, reason)
  }

  #has(workspaceId: string, id: string): boolean {
    return this.#options.data.use(workspaceId, db => journalStore.get(db, id)) !== undefined
  }
}

const ends = { completed: 'succeeded', faulted: 'failed', cancelled: 'cancelled' } as const

function shown({ id, status, output, error, usage, ended_at }: ShownRun): AppPlaybookRun {
  const { duration_ms, agent_calls, tool_calls, prompt_tokens, completion_tokens } = usage
  return {
    playbook_run_id: id,
    status: status in ends ? ends[status as keyof typeof ends] : 'running',
    output,
    error: error && {
      title: textOf(error['title'] ?? error['type']),
      detail: error['detail'] === undefined ? null : textOf(error['detail']),
    },
    usage: { duration_ms, agent_calls, tool_calls, prompt_tokens, completion_tokens },
    ended_at,
  }
}

function eventOf({ id, type, data: event }: ServerSentEvent): AppPlaybookEvent | null {
  const { at, data } = event as { at: string; data: JsonObject }
  const facts = { id: Number(id), at }
  if (type === 'log')
    return { ...facts, type, level: textOf(data['level']) as Levels, message: textOf(data['message']) }
  if (type === 'approval.requested')
    return { ...facts, type: 'log', level: 'info', message: `A person is asked: ${textOf(data['title'])}` }
  if (type !== 'progress') return null
  const [finished, total] = [Number(data['finished']), Number(data['total'])]
  const note = `${finished} of ${total} tasks`
  return { ...facts, type, fraction: total > 0 ? Math.min(1, finished / total) : 0, note }
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null)
}
