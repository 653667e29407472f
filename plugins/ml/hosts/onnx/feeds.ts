import { RemoteError } from '@svc/plugin/child'

export type GivenRow = Record<string, string | number | boolean | null>

export interface OnnxInput {
  name: string
  /** As the runtime names it: `float32`, `string`, `int64`, … */
  type: string
  /** Numbers a row. */
  width: number
  rank: number
}

export interface Feed {
  name: string
  type: string
  data: unknown
  dims: number[]
}

/**
 * A model with several inputs takes a column for each, by name. One with a single wide input takes the row's values in the order in which
 * they are written: the file does not say what they are called. Names that are numbers are places, from 0 or 1. @throws RemoteError `unprocessable` naming row and column
 */
export function feedsOf(inputs: readonly OnnxInput[], rows: readonly GivenRow[]): Feed[] {
  const [only] = inputs
  if (inputs.length === 1 && only!.width > 1) return [wideFeed(only!, rows)]
  return inputs.map(input => {
    if (input.width > 1)
      throw failure(
        `The input ${JSON.stringify(input.name)} takes ${input.width} numbers a row, beside other inputs; such a model cannot be asked by rows.`,
      )
    const values = rows.map((row, place) => {
      if (!Object.hasOwn(row, input.name))
        throw failure(
          `Row ${place + 1} lacks ${JSON.stringify(input.name)}, which the model needs. Where a value is not known, give null.`,
        )
      return cell(row[input.name]!, input, `${JSON.stringify(input.name)} of row ${place + 1}`)
    })
    return {
      name: input.name,
      type: input.type,
      data: typed(input.type, values),
      dims: [rows.length, ...new Array<number>(input.rank - 1).fill(1)],
    }
  })
}

function wideFeed(input: OnnxInput, rows: readonly GivenRow[]): Feed {
  const columns = Object.keys(rows[0] ?? {})
  if (columns.length !== input.width)
    throw failure(
      `The model takes ${input.width} numbers a row, in the order of its training; the first row has ${columns.length} values.`,
    )
  requireOrder(columns)
  const values = rows.flatMap((row, place) =>
    columns.map(column => {
      if (!Object.hasOwn(row, column))
        throw failure(`Row ${place + 1} lacks ${JSON.stringify(column)}, which the first row has.`)
      return cell(row[column]!, input, `${JSON.stringify(column)} of row ${place + 1}`)
    }),
  )
  return { name: input.name, type: input.type, data: typed(input.type, values), dims: [rows.length, input.width] }
}

/** JavaScript lists names that are whole numbers before the others, and by their size: nobody knows any more how they were written. */
function requireOrder(columns: readonly string[]): void {
  const number = columns.find(column => /^(0|[1-9]\d*)$/.test(column))
  if (number === undefined) return
  const first = columns[0] === '1' ? 1 : 0
  if (columns.every((column, place) => column === String(place + first))) return
  throw failure(
    `The order of the values is that of the model's training, and it is not known where ${JSON.stringify(number)} belongs: names that are numbers must be the places, from 0 or 1 without a gap. Call it ${JSON.stringify(`x${number}`)}, say.`,
  )
}

function cell(value: GivenRow[string], { type }: OnnxInput, place: string): string | number {
  if (type === 'string') return value === null ? '' : String(value)
  if (value === null) {
    if (type.startsWith('float')) return Number.NaN
    throw failure(`${place} is null, where the model needs a whole number.`)
  }
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof number === 'boolean') return number ? 1 : 0
  if (typeof number === 'number' && Number.isFinite(number)) return number
  throw failure(`${place} is ${JSON.stringify(value)}, where the model needs a number.`)
}

function typed(type: string, values: readonly (string | number)[]): unknown {
  if (type === 'string') return values
  const numbers = values.map(Number)
  if (type === 'float32') return Float32Array.from(numbers)
  if (type === 'float64') return Float64Array.from(numbers)
  if (type === 'int64') return BigInt64Array.from(numbers.map(number => BigInt(Math.trunc(number))))
  if (type === 'int32') return Int32Array.from(numbers)
  if (type === 'bool') return Uint8Array.from(numbers)
  throw failure(`The model has an input of the type ${type}, which cannot be asked by rows.`)
}

function failure(message: string): RemoteError {
  return new RemoteError('unprocessable', message)
}
