import { ConflictError } from '@svc/plugin'
import type { AuditEntry, ControlPlane } from '@svc/plugin'
import { AbsentDataPlane } from './absent-data-plane.ts'
import { homeIdFact } from './home-belonging.ts'
import { openControl, planesOver } from './open-planes.ts'
import type { OpenedPlanes, OpenPlanesOptions } from './planes.ts'
import { driverFor } from './resolve-driver.ts'
import { planMigrations } from './storage/migration-plan.ts'

export interface AttachPlanesOptions extends OpenPlanesOptions {
  /** Whether `home` is the server's, with the workspaces' files, or only a place for this process. */
  hasFiles: boolean
  appendAudit(entry: AuditEntry): Promise<void>
  /** A workspace's file is of another version than this process: its server may bring it up to date. */
  onOutdated(workspaceId: string): void
}

/**
 * Opens the planes for a worker: nothing is migrated, the registry is only read.
 * @throws ConflictError `home_mismatch`; MigrationError; UnavailableError
 */
export async function attachPlanes(options: AttachPlanesOptions): Promise<OpenedPlanes> {
  const { home, hasFiles, databaseUrl, drivers, clock, log, migrations, appendAudit, onOutdated } = options
  const control = await openControl({ ...options, beside: { appendAudit } })
  try {
    if (hasFiles) await assertSame(options, control)
    const plan = planMigrations(typeof migrations === 'function' ? await migrations(control) : migrations)
    const data = hasFiles
      ? driverFor('data', databaseUrl, drivers).open({ homePath: home.path, plan, clock, log, onOutdated })
      : new AbsentDataPlane()
    return await planesOver(options, { opened: control, control, data, hasFiles, schema: plan.fingerprint })
  } catch (error) {
    await control.close()
    throw error
  }
}

/** The files and the control plane must be those of one installation. */
async function assertSame({ home, databaseUrl, drivers }: AttachPlanesOptions, control: ControlPlane): Promise<void> {
  const { driver } = driverFor('control', databaseUrl, drivers)
  if (home.marker?.control !== driver.id) {
    const remedy = driver.inHome
      ? 'Set DATABASE_URL to the same database as for its server.'
      : 'Unset DATABASE_URL, as for its server.'
    throw new ConflictError(
      'home_mismatch',
      `The home ${home.path} does not keep its users in a ${driver.id}. ${remedy}`,
    )
  }
  const owner = await control.read(reader => reader.get('facts', homeIdFact))
  if (owner?.value === home.homeId) return
  throw new ConflictError(
    'home_mismatch',
    `The control plane belongs to the home ${owner?.value ?? '(none yet)'}, and ${home.path} is ${home.homeId}. Set SVC_HOME and DATABASE_URL as for the server.`,
  )
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
