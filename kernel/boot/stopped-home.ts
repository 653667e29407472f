import { resolve } from 'node:path'
import { ConflictError } from '@svc/plugin'
import type { ControlPlane, OpenedJobs } from '@svc/plugin'
import type { KernelConfig } from '../config/index.ts'
import { WorkspaceEventLog } from '../events/index.ts'
import { jobLimits } from '../jobs/index.ts'
import { driverFor, openControl, openHome, openPlanes, readMarker } from '../planes/index.ts'
import type { Home } from '../planes/index.ts'
import { createIds, createLogger, systemClock } from '../services/index.ts'
import { kernelMigrations } from './plan/plan-migrations.ts'

/** Where users, workspaces and keys of a home may be kept. */
export interface ControlPlace {
  /** Of the driver, as `home.json` names it. */
  id: string
  open(): Promise<ControlPlane>
  /** Deletes all that it keeps. */
  erase(): Promise<void>
}

interface StoppedJobs {
  /** In the workspaces' files. */
  inHome: OpenedJobs
  /** Where a server with this database keeps them; the same when that is in the home. */
  kept: OpenedJobs
  close(): Promise<void>
}

/** A home without a server, held by this process until it is released. */
export interface StoppedHome extends Home {
  openJobs(): Promise<StoppedJobs>
}

export const servicesOfStopped = () => ({
  clock: systemClock,
  ids: createIds(systemClock),
  log: createLogger({ level: 'silent' }),
})

/**
 * A stopped home is opened by DATABASE_URL alone: what a driver of a plugin keeps is not seen.
 * @throws ConflictError when the configuration names another driver for one of the planes
 */
export function assertOwnDrivers(config: KernelConfig, planes: readonly ('control' | 'data' | 'jobs')[]): void {
  for (const plane of planes) {
    const named = config[`${plane}_driver`]
    if (named === undefined || named === driverFor(plane, config.database_url ?? null).driver.id) continue
    const setting = `SVC_${plane.toUpperCase()}_DRIVER`
    throw new ConflictError(
      'conflict',
      `${setting} names the driver "${named}", which this command cannot reach without a server: unset ${setting} for this command, and it works on what the home or DATABASE_URL keeps.`,
    )
  }
}

/** The place in the home, and the one in the database, which need not be of this home yet. */
export function controlPlaces(homePath: string, databaseUrl: string | null) {
  const chosen = driverFor('control', databaseUrl).driver
  return {
    home: controlPlace(homePath, null),
    database: chosen.inHome ? null : controlPlace(homePath, databaseUrl),
  }
}

function controlPlace(homePath: string, databaseUrl: string | null): ControlPlace {
  const { driver } = driverFor('control', databaseUrl)
  return {
    id: driver.id,
    open: () => openControl({ home: { path: homePath }, databaseUrl, ...servicesOfStopped() }),
    erase: async () => driver.eraseControl?.({ homePath, databaseUrl, beside: null, ...servicesOfStopped() }),
  }
}

/**
 * `uses`: what of it the caller changes. The workspaces of a home with SVC_CLUSTER_SECRET are out of reach for all but a server.
 * @throws ConflictError `home_in_use` while a server runs on it, `conflict` when its workspaces are needed and kept in PostgreSQL
 */
export async function openStoppedHome(
  path: string,
  databaseUrl: string | null,
  uses: 'control' | 'all' = 'all',
): Promise<StoppedHome> {
  const isCache = (await readMarker(resolve(path)))?.is_cache === true
  if (isCache && uses === 'all')
    throw new ConflictError(
      'conflict',
      `The workspaces of the home ${path} are kept in PostgreSQL (SVC_CLUSTER_SECRET), and this command does not work on such a home. Choose another one with SVC_HOME.`,
    )
  // Without DATABASE_URL the change would go to the home, where no server looks for it.
  const home = await openHome(path, servicesOfStopped(), isCache && databaseUrl !== null ? { identity: null } : null)
  return Object.assign(home, { openJobs: () => openStoppedJobs(home, databaseUrl) })
}

async function openStoppedJobs(home: Home, databaseUrl: string | null): Promise<StoppedJobs> {
  const planes = await openPlanes({ home, databaseUrl, migrations: kernelMigrations, ...servicesOfStopped() })
  const retention = { days: 365, count: 1_000_000 }
  const events = new WorkspaceEventLog({ data: planes.data, types: [], retention, ...servicesOfStopped() })
  const options = { ...servicesOfStopped(), limits: jobLimits({}) }
  try {
    // Nothing happens to jobs in the home; what happened in the database, and was not brought yet, its relay brings.
    const inHome = await planes.openJobsInHome({ ...options, events: null })
    const kept = planes.jobsInHome ? inHome : await planes.openJobs({ ...options, events })
    return {
      inHome,
      kept,
      async close() {
        for (const { store } of new Set([inHome, kept])) await store.close()
        events.close()
        await planes.close()
      },
    }
  } catch (error) {
    events.close()
    await planes.close()
    throw error
  }
}
