import type { PostgresSession } from '../database.ts'
import { controlTables } from '../../../planes/control/index.ts'

// All names come from the schema in the code.
const deleteAll = [...controlTables, 'audit'].map(table => `DELETE FROM svc.${table}`)

/** Empties the control plane; to be used within a transaction, when its records are kept elsewhere. */
export async function clearControl(db: PostgresSession): Promise<void> {
  for (const statement of deleteAll) await db.query(statement)
}
