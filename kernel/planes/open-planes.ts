import type { ControlPlane, OpenControlOptions, PlaneStatus, WorkspaceFiles } from '@svc/plugin'
import { AbsentDataPlane } from './absent-data-plane.ts'
import { assertBelonging, assertSameInstallation, homeIdFact, watchSetUp } from './home-belonging.ts'
import type { OpenedPlanes, OpenPlanesOptions, Placement } from './planes.ts'
import { driverFor } from './resolve-driver.ts'
import { planMigrations } from './storage/migration-plan.ts'

const notInUse: PlaneStatus = { driver: 'none', healthy: true, location: '', version: null, detail: 'not in use yet' }

/**
 * Opens the control plane, checks that it belongs to the home, and readies the data plane; its files are opened when asked for. Beside a
 * server nothing is migrated, and the registry is only read.
 * @throws ConflictError `home_mismatch`; MigrationError; UnavailableError; ValidationError when no driver serves
 */
export async function openPlanes(options: OpenPlanesOptions): Promise<OpenedPlanes> {
  const { home, databaseUrl, drivers, beside = null, cluster, clock, log, migrations } = options
  const { driver } = driverFor('control', databaseUrl, drivers)
  const opened = await openControl({ ...options, beside })
  const hasFiles = beside?.hasFiles ?? true
  try {
    if (beside === null)
      await assertBelonging({ home, control: opened, driver, location: (await opened.status()).location, clock })
    else if (hasFiles) await assertSameInstallation(home, opened, driver)
    const control = beside === null ? watchSetUp(opened, home, clock) : opened
    const plan = planMigrations(typeof migrations === 'function' ? await migrations(control) : migrations)
    const onOutdated = beside?.onOutdated
    const ofData = { homePath: home.path, plan, clock, log, ...(onOutdated && { onOutdated }) }
    const parts = { opened, control, hasFiles, schema: plan.fingerprint, placement: null }
    if (cluster) {
      const [{ controlAfterLog }] = await Promise.all([
        import('./placement/after-log.ts'),
        cluster.begin(home, plan.fingerprint),
      ])
      const { data, placement } = cluster.openData(ofData)
      return await planesOver(options, { ...parts, data, placement, control: controlAfterLog(control, placement) })
    }
    const data = hasFiles ? driverFor('data', databaseUrl, drivers).open(ofData) : new AbsentDataPlane()
    return await planesOver(options, { ...parts, data })
  } catch (error) {
    await opened.close()
    throw error
  }
}

/** One face for what was opened. */
async function planesOver(
  { databaseUrl, drivers, clock, log }: Pick<OpenPlanesOptions, 'databaseUrl' | 'drivers' | 'clock' | 'log'>,
  parts: {
    /** As its driver opened it, and as everybody else sees it. */
    opened: ControlPlane
    control: ControlPlane
    data: WorkspaceFiles
    hasFiles: boolean
    schema: string
    placement: Placement | null
  },
): Promise<OpenedPlanes> {
  const { opened, control, data, hasFiles, schema, placement } = parts
  const kept = await driverFor('memory', databaseUrl, drivers).open({ data, databaseUrl, clock, log })
  const jobs = driverFor('jobs', databaseUrl, drivers)
  let analytics: { status(): Promise<PlaneStatus>; close(): Promise<void> } | null = null
  return {
    control,
    data,
    placement,
    memory: kept.memory,
    schema,
    jobsInHome: jobs.driver.inHome,
    openJobs: async jobOptions => jobs.open({ ...jobOptions, control: opened, data }),
    openJobsInHome: async jobOptions => driverFor('jobs', null).open({ ...jobOptions, control: opened, data }),
    planes: {
      async status() {
        const [ofControl, ofData, ofAnalytics, ofMemory] = await Promise.all([
          control.status(),
          data.status(),
          analytics?.status() ?? notInUse,
          kept.status(),
        ])
        return { control: ofControl, data: ofData, analytics: ofAnalytics, memory: ofMemory }
      },
    },
    followVectors(marks, how) {
      if (hasFiles) kept.follow?.(marks, how)
    },
    forgetVectors: workspaceId => kept.removed?.(workspaceId),
    openAnalytics(analyticsOptions) {
      const plane = driverFor('analytics', databaseUrl, drivers).open(analyticsOptions)
      analytics = plane
      return plane
    },
    async close() {
      await analytics?.close()
      await kept.close()
      await data.close()
      await control.close()
    },
  }
}

/**
 * The control plane alone, where `DATABASE_URL` or the home says it is; `beside` in a process that is not its server.
 * @throws MigrationError, UnavailableError, ValidationError when no driver serves
 */
export async function openControl(
  options: Pick<OpenPlanesOptions, 'databaseUrl' | 'drivers' | 'clock' | 'log'> & {
    home: { path: string }
    beside?: OpenControlOptions['beside']
  },
): Promise<ControlPlane> {
  const { home, databaseUrl, drivers, beside = null, clock, log } = options
  const { open } = driverFor('control', databaseUrl, drivers)
  return open({ homePath: home.path, databaseUrl, beside, clock, log })
}

/** Whose database this is; null while no server has opened it. */
export async function homeOfDatabase(
  options: Pick<OpenPlanesOptions, 'drivers' | 'clock' | 'log'> & { databaseUrl: string },
): Promise<string | null> {
  const beside = { appendAudit: async () => undefined }
  const control = await openControl({ ...options, home: { path: '' }, beside })
  try {
    const fact = await control.read(reader => reader.get('facts', homeIdFact))
    return fact?.value ?? null
  } finally {
    await control.close()
  }
}
