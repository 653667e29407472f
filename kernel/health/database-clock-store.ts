import type { PostgresSession } from '../planes/index.ts'

interface TimeRow {
  now: string
}

const databaseTime = { name: 'svc-database-time', text: 'SELECT extract(epoch FROM clock_timestamp()) * 1000 AS now' }

/** Milliseconds since the epoch, as the database has it. */
export async function databaseNow(database: PostgresSession): Promise<number> {
  const { rows } = await database.query<TimeRow>(databaseTime)
  return Number(rows[0]?.now)
}
