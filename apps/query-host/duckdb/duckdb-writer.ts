import { dirname } from 'node:path/posix'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { HostOpen } from '../../../kernel/index.ts'
import type { Engine, EngineParent } from '../engine.ts'
import { importFile } from './import/import-file.ts'
import { openDatabase } from './open-database.ts'
import { derivedTable } from './export/derived-table.ts'
import { exportTable } from './export/export-table.ts'

type Writer = Pick<Engine, 'open' | 'import' | 'derive' | 'export'>

/** Does one import, derivation or export. Its database sees the datasets and the folder of that one task. */
export function makeWriter(parent: EngineParent): Writer {
  let limits: HostOpen = { memory_mb: 512, threads: 1 }

  const openFor = (output: string): Promise<DuckDBConnection> =>
    openDatabase({ memoryMb: limits.memory_mb, threads: limits.threads, staging: dirname(output) })

  return {
    async open(request) {
      limits = request
    },
    import: async request => importFile(await openFor(request.output), request, parent),
    derive: async request => derivedTable(await openFor(request.output), request, parent),
    export: async request => exportTable(await openFor(request.output), request, parent),
  }
}
