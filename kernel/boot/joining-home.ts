import { resolve } from 'node:path'
import { ConflictError } from '@svc/plugin'
import type { ControlPlane, OpenedJobs } from '@svc/plugin'
import type { KernelConfig } from '../config/index.ts'
import { jobLimits } from '../jobs/index.ts'
import {
  AbsentDataPlane,
  bringInstallationFiles,
  driverFor,
  openControl,
  openJoining,
  planMigrations,
  readMarker,
} from '../planes/index.ts'
import type { JoiningCluster } from '../planes/index.ts'
import { kernelMigrations } from './plan/plan-migrations.ts'
import { openStoppedHome, servicesOfStopped } from './stopped-home.ts'
import type { StoppedHome } from './stopped-home.ts'

/** A stopped home, and the database and the place of contents that "svc cluster join" moves it into. */
export interface JoiningHome {
  home: StoppedHome
  /** Users, keys and jobs are in the home, and not in the database already. */
  hasRecords: boolean
  cluster: Pick<JoiningCluster, 'database' | 'contents' | 'store' | 'state' | 'begin' | 'bring' | 'placeOf'>
  /** Where servers keep jobs whose users are in this control plane. */
  openJobs(control: ControlPlane): Promise<OpenedJobs>
  /** Small files of the home that all servers have, and those in folders of it. Returns how many. */
  bringFiles(control: ControlPlane, named: { files: string[]; folders: string[] }): Promise<number>
  /** From here on the home is one of a server that shares its workspaces, and servers may begin. */
  finish(): Promise<void>
  close(): Promise<void>
}

/** @throws ConflictError `home_in_use`, or for a home that is new; ValidationError that names a setting; UnavailableError, MigrationError */
export async function openJoiningHome(config: KernelConfig, { isDryRun }: { isDryRun: boolean }): Promise<JoiningHome> {
  const { database_url: databaseUrl = null } = config
  const marker = await readMarker(resolve(config.home))
  if (marker === null)
    throw new ConflictError('conflict', `The home ${config.home} is new: there is nothing to move. Start it: svc start`)
  const hasRecords = marker.control === driverFor('control', null).driver.id
  const home = await openStoppedHome(config.home, hasRecords ? null : databaseUrl, 'control')
  const services = servicesOfStopped()
  try {
    const cluster = await openJoining({ config, isDryRun, ...services })
    return {
      home,
      hasRecords,
      cluster,
      openJobs: async control =>
        driverFor('jobs', databaseUrl).open({
          ...{ control, data: new AbsentDataPlane(), events: null, limits: jobLimits({}) },
          ...services,
        }),
      bringFiles: (control, named) => bringInstallationFiles({ control, home, log: services.log }, named),
      async finish() {
        // The home first: it must never be used for itself beside servers that have its workspaces.
        const { driver } = driverFor('control', databaseUrl)
        await home.mark({ control: driver.id, is_cache: true, set_up_at: home.marker?.set_up_at ?? null })
        await cluster.finish(home)
      },
      async close() {
        await cluster.close()
        await home.release()
      },
    }
  } catch (error) {
    await home.release()
    throw error
  }
}

/** Removes the jobs from the workspaces' files of a copy of a home: they are kept elsewhere. */
export async function forgetJobs(folder: string): Promise<void> {
  const services = servicesOfStopped()
  const control = await openControl({ home: { path: folder }, databaseUrl: null, ...services })
  const data = driverFor('data', null).open({ homePath: folder, plan: planMigrations(kernelMigrations), ...services })
  try {
    const limits = jobLimits({})
    const jobs = await driverFor('jobs', null).open({ control, data, events: null, limits, ...services })
    await jobs.clear()
    await jobs.store.close()
  } finally {
    await data.close()
    await control.close()
  }
}
