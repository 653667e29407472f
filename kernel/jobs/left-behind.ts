import type { Logger } from '@svc/plugin'
import type { KernelDataPlane } from '../planes/index.ts'
import { leftStore, LiveWorkspaces } from '../drivers/sqlite/index.ts'

/** Live jobs and enabled schedules in the workspaces' files, while the queue is in PostgreSQL: nobody would ever run them. */
export async function countLeftBehind(data: KernelDataPlane): Promise<number> {
  const workspaces = new LiveWorkspaces(data)
  await workspaces.load()
  let count = 0
  for (const workspaceId of workspaces.all()) count += data.use(workspaceId, db => leftStore.live(db))
  return count
}

export function warnOfLeftBehind(count: number, log: Logger): void {
  if (count === 0) return
  log.warn(
    { count },
    'jobs or schedules wait in the files of this home, but the queue is in PostgreSQL now: stop the server and run `svc jobs move --to postgres`',
  )
}
