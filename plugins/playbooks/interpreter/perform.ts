import type { Task } from '../definitions/workflow.ts'
import type { JsonLike, JsonObject, JsonValue } from '@svc/plugin'
import { fault, Parked } from './fault.ts'
import type { Effect, EffectOutcome } from './ports.ts'
import type { Step } from './step.ts'

/** As often a process may die with the same task in flight. */
const mostCrashes = 3

/** What a task asks of the world. */
export interface Request {
  kind: Effect['kind']
  call?: string
  /** As the journal keeps it: secrets are masked. */
  arguments: JsonLike
  /** With the secrets in it, and these themselves. */
  secret?: { arguments: JsonLike; values: JsonObject }
}

/**
 * Has an effect done for a task: its frame is durable before, its outcome is the task's. One that waits parks the run and is asked
 * again when the run is next advanced.
 */
export async function perform(step: Step, request: Request): Promise<JsonValue> {
  const { frame, scope, isResumed } = step
  const { effects } = scope.run.ports
  frame.arguments = request.arguments
  scope.run.jumps = 0
  scope.pending.frame(frame)
  if (!isResumed) await scope.commit()
  if (frame.crashes >= mostCrashes)
    throw fault(
      'runtime',
      `crash_loop: the process died ${frame.crashes} times while this task was in flight. Look into the log of the server before you resume.`,
    )
  const outcome = await effects.perform({
    kind: request.kind,
    call: request.call ?? null,
    arguments: request.secret?.arguments ?? request.arguments,
    secrets: request.secret?.values ?? null,
    frame,
    isResumed,
    onCrash: onCrashOf(step),
    evaluate: (template, input, variables) => scope.evaluate(template, input, { frame, variables }),
    signal: scope.signal,
    async note(position, events, usage) {
      frame.position = position
      scope.pending.frame(frame)
      for (const event of events) scope.pending.event(event)
      frame.usage = sum(frame.usage, usage)
      // What is paid for and kept has finished: crashes before it are no loop.
      if (Object.keys(usage).length > 0) frame.crashes = 0
      scope.pending.usage(usage)
      await scope.commit()
    },
  })
  // What comes after a timeout or a cancellation is dropped.
  scope.signal.throwIfAborted()
  if ('waiting' in outcome) throw park(step, outcome)
  if (outcome.usage) {
    frame.usage = sum(frame.usage, outcome.usage)
    scope.pending.usage(outcome.usage)
  }
  if (frame.status === 'waiting') {
    frame.status = 'running'
    scope.note(frame, 'task.resumed')
  }
  return outcome.output
}

function onCrashOf({ task, scope }: Step): Effect['onCrash'] {
  const said = (task as Task).metadata?.['on_crash'] ?? scope.run.facts.definition.document.metadata?.['on_crash']
  return said === 'retry' || said === 'fault' ? said : undefined
}

function park({ frame, scope }: Step, outcome: Extract<EffectOutcome, { waiting: object }>): Parked {
  const { waiting, until } = outcome
  if (outcome.position !== undefined) frame.position = outcome.position
  frame.wake_at = until
  const isNews = frame.status !== 'waiting' || frame.waiting?.kind !== waiting.kind
  frame.status = 'waiting'
  frame.waiting = waiting
  scope.pending.frame(frame)
  for (const event of outcome.events ?? []) scope.pending.event(event)
  if (isNews)
    scope.note(frame, 'task.suspended', {
      waits_for: waiting.kind,
      until: until === null ? null : new Date(until).toISOString(),
    })
  return new Parked()
}

function sum(a: object, b: object): Record<string, number> {
  const total: Record<string, number> = { ...a }
  for (const [name, value] of Object.entries(b)) total[name] = (total[name] ?? 0) + Number(value)
  return total
}
