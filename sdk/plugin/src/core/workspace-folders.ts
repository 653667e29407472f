import { defineService } from '../service.ts'

/** Where a plugin keeps files beside a workspace's SQLite file: `<home>/workspaces/<workspace_id>/<plugin id>/`, in every backup. */
export interface WorkspaceFolders {
  /** The plugin's folder in the workspace's, made (0700) when it is missing. What ends in `.tmp` is left out of backups. @throws NotFoundError, UnavailableError, StorageFullError */
  folder(workspaceId: string): Promise<string>
  /** The workspaces in which the plugin has a folder. */
  workspaceIds(): Promise<string[]>
}

export const workspaceFolders = defineService<WorkspaceFolders>('core.workspace-folders')
