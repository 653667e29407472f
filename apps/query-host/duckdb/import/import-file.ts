import { dirname } from 'node:path/posix'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { ImportedTable } from '@svc/plugin'
import type { HostImport } from '../../../../kernel/index.ts'
import type { EngineParent } from '../../engine.ts'
import { engineFailure } from '../../engine-failure.ts'
import { checkOptions, openUpload } from '../../reading/open-upload.ts'
import type { OpenedUpload } from '../../reading/open-upload.ts'
import { tooManyRows } from '../../reading/csv/tidy-csv.ts'
import { importCsv } from './import-csv.ts'
import type { ImportTask, ReadTable } from './import-csv.ts'
import { importFailure } from './import-failure.ts'
import { importJson } from './import-json.ts'
import { importParquet } from './import-parquet.ts'
import { importWorkbook } from './import-workbook.ts'

/** A file of any kind as a version's file. The connection reaches `datasets/` and the folder of `request.output`. @throws RemoteError */
export async function importFile(
  connection: DuckDBConnection,
  { file, output, options, limits }: HostImport,
  parent: EngineParent,
): Promise<ImportedTable> {
  const task: ImportTask = {
    file,
    staging: dirname(output),
    output,
    options,
    limits,
    progress: (fraction, note) => parent.progress(fraction, note),
  }
  try {
    const opened = await openUpload(task)
    parent.progress(0.1, 'The file is known')
    checkOptions(opened.format ?? 'csv', options)
    const { written, reading, warnings, rejected } = await readTable(connection, opened, task)
    const { columns, rows, bytes, sha256 } = written
    if (rows > limits.max_rows) throw tooManyRows(limits)
    if (columns.length > limits.max_columns)
      throw engineFailure(
        'import_failed',
        `The table has ${columns.length} columns; at most ${limits.max_columns} are read.`,
      )
    const { compression } = opened
    const encoding = 'encoding' in opened ? opened.encoding : null
    return {
      columns,
      rows,
      bytes,
      sha256,
      reading: { ...reading, encoding, compression },
      warnings: [...warnings, ...rejected.warnings()],
      rejected: { count: rejected.count, sample: rejected.sample },
    }
  } catch (error) {
    throw importFailure(error)
  }
}

async function readTable(connection: DuckDBConnection, opened: OpenedUpload, task: ImportTask): Promise<ReadTable> {
  switch (opened.format) {
    case 'parquet':
      return importParquet(connection, opened.path, task)
    case 'xlsx':
      return importWorkbook(connection, opened.path, task)
    case 'json':
    case 'ndjson':
      return importJson(connection, opened, task)
    default:
      return importCsv(connection, opened, task)
  }
}
