import type { svc } from '../../live/server.ts'

type RunStatus = Awaited<ReturnType<typeof svc.ml.runs.get>>['status']

export const statusWords: Readonly<Record<RunStatus, string>> = {
  queued: 'Waiting',
  running: 'Running',
  finished: 'Finished',
  failed: 'Failed',
  killed: 'Killed',
}

export function isGoingOn({ status }: { status: RunStatus }): boolean {
  return status === 'queued' || status === 'running'
}

/** A figure in at most five digits; JSON has NaN and the infinities as text. */
export function figure(value: number | string | null | undefined): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value.replace('Infinity', '∞')
  // Years have four digits: those stand together.
  if (Number.isInteger(value)) return value.toLocaleString('en', { useGrouping: 'min2' })
  const size = Math.abs(value)
  if (size >= 1e7 || size < 1e-4) return value.toExponential(3)
  return value.toLocaleString('en', { maximumSignificantDigits: 5 })
}
