import { quoted, Refusal } from '../refusal.ts'
import type { ClassLabel, Column, Target } from './frame.ts'

/** A column as the datasets give it. */
export type RawColumn =
  | { name: string; meaning: 'number' | 'date' | 'timestamp'; kind: 'number'; values: Float64Array }
  | { name: string; meaning: 'text' | 'boolean'; kind: 'codes'; codes: Int32Array; levels: string[] }

export const mostClasses = 100
const largestFloat = 3.4028234663852886e38

export function shared(bytes: number): SharedArrayBuffer {
  return new SharedArrayBuffer(bytes)
}

export function isMissing(column: RawColumn, row: number): boolean {
  return column.kind === 'codes' ? column.codes[row]! < 0 : Number.isNaN(column.values[row]!)
}

/** The rows of a column as a feature. @throws Refusal for infinite numbers */
export function asFeature(column: RawColumn, rows: Int32Array): Column {
  const { name } = column
  if (column.kind === 'codes' && column.meaning === 'text') {
    const codes = new Int32Array(shared(rows.length * 4))
    rows.forEach((row, place) => (codes[place] = column.codes[row]!))
    return { name, kind: 'category', codes, levels: column.levels }
  }
  if (column.kind === 'codes') {
    const truth = column.levels.map(level => (level === 'true' ? 1 : 0))
    const values = new Float32Array(shared(rows.length * 4))
    rows.forEach((row, place) => (values[place] = column.codes[row]! < 0 ? Number.NaN : truth[column.codes[row]!]!))
    return { name, kind: 'boolean', values }
  }
  if (column.meaning !== 'number') {
    const values = new Float64Array(shared(rows.length * 8))
    rows.forEach((row, place) => (values[place] = column.values[row]!))
    return { name, kind: column.meaning, values }
  }
  const values = new Float32Array(shared(rows.length * 4))
  for (let place = 0; place < rows.length; place += 1) {
    const value = column.values[rows[place]!]!
    if (Math.abs(value) > largestFloat)
      throw new Refusal(
        `The column ${quoted(name)} holds ${Number.isFinite(value) ? 'a number too large for a model' : 'an infinite number'} (row ${rows[place]! + 1}). Filter such rows out or replace the value.`,
      )
    values[place] = value
  }
  return { name, kind: 'number', values }
}

/** The target of the rows that have one. @throws Refusal naming the column */
export function asTarget(column: RawColumn, task: Target['task'], rows: Int32Array): Target {
  return task === 'regression' ? numbersOf(column, rows) : classesOf(column, rows)
}

function numbersOf(column: RawColumn, rows: Int32Array): Target {
  const { name } = column
  if (column.kind === 'codes' || column.meaning !== 'number')
    throw new Refusal(
      `The target ${quoted(name)} holds ${column.meaning === 'text' ? 'text' : `${column.meaning}s`}, where regression needs numbers. Choose another target, or the task "classification".`,
    )
  const values = new Float64Array(shared(rows.length * 8))
  rows.forEach((row, place) => {
    values[place] = column.values[row]!
    if (!Number.isFinite(values[place]!))
      throw new Refusal(`The target ${quoted(name)} holds an infinite number (row ${row + 1}).`)
  })
  if (values.every(value => value === values[0]))
    throw new Refusal(`The target ${quoted(name)} is constant: every row has ${values[0]}. There is nothing to learn.`)
  return { task: 'regression', values, classes: [] }
}

function classesOf(column: RawColumn, rows: Int32Array): Target {
  const { name } = column
  if (column.kind === 'number' && column.meaning !== 'number')
    throw new Refusal(`The target ${quoted(name)} holds ${column.meaning}s, which are no classes.`)
  const labelOf = (row: number): ClassLabel => {
    if (column.kind === 'number') return column.values[row]!
    const level = column.levels[column.codes[row]!]!
    return column.meaning === 'boolean' ? level === 'true' : level
  }
  const keys = new Set<number>()
  for (const row of rows) keys.add(column.kind === 'number' ? column.values[row]! : column.codes[row]!)
  const labels = new Map<number, ClassLabel>()
  for (const row of rows) {
    if (labels.size >= Math.min(keys.size, mostClasses + 1)) break
    labels.set(column.kind === 'number' ? column.values[row]! : column.codes[row]!, labelOf(row))
  }
  if (keys.size > mostClasses)
    throw new Refusal(
      `The target ${quoted(name)} has ${keys.size} classes, more than the ${mostClasses} that are possible. Is it a number? Then the task is "regression".`,
    )
  const classes = [...new Set(labels.values())].toSorted(inOrder)
  if (classes.length < 2)
    throw new Refusal(
      `The target ${quoted(name)} has one class only${classes.length === 1 ? `, ${JSON.stringify(classes[0])}` : ''}: there is nothing to distinguish.`,
    )
  const position = new Map(classes.map((label, code) => [label, code]))
  const values = new Float64Array(shared(rows.length * 8))
  rows.forEach((row, place) => (values[place] = position.get(labelOf(row))!))
  return { task: 'classification', values, classes }
}

function inOrder(one: ClassLabel, other: ClassLabel): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}

/** A number for each row, equal where the column's values are: for groups and given folds. @throws Refusal where a value is missing */
export function asGroups(column: RawColumn, rows: Int32Array, what: string): Int32Array {
  const position = new Map<number, number>()
  const keys = new Set<number>()
  const keyOf = (row: number): number => (column.kind === 'codes' ? column.codes[row]! : column.values[row]!)
  for (const row of rows) {
    if (isMissing(column, row))
      throw new Refusal(`The ${what} ${quoted(column.name)} is empty in row ${row + 1}; each row needs a value there.`)
    keys.add(keyOf(row))
  }
  const sorted = [...keys].toSorted((one, other) => one - other)
  sorted.forEach((key, place) => position.set(key, place))
  return Int32Array.from(rows, row => position.get(keyOf(row))!)
}
