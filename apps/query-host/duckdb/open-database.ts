import { DuckDBInstance } from '@duckdb/node-api'
import type { DuckDBConnection } from '@duckdb/node-api'

export interface DatabaseOptions {
  memoryMb: number
  threads: number
  /**
   * The staging folder of the one task a writer has, relative to the working folder; null: nothing beyond the datasets
   * is in reach.
   */
  staging: string | null
}

/**
 * An empty database in memory that reaches the workspace's own files alone, and whose settings nobody can change any
 * more.
 */
export async function openDatabase({ memoryMb, threads, staging }: DatabaseOptions): Promise<DuckDBConnection> {
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: `${memoryMb}MiB`,
    threads: String(threads),
    // Without it a query over the memory limit ends; with it, it would fill the disk.
    temp_directory: '',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
    allow_persistent_secrets: 'false',
    preserve_insertion_order: 'true',
  })
  const connection = await instance.connect()
  await connection.run("set TimeZone = 'UTC'")
  // With the place in the text as a number, beside the sentence.
  await connection.run('set errors_as_json = true')
  const folders = ['datasets/', ...(staging === null ? [] : [`${staging}/`])]
  const list = folders.map(folder => `'${folder.replaceAll("'", "''")}'`).join(', ')
  await connection.run(`set allowed_directories = [${list}]`)
  await connection.run('set enable_external_access = false')
  await connection.run('set lock_configuration = true')
  return connection
}
