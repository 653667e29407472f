import { UnavailableError } from '@svc/plugin'
import type { PlaneStatus, WorkspaceFiles } from '@svc/plugin'

/** Stands for the workspaces' files where there are none: in a worker away from the server's home. */
export class AbsentDataPlane implements WorkspaceFiles {
  use(): never {
    throw new UnavailableError(
      'This worker has no workspace files. Declare "runs_on": "home" for the kind of this job in its plugin.json; then only the server and workers on its home run it.',
    )
  }

  useKernelFile(): never {
    return this.use()
  }

  async read(): Promise<never> {
    return this.use()
  }

  pathOf(): never {
    return this.use()
  }

  async workspaceIds(): Promise<string[]> {
    return this.use()
  }

  async remove(): Promise<never> {
    return this.use()
  }

  facts(): { openFiles: number; checkpointFailures: number } {
    return { openFiles: 0, checkpointFailures: 0 }
  }

  async status(): Promise<PlaneStatus> {
    return {
      driver: 'none',
      healthy: true,
      location: '',
      version: null,
      detail: 'a worker away from the home has no files',
    }
  }

  async close(): Promise<void> {
    // There is nothing to close.
  }
}
