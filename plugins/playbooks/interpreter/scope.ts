import type { JsonObject, JsonValue } from '@svc/plugin'
import { ExpressionError } from '../expressions/expressions.ts'
import type { Task } from '../definitions/workflow.ts'
import { fault } from './fault.ts'
import type { Frame, TaskKind } from './frame.ts'
import type { Outcome } from './outcome.ts'
import { Pending } from './pending.ts'
import type { Ports, RunFacts } from './ports.ts'
import { filled, programsOf } from './rules/template.ts'

/** `$context` as the tasks of a scope see it; a branch of a fork keeps its own with its first frame. */
export interface ContextCell {
  value: JsonValue
  owner: Frame | null
}

/** What all tasks of a run share while this process advances it. */
export interface RunState {
  readonly facts: RunFacts
  readonly ports: Ports
  /** Executions of tasks, over the run's whole life. */
  tasks: number
  /** Runs a task to its end, or goes on with one; what composite tasks do with those in them. */
  readonly runTask: (task: Task, place: Place, rawInput: JsonValue, scope: Scope, saved?: Frame) => Promise<Outcome>
  /** Jumps backwards since the last effect. */
  jumps: number
}

/** Where a task stands. */
export interface Place {
  reference: string
  name: string
  iteration: readonly number[]
  parent: Frame | null
}

export interface EvaluationOptions {
  /** The task's own values; without a frame those of the workflow alone. */
  frame?: Frame
  output?: JsonValue
  /** Values of `$secrets`, where they may be used. */
  secrets?: JsonObject
  variables?: JsonObject
  /** Every string is an expression, as `evaluate.mode: loose` has it. */
  loose?: boolean
}

/** What a task runs in: the variables, `$context` and signal of the tasks around it, and the changes that are not written yet. */
export class Scope {
  readonly run: RunState
  readonly signal: AbortSignal
  readonly variables: JsonObject
  readonly cell: ContextCell
  readonly pending: Pending

  constructor(run: RunState, parts: Pick<Scope, 'signal' | 'variables' | 'cell' | 'pending'>) {
    this.run = run
    this.signal = parts.signal
    this.variables = parts.variables
    this.cell = parts.cell
    this.pending = parts.pending
  }

  with(parts: Partial<Pick<Scope, 'signal' | 'variables'>>): Scope {
    const { signal, cell, pending } = this
    return new Scope(this.run, {
      signal,
      cell,
      pending,
      ...parts,
      variables: { ...this.variables, ...parts.variables },
    })
  }

  /** Of a fork's branch: what it exports and has not written is its own. */
  branch(signal: AbortSignal, context: JsonValue): Scope {
    const { variables } = this
    return new Scope(this.run, { signal, variables, cell: { value: context, owner: null }, pending: new Pending() })
  }

  get now(): number {
    return this.run.ports.clock.now()
  }

  setContext(context: JsonValue): void {
    this.cell.value = context
    const { owner } = this.cell
    if (owner === null) return this.pending.context(context)
    owner.context = context
    this.pending.frame(owner)
  }

  /** A new execution of a task; it is written with the next commit. @throws Fault over the limit of executions */
  begin(task: Task, kind: TaskKind, place: Place, rawInput: JsonValue): Frame {
    const { run } = this
    const { journal, limits } = run.ports
    const { reference, iteration } = place
    const { completed, tries } = this.#earlier(place)
    const frame: Frame = {
      id: journal.newId(),
      parent_id: place.parent?.id ?? null,
      name: place.name,
      reference,
      iteration,
      kind,
      call: 'call' in task ? task.call : null,
      attempt: tries + 1,
      completed_before: completed,
      key: journal.keyOf(reference, iteration, completed),
      raw_input: rawInput,
      started_at: this.now,
      status: 'running',
      skipped: false,
      input: rawInput,
      arguments: null,
      output: null,
      error: null,
      position: null,
      context: undefined,
      usage: {},
      ended_at: null,
      wake_at: null,
      deadline_at: null,
      waiting: null,
      crashes: 0,
      children: [],
    }
    if (this.cell.owner === null && place.parent?.kind === 'fork') {
      frame.context = this.cell.value
      this.cell.owner = frame
    }
    this.note(frame, 'task.created')
    run.tasks += 1
    if (run.tasks <= limits.tasks) return frame
    const detail = `The run has executed ${limits.tasks} tasks, which is as many as one may (playbooks.max_task_executions; 1,000 in a dry run).`
    throw fault('runtime', detail, { isFinal: true })
  }

  /** What went before at this place, with what is not written yet. */
  #earlier({ reference, iteration }: Place): { completed: number; tries: number } {
    const last = this.pending.latestAt(reference, iteration)
    if (last === undefined) return this.run.ports.journal.earlier(reference, iteration)
    if (last.status === 'completed') return { completed: last.completed_before + 1, tries: 0 }
    return { completed: last.completed_before, tries: last.attempt }
  }

  /** The frame has changed, and the event says how. */
  note(frame: Frame, type: string, more: JsonObject = {}): void {
    const { reference, name, iteration, attempt, kind, id } = frame
    this.pending.frame(frame)
    const data = { task_id: id, task: reference, name, iteration: [...iteration], attempt, kind, ...more }
    this.pending.event({ type, data })
  }

  /** Durable when it resolves. */
  async commit(): Promise<void> {
    this.signal.throwIfAborted()
    if (!this.pending.isEmpty) await this.run.ports.journal.commit(this.pending.take())
  }

  /** The template with its expressions evaluated on `input`. @throws Fault `expression` */
  async evaluate(template: unknown, input: JsonValue, options: EvaluationOptions = {}): Promise<JsonValue> {
    const loose = options.loose === true && this.run.facts.definition.evaluate?.mode === 'loose'
    const programs = programsOf(template, loose)
    if (Object.keys(programs).length === 0) return template as JsonValue
    const values = await this.#values(programs, input, options, loose)
    return filled(template, values)
  }

  /** One expression, with or without `${ }` around it already taken off. @throws Fault `expression` */
  async value(program: string, input: JsonValue, options: EvaluationOptions = {}): Promise<JsonValue> {
    const values = await this.#values({ value: program }, input, options, false)
    return (values['value'] ?? null) as JsonValue
  }

  /** Several at once. @throws Fault `expression` */
  async values(programs: Record<string, string>, input: JsonValue, options: EvaluationOptions = {}) {
    return this.#values(programs, input, options, false)
  }

  /** @throws Fault `runtime` for a value that is larger than one may be */
  checkSize(value: JsonValue, what: string): void {
    const { valueBytes } = this.run.ports.limits
    const bytes = Buffer.byteLength(JSON.stringify(value))
    if (bytes <= valueBytes) return
    throw fault(
      'runtime',
      `${what} has ${bytes} bytes; at most ${valueBytes} are kept. Take what is needed of it, with output.as.`,
    )
  }

  async #values(programs: Record<string, string>, input: JsonValue, options: EvaluationOptions, loose: boolean) {
    const { expressions } = this.run.ports
    const variables = this.#variablesFor(Object.values(programs).join('\n'), input, options)
    try {
      return await expressions.evaluate(programs, input, variables, this.signal)
    } catch (error) {
      this.signal.throwIfAborted()
      if (!(error instanceof ExpressionError)) throw error
      if (loose) return this.#oneByOne(programs, input, variables)
      throw fault('expression', error.message, { cause: error })
    }
  }

  /** In loose mode a string that is no expression is itself. */
  async #oneByOne(programs: Record<string, string>, input: JsonValue, variables: JsonObject) {
    const values: Record<string, unknown> = {}
    for (const [name, program] of Object.entries(programs)) {
      try {
        const value = await this.run.ports.expressions.evaluate({ value: program }, input, variables, this.signal)
        values[name] = value['value']
      } catch (error) {
        this.signal.throwIfAborted()
        if (!(error instanceof ExpressionError)) throw error
        values[name] = program
      }
    }
    return values
  }

  /** Only those that are spoken of: `$context` may be large. */
  #variablesFor(text: string, input: JsonValue, options: EvaluationOptions): JsonObject {
    const { frame, output, secrets, variables } = options
    const { facts, ports } = this.run
    const known: Record<string, () => JsonValue | undefined> = {
      context: () => this.cell.value,
      input: () => frame?.input ?? input,
      output: () => output,
      secrets: () => secrets,
      task: () => (frame ? taskVariable(frame, output) : undefined),
      workflow: () => workflowVariable(facts),
      runtime: () => ({ ...ports.runtime, metadata: {} }),
      authorization: () => null,
    }
    // Not by assignment: a name such as __proto__ is a name like any other.
    const found = new Map<string, JsonValue>()
    for (const [name, value] of Object.entries({ ...this.variables, ...variables }))
      if (text.includes(`$${name}`)) found.set(name, value)
    for (const [name, read] of Object.entries(known)) {
      if (found.has(name) || !text.includes(`$${name}`)) continue
      const value = read()
      if (value !== undefined) found.set(name, value)
    }
    return Object.fromEntries(found)
  }
}

function taskVariable(frame: Frame, output: JsonValue | undefined): JsonObject {
  const { name, reference, raw_input, started_at, key, attempt, kind } = frame
  return {
    name,
    reference,
    definition: { kind },
    input: raw_input,
    output: output ?? null,
    startedAt: moment(started_at),
    idempotency_key: key,
    attempt,
  }
}

function workflowVariable({ id, definition, inputs, started_at, started_by, trigger }: RunFacts): JsonObject {
  const { version } = definition.document
  const plain: object = definition
  return {
    id,
    definition: plain as JsonObject,
    input: inputs,
    startedAt: moment(started_at),
    version,
    started_by,
    trigger,
  }
}

function moment(at: number): JsonObject {
  const iso8601 = new Date(at).toISOString()
  return { iso8601, epoch: { seconds: Math.floor(at / 1000), milliseconds: at } }
}
