import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { TableColumn } from '@svc/plugin'
import { quotedName, quotedText } from '../../quoting.ts'
import { engineFailure } from '../../engine-failure.ts'
import { cleanColumnNames } from '../../reading/column-names.ts'
import { noParams } from '../engine-params.ts'
import type { EngineParams } from '../engine-params.ts'

export interface WrittenParquet {
  columns: TableColumn[]
  rows: number
  bytes: number
  sha256: string
  /** Sentences about columns that had to be renamed, or whose type Parquet has not. */
  warnings: string[]
}

const rowGroupSize = 122_880
/** Values a group may have for a dictionary; more are hardly worth the look for them. The engine holds room for so many in each column. */
const dictionarySize = 8192
const mostWithDictionaries = 200
const pieceBytes = 1024 * 1024

/**
 * Writes what `select` (one SELECT that was checked, or is our own) gives as a version's file, fsynced. `params` are for its `?`. Column names come out clean and
 * different; integers wider than 64 bits become decimals, which Parquet would otherwise keep as floating-point numbers.
 */
export async function writeParquet(
  connection: DuckDBConnection,
  select: string,
  output: string,
  params: EngineParams = noParams,
): Promise<WrittenParquet> {
  const found = await describe(connection, select, params)
  const { names, warnings } = cleanColumnNames(found.map(({ name }) => name))
  const aliases = names.map((_, index) => `c${index}`)
  const values = found.map(({ type }, index) => {
    const stored = storedType(type)
    const value = stored === null ? aliases[index]! : `cast(${aliases[index]} as ${stored})`
    return `${value} as ${quotedName(names[index]!)}`
  })
  const dictionaries = values.length > mostWithDictionaries ? '' : `, dictionary_size_limit ${dictionarySize}`
  const written = await connection.runAndReadAll(
    `copy (select ${values.join(', ')} from (${select}\n) as source(${aliases.join(', ')})) to ${quotedText(output)} ` +
      `(format parquet, compression lz4_raw, parquet_version v2, row_group_size ${rowGroupSize}${dictionaries})`,
    params.values,
    params.types,
  )
  const rows = Number(written.getRowsJS()[0]?.[0] ?? 0)
  const columns = await describe(connection, `from read_parquet(${quotedText(output)})`)
  return { columns, rows, ...(await syncedDigest(output)), warnings }
}

export async function describe(
  connection: DuckDBConnection,
  select: string,
  params: EngineParams = noParams,
): Promise<TableColumn[]> {
  const described = await connection.runAndReadAll(`describe ${select}`, params.values, params.types)
  const columns = described.getRowsJS().map(([name, type]) => ({ name: String(name), type: String(type) }))
  if (columns.length === 0) throw engineFailure('import_failed', 'The table has no columns.')
  return columns
}

/** The type a value is kept as, when Parquet has not its own. */
function storedType(type: string): string | null {
  if (type === 'HUGEINT' || type === 'UHUGEINT') return 'decimal(38, 0)'
  if (/^(BIT|BIGNUM|VARIANT)$/.test(type) || type.startsWith('UNION')) return 'varchar'
  return null
}

async function syncedDigest(path: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  const piece = Buffer.allocUnsafe(pieceBytes)
  let bytes = 0
  await using file = await open(path, 'r+')
  await file.sync()
  for (;;) {
    const { bytesRead } = await file.read(piece, 0, pieceBytes, bytes)
    if (bytesRead === 0) return { bytes, sha256: hash.digest('hex') }
    hash.update(piece.subarray(0, bytesRead))
    bytes += bytesRead
  }
}
