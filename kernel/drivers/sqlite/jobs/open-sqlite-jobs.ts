import type { OpenedJobs, OpenJobsOptions } from '@svc/plugin'
import { leftStore } from './stores/upkeep-store.ts'
import { LiveWorkspaces } from './live/live-workspaces.ts'
import { SqliteJobStore } from './sqlite-job-store.ts'

/** The queue in the workspaces' files. */
export function openSqliteJobs({ data, events, ...options }: OpenJobsOptions): OpenedJobs {
  const store = new SqliteJobStore({ ...options, data, append: (...appended) => events?.append(...appended) ?? [] })
  return {
    store,
    async countLive() {
      const workspaces = new LiveWorkspaces(data)
      await workspaces.load()
      let count = 0
      for (const workspaceId of workspaces.all()) count += data.use(workspaceId, db => leftStore.live(db))
      return count
    },
    async clear() {
      for (const workspaceId of await data.workspaceIds()) data.use(workspaceId, db => leftStore.clear(db))
    },
  }
}
