import type { JsonValue } from '@svc/plugin'
import type { Task } from '../definitions/workflow.ts'
import type { Frame } from './frame.ts'
import type { Scope } from './scope.ts'

/** One task to run, and whether its frame comes from the journal. */
export interface Step<T extends Task = Task> {
  task: T
  frame: Frame
  scope: Scope
  isResumed: boolean
}

/** A task that faulted and that a person has resumed: it begins again, with the key it had. */
export const again = 'again'

/** What counts as yes: everything but false and null, as in jq. */
export function isTrue(value: JsonValue): boolean {
  return value !== false && value !== null
}
