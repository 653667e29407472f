import { messageOf } from '@svc/plugin'
import type { KernelDataPlane, Logger, WorkspaceDatabase, WorkspaceMarks } from '@svc/plugin'

type MarkOptions = NonNullable<Parameters<WorkspaceMarks['of']>[1]>

const createTable = `CREATE TABLE IF NOT EXISTS kernel_workspace_marks (
  owner TEXT NOT NULL, workspace_id TEXT NOT NULL, PRIMARY KEY (owner, workspace_id)) STRICT, WITHOUT ROWID`
const insertMark = `INSERT INTO kernel_workspace_marks (owner, workspace_id) VALUES (?, ?) ON CONFLICT DO NOTHING`
const selectMark = `SELECT 1 FROM kernel_workspace_marks WHERE owner = ? AND workspace_id = ?`
const deleteMark = `DELETE FROM kernel_workspace_marks WHERE owner = ? AND workspace_id = ?`
const deleteMarks = `DELETE FROM kernel_workspace_marks WHERE workspace_id = ?`
const selectMarks = `SELECT workspace_id FROM kernel_workspace_marks WHERE owner = ?`
const selectTable = `SELECT 1 FROM sqlite_master WHERE name = 'kernel_workspace_marks'`
const selectAny = `SELECT 1 FROM kernel_workspace_marks WHERE workspace_id <> '*' LIMIT 1`

/** Noted beside the workspaces: an owner that never asked is not the same as one that has none. No workspace has this id. */
const asked = '*'

/**
 * The workspaces that one owner, a plugin's id or a purpose of it, has marked: in the home's own file, or each in the workspace's, where
 * workspaces go from server to server.
 */
export function createWorkspaceMarks(
  data: KernelDataPlane,
  owner: string,
  log: Logger,
  of?: MarkOptions,
): WorkspaceMarks {
  if (data.entered === undefined) return marksOfHome(data, owner, log)
  return of?.keepsOpen === false ? marksOfOpen(data) : marksOfFiles(data, owner, log)
}

/** Whether anybody has marked the workspace of this file. */
export function isMarked(db: WorkspaceDatabase): boolean {
  return db.get(selectTable) === undefined || db.get(selectAny) !== undefined
}

/** Nobody has marked it any more. Where workspaces go from server to server the marks went with its file. */
export function removeMarks(data: KernelDataPlane, workspaceId: string): void {
  data.useKernelFile(db => {
    if (db.get(selectTable) !== undefined) db.run(deleteMarks, workspaceId)
  })
}

function marksOfHome(data: KernelDataPlane, owner: string, log: Logger): WorkspaceMarks {
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
    of: (purpose, options) => createWorkspaceMarks(data, `${owner}/${purpose}`, log, options),
    remove(workspaceId) {
      if (has(workspaceId)) use(db => db.run(deleteMark, owner, workspaceId))
    },
    async list() {
      if (!has(asked)) {
        const workspaceIds = await data.workspaceIds()
        use(db => db.transaction(() => [...workspaceIds, asked].forEach(id => db.run(insertMark, owner, id))))
      }
      const rows = use(db => db.all<{ workspace_id: string }>(selectMarks, owner))
      return rows.map(row => row.workspace_id).filter(id => id !== asked)
    },
    onOpened: () => undefined,
  }
}

function marksOfFiles(data: KernelDataPlane, owner: string, log: Logger): WorkspaceMarks {
  const markOf = (workspaceId: string) => (db: WorkspaceDatabase) => db.get(selectMark, owner, workspaceId)
  const has = (workspaceId: string): boolean => data.use(workspaceId, markOf(workspaceId)) !== undefined
  const isNoted = (workspaceId: string): boolean => {
    try {
      return data.look?.(workspaceId, markOf(workspaceId)) !== undefined
    } catch (error) {
      const fields = { workspace_id: workspaceId, owner, reason: messageOf(error) }
      log.warn(fields, 'what waits in a workspace cannot be looked at now')
      return false
    }
  }
  let isAsking = false
  // The first time that an owner asks, the workspace is marked.
  data.onWorkspaceOpened?.(workspaceId =>
    data.use(workspaceId, db => {
      if (db.get(selectTable) === undefined) db.run(createTable)
      if (!isAsking || db.get(selectMark, owner, asked) !== undefined) return
      for (const id of [asked, workspaceId]) db.run(insertMark, owner, id)
    }),
  )
  return {
    has,
    add(workspaceId) {
      if (!has(workspaceId)) data.use(workspaceId, db => db.run(insertMark, owner, workspaceId))
    },
    of: (purpose, options) => createWorkspaceMarks(data, `${owner}/${purpose}`, log, options),
    remove(workspaceId) {
      if (has(workspaceId)) data.use(workspaceId, db => db.run(deleteMark, owner, workspaceId))
    },
    async list() {
      isAsking = true
      return (data.entered?.() ?? []).filter(isNoted)
    },
    onOpened(listener) {
      isAsking = true
      data.onWorkspaceOpened?.(workspaceId => (isNoted(workspaceId) ? listener(workspaceId) : undefined))
    },
  }
}

/** All that are open here, and none that is not: what can wait until somebody uses the workspace. */
function marksOfOpen(data: KernelDataPlane): WorkspaceMarks {
  return {
    has: () => true,
    add: () => undefined,
    remove: () => undefined,
    of: () => marksOfOpen(data),
    list: async () => data.entered?.() ?? [],
    onOpened: listener => data.onWorkspaceOpened?.(listener),
  }
}
