import { ConflictError } from '@svc/plugin'
import type { AuditEntry } from '@svc/plugin'
import type { ControlPlane } from './control/control-plane.ts'
import { attachRegistry } from '../drivers/registry/index.ts'
import { AbsentDataPlane } from './absent-data-plane.ts'
import { SqliteDataPlane } from '../drivers/sqlite/index.ts'
import { planMigrations } from './storage/migration-plan.ts'
import { indexOpener, planesOver } from './open-planes.ts'
import type { OpenedPlanes, OpenPlanesOptions } from './planes.ts'
import { homeIdFact } from './home-belonging.ts'

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
  const { home, hasFiles, clock, log, migrations, onOutdated } = options
  const { control, postgres } = await attachControl(options)
  try {
    if (hasFiles) await assertSame(options, control)
    const plan = planMigrations(typeof migrations === 'function' ? await migrations(control) : migrations)
    const data = hasFiles
      ? new SqliteDataPlane({ homePath: home.path, plan, clock, log, onOutdated })
      : new AbsentDataPlane()
    const openIndex = await indexOpener(options)
    return planesOver({ control, data, postgres, schema: plan.fingerprint, log, openIndex })
  } catch (error) {
    await control.close()
    throw error
  }
}

async function attachControl(options: AttachPlanesOptions): Promise<Pick<OpenedPlanes, 'control' | 'postgres'>> {
  const { home, databaseUrl, postgresMigrations = [], clock, log, appendAudit } = options
  if (databaseUrl === null)
    return { control: await attachRegistry({ homePath: home.path, appendAudit }), postgres: null }
  const { openPostgres } = await import('../drivers/postgres/control/index.ts')
  const opened = await openPostgres({ databaseUrl, migrations: postgresMigrations, mayMigrate: false, clock, log })
  return { control: opened.control, postgres: opened.database }
}

/** The files and the control plane must be those of one installation. */
async function assertSame({ home, databaseUrl }: AttachPlanesOptions, control: ControlPlane): Promise<void> {
  const kind = databaseUrl === null ? 'registry' : 'postgres'
  if (home.marker?.control !== kind) {
    const remedy =
      kind === 'registry'
        ? 'Set DATABASE_URL to the same database as for its server.'
        : 'Unset DATABASE_URL, as for its server.'
    throw new ConflictError('home_mismatch', `The home ${home.path} does not keep its users in a ${kind}. ${remedy}`)
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
  options: Pick<OpenPlanesOptions, 'postgresMigrations' | 'clock' | 'log'> & { databaseUrl: string },
): Promise<string | null> {
  const { databaseUrl, postgresMigrations = [], clock, log } = options
  const { openPostgres } = await import('../drivers/postgres/control/index.ts')
  const { control } = await openPostgres({ databaseUrl, migrations: postgresMigrations, mayMigrate: false, clock, log })
  try {
    const fact = await control.read(reader => reader.get('facts', homeIdFact))
    return fact?.value ?? null
  } finally {
    await control.close()
  }
}
