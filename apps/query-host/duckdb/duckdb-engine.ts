import type { Engine, EngineOptions } from '../engine.ts'

/** DuckDB in this process. Each role loads its own half: a reader that starts quickly is worth more than one file. */
export async function makeDuckDbEngine({ role, parent }: EngineOptions): Promise<Partial<Engine>> {
  if (role === 'reader') {
    const { makeReader } = await import('./duckdb-reader.ts')
    return makeReader(parent)
  }
  const { makeWriter } = await import('./duckdb-writer.ts')
  return makeWriter(parent)
}
