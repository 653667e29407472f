import { forEachAtOnce } from '@svc/plugin'
import type { KernelDataPlane, WorkspaceMarks } from '@svc/plugin'

const createTable = `CREATE TABLE IF NOT EXISTS kernel_workspace_marks (
  owner TEXT NOT NULL, workspace_id TEXT NOT NULL, PRIMARY KEY (owner, workspace_id)) STRICT, WITHOUT ROWID`
const insertMark = `INSERT INTO kernel_workspace_marks (owner, workspace_id) VALUES (?, ?) ON CONFLICT DO NOTHING`
const selectMark = `SELECT 1 FROM kernel_workspace_marks WHERE owner = ? AND workspace_id = ?`
const deleteMark = `DELETE FROM kernel_workspace_marks WHERE owner = ? AND workspace_id = ?`
const selectMarks = `SELECT workspace_id FROM kernel_workspace_marks WHERE owner = ?`

/** Noted beside the workspaces: an owner that never asked is not the same as one that has none. No workspace has this id. */
const asked = '*'

/** The workspaces that one owner, a plugin's id or a purpose of it, has marked, in the home's own file. */
export function createWorkspaceMarks(data: KernelDataPlane, owner: string): WorkspaceMarks {
  let isReady = false
  const use: KernelDataPlane['useKernelFile'] = work =>
    data.useKernelFile(db => {
      if (!isReady) db.run(createTable)
      isReady = true
      return work(db)
    })
  const has = (workspaceId: string) => use(db => db.get(selectMark, owner, workspaceId) !== undefined)
  return {
    has,
    add(workspaceId) {
      // Reading first: a write takes the file's lock even when it changes nothing.
      if (!has(workspaceId)) use(db => db.run(insertMark, owner, workspaceId))
    },
    of: purpose => createWorkspaceMarks(data, `${owner}/${purpose}`),
    remove: workspaceId => use(db => void db.run(deleteMark, owner, workspaceId)),
    async list() {
      if (!has(asked)) {
        const workspaceIds = await data.workspaceIds()
        use(db => db.transaction(() => [...workspaceIds, asked].forEach(id => db.run(insertMark, owner, id))))
      }
      const rows = use(db => db.all<{ workspace_id: string }>(selectMarks, owner))
      return enteredOf(
        data,
        rows.map(row => row.workspace_id).filter(id => id !== asked),
      )
    },
  }
}

/** Those that can be used; one that cannot be entered now stays marked. */
async function enteredOf(data: KernelDataPlane, workspaceIds: string[]): Promise<string[]> {
  if (data.enter === undefined) return workspaceIds
  const entered = new Set<string>()
  await forEachAtOnce(workspaceIds, async id => {
    await data.enter?.(id).then(
      () => entered.add(id),
      () => undefined,
    )
  })
  return workspaceIds.filter(id => entered.has(id))
}
