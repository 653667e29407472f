import type { RawColumn } from './learning/data/raw-columns.ts'
import type { Model } from './learning/model/model-file.ts'
import type { Predictions } from './learning/model/predict.ts'
import type { Table } from './drift/drift.ts'

const linesAtOnce = 10_000

/** The rows of a table with two more columns or more: `prediction`, and for classes `p(…)`; a name that is taken gets a line below it. */
export function predictedCsv(
  model: Model,
  { rows, columns }: Table,
  { values, outputs }: Predictions,
  withProbabilities: boolean,
): Buffer {
  const width = model.task === 'regression' ? 0 : model.classes.length
  const taken = new Set(columns.map(({ name }) => name))
  const free = (name: string): string => (taken.has(name) ? free(`${name}_`) : name)
  const added = [
    free('prediction'),
    ...(withProbabilities ? model.classes.map(label => free(`p(${String(label)})`)) : []),
  ]
  const labels = model.classes.map(label => quotedCell(String(label)))
  const cells = columns.map(cellsOf)
  const pieces: Buffer[] = [
    Buffer.from(`${[...columns.map(({ name }) => name), ...added].map(quotedCell).join(',')}\n`),
  ]
  let lines: string[] = []
  for (let row = 0; row < rows; row += 1) {
    const line = cells.map(cell => cell(row))
    line.push(width > 0 ? labels[values[row]!]! : String(values[row]))
    if (withProbabilities) for (let code = 0; code < width; code += 1) line.push(String(outputs[row * width + code]))
    lines.push(`${line.join(',')}\n`)
    if (lines.length < linesAtOnce) continue
    pieces.push(Buffer.from(lines.join('')))
    lines = []
  }
  pieces.push(Buffer.from(lines.join('')))
  return Buffer.concat(pieces)
}

function cellsOf(column: RawColumn): (row: number) => string {
  if (column.kind === 'codes') {
    const levels = column.levels.map(quotedCell)
    return row => (column.codes[row]! < 0 ? '' : levels[column.codes[row]!]!)
  }
  const shown = (value: number): string => {
    if (column.meaning === 'number') return String(value)
    const iso = new Date(value).toISOString()
    return column.meaning === 'date' ? iso.slice(0, 10) : iso
  }
  return row => (Number.isNaN(column.values[row]!) ? '' : shown(column.values[row]!))
}

function quotedCell(text: string): string {
  return /[",\n\r]/.test(text) || text === '' ? `"${text.replaceAll('"', '""')}"` : text
}
