import type { KernelDataPlane } from '@svc/plugin'

/** In the home's own file; looked up anew in the workspaces' files where they are missing. */
export const derivedKernelTables = ['kernel_content_moves', 'kernel_live_workspaces', 'kernel_workspace_marks'] as const

const dropTables = derivedKernelTables.map(table => `DROP TABLE IF EXISTS ${table}`)

export function dropDerivedTables(data: KernelDataPlane): void {
  data.useKernelFile(db => dropTables.forEach(statement => db.run(statement)))
}
