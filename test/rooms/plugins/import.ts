import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ImportedTable, ImportLimits, ImportOptions } from '@svc/plugin'
import type { DuckDBConnection } from '@duckdb/node-api'
import { openDatabase } from '../../../apps/query-host/duckdb/open-database.ts'
import { importFile } from '../../../apps/query-host/duckdb/import/import-file.ts'

const limits: ImportLimits = {
  max_columns: 2000,
  max_bytes: 1024 ** 3,
  max_line_bytes: 1_000_000,
  max_rows: 1_000_000,
  memory_mb: 512,
  threads: 1,
}

export interface TestImport {
  /** What an import answers, with its rows. */
  take(
    content: string | Buffer,
    options?: ImportOptions,
    more?: Partial<ImportLimits>,
  ): Promise<ImportedTable & { table: unknown[][] }>
  /** The code and the sentence of an import that fails. */
  fail(content: string | Buffer, options?: ImportOptions, more?: Partial<ImportLimits>): Promise<string>
  connection: DuckDBConnection
  end(): void
}

/** Imports in this process, in a folder of its own, on a database with the same walls as in a child. */
export async function startTestImport(): Promise<TestImport> {
  const before = process.cwd()
  const folder = mkdtempSync(join(tmpdir(), 'import-'))
  const staging = 'staging/one.tmp'
  mkdirSync(join(folder, staging), { recursive: true })
  mkdirSync(join(folder, 'datasets'))
  process.chdir(folder)
  const connection = await openDatabase({ memoryMb: 512, threads: 1, staging })
  let number = 0

  const start = async (content: string | Buffer, options: ImportOptions, more: Partial<ImportLimits>) => {
    number += 1
    writeFileSync(`${staging}/upload`, content)
    const output = `${staging}/${number}.parquet`
    await connection.run('drop table if exists rejected_rows')
    await connection.run('drop table if exists rejected_scans')
    const parent = { tables: async () => [], progress: () => undefined }
    return importFile(
      connection,
      { file: `${staging}/upload`, output, options, limits: { ...limits, ...more } },
      parent,
    )
  }

  return {
    connection,
    async take(content, options = {}, more = {}) {
      const imported = await start(content, options, more)
      const rows = await connection.runAndReadAll(`from read_parquet('${staging}/${number}.parquet')`)
      return { ...imported, table: rows.getRowsJson() }
    },
    async fail(content, options = {}, more = {}) {
      try {
        await start(content, options, more)
      } catch (error) {
        const { code, message } = error as { code?: string; message: string }
        return `${code}: ${message}`
      }
      return 'it was taken'
    },
    end() {
      connection.closeSync()
      process.chdir(before)
      rmSync(folder, { recursive: true })
    },
  }
}
