import type { WorkspaceDatabase } from '@svc/plugin'
import { fault } from '../interpreter/fault.ts'
import { journalStore } from '../journal/journal-store.ts'

const mostLevels = 8

/** A run may start another one only so deep below the first, also by way of a tool. @throws Fault `runtime` */
export function requireDepth(db: WorkspaceDatabase, parentId: string): void {
  let depth = 1
  for (let at = parentOf(db, parentId); at !== null && depth <= mostLevels; at = parentOf(db, at)) depth += 1
  if (depth >= mostLevels) throw fault('runtime', `Playbooks start each other at most ${mostLevels} levels deep.`)
}

function parentOf(db: WorkspaceDatabase, runId: string): string | null {
  return journalStore.get(db, runId)?.parent_run_id ?? null
}
