import { columns } from '@svc/plugin/contracts/cli'
import type { DefinitionError } from '../definitions/definition-text.ts'
import type { ListedRun, ShownRun } from '../runs/shown-run.ts'

const unprintable = /\p{Cc}|[\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** Text of others, without characters that move the cursor or turn text around. */
export function plain(text: string): string {
  return text.replace(unprintable, ' ')
}

/** A value as text that can be read: a text as it is, all else as JSON. */
export function valueText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null, null, 2)
}

/** Each mistake with its place, and the lines around it. */
export function mistakesText(file: string, mistakes: readonly Partial<DefinitionError>[]): string {
  return mistakes
    .map(({ line, column, path = '', message = '', frame }) => {
      const place = typeof line === 'number' ? `${file}:${line}:${column ?? 1}` : `${file} ${path}`
      return [`${place}: ${message}`, frame].filter(Boolean).join('\n')
    })
    .join('\n')
}

/** Runs, one a line. */
export function runsText(runs: readonly ListedRun[]): string {
  const rows = runs.map(({ id, name, version, status, trigger, progress, created_at }) => [
    id,
    name,
    version,
    status,
    `${progress.finished} of ${progress.total}`,
    trigger,
    created_at,
  ])
  return columns([['RUN', 'PLAYBOOK', 'VERSION', 'STATUS', 'DONE', 'TRIGGER', 'STARTED'], ...rows])
}

/** Where a run is: what it waits for, what it gave, or why it faulted. */
export function runText(run: ShownRun): string {
  const { id, name, version, status, current, waiting_for, error, output } = run
  const waits = waiting_for.map(
    ({ kind, task, approval_id, until }) =>
      `${kind} in ${task}${approval_id === undefined ? '' : `, ${approval_id}`}${until === null ? '' : `, until ${until}`}`,
  )
  const facts = columns([
    ['Run', id],
    ['Playbook', `${name} ${version}`],
    ['Status', status],
    ...current.map(task => ['At', task]),
    ...waits.map(text => ['Waits for', text]),
  ])
  if (error !== null) return `${facts}\n\n${errorText(error)}`
  return status === 'completed' ? `${facts}\n\n${valueText(output)}` : facts
}

/** An error of a run in a line. */
export function errorText(error: object): string {
  const { title, type, detail, instance } = error as Readonly<Record<string, unknown>>
  const what = plain(String(title ?? type ?? 'It faulted'))
  const why = typeof detail === 'string' ? `: ${plain(detail)}` : ''
  return `${what}${why}${typeof instance === 'string' ? ` (in ${instance})` : ''}`
}
