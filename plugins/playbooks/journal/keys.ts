import { hash } from 'node:crypto'

/** Names an execution of a task to the world: the same over crashes and retries, another once the task has completed. */
export function keyOf(runId: string, reference: string, iteration: readonly number[], completedBefore: number): string {
  return `pbk_${hash('sha256', JSON.stringify([runId, reference, iteration, completedBefore]), 'hex').slice(0, 40)}`
}

const digits = '0123456789abcdefghjkmnpqrstvwxyz'

/**
 * An id that sorts behind another. Ids begin with the time, so that a fresh one does, unless the clock was set back since: then it is the
 * next after the other.
 */
export function idBehind(last: string, fresh: string): string {
  if (fresh > last) return fresh
  const kept = last.replace(/z+$/, '')
  const next = digits[digits.indexOf(kept.slice(-1)) + 1] ?? ''
  return (kept.slice(0, -1) + next).padEnd(last.length, '0')
}
