import { controlPlaces, copyControl } from '../../../../kernel/index.ts'
import type { JoiningHome } from '../../../../kernel/index.ts'
import { withControl } from '../move-control.ts'
import { copyStoredJobs } from '../move-jobs.ts'
import type { FoundContents } from './home-contents.ts'
import { WorkspaceCopies } from './workspace-copies.ts'

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

export async function countUsers({ home, hasRecords }: JoiningHome, databaseUrl: string): Promise<number> {
  const { home: inHome, database } = controlPlaces(home.path, databaseUrl)
  return withControl(hasRecords ? inHome : (database ?? inHome), async control => {
    return (await control.read(reader => reader.find('users', {}))).length
  })
}

/** Of a home whose jobs are in its workspaces' files. */
export async function countJobs(
  home: string,
  databases: FoundContents['databases'],
  signal: AbortSignal,
): Promise<{ jobs: number; schedules: number }> {
  const counts = { jobs: 0, schedules: 0 }
  const copies = new WorkspaceCopies(home, signal)
  try {
    for (const database of databases) {
      const { tables } = await copies.inspect(database)
      counts.jobs += tables['kernel_jobs'] ?? 0
      counts.schedules += tables['kernel_job_schedules'] ?? 0
    }
    return counts
  } finally {
    await copies.close()
  }
}
