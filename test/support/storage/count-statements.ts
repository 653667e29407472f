import Database from 'better-sqlite3'

type Run = (this: Database.Statement, ...values: unknown[]) => unknown

const methods = ['run', 'get', 'all', 'iterate'] as const

/** The SQL of every statement that this process runs on SQLite while `work` runs, `BEGIN` and `COMMIT` included, in order. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = []
  const database = new Database(':memory:')
  const prototype = Object.getPrototypeOf(database.prepare('SELECT 1')) as Record<(typeof methods)[number], Run>
  database.close()
  const originals = methods.map(method => [method, prototype[method]] as const)
  for (const [method, original] of originals) {
    prototype[method] = function (...values) {
      statements.push(this.source)
      return original.apply(this, values)
    }
  }
  try {
    await work()
  } finally {
    for (const [method, original] of originals) prototype[method] = original
  }
  return statements
}
