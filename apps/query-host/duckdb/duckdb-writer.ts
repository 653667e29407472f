import { dirname } from 'node:path/posix'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { HostOpen } from '../../../kernel/index.ts'
import type { Engine, EngineParent } from '../engine.ts'
import { importFile } from './import/import-file.ts'
import { makeDatabase, shutIn } from './open-database.ts'
import { derivedTable } from './export/derived-table.ts'
import { exportTable } from './export/export-table.ts'

type Writer = Pick<Engine, 'open' | 'import' | 'derive' | 'export'>

/** Does one import, derivation or export at a time. The database of each sees the datasets and the folder of that one task. */
export function makeWriter(parent: EngineParent): Writer {
  let limits: HostOpen = { memory_mb: 512, threads: 1 }
  /** Made while there is nothing else to do. */
  let spare: Promise<DuckDBConnection> | undefined

  const make = (): Promise<DuckDBConnection> => makeDatabase({ memoryMb: limits.memory_mb, threads: limits.threads })
  const prepare = (): void => {
    spare ??= make()
    // The task that needs it gets the error.
    spare.catch(() => undefined)
  }
  const openFor = async (output: string): Promise<DuckDBConnection> => {
    const database = spare ?? make()
    spare = undefined
    return shutIn(await database, dirname(output))
  }

  return {
    async open(request) {
      limits = request
      prepare()
    },
    import: async request => importFile(await openFor(request.output), request, parent),
    derive: async request => derivedTable(await openFor(request.output), request, parent),
    async export(request) {
      const made = await exportTable(await openFor(request.output), request, parent)
      // The process stays for the next one.
      setImmediate(prepare)
      return made
    },
  }
}
