import type { JsonLike, JsonValue } from '@svc/plugin'
import type { WorkflowError } from './fault.ts'

export type TaskKind =
  'do' | 'set' | 'switch' | 'for' | 'fork' | 'try' | 'raise' | 'wait' | 'listen' | 'emit' | 'run' | 'call'

export type FrameStatus = 'running' | 'waiting' | 'completed' | 'faulted' | 'cancelled'

/** What a task waits for. */
export interface Waiting {
  kind: 'timer' | 'event' | 'approval' | 'child'
  approval_id?: string
  child_run_id?: string
}

/** What a task has used. Counters that are not there are 0. */
export type Usage = Partial<
  Record<'agent_calls' | 'tool_calls' | 'http_calls' | 'prompt_tokens' | 'completion_tokens', number>
>

/**
 * One execution of a task: what the journal has of it. The live ones of a run, each below its parent, are the run's position; what has
 * ended is history. Times are milliseconds since the epoch.
 */
export interface Frame {
  readonly id: string
  readonly parent_id: string | null
  readonly name: string
  /** The standard's pointer: `/do/0/tryGetPet/try/0/getPet`. */
  readonly reference: string
  /** The place in each loop around it, the outermost first. */
  readonly iteration: readonly number[]
  readonly kind: TaskKind
  readonly call: string | null
  /** From 1: tries with the same key, resumptions by a person included. */
  attempt: number
  /** How often this task has completed before, in this place. */
  readonly completed_before: number
  /** The same for all tries, also over a crash, until the task has completed. */
  readonly key: string
  readonly raw_input: JsonValue
  readonly started_at: number
  status: FrameStatus
  skipped: boolean
  /** After `input.from`. */
  input: JsonValue
  /** Evaluated once, before the effect; secrets are masked. Of a loop: its items. */
  arguments: JsonLike
  output: JsonValue
  error: WorkflowError | null
  /** What its kind has to know to go on. */
  position: JsonLike
  /** `$context` as a branch of a fork has it; undefined elsewhere. */
  context: JsonValue | undefined
  usage: Usage
  ended_at: number | null
  wake_at: number | null
  /** When its timeout is over. */
  deadline_at: number | null
  waiting: Waiting | null
  /** How often the process died while it was in flight. */
  crashes: number
  /** Those of its children that live; of a fork those that have ended, too. Filled by the journal when it is read. */
  children: Frame[]
}

export function isLive({ ended_at }: Pick<Frame, 'ended_at'>): boolean {
  return ended_at === null
}

/** A reference one level down, with names escaped as RFC 6901 says. */
export function below(reference: string, ...parts: readonly (string | number)[]): string {
  return parts.reduce<string>(
    (path, part) => `${path}/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`,
    reference,
  )
}
