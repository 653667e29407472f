import type { Clock, JsonLike, JsonObject, JsonValue } from '@svc/plugin'
import type { Expressions } from '../expressions/expressions.ts'
import type { WorkflowDefinition } from '../definitions/workflow.ts'
import type { WorkflowError } from './fault.ts'
import type { Frame, Usage, Waiting } from './frame.ts'

/** Something that happened in a run, as its event stream has it. */
export interface RunEvent {
  type: string
  data: JsonObject
}

/** What is written in one transaction. */
export interface Changes {
  /** New ones and changed ones, in the order in which they began. */
  frames: ReadonlySet<Frame>
  events: readonly RunEvent[]
  /** `$context` of the run; undefined: unchanged. */
  context: JsonValue | undefined
  usage: readonly Usage[]
}

/** Where a run is kept. */
export interface Journal {
  newId(): string
  /** The hash that names an execution of a task outside: an idempotency key. */
  keyOf(reference: string, iteration: readonly number[], completedBefore: number): string
  /** What went before at this place: how often it has completed, and how often it was tried since. */
  earlier(reference: string, iteration: readonly number[]): { completed: number; tries: number }
  /**
   * Durable when it resolves.
   * @throws Stopped when another worker has the run by now, Withdrawn when it was cancelled; Fault when it is over a limit
   */
  commit(changes: Changes): Promise<void>
  /** The last transaction of this stretch: the run has ended, or waits. @throws as {@link commit} */
  end(changes: Changes, end: RunEnd): Promise<void>
}

/** Something to do in the world for a task. Everything in it is resolved. */
export interface Effect {
  kind: 'call' | 'emit' | 'listen' | 'run'
  /** Of a call: `http`, `agent`, … */
  call: string | null
  arguments: JsonLike
  /** Those that stand in the arguments; null: none. */
  secrets: JsonObject | null
  frame: Frame
  /** The process died while it was in flight, or it was waited for. */
  isResumed: boolean
  /** What the author says of an effect that was in flight when the process died: `metadata.on_crash` of the task, or of the document. */
  onCrash: 'retry' | 'fault' | undefined
  /** Evaluates `template` on an event, say, as the task would. */
  evaluate(template: unknown, input: JsonValue, variables?: JsonObject): Promise<JsonValue>
  signal: AbortSignal
  /** Keeps what has been done so far, durably: the task goes on behind it. */
  note(position: JsonLike, events: readonly RunEvent[], usage: Usage): Promise<void>
}

export type EffectOutcome =
  | { output: JsonValue; usage?: Usage }
  /** Nothing more happens here until then; {@link Effects.perform} is called again when something has. */
  | { waiting: Waiting; until: number | null; position?: JsonLike; events?: readonly RunEvent[] }

/** The world, as far as tasks reach it. */
export interface Effects {
  /**
   * Does what the task asks for, or goes on with it: the key of its frame finds what was begun before.
   * @throws Fault, or an error of ours that becomes one
   */
  perform(effect: Effect): Promise<EffectOutcome>
  /** The place behind every event that has happened, as `listen` keeps it. */
  endOfEvents(): JsonValue
  /** Nobody waits any more for what the task waits for. */
  withdraw(frame: Frame, reason: string): Promise<void>
}

export interface RunLimits {
  /** Executions of tasks. */
  tasks: number
  forItems: number
  branches: number
  branchesAtOnce: number
  /** Steps without an effect, one after the other. */
  pureSteps: number
  /** Of inputs, of any output, and of `$context`. */
  valueBytes: number
}

/** A run as the interpreter needs it. */
export interface RunFacts {
  id: string
  definition: WorkflowDefinition
  /** As it was given. */
  inputs: JsonValue
  started_at: number
  /** `$workflow` but for what is read from the definition. */
  started_by: JsonValue
  trigger: string
  deadline_at: number
  /** Executions of tasks so far. */
  tasks: number
  context: JsonValue
  /** The live frames at the top. */
  frames: readonly Frame[]
}

export interface Ports {
  journal: Journal
  effects: Effects
  expressions: Expressions
  /** A sentence when `value` does not fit `schema`, with its defaults filled in; else null. */
  schemaFault(schema: object, value: JsonValue): string | null
  /** Values for `$secrets`; only where the standard lets them be used. @throws Fault */
  secrets(names: readonly string[]): JsonObject
  clock: Clock
  random(): number
  limits: RunLimits
  runtime: { name: string; version: string }
  /** Resolves when something may have happened that a parked branch waits for. */
  nudged(): Promise<void>
  /** The frame as it stands in the journal now. */
  reload(frame: Frame): Frame
}

export type RunEnd =
  | { status: 'completed'; output: JsonValue }
  | { status: 'faulted'; error: WorkflowError }
  | { status: 'cancelled' }
  | { status: 'waiting' }
