import type { SandboxLog } from '@svc/plugin/contracts/sandbox'
import type { RunStatus } from '@svc/plugin/contracts/agent-apps'

/** What happened during a run, beside its end. */
export type RunEventBody =
  | { type: 'log'; at: string; level: SandboxLog['level']; message: string }
  | {
      type: 'agent'
      at: string
      model: string
      offline: boolean
      prompt_tokens: number
      completion_tokens: number
      duration_ms: number
    }
  | { type: 'tool_call'; at: string; tool_name: string; duration_ms: number; ok: boolean; error: string | null }
  | { type: 'progress'; at: string; fraction: number; note: string | null }

export type RunEvent = RunEventBody & {
  /** 1, 2, 3, … within the run. */
  id: number
}

/** The last event of each run; made from its record. */
export interface DoneEvent {
  type: 'done'
  id: number
  run_id: string
  status: RunStatus
  error: { name: string; message: string; code?: string } | null
  finished_at: string | null
}

const maxEvents = 5000

/** A run's events while it lasts: kept for readers that come later, sent to readers that wait. */
export class RunEvents {
  readonly #events: RunEvent[] = []
  #saved = 0
  #closed = false
  #wake = Promise.withResolvers<void>()

  get all(): readonly RunEvent[] {
    return this.#events
  }

  get closed(): boolean {
    return this.#closed
  }

  add(body: RunEventBody): void {
    if (this.#closed || this.#events.length > maxEvents) return
    const isLast = this.#events.length === maxEvents
    const kept: RunEventBody = isLast
      ? {
          type: 'log',
          at: body.at,
          level: 'warn',
          message: `A run keeps ${maxEvents} events; what follows is not kept.`,
        }
      : body
    this.#events.push({ ...kept, id: this.#events.length + 1 })
    this.#notify()
  }

  /** No event follows. */
  close(): void {
    this.#closed = true
    this.#notify()
  }

  get logs(): SandboxLog[] {
    return logsOf(this.#events)
  }

  /** The events that were not taken yet, to be stored. */
  takeUnsaved(): readonly RunEvent[] {
    const unsaved = this.#events.slice(this.#saved)
    this.#saved = this.#events.length
    return unsaved
  }

  /** Events after `lastId`, then each as it comes, until {@link close} or until `signal` aborts. */
  async *follow(lastId: number, signal: AbortSignal): AsyncGenerator<RunEvent> {
    const left = new Promise<void>(resolve => signal.addEventListener('abort', () => resolve(), { once: true }))
    for (let next = lastId; !signal.aborted;) {
      const event = this.#events[next]
      if (event) {
        next += 1
        yield event
        continue
      }
      if (this.#closed) return
      await Promise.race([this.#wake.promise, left])
    }
  }

  #notify(): void {
    this.#wake.resolve()
    this.#wake = Promise.withResolvers()
  }
}

export function logsOf(events: readonly RunEvent[]): SandboxLog[] {
  return events.filter(event => event.type === 'log').map(({ at, level, message }) => ({ at, level, message }))
}
