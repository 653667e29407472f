import type { PlaneStatus } from '@svc/plugin'
import type { ControlPlane } from './control/control-plane.ts'
import { openRegistry } from './control/registry/registry-control-plane.ts'
import { SqliteDataPlane } from './data/sqlite-data-plane.ts'
import { assertBelonging, watchSetUp } from './home-belonging.ts'
import { planMigrations } from './migration-plan.ts'
import type { OpenedPlanes, OpenPlanesOptions } from './planes.ts'

const notInUse: PlaneStatus = { driver: 'none', healthy: true, location: '', version: null, detail: 'not in use yet' }

/**
 * Opens the control plane, checks that it belongs to the home, and readies the data plane; its files are opened when asked for.
 * @throws ConflictError `home_mismatch`; MigrationError; UnavailableError
 */
export async function openPlanes(options: OpenPlanesOptions): Promise<OpenedPlanes> {
  const { home, clock, log } = options
  const opened = await openControl(options)
  try {
    const kind = options.databaseUrl === null ? 'registry' : 'postgres'
    const { location } = await opened.status()
    await assertBelonging({ home, control: opened, kind, location, clock })
    const control = watchSetUp(opened, home, clock)
    const { migrations } = options
    const sets = typeof migrations === 'function' ? await migrations(control) : migrations
    const data = new SqliteDataPlane({ homePath: home.path, plan: planMigrations(sets), clock, log })
    return {
      control,
      data,
      planes: {
        async status() {
          const [controlStatus, dataStatus] = await Promise.all([control.status(), data.status()])
          return { control: controlStatus, data: dataStatus, analytics: notInUse, memory: notInUse }
        },
      },
      async close() {
        await data.close()
        await control.close()
      },
    }
  } catch (error) {
    await opened.close()
    throw error
  }
}

async function openControl({ home, databaseUrl, clock, log }: OpenPlanesOptions): Promise<ControlPlane> {
  if (databaseUrl === null) return openRegistry({ homePath: home.path, log })
  // Loaded here alone: without PostgreSQL its driver costs the start nothing.
  const { openPostgres } = await import('./control/postgres/open-postgres.ts')
  return openPostgres({ databaseUrl, clock, log })
}
