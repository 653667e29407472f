import { engineFailure } from '../engine-failure.ts'
import type { DateOrder } from './cell-types.ts'

const words: Record<string, string> = {
  text: 'VARCHAR',
  string: 'VARCHAR',
  varchar: 'VARCHAR',
  char: 'VARCHAR',
  integer: 'BIGINT',
  int: 'BIGINT',
  bigint: 'BIGINT',
  smallint: 'BIGINT',
  tinyint: 'BIGINT',
  int64: 'BIGINT',
  int32: 'BIGINT',
  number: 'DOUBLE',
  double: 'DOUBLE',
  float: 'DOUBLE',
  real: 'DOUBLE',
  float8: 'DOUBLE',
  decimal: 'DECIMAL(18,3)',
  numeric: 'DECIMAL(18,3)',
  hugeint: 'DECIMAL(38,0)',
  boolean: 'BOOLEAN',
  bool: 'BOOLEAN',
  logical: 'BOOLEAN',
  date: 'DATE',
  date_dmy: 'DATE',
  date_mdy: 'DATE',
  timestamp: 'TIMESTAMP',
  datetime: 'TIMESTAMP',
  timestamp_dmy: 'TIMESTAMP',
  timestamp_mdy: 'TIMESTAMP',
  time: 'TIME',
}

const orders = new Map(Object.entries<DateOrder>({ dmy: 'day_first', mdy: 'month_first' }))

export interface GivenType {
  name: string
  order?: DateOrder
}

/** A type as people name it: a word, or DuckDB's name. @throws RemoteError that lists what there is */
export function givenType(column: string, type: string): GivenType {
  const word = type.trim().toLowerCase()
  const decimal = /^(?:decimal|numeric)\s*\(\s*(\d+)\s*(?:,\s*(\d+)\s*)?\)$/.exec(word)
  if (decimal) {
    const precision = Number(decimal[1])
    const scale = Number(decimal[2] ?? 0)
    if (precision >= 1 && precision <= 38 && scale <= precision) return { name: `DECIMAL(${precision},${scale})` }
  }
  const name = Object.hasOwn(words, word) ? words[word] : undefined
  if (name === undefined)
    throw engineFailure(
      'import_failed',
      `Column "${column}" is to be of the type ${JSON.stringify(type.slice(0, 60))}, which is not one of: text, integer, double, decimal(18,3), boolean, date, date_dmy, date_mdy, timestamp, timestamp_dmy, timestamp_mdy, time.`,
    )
  const order = orders.get(word.split('_')[1] ?? '')
  return order === undefined ? { name } : { name, order }
}
