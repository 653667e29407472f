import type { JsonObject, WorkspaceDatabase } from '@svc/plugin'
import { definitionStore } from '../definitions/definition-store.ts'
import { needsOf } from '../definitions/playbook-needs.ts'
import { journalStore } from '../journal/journal-store.ts'
import type { RunRow } from '../journal/run-row.ts'

/** Whether the playbook of the run is a folder of the operator's that names the tool, not by an expression. */
export function namesTool(db: WorkspaceDatabase, run: RunRow, tool: string): boolean {
  if (definitionStore.get(db, run.playbook_id)?.kind !== 'manifest') return false
  const text = journalStore.definition(db, run.content_hash)
  return text !== undefined && needsOf(JSON.parse(text) as JsonObject).tools.includes(tool)
}
