import type { WaitTask } from '../../definitions/workflow.ts'
import { msOf } from '../rules/durations.ts'
import { Parked } from '../fault.ts'
import type { Result } from '../outcome.ts'
import type { Step } from '../step.ts'

/** Lets time pass; when it is over stands in the journal. */
export async function runWait({ task, frame, scope, isResumed }: Step<WaitTask>): Promise<Result> {
  if (!isResumed) {
    frame.wake_at = scope.now + msOf(task.wait)
    frame.status = 'waiting'
    frame.waiting = { kind: 'timer' }
    scope.note(frame, 'task.suspended', { waits_for: 'timer', until: new Date(frame.wake_at).toISOString() })
  }
  if (scope.now < (frame.wake_at ?? 0)) throw new Parked()
  frame.status = 'running'
  scope.run.jumps = 0
  scope.note(frame, 'task.resumed')
  return { output: frame.input }
}
