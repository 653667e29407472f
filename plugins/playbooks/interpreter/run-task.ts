import type { JsonValue } from '@svc/plugin'
import type { DataIn, DataOut, Task } from '../definitions/workflow.ts'
import { longestTimerMs, msOf } from './rules/durations.ts'
import { Fault, fault, faultOf, Parked, Stopped, Withdrawn } from './fault.ts'
import { isLive } from './frame.ts'
import type { Frame } from './frame.ts'
import { kindOf, runners } from './kinds.ts'
import type { Outcome } from './outcome.ts'
import { again, isTrue } from './step.ts'
import type { Scope, Place } from './scope.ts'
import { expressionIn, expressionOf } from './rules/template.ts'

/**
 * The life of a task: `if`, `input`, what its kind does, `output`, `export`, `then`. With `saved` it goes on where its frame stands.
 * @throws Fault with its place; Parked; the reason of the scope's signal
 */
export async function runTask(
  task: Task,
  place: Place,
  rawInput: JsonValue,
  scope: Scope,
  saved?: Frame,
): Promise<Outcome> {
  const kind = kindOf(task)
  const frame = saved ?? scope.begin(task, kind, place, rawInput)
  if (saved && scope.signal.aborted) throw await cancelAll(saved, scope)
  const isResumed = saved !== undefined && saved.position !== again
  let limit: TimeLimit | null = null
  try {
    scope.signal.throwIfAborted()
    if (!isResumed && !(await prepare(task, frame, scope))) return skip(frame, scope)
    limit = limitOf(task, frame, scope)
    const inner = limit === null ? scope : scope.with({ signal: AbortSignal.any([scope.signal, limit.signal]) })
    const result = await runners[kind]({ task: task as never, frame, scope: inner, isResumed })
    const output = await finish(task, frame, result.output, scope)
    return { output, then: result.then ?? task.then ?? 'continue' }
  } catch (thrown) {
    throw await ended(frame, thrown, scope, limit?.signal)
  } finally {
    limit?.end()
  }
}

/** False: it is to be skipped. */
async function prepare(task: Task, frame: Frame, scope: Scope): Promise<boolean> {
  frame.position = null
  frame.input = frame.raw_input
  if (task.if !== undefined && !isTrue(await scope.value(expressionOf(task.if), frame.raw_input, { frame })))
    return false
  frame.input = await takeIn(task.input, frame.raw_input, scope, frame)
  const timeout = timeoutOf(task, scope)
  if (timeout !== null) frame.deadline_at = scope.now + timeout
  scope.note(frame, 'task.started')
  return true
}

function skip(frame: Frame, scope: Scope): Outcome {
  frame.skipped = true
  close(frame, 'completed', scope)
  frame.output = frame.raw_input
  scope.note(frame, 'task.completed', { skipped: true })
  return { output: frame.raw_input, then: 'continue' }
}

/** `input.schema`, then `input.from`. @throws Fault */
export async function takeIn(
  from: DataIn | undefined,
  raw: JsonValue,
  scope: Scope,
  frame?: Frame,
): Promise<JsonValue> {
  checkSchema(from, raw, scope, 'The input')
  return transformed(from?.from, raw, scope, { frame })
}

/** `as`, then its schema. @throws Fault */
export async function giveOut(
  out: DataOut | undefined,
  raw: JsonValue,
  scope: Scope,
  options: { frame?: Frame; output?: JsonValue; what: string },
): Promise<JsonValue> {
  const value = await transformed(out?.as, raw, scope, options)
  checkSchema(out, value, scope, options.what)
  return value
}

function transformed(
  template: DataIn['from'],
  raw: JsonValue,
  scope: Scope,
  options: { frame?: Frame; output?: JsonValue },
): Promise<JsonValue> {
  if (template === undefined) return Promise.resolve(raw)
  if (typeof template === 'string') return scope.value(expressionIn(template) ?? template, raw, options)
  return scope.evaluate(template, raw, { ...options, loose: true })
}

function checkSchema(data: DataIn | DataOut | undefined, value: JsonValue, scope: Scope, what: string): void {
  if (data?.schema === undefined) return
  const found = scope.run.ports.schemaFault(data.schema.document, value)
  if (found !== null) throw fault('validation', `${what} does not fit its schema: ${found}`)
}

async function finish(task: Task, frame: Frame, raw: JsonValue, scope: Scope): Promise<JsonValue> {
  const output = await giveOut(task.output, raw, scope, { frame, output: raw, what: 'The output' })
  scope.checkSize(output, 'The output')
  frame.output = output
  if (task.export !== undefined) {
    const context = await giveOut(task.export, output, scope, { frame, output, what: 'What is exported' })
    scope.checkSize(context, '$context')
    scope.setContext(context)
  }
  // A run that is resumed from a task has the `$context` that the tasks before it left.
  if (scope.cell.owner === null && (task.export !== undefined || frame.kind === 'fork'))
    frame.context = scope.cell.value
  close(frame, 'completed', scope)
  scope.note(frame, 'task.completed')
  return output
}

function close(frame: Frame, status: Frame['status'], scope: Scope): void {
  frame.status = status
  frame.ended_at = scope.now
  frame.waiting = null
  frame.wake_at = null
}

interface TimeLimit {
  /** Aborted when the time is over. */
  signal: AbortSignal
  end(): void
}

/** The task's `timeout`, which holds over restarts; null: it has none. */
function limitOf(task: Task, frame: Frame, scope: Scope): TimeLimit | null {
  const { deadline_at } = frame
  if (deadline_at === null) return null
  const limit = new AbortController()
  const timer = new AbortController()
  const late = (): void =>
    limit.abort(fault('timeout', `The task did not end within its timeout of ${shown(task, scope)}.`))
  const leftMs = deadline_at - scope.now
  if (leftMs <= 0) late()
  // No process goes on with a run for longer: the next one sets the timer that is left then.
  else if (leftMs <= longestTimerMs)
    scope.run.ports.clock.sleep(leftMs, AbortSignal.any([scope.signal, timer.signal])).then(late, () => undefined)
  return { signal: limit.signal, end: () => timer.abort() }
}

function shown(task: Task, scope: Scope): string {
  return `${(timeoutOf(task, scope) ?? 0) / 1000} s`
}

function timeoutOf(task: Task, scope: Scope): number | null {
  const { timeout } = task
  if (timeout === undefined) return null
  if (typeof timeout !== 'string') return msOf(timeout.after)
  const named = scope.run.facts.definition.use?.timeouts?.[timeout]
  if (named) return msOf(named.after)
  throw fault('configuration', `There is no timeout "${timeout}" in use.timeouts.`)
}

/** What the task's end means for what is around it, with its frame brought to that. */
async function ended(frame: Frame, thrown: unknown, scope: Scope, limit?: AbortSignal): Promise<unknown> {
  const reason: unknown = scope.signal.aborted ? scope.signal.reason : thrown
  if (reason instanceof Parked) {
    reason.wakeAt = Math.min(reason.wakeAt, frame.wake_at ?? Infinity, frame.deadline_at ?? Infinity)
  }
  if (reason instanceof Parked || reason instanceof Stopped) return reason
  if (scope.signal.aborted) {
    await cancel(frame, scope, reason instanceof Withdrawn ? reason.message : 'A timeout around it is over.')
    return reason
  }
  const cause: unknown = limit?.aborted ? limit.reason : thrown
  if (limit?.aborted) await withdraw(frame, scope, 'The timeout of the task is over.')
  const found = faultOf(cause)
  const error = found.at(frame.reference)
  frame.error = error
  close(frame, 'faulted', scope)
  scope.note(frame, 'task.faulted', { error: { ...error } })
  return new Fault(error, { cause: found, retryAfterSeconds: found.retryAfterSeconds, isFinal: found.isFinal })
}

/** What the journal still has below a task that is not gone into any more. */
async function cancelAll(frame: Frame, scope: Scope): Promise<unknown> {
  const reason: unknown = scope.signal.reason
  if (reason instanceof Stopped) return reason
  for (const child of frame.children) if (isLive(child)) await cancelAll(child, scope)
  return ended(frame, reason, scope, scope.signal)
}

async function cancel(frame: Frame, scope: Scope, reason: string): Promise<void> {
  if (!isLive(frame)) return
  await withdraw(frame, scope, reason)
  close(frame, 'cancelled', scope)
  scope.note(frame, 'task.cancelled', { reason })
}

async function withdraw(frame: Frame, scope: Scope, reason: string): Promise<void> {
  if (frame.waiting !== null) await scope.run.ports.effects.withdraw(frame, reason)
}
