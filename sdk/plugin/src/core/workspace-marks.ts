import { defineService } from '../service.ts'

/**
 * The workspaces in whose files the plugin has work waiting, known without opening those files, so that the start looks at these
 * alone. Note a workspace in the transaction that writes the work, and strike it off in one that saw none left: a crash then leaves
 * one too many, never one too few. The first time a plugin asks, every workspace is noted.
 */
export interface WorkspaceMarks {
  /** Durable when it returns. Cheap when the workspace is noted already. */
  add(workspaceId: string): void
  remove(workspaceId: string): void
  has(workspaceId: string): boolean
  list(): Promise<string[]>
}

export const workspaceMarks = defineService<WorkspaceMarks>('core.workspace-marks')
