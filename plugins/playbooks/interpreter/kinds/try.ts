import type { JsonObject } from '@svc/plugin'
import type { Catch, RetryPolicy, TryTask } from '../../definitions/workflow.ts'
import { matchesError } from '../rules/error-filter.ts'
import { Fault, fault, Parked } from '../fault.ts'
import type { WorkflowError } from '../fault.ts'
import { below } from '../frame.ts'
import type { Frame } from '../frame.ts'
import { longestTimerMs, msOf } from '../rules/durations.ts'
import { nextPause } from '../rules/retry-policy.ts'
import { runList } from '../run-list.ts'
import type { ListEnd } from '../run-list.ts'
import { isTrue } from '../step.ts'
import type { Result } from '../outcome.ts'
import type { Step } from '../step.ts'
import type { Scope } from '../scope.ts'
import { expressionOf } from '../rules/template.ts'

/** How far it is: trying, waiting for the next try, or in the tasks of its `catch`. */
interface Position {
  phase: 'try' | 'pause' | 'catch'
  /** Tries that have failed. */
  failed: number
  since: number
  error: WorkflowError | null
}

/** Its tasks; when they fault with an error that it catches, again or those of its `catch`. */
export async function runTry({ task, frame, scope }: Step<TryTask>): Promise<Result> {
  const position = (frame.position as Position | null) ?? { phase: 'try', failed: 0, since: scope.now, error: null }
  let saved: readonly Frame[] = frame.children
  if (position.phase === 'catch' && position.error) return handled(task.catch, frame, position.error, scope, saved)
  for (;;) {
    if (position.phase === 'pause') endPause(frame, position, scope)
    const attempt = beginAttempt(task.catch, frame, scope)
    try {
      const place = { reference: below(frame.reference, 'try'), iteration: frame.iteration, parent: frame }
      return resultOf(await runList(task.try, place, frame.input, attempt.scope, saved))
    } catch (thrown) {
      if (!(thrown instanceof Fault) || thrown.isFinal || scope.signal.aborted) throw thrown
      saved = []
      const error = thrown.at(frame.reference)
      if (!(await catches(task.catch, error, frame, scope))) throw thrown
      position.failed += 1
      const pause = await pauseBefore(task.catch, position, { frame, error, thrown, scope })
      if (pause === null) return handled(task.catch, frame, error, scope, [])
      beginPause(frame, position, pause, scope)
      scope.note(frame, 'task.retried', { error: { ...error }, tries: position.failed })
      if (pause > 0) throw new Parked()
    } finally {
      attempt.over.abort()
    }
  }
}

/** One try, within `limit.attempt.duration` of the policy. Its end stands in `wake_at` of the frame, so that it holds over restarts. */
function beginAttempt(handler: Catch, frame: Frame, scope: Scope): { scope: Scope; over: AbortController } {
  const over = new AbortController()
  const duration = policyOf(handler, scope)?.limit?.attempt?.duration
  if (duration === undefined) return { scope, over }
  const lastsMs = msOf(duration)
  if (frame.wake_at === null) {
    frame.wake_at = scope.now + lastsMs
    scope.pending.frame(frame)
  }
  const limit = new AbortController()
  const late = (): void =>
    limit.abort(fault('timeout', `The try did not end within ${lastsMs / 1000} s (retry.limit.attempt.duration).`))
  const leftMs = frame.wake_at - scope.now
  if (leftMs <= 0) late()
  else if (leftMs <= longestTimerMs)
    scope.run.ports.clock.sleep(leftMs, AbortSignal.any([scope.signal, over.signal])).then(late, () => undefined)
  return { scope: scope.with({ signal: AbortSignal.any([scope.signal, limit.signal]) }), over }
}

function beginPause(frame: Frame, position: Position, pause: number, scope: Scope): void {
  position.phase = 'pause'
  frame.position = { ...position }
  frame.status = 'waiting'
  frame.waiting = { kind: 'timer' }
  frame.wake_at = scope.now + pause
}

function endPause(frame: Frame, position: Position, scope: Scope): void {
  if (scope.now < (frame.wake_at ?? 0)) throw new Parked()
  position.phase = 'try'
  frame.position = { ...position }
  frame.status = 'running'
  frame.waiting = null
  frame.wake_at = null
  scope.pending.frame(frame)
}

async function handled(
  handler: Catch,
  frame: Frame,
  error: WorkflowError,
  scope: Scope,
  saved: readonly Frame[],
): Promise<Result> {
  if (handler.do === undefined) return { output: frame.input }
  frame.position = { phase: 'catch', failed: 0, since: 0, error: { ...error } }
  frame.wake_at = null
  scope.pending.frame(frame)
  const place = { reference: below(frame.reference, 'catch', 'do'), iteration: frame.iteration, parent: frame }
  const inner = scope.with({ variables: errorVariable(handler, error) })
  return resultOf(await runList(handler.do, place, frame.input, inner, saved))
}

function resultOf({ output, by }: ListEnd): Result {
  return by === 'end' ? { output, then: 'end' } : { output }
}

function errorVariable(handler: Catch, error: WorkflowError): JsonObject {
  return { [handler.as ?? 'error']: { ...error } }
}

async function catches(handler: Catch, error: WorkflowError, frame: Frame, scope: Scope): Promise<boolean> {
  return matchesError(handler.errors?.with, error) && (await allows(handler, handler, error, frame, scope))
}

async function allows(
  rule: Pick<RetryPolicy, 'when' | 'exceptWhen'>,
  handler: Catch,
  error: WorkflowError,
  frame: Frame,
  scope: Scope,
): Promise<boolean> {
  const options = { frame, variables: errorVariable(handler, error) }
  const { when, exceptWhen } = rule
  if (when !== undefined && !isTrue(await scope.value(expressionOf(when), frame.input, options))) return false
  return exceptWhen === undefined || !isTrue(await scope.value(expressionOf(exceptWhen), frame.input, options))
}

async function pauseBefore(
  handler: Catch,
  { failed, since }: Position,
  { frame, error, thrown, scope }: { frame: Frame; error: WorkflowError; thrown: Fault; scope: Scope },
): Promise<number | null> {
  const policy = policyOf(handler, scope)
  if (policy === undefined) return null
  if (!(await allows(policy, handler, error, frame, scope))) return null
  const leastMs = (thrown.retryAfterSeconds ?? 0) * 1000
  return nextPause(policy, { count: failed, since }, { now: scope.now, leastMs, random: scope.run.ports.random() })
}

/** @throws Fault `configuration` for the name of none */
function policyOf({ retry }: Catch, scope: Scope): RetryPolicy | undefined {
  if (typeof retry !== 'string') return retry
  const named = scope.run.facts.definition.use?.retries?.[retry]
  if (named) return named
  throw fault('configuration', `There is no retry policy "${retry}" in use.retries.`)
}
