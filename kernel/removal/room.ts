import { InternalError, workspaceRemoval } from '@svc/plugin'
import type { WorkspaceRemoval } from '@svc/plugin'
import { jobsRoom } from '../jobs/index.ts'
import { analyticsRoom, contentRoom, ElsewhereError, planesRoom } from '../planes/index.ts'
import { defineRoom } from '../room.ts'
import { removeMarks } from '../services/index.ts'

/** The end of a workspace, over all places where something of it is kept. */
export const removalRoom = defineRoom({
  name: 'removal',
  needs: { planes: planesRoom, content: contentRoom, analytics: analyticsRoom, jobs: jobsRoom },
  open({ planes, content, analytics, jobs }): WorkspaceRemoval {
    const { data, placement } = planes
    const clear = async (workspaceId: string): Promise<void> => {
      await data.remove(workspaceId)
      await analytics.removeWorkspace(workspaceId)
    }
    return {
      async remove(workspaceId) {
        const { endWorkspace } = jobs
        if (endWorkspace === null) throw new InternalError('A worker cannot remove a workspace.')
        // Before its file goes: handlers are asked to stop, and nothing new begins.
        await endWorkspace(workspaceId)
        try {
          // It need not be entered: one whose file cannot be restored goes, too.
          await clear(workspaceId)
        } catch (error) {
          if (!(error instanceof ElsewhereError)) throw error
          await placement?.directory.move(workspaceId, placement.serverId)
          return false
        }
        removeMarks(data, workspaceId)
        planes.forgetVectors(workspaceId)
        await content.removeWorkspace?.(workspaceId)
        return true
      },
      clear,
    }
  },
  services: ({ declared }) => [declared(workspaceRemoval, removal => removal)],
})
