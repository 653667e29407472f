import { DuckDBTypeId } from '@duckdb/node-api'
import type { DuckDBDataChunk, DuckDBResult, DuckDBType, DuckDBValue } from '@duckdb/node-api'
import type { TableColumn, ResultDigest } from '@svc/plugin'
import { csvHeader } from '../../quoting.ts'
import { DigestBuilder } from '../../digest-builder.ts'
import { csvWriterOf } from '../export/csv-values.ts'
import { jsonWriterOf, typeNameOf } from './json-values.ts'

/** Significant digits of numbers inside of lists and structs that a digest looks at. */
const nestedDigits = 10

interface ResultColumn extends TableColumn {
  write: (value: DuckDBValue) => string
  isFloat: boolean
  /** How the digest sees a value, where not as the answer shows it. */
  digestText: ((value: DuckDBValue) => string) | null
}

export function columnsOf(result: DuckDBResult): (TableColumn & { engineType: DuckDBType })[] {
  return result.columnTypes().map((engineType, index) => {
    return { name: result.columnName(index), type: typeNameOf(engineType), engineType }
  })
}

/** A result as text, chunk by chunk, with its digest on the way. */
export class ResultWriter {
  readonly columns: TableColumn[]
  readonly #columns: ResultColumn[]
  readonly #format: 'json' | 'csv'
  readonly #digest: DigestBuilder | null
  #rows = 0

  constructor(result: DuckDBResult, format: 'json' | 'csv', withDigest: boolean) {
    const found = columnsOf(result)
    this.columns = found.map(({ name, type }) => ({ name, type }))
    this.#format = format
    this.#digest = withDigest ? new DigestBuilder(this.columns) : null
    this.#columns = found.map(({ name, type, engineType }) => {
      const isFloat = engineType.typeId === DuckDBTypeId.DOUBLE || engineType.typeId === DuckDBTypeId.FLOAT
      return {
        name,
        type,
        write: format === 'json' ? jsonWriterOf(engineType) : csvWriterOf(engineType),
        isFloat,
        digestText: withDigest && !isFloat ? digestTextOf(engineType, type, format) : null,
      }
    })
  }

  get rows(): number {
    return this.#rows
  }

  /** What stands before the first row. */
  head(): string {
    return this.#format === 'csv' ? csvHeader(this.columns) : ''
  }

  /** The first `count` rows of a chunk. */
  write(chunk: DuckDBDataChunk, count: number): string {
    const cells: string[][] = []
    const exact: string[][] = []
    const floats: (readonly (number | null)[])[] = []
    for (const [index, column] of this.#columns.entries()) {
      const values = chunk.getColumnValues(index)
      const texts = values.map(column.write)
      cells.push(texts)
      if (this.#digest === null) continue
      if (column.isFloat) floats.push(values as (number | null)[])
      exact.push(digestTexts(column, values, texts))
    }
    if (this.#digest !== null)
      for (let row = 0; row < count; row += 1)
        this.#digest.add(
          rowOf(exact, row),
          floats.map(column => column[row]!),
        )
    const text = this.#format === 'json' ? this.#jsonRows(cells, count) : csvRows(cells, count)
    this.#rows += count
    return text
  }

  digest(): ResultDigest | null {
    return this.#digest?.end() ?? null
  }

  #jsonRows(cells: readonly string[][], count: number): string {
    let text = ''
    for (let row = 0; row < count; row += 1) text += `${this.#rows + row === 0 ? '' : ','}[${rowOf(cells, row)}]`
    return text
  }
}

function csvRows(cells: readonly string[][], count: number): string {
  let text = ''
  for (let row = 0; row < count; row += 1) text += `${rowOf(cells, row)}\n`
  return text
}

function rowOf(cells: readonly string[][], row: number): string {
  let text = ''
  for (let index = 0; index < cells.length; index += 1)
    text += index === 0 ? cells[0]![row]! : `,${cells[index]![row]!}`
  return text
}

/** The same for both formats, so that one receipt stands for either. */
function digestTextOf(type: DuckDBType, name: string, format: 'json' | 'csv'): ((value: DuckDBValue) => string) | null {
  if (/DOUBLE|FLOAT/.test(name)) return jsonWriterOf(type, { double: value => value.toPrecision(nestedDigits) })
  return format === 'json' ? null : jsonWriterOf(type)
}

function digestTexts(column: ResultColumn, values: readonly DuckDBValue[], texts: string[]): string[] {
  if (column.isFloat) return values.map(value => (Number.isFinite(value) ? '' : String(value)))
  return column.digestText === null ? texts : values.map(column.digestText)
}
