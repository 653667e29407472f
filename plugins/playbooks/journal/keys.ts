import { hash } from 'node:crypto'

/** Names an execution of a task to the world: the same over crashes and retries, another once the task has completed. */
export function keyOf(runId: string, reference: string, iteration: readonly number[], completedBefore: number): string {
  return `pbk_${hash('sha256', JSON.stringify([runId, reference, iteration, completedBefore]), 'hex').slice(0, 40)}`
}
