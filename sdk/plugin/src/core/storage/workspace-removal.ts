import { defineService } from '../../service.ts'

/** Deletes workspaces whose records in the control plane are gone. */
export interface WorkspaceRemoval {
  /**
   * Ends what goes on in a workspace and deletes all that is kept of it, wherever it lies; from then on it answers nothing but a
   * NotFoundError. To be called again when it fails, and when it answers false: another server has the workspace, and was asked for it.
   * @throws UnavailableError
   */
  remove(workspaceId: string): Promise<boolean>
  /** For one that was removed: deletes what late work, such as an upload under way, has left on the disk of this server. */
  clear(workspaceId: string): Promise<void>
}

/** It reaches all workspaces, so a plugin must name it in `services.consumes` of its manifest. */
export const workspaceRemoval = defineService<WorkspaceRemoval>('core.workspace-removal')
