import type { ImportedTable } from '@svc/plugin'
import type { HostImport } from '../../../../kernel/index.ts'
import { dirname } from 'node:path/posix'
import type { EngineParent } from '../../engine.ts'
import { openUpload } from '../../reading/open-upload.ts'
import { importCsv } from './import-csv.ts'
import { importJson } from './import-json.ts'
import { importParquet } from './import-parquet.ts'
import { importXlsx } from './import-xlsx.ts'

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
