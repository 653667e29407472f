import type { KernelDataPlane, WorkspaceMarks } from '@svc/plugin'
import { workspaceMarkStore as store } from './workspace-mark-store.ts'

/** Noted beside the workspaces: an owner that never asked is not the same as one that has none. No workspace has this id. */
const asked = '*'

/** The marks of one owner, a plugin's id. */
export function createWorkspaceMarks(data: KernelDataPlane, owner: string): WorkspaceMarks {
  let isReady = false
  const use: KernelDataPlane['useKernelFile'] = work =>
    data.useKernelFile(db => {
      if (!isReady) store.create(db)
      isReady = true
      return work(db)
    })
  const has = (workspaceId: string) => use(db => store.has(db, owner, workspaceId))
  return {
    has,
    add(workspaceId) {
      // Reading first: a write takes the file's lock even when it changes nothing.
      if (!has(workspaceId)) use(db => store.add(db, owner, [workspaceId]))
    },
    remove: workspaceId => use(db => store.remove(db, owner, workspaceId)),
    async list() {
      if (!has(asked)) {
        const workspaceIds = await data.workspaceIds()
        use(db => store.add(db, owner, [...workspaceIds, asked]))
      }
      return use(db => store.all(db, owner)).filter(id => id !== asked)
    },
  }
}
