import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { parquetMetadataAsync, parquetRead, parquetSchema } from 'hyparquet'
import type { AsyncBuffer, FileMetaData } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import { messageOf, RemoteError } from '@svc/plugin/child'
import type { ImportedTable } from '@svc/plugin'
import type { HostImport } from '../../../../kernel/index.ts'
import type { EngineParent } from '../../engine.ts'
import { byteSize, engineFailure } from '../../engine-failure.ts'
import { cleanColumnNames } from '../../reading/column-names.ts'
import { givenType } from '../../reading/column-types.ts'
import { overridden } from '../../reading/csv/csv-plan.ts'
import { checkOptions } from '../../reading/open-upload.ts'
import { tooManyRows } from '../../reading/csv/tidy-csv.ts'
import { VersionWriter } from '../tables/version-writer.ts'
import { checkColumnCount, jsonValue } from './json-columns.ts'
import { parquetColumns, parquetParsers } from './parquet-columns.ts'
import type { ParquetColumn } from './parquet-columns.ts'

interface OpenedParquet {
  path: string
  bytes: number
  compression: 'gzip' | null
  warnings: string[]
}

type Column = ParquetColumn & { source: 'given' | 'stored' }

/** Row group by row group: one of them is in memory. */
export async function importParquet(
  request: HostImport,
  upload: OpenedParquet,
  parent: EngineParent,
): Promise<ImportedTable> {
  checkOptions('parquet', request.options)
  const handle = await open(upload.path, 'r')
  try {
    const file = bufferOf(handle, upload.bytes)
    const metadata = await parquetMetadataAsync(file)
    checkSize(metadata, request)
    const { columns, warnings } = columnsOf(metadata, request)
    const named = columns.map(({ name, type }) => ({ name, type }))
    const writer = new VersionWriter(request.output, named)
    await readRows(
      file,
      metadata,
      row => writer.add(columns.map((column, index) => valueOf(column, row[index]))),
      done => parent.progress(done, 'Writing the table.'),
    )
    const written = await writer.finish()
    return {
      columns: named,
      ...written,
      reading: {
        format: 'parquet',
        encoding: null,
        delimiter: null,
        header: null,
        decimal_separator: null,
        sheet: null,
        compression: upload.compression,
        columns: columns.map(({ name, type, source }) => ({ name, type, source })),
      },
      warnings: [...upload.warnings, ...warnings],
      rejected: { count: 0, sample: [] },
    }
  } catch (error) {
    if (error instanceof RemoteError) throw error
    const reason = messageOf(error).slice(0, 200)
    throw engineFailure('import_failed', `The Parquet file is cut off or damaged: ${reason}.`)
  } finally {
    await handle.close()
  }
}

function checkSize(metadata: FileMetaData, { limits }: HostImport): void {
  if (Number(metadata.num_rows) > limits.max_rows) throw tooManyRows(limits)
  const sizes = metadata.row_groups.flatMap(({ columns }) =>
    columns.map(({ meta_data: meta }) => Number(meta?.total_uncompressed_size ?? 0)),
  )
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  if (bytes <= limits.max_bytes) return
  throw engineFailure(
    'payload_too_large',
    `The file unpacks to ${byteSize(bytes)}; at most ${byteSize(limits.max_bytes)} are read. Import it in parts.`,
  )
}

function columnsOf(metadata: FileMetaData, request: HostImport): { columns: Column[]; warnings: string[] } {
  const found = parquetColumns(parquetSchema(metadata))
  if (found.length === 0) throw engineFailure('import_failed', 'The table has no columns.')
  checkColumnCount(found.length, request)
  const { names, warnings } = cleanColumnNames(found.map(({ name }) => name))
  const columns = overridden(names, request.options.columns).map(({ name, given }, index): Column => {
    const column = found[index] as ParquetColumn
    return given === null ? { ...column, name, source: 'stored' } : castColumn(column, name, given)
  })
  return { columns, warnings }
}

function castColumn({ value }: ParquetColumn, name: string, given: string): Column {
  const type = { order: 'iso' as const, ...givenType(name, given), source: 'given' as const, isWide: true }
  const stored = type.name.startsWith('DECIMAL') ? 'DOUBLE' : type.name
  return {
    name,
    type: stored,
    source: 'given',
    value(found) {
      const cell = value(found)
      const cast = jsonValue(typeof cell === 'bigint' ? String(cell) : cell, type)
      if (cast !== undefined) return cast
      throw engineFailure(
        'import_failed',
        `A value of "${name}" is no ${type.name}: ${JSON.stringify(String(cell).slice(0, 60))}.`,
      )
    },
  }
}

function valueOf(column: Column, found: unknown): ReturnType<Column['value']> {
  return column.value(found ?? null)
}

async function readRows(
  file: AsyncBuffer,
  metadata: FileMetaData,
  take: (row: unknown[]) => void,
  progress: (done: number) => void,
): Promise<void> {
  let start = 0
  const total = Number(metadata.num_rows)
  for (const { num_rows: rows } of metadata.row_groups) {
    const end = start + Number(rows)
    let seen = 0
    await parquetRead({
      file,
      metadata,
      compressors,
      parsers: parquetParsers,
      // Bytes that are no text stay bytes.
      utf8: false,
      rowStart: start,
      rowEnd: end,
      onComplete(found) {
        for (const row of found as unknown[][]) take(row)
        seen = found.length
      },
    })
    if (seen !== end - start)
      throw engineFailure('import_failed', 'The Parquet file is damaged: it has not as many rows as it says.')
    start = end
    progress(total === 0 ? 1 : start / total)
  }
}

function bufferOf(handle: FileHandle, bytes: number): AsyncBuffer {
  return {
    byteLength: bytes,
    async slice(start, end = bytes) {
      const buffer = new ArrayBuffer(Math.max(0, end - start))
      const { bytesRead } = await handle.read(new Uint8Array(buffer), 0, buffer.byteLength, start)
      if (bytesRead < buffer.byteLength) throw new Error('its end is missing')
      return buffer
    },
  }
}
