/** What a column means to a model; numbers and booleans are float32, so that a served row is split as the training rows were. */
export type ColumnKind = 'number' | 'boolean' | 'date' | 'timestamp' | 'category'

export interface NumberColumn {
  name: string
  kind: 'number' | 'boolean'
  /** NaN where there is no value. */
  values: Float32Array
}

export interface DateColumn {
  name: string
  kind: 'date' | 'timestamp'
  /** Milliseconds since 1970, which float32 could not hold; NaN where there is no value. */
  values: Float64Array
}

export interface CategoryColumn {
  name: string
  kind: 'category'
  /** Positions in `levels`; -1 where there is no value. */
  codes: Int32Array
  levels: string[]
}

export type Column = NumberColumn | DateColumn | CategoryColumn

/** The features of a dataset. Its arrays lie in shared memory: threads read the same ones. */
export interface Frame {
  rows: number
  columns: Column[]
}

export type ClassLabel = string | number | boolean

/** What is predicted: numbers, or positions in `classes`. */
export interface Target {
  task: 'classification' | 'regression'
  values: Float64Array
  classes: ClassLabel[]
}

/** Encoded features, one array a term. */
export interface Design {
  rows: number
  terms: Float32Array[]
}

export function isDateColumn(column: Column): column is DateColumn {
  return column.kind === 'date' || column.kind === 'timestamp'
}

/** Numbers that a model gives for each row: one value, or the probability of each class. */
export function outputsOf(target: Pick<Target, 'task' | 'classes'>): number {
  return target.task === 'regression' ? 1 : target.classes.length
}

/** The rows of a frame, in the order of `rows`. */
export function takeRows(frame: Frame, rows: Int32Array): Frame {
  return { rows: rows.length, columns: frame.columns.map(column => takeColumn(column, rows)) }
}

export function takeColumn(column: Column, rows: Int32Array): Column {
  if (column.kind === 'category')
    return { ...column, codes: takeValues(column.codes, rows, new Int32Array(rows.length)) }
  if (isDateColumn(column)) return { ...column, values: takeValues(column.values, rows, new Float64Array(rows.length)) }
  return { ...column, values: takeValues(column.values, rows, new Float32Array(rows.length)) }
}

export function takeValues<Values extends Float64Array | Float32Array | Int32Array>(
  values: Values,
  rows: Int32Array,
  into: Values,
): Values {
  for (let index = 0; index < rows.length; index += 1) into[index] = values[rows[index]!]!
  return into
}
