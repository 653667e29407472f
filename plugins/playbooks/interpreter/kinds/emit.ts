import type { JsonObject } from '@svc/plugin'
import type { EmitTask } from '../../definitions/workflow.ts'
import { perform } from '../perform.ts'
import type { Result } from '../outcome.ts'
import type { Step } from '../step.ts'

/** Writes an event; its id is the key of the task, so that it is there once. */
export async function runEmit(step: Step<EmitTask>): Promise<Result> {
  const { task, frame, scope, isResumed } = step
  if (isResumed) return { output: await perform(step, { kind: 'emit', arguments: frame.arguments }) }
  const given = (await scope.evaluate(task.emit.event.with, frame.input, { frame, loose: true })) as JsonObject
  const event = { specversion: '1.0', id: frame.key, time: new Date(scope.now).toISOString(), ...given }
  return { output: await perform(step, { kind: 'emit', arguments: event }) }
}
