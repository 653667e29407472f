import type { ControlPlane, JobStore } from '@svc/plugin'
import { controlPlaces, copyControl } from '../../../../kernel/index.ts'
import type { JoiningHome } from '../../../../kernel/index.ts'
import { withControl } from '../move-control.ts'
import { copyStoredJobs } from '../move-jobs.ts'

/** Small files that all servers have: the MCP servers, and the keys of signed exports. */
const sharedFiles = { files: ['mcp.json'], folders: ['signing'] }

export interface BroughtRecords {
  jobs: number
  schedules: number
  files: number
}

/** Brings users, workspaces, keys, the audit log, jobs and small files to the database. What an earlier try brought is replaced. */
export async function bringRecords(
  { home, hasRecords, ...joining }: JoiningHome,
  databaseUrl: string,
): Promise<BroughtRecords> {
  const { home: inHome, database } = controlPlaces(home.path, databaseUrl)
  const place = database ?? inHome
  if (hasRecords) {
    await place.erase()
    await withControl(inHome, from => withControl(place, to => copyControl(from, to, home.homeId)))
  }
  const ofHome = await home.openJobs()
  try {
    return await withControl(place, async control => {
      const kept = await joining.openJobs(control)
      try {
        if (hasRecords) await kept.clear()
        const { jobs, schedules } = await copyStoredJobs(ofHome.inHome.store, kept.store, Date.now(), () => undefined)
        const files = await joining.bringFiles(control, sharedFiles)
        return { jobs, schedules, files }
      } finally {
        await kept.store.close()
      }
    })
  } finally {
    await ofHome.close()
  }
}

export async function countRecords(
  { home, hasRecords }: JoiningHome,
  databaseUrl: string,
): Promise<{ users: number; jobs: number; schedules: number }> {
  const { home: inHome, database } = controlPlaces(home.path, databaseUrl)
  const users = await withControl(hasRecords ? inHome : (database ?? inHome), countUsers)
  const ofHome = await home.openJobs()
  try {
    return { users, ...(await countJobs(ofHome.inHome.store)) }
  } finally {
    await ofHome.close()
  }
}

async function countUsers(control: ControlPlane): Promise<number> {
  return (await control.read(reader => reader.find('users', {}))).length
}

async function countJobs(store: JobStore): Promise<{ jobs: number; schedules: number }> {
  const counts = { jobs: 0, schedules: 0 }
  for await (const { jobs, schedules } of store.export()) {
    counts.jobs += jobs.length
    counts.schedules += schedules.length
  }
  return counts
}
