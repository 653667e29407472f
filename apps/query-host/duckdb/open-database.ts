import { DuckDBInstance } from '@duckdb/node-api'
import type { DuckDBConnection } from '@duckdb/node-api'
import { quotedText } from '../quoting.ts'

export interface DatabaseOptions {
  memoryMb: number
  threads: number
  /**
   * The staging folder of the one task a writer has, relative to the working folder; null: nothing beyond the datasets
   * is in reach.
   */
  staging: string | null
}

/** An empty database in memory, shut in. */
export async function openDatabase({ staging, ...size }: DatabaseOptions): Promise<DuckDBConnection> {
  return shutIn(await makeDatabase(size), staging)
}

/**
 * An empty database in memory. It is not for people's SQL before {@link shutIn}: making one takes longer than that, and can be done before the folder is known.
 */
export async function makeDatabase({ memoryMb, threads }: Omit<DatabaseOptions, 'staging'>): Promise<DuckDBConnection> {
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
  return instance.connect()
}

/** From here on the database reaches the workspace's own files alone, and nobody can change its settings any more. */
export async function shutIn(
  connection: DuckDBConnection,
  staging: DatabaseOptions['staging'],
): Promise<DuckDBConnection> {
  const folders = ['datasets/', ...(staging === null ? [] : [`${staging}/`])]
  const settings = [
    "TimeZone = 'UTC'",
    // With the place in the text as a number, beside the sentence.
    'errors_as_json = true',
    `allowed_directories = [${folders.map(quotedText).join(', ')}]`,
    'enable_external_access = false',
    'lock_configuration = true',
  ]
  await connection.run(settings.map(setting => `set ${setting}`).join(';'))
  return connection
}
