import { open } from 'node:fs/promises'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { HostExport } from '../../../../kernel/index.ts'
import { jsonWriterOf } from './json-values.ts'
import type { TableSource } from './sql-gate.ts'

/**
 * Rows as objects, for columns whose values the engine's own writer would not write as `query` does: lists, structs and
 * the like.
 */
export async function writeJsonFile(
  connection: DuckDBConnection,
  { from, params, columns }: TableSource,
  { format, output }: HostExport,
): Promise<number> {
  const members = columns.map(({ name, type }) => ({ key: JSON.stringify(name), write: jsonWriterOf(type) }))
  const [before, between, after] = format === 'json' ? ['[\n', ',\n', '\n]\n'] : ['', '\n', '\n']
  const result = await connection.stream(from, params.values, params.types)
  await using file = await open(output, 'w')
  let rows = 0
  await file.write(before)
  for (;;) {
    const chunk = await result.fetchChunk()
    if (chunk === null || chunk.rowCount === 0) break
    const cells = members.map(({ key, write }, index) =>
      chunk.getColumnValues(index).map(value => `${key}:${write(value)}`),
    )
    let text = ''
    for (let row = 0; row < chunk.rowCount; row += 1) {
      text += `${rows === 0 ? '' : between}{${cells.map(column => column[row]!).join(',')}}`
      rows += 1
    }
    await file.write(text)
  }
  if (rows > 0 || format === 'json') await file.write(after)
  return rows
}
