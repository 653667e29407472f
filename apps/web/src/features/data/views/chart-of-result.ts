import { isNumeric, isTime } from '../../../ui/data-grid/cell-text.ts'
import type { GridColumn } from '../../../ui/data-grid/data-grid.tsx'

export interface ChartChoice {
  kind: 'bar' | 'line' | 'point'
  x: string
  y: string
  colour: string | null
}

/** More marks than these are no picture any more. */
export const mostDrawn = 5000

/** The kind and the columns that fit the types; null: nothing can be drawn. */
export function suggestedChart(columns: readonly GridColumn[]): ChartChoice | null {
  const numbers = columns.filter(({ type }) => isNumeric(type))
  const time = columns.find(({ type }) => isTime(type))
  const words = columns.filter(({ type }) => !isNumeric(type) && !isTime(type))
  const y = numbers.at(-1)
  if (y === undefined) return null
  if (time !== undefined) return { kind: 'line', x: time.name, y: y.name, colour: words[0]?.name ?? null }
  if (words[0] !== undefined) return { kind: 'bar', x: words[0].name, y: y.name, colour: null }
  const x = numbers.find(({ name }) => name !== y.name) ?? y
  return { kind: 'point', x: x.name, y: y.name, colour: null }
}

/** A Vega-Lite chart of a result. */
export function chartOf(
  choice: ChartChoice,
  columns: readonly GridColumn[],
  rows: readonly (readonly unknown[])[],
): Record<string, unknown> {
  const wanted = [choice.x, choice.y, ...(choice.colour === null ? [] : [choice.colour])]
  const places = wanted.map(name => columns.findIndex(column => column.name === name))
  // Names of columns may hold what Vega reads as a path.
  const values = rows
    .slice(0, mostDrawn)
    .map(row =>
      Object.fromEntries(places.map((place, index) => [`c${index}`, numberOr(row[place], columns[place]?.type)])),
    )
  const field = (index: number): Record<string, unknown> => ({
    field: `c${index}`,
    type: kindOf(columns[places[index] ?? -1]?.type ?? ''),
    title: wanted[index],
  })
  const isOfKinds = choice.colour !== null && field(2)['type'] === 'nominal'
  return {
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    data: { values },
    mark: choice.kind,
    // Colour alone carries no meaning.
    encoding: {
      x: field(0),
      y: field(1),
      ...(choice.colour !== null && { color: field(2) }),
      ...(isOfKinds && choice.kind === 'point' && { shape: field(2) }),
      ...(isOfKinds && choice.kind === 'line' && { strokeDash: field(2) }),
    },
  }
}

function kindOf(type: string): string {
  if (isNumeric(type)) return 'quantitative'
  return isTime(type) ? 'temporal' : 'nominal'
}

/** Whole numbers of 64 bits and decimals come as text. */
function numberOr(value: unknown, type = ''): unknown {
  return isNumeric(type) && typeof value === 'string' ? Number(value) : value
}
