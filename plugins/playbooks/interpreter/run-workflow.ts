import type { JsonValue } from '@svc/plugin'
import { Fault, fault, faultOf, Parked, Stopped, Withdrawn } from './fault.ts'
import { longestTimerMs } from './rules/durations.ts'
import { Pending } from './pending.ts'
import type { Ports, RunEnd, RunFacts } from './ports.ts'
import { runList } from './run-list.ts'
import { giveOut, runTask, takeIn } from './run-task.ts'
import { Scope } from './scope.ts'
import type { RunState } from './scope.ts'

/**
 * Goes on with a run from where its journal says it is, until it ends or nothing can be done but wait.
 * @throws Stopped, the reason of `signal` where that is one: the journal has everything, another process goes on
 */
export async function runWorkflow(facts: RunFacts, ports: Ports, signal: AbortSignal): Promise<RunEnd> {
  const limit = new AbortController()
  const over = new AbortController()
  const late = (): void => limit.abort(fault('timeout', 'The run did not end within its timeout.'))
  const leftMs = facts.deadline_at - ports.clock.now()
  if (leftMs <= 0) late()
  else
    ports.clock.sleep(Math.min(leftMs, longestTimerMs), over.signal).then(
      () => facts.deadline_at <= ports.clock.now() && late(),
      () => undefined,
    )
  const run: RunState = { facts, ports, tasks: facts.tasks, runTask, jumps: 0 }
  const cell = { value: facts.context, owner: null }
  const parts = { signal: AbortSignal.any([signal, limit.signal]), variables: {}, cell, pending: new Pending() }
  const scope = new Scope(run, parts)
  try {
    const end = await endOf(scope)
    await ports.journal.end(scope.pending.take(), end)
    return end
  } finally {
    over.abort()
  }
}

async function endOf(scope: Scope): Promise<RunEnd> {
  try {
    return { status: 'completed', output: await outputOf(scope) }
  } catch (thrown) {
    const reason: unknown = scope.signal.aborted ? scope.signal.reason : thrown
    if (reason instanceof Parked) return { status: 'waiting' }
    if (reason instanceof Stopped) throw reason
    if (reason instanceof Withdrawn) return { status: 'cancelled' }
    // A plain reason of the signal is the process that stops.
    if (scope.signal.aborted && !(reason instanceof Fault)) throw new Stopped('The process stops.')
    return { status: 'faulted', error: faultOf(reason).at('/') }
  }
}

async function outputOf(scope: Scope): Promise<JsonValue> {
  const { definition, inputs, frames } = scope.run.facts
  const isFresh = frames.length === 0
  const input = isFresh ? await takeIn(definition.input, inputs, scope) : null
  const place = { reference: '/do', iteration: [], parent: null }
  const { output } = await runList(definition.do, place, input, scope, frames)
  const result = await giveOut(definition.output, output, scope, { output, what: 'The output of the run' })
  scope.checkSize(result, 'The output of the run')
  return result
}
