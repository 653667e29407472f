import type { ControlPlane, HomeCopies } from '@svc/plugin'
import { analyticsFolder, ThreadedSqliteCopies } from '../../drivers/index.ts'
import { controlSnapshot, registryContent } from '../control-copy.ts'

/** Looked up anew in the workspaces' files where they are missing. */
const derivedTables: Readonly<Record<string, readonly string[]>> = {
  'kernel.sqlite': ['kernel_live_workspaces', 'kernel_workspace_marks'],
}

/** What a copy of the home with this control plane takes. */
export function createHomeCopies(control: ControlPlane): HomeCopies {
  return {
    openSqlite: () => new ThreadedSqliteCopies(),
    derivedTables: path => (Object.hasOwn(derivedTables, path) ? (derivedTables[path] ?? []) : []),
    foldersOf: workspaceId => [`workspaces/${workspaceId}`, `${analyticsFolder}/${workspaceId}`],
    controlSnapshot: () => controlSnapshot(control),
    registryOf: registryContent,
    audit: () => control.readAudit(),
  }
}
