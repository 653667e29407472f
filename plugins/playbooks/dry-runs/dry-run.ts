import type { Clock, Ids, JsonObject, JsonValue } from '@svc/plugin'
import type { WorkflowDefinition } from '../definitions/workflow.ts'
import type { Expressions } from '../expressions/expressions.ts'
import { fault } from '../interpreter/fault.ts'
import type { Fault, WorkflowError } from '../interpreter/fault.ts'
import { usualJournalBytes, usualLimits } from '../interpreter/limits.ts'
import type { Ports, RunEnd } from '../interpreter/ports.ts'
import { msOf } from '../interpreter/rules/durations.ts'
import { runWorkflow } from '../interpreter/run-workflow.ts'
import { MemoryJournal } from '../journal/memory-journal.ts'
import { shownTask } from '../runs/shown-run.ts'
import { DryClock } from './dry-clock.ts'
import { MockedEffects } from './mocked-effects.ts'
import type { DryRunWarning, Mocks } from './mocked-effects.ts'

export interface DryRunOptions {
  expressions: Expressions
  schemaFault: Ports['schemaFault']
  clock: Clock
  ids: Pick<Ids, 'create'>
  signal: AbortSignal
}

export interface DryRunRequest {
  definition: WorkflowDefinition
  inputs: JsonObject
  mocks: Mocks
  startedBy: { user_id: string; username: string } | null
}

/** What came of it; `tasks` are records as those of a run. */
export interface DryRun {
  status: 'completed' | 'faulted'
  output: JsonValue
  error: WorkflowError | null
  tasks: ReturnType<typeof shownTask>[]
  warnings: DryRunWarning[]
}

const runId = 'prun_dry'
const mostTasks = 1000
const longestMs = 20_000
const dayMs = 24 * 60 * 60 * 1000

/** Runs a definition over a journal in memory: expressions are evaluated, no effect happens, waits take no time. */
export async function dryRun(request: DryRunRequest, options: DryRunOptions): Promise<DryRun> {
  const effects = new MockedEffects(request.mocks)
  const late = new AbortController()
  const over = new AbortController()
  // It ends at once, whatever the playbook would catch.
  const limit = { bytes: usualJournalBytes, onFull: (full: Fault) => late.abort(full) }
  const journal = new MemoryJournal(runId, options.ids, limit)
  const tooLong = fault('runtime', `The dry run took more than ${longestMs / 1000} s.`)
  options.clock.sleep(longestMs, over.signal).then(
    () => late.abort(tooLong),
    () => undefined,
  )
  try {
    const signal = AbortSignal.any([options.signal, late.signal])
    const end = await toTheEnd(request, journal, effects, { ...options, signal })
    return {
      status: end.status === 'completed' ? 'completed' : 'faulted',
      output: end.status === 'completed' ? end.output : null,
      error: end.status === 'faulted' ? end.error : null,
      tasks: journal.rows.map(row => shownTask({ ...row, superseded: 0 }, { isWhole: false })),
      warnings: effects.warnings,
    }
  } finally {
    over.abort()
  }
}

async function toTheEnd(
  { definition, inputs, startedBy }: DryRunRequest,
  journal: MemoryJournal,
  effects: MockedEffects,
  options: DryRunOptions,
): Promise<RunEnd> {
  const startedAt = options.clock.now()
  const clock = new DryClock(startedAt)
  const ports = portsOf({ journal, effects, clock }, options)
  const timeout =
    typeof definition.timeout === 'string' ? definition.use?.timeouts?.[definition.timeout] : definition.timeout
  const facts = {
    id: runId,
    definition,
    inputs,
    started_at: startedAt,
    started_by: startedBy,
    trigger: 'api',
    deadline_at: startedAt + (timeout ? msOf(timeout.after) : 30 * dayMs),
  }
  for (;;) {
    const { context, tree: frames, size: tasks } = journal
    const end = await runWorkflow({ ...facts, context, frames, tasks }, ports, options.signal)
    if (end.status !== 'waiting') return end
    clock.passTo(Math.min(facts.deadline_at, journal.nextAt))
  }
}

function portsOf(
  { journal, effects, clock }: { journal: MemoryJournal; effects: MockedEffects; clock: DryClock },
  { expressions, schemaFault }: DryRunOptions,
): Ports {
  return {
    journal,
    effects,
    expressions: { evaluate: (...given) => clock.during(() => expressions.evaluate(...given)) },
    schemaFault,
    secrets: names => Object.fromEntries(names.map(name => [name, '***'])),
    clock,
    random: () => 0.5,
    limits: { ...usualLimits, tasks: mostTasks },
    runtime: { name: 'svc', version: '1.0.0' },
    nudged: () => new Promise(() => undefined),
    reload: frame => journal.reload(frame),
  }
}
