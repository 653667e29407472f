import { dirname } from 'node:path/posix'
import type { ImportedTable } from '@svc/plugin'
import type { HostImport } from '../../../../kernel/index.ts'
import type { EngineParent } from '../../engine.ts'
import { checkOptions } from '../../reading/open-upload.ts'
import { readWorkbook } from '../../reading/read-workbook.ts'
import { storedTypeName } from './cell-value.ts'
import { storeTidy } from './import-csv.ts'

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
    warnings: [...tidy.warnings, ...empty],
    rejected: { count, sample },
  }
}
