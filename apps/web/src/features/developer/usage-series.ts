import type { svc } from '../../live/server.ts'

export type UsageRow = Awaited<ReturnType<typeof svc.developer.usage>>['items'][number]
export type UsageMeasure = 'requests' | 'errors' | 'tokens'

/** What the lines of a chart are of, such as `Route`, and which of them a row belongs to. */
export interface UsageNames {
  title: string
  nameOf: (row: UsageRow) => string
}

const dayMs = 86_400_000
const mostLines = 7
const others = 'The others'

function amountOf(row: UsageRow, measure: UsageMeasure): number {
  return measure === 'tokens' ? row.prompt_tokens + row.completion_tokens : row[measure]
}

/**
 * A Vega-Lite chart of rows by day: a line for each of the seven names that used most, and one for the others. Days on which nothing was
 * used count as nothing, so that a line does not run over them.
 */
export function usageSeries(
  rows: readonly UsageRow[],
  {
    measure,
    title,
    days,
    by,
  }: { measure: UsageMeasure; title: string; days: readonly string[]; by: UsageNames | null },
): Readonly<Record<string, unknown>> {
  const sums = new Map<string, number>()
  for (const row of rows) {
    const name = by?.nameOf(row) ?? title
    sums.set(name, (sums.get(name) ?? 0) + amountOf(row, measure))
  }
  const names = [...sums].toSorted(([, a], [, b]) => b - a).map(([name]) => name)
  const shown = new Set(names.length > mostLines + 1 ? names.slice(0, mostLines) : names)
  const lines = new Map<string, Map<string, number>>()
  for (const row of rows) {
    const own = by?.nameOf(row) ?? title
    const name = shown.has(own) ? own : others
    const line = lines.get(name) ?? new Map<string, number>()
    lines.set(name, line)
    if (row.day !== null) line.set(row.day, (line.get(row.day) ?? 0) + amountOf(row, measure))
  }
  const values = [...lines].flatMap(([name, line]) =>
    days.map(day => ({ Day: day, [title]: line.get(day) ?? 0, ...(by && { [by.title]: name }) })),
  )
  const linesOf = (field: string) => ({ field, type: 'nominal', sort: [...names, others] })
  return {
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    data: { values },
    mark: { type: 'line', point: true },
    height: 200,
    encoding: {
      x: { field: 'Day', type: 'temporal', timeUnit: 'utcyearmonthdate', title: 'Day', axis: { format: '%d %b' } },
      y: { field: title, type: 'quantitative', axis: { tickMinStep: 1 } },
      // Colour alone carries no meaning.
      ...(by && { color: linesOf(by.title), strokeDash: linesOf(by.title) }),
    },
  }
}

/** The last 30 days, UTC, today included; the oldest first. */
export function lastDays(now: number): string[] {
  return Array.from({ length: 30 }, (_, index) => new Date(now - (29 - index) * dayMs).toISOString().slice(0, 10))
}
