import { dirname } from 'node:path/posix'
import type { ImportedTable } from '@svc/plugin'
import type { HostImport } from '../../../../kernel/index.ts'
import type { EngineParent } from '../../engine.ts'
import { checkOptions, openUpload } from '../../reading/open-upload.ts'
import { readWorkbook } from '../../reading/workbook/read-workbook.ts'
import { importCsv, storeTidy } from './import-csv.ts'
import { importJson } from './import-json.ts'
import { importParquet } from './import-parquet.ts'
import { storedTypeName } from './cell-value.ts'

export async function importFile(request: HostImport, parent: EngineParent): Promise<ImportedTable> {
  const { file, output, options, limits } = request
  parent.progress(0, 'Looking at the file.')
  const upload = await openUpload({ file, staging: dirname(output), options, limits })
  switch (upload.format) {
    case 'parquet':
      return importParquet(request, upload, parent)
    case 'xlsx':
      return importXlsx(request, upload, parent)
    case 'json':
    case 'ndjson':
      return importJson(request, upload, parent)
    default:
      return importCsv(request, upload, parent)
  }
}

interface OpenedWorkbook {
  path: string
  compression: 'gzip' | null
}

export async function importXlsx(
  { options, limits, output }: HostImport,
  { path, compression }: OpenedWorkbook,
  parent: EngineParent,
): Promise<ImportedTable> {
  checkOptions('xlsx', options)
  parent.progress(0.2, 'Reading the sheet')
  const tidy = await readWorkbook(path, { staging: dirname(output), options, limits })
  const { columns, written } = await storeTidy(tidy, '.', output, parent)
  tidy.rejected.check(written.rows)
  const { count, sample } = tidy.rejected
  const empty = written.rows === 0 && count === 0 ? ['The sheet has a header and no rows.'] : []
  return {
    columns,
    ...written,
    reading: {
      format: 'xlsx',
      encoding: null,
      delimiter: null,
      header: tidy.hasHeader,
      decimal_separator: null,
      sheet: tidy.sheet,
      compression,
      columns: tidy.columns.map(({ name, type }) => ({ name, type: storedTypeName(type), source: type.source })),
    },
    warnings: [...tidy.warnings, ...empty, ...tidy.rejected.warnings()],
    rejected: { count, sample },
  }
}
