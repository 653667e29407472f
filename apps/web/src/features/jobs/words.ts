/** The states of a job as people say them, in the order of their lives. */
export const states = {
  queued: 'Queued',
  running: 'Running',
  succeeded: 'Done',
  dead: 'Died',
  cancelled: 'Cancelled',
} as const

export type State = keyof typeof states

export function isState(value: unknown): value is State {
  return typeof value === 'string' && Object.hasOwn(states, value)
}
