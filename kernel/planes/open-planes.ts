import type { Logger, PlaneStatus } from '@svc/plugin'
import { HostedAnalyticsPlane } from '../drivers/duckdb/index.ts'
import type { ControlPlane } from './control/control-plane.ts'
import { openRegistry } from '../drivers/registry/index.ts'
import { AbsentDataPlane } from './absent-data-plane.ts'
import { SqliteDataPlane, SqliteMemoryPlane } from '../drivers/sqlite/index.ts'
import type { openPgvector, Pgvector } from '../drivers/pgvector/index.ts'
import { assertBelonging, watchSetUp } from './home-belonging.ts'
import { planMigrations } from './storage/migration-plan.ts'
import type { OpenedPlanes, OpenPlanesOptions, PostgresDatabase } from './planes.ts'

const notInUse: PlaneStatus = { driver: 'none', healthy: true, location: '', version: null, detail: 'not in use yet' }

/**
 * Opens the control plane, checks that it belongs to the home, and readies the data plane; its files are opened when asked for.
 * @throws ConflictError `home_mismatch`; MigrationError; UnavailableError
 */
export async function openPlanes(options: OpenPlanesOptions): Promise<OpenedPlanes> {
  const { home, clock, log } = options
  const { control: opened, postgres } = await openControl(options)
  try {
    const kind = options.databaseUrl === null ? 'registry' : 'postgres'
    const { location } = await opened.status()
    await assertBelonging({ home, control: opened, kind, location, clock })
    const control = watchSetUp(opened, home, clock)
    const { migrations } = options
    const sets = typeof migrations === 'function' ? await migrations(control) : migrations
    const plan = planMigrations(sets)
    const data = new SqliteDataPlane({ homePath: home.path, plan, clock, log })
    const openIndex = await indexOpener(options)
    return planesOver({ control, data, postgres, schema: plan.fingerprint, log, openIndex })
  } catch (error) {
    await opened.close()
    throw error
  }
}

/** One face for what was opened. */
export function planesOver(
  parts: Pick<OpenedPlanes, 'control' | 'postgres' | 'schema'> & {
    data: SqliteDataPlane | AbsentDataPlane
    log: Logger
    openIndex: IndexOpener | null
  },
): OpenedPlanes {
  const { control, data, postgres, schema, log, openIndex } = parts
  const memory = new SqliteMemoryPlane({ data, log })
  let index: Pgvector | null = null
  let analytics: HostedAnalyticsPlane | null = null
  return {
    control,
    data,
    memory,
    postgres,
    schema,
    planes: {
      async status() {
        const memoryStatus = memory.status().then(files => index?.status(files) ?? files)
        const [ofControl, ofData, ofAnalytics, ofMemory] = await Promise.all([
          control.status(),
          data.status(),
          analytics?.status() ?? notInUse,
          memoryStatus,
        ])
        return { control: ofControl, data: ofData, analytics: ofAnalytics, memory: ofMemory }
      },
    },
    followVectors(marks, { recovers }) {
      if (openIndex === null || index !== null || data instanceof AbsentDataPlane) return
      index = openIndex({ data, vectors: memory, marks })
      memory.useCandidates(index)
      if (recovers) index.recover()
    },
    openAnalytics(parts) {
      analytics = new HostedAnalyticsPlane(parts)
      return analytics
    },
    async close() {
      await analytics?.close()
      await index?.close()
      await memory.close()
      await data.close()
      await control.close()
    },
  }
}

export type IndexOpener = (parts: Pick<Parameters<typeof openPgvector>[0], 'data' | 'vectors' | 'marks'>) => Pgvector

/** How to open an index of the vectors, where there is a PostgreSQL that may have pgvector. */
export async function indexOpener({
  databaseUrl,
  clock,
  log,
}: Pick<OpenPlanesOptions, 'databaseUrl' | 'clock' | 'log'>): Promise<IndexOpener | null> {
  if (databaseUrl === null) return null
  const { openPgvector } = await import('../drivers/pgvector/index.ts')
  return parts => openPgvector({ ...parts, databaseUrl, clock, log })
}

/** The control plane alone, where `DATABASE_URL` or the home says it is. @throws MigrationError, UnavailableError */
export async function openControl(
  options: Pick<OpenPlanesOptions, 'databaseUrl' | 'postgresMigrations' | 'clock' | 'log'> & { home: { path: string } },
): Promise<{ control: ControlPlane; postgres: PostgresDatabase | null }> {
  const { home, databaseUrl, postgresMigrations = [], clock, log } = options
  if (databaseUrl === null) return { control: await openRegistry({ homePath: home.path, log }), postgres: null }
  // Loaded here alone: without PostgreSQL its driver costs the start nothing.
  const { openPostgres } = await import('../drivers/postgres/control/index.ts')
  const { control, database } = await openPostgres({ databaseUrl, migrations: postgresMigrations, clock, log })
  return { control, postgres: database }
}
