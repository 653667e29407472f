import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ConflictError } from '@svc/plugin'
import type { Clock, Logger, Migration } from '@svc/plugin'
import type { ControlPlane } from './control/control-plane.ts'
import { controlRecords, importControl, registryRecords } from './control/control-copy.ts'
import { openRegistry } from '../drivers/registry/index.ts'
import { openControl } from './open-planes.ts'
import type { Home, HomeMarker, PostgresDatabase } from './planes.ts'

const registryFolder = 'control_plane'

export interface MoveControlOptions {
  home: Home
  to: HomeMarker['control']
  databaseUrl: string
  postgresMigrations: readonly Migration[]
  clock: Clock
  log: Logger
}

interface Database {
  control: ControlPlane
  postgres: PostgresDatabase
}

/**
 * Takes users, workspaces and keys from the registry to PostgreSQL or back. The home's marker says where they are, until the copy is
 * whole: what is broken off begins anew. False when they are there already.
 * @throws ConflictError when the home is new, or the database is another home's
 */
export async function moveControl(options: MoveControlOptions): Promise<boolean> {
  const { home, to, databaseUrl, postgresMigrations, clock, log } = options
  const { marker } = home
  if (marker === null) throw new ConflictError('conflict', `The home ${home.path} is new: there is nothing to move.`)
  const { control, postgres } = await openControl({ home, databaseUrl, postgresMigrations, clock, log })
  if (postgres === null) throw new ConflictError('conflict', 'DATABASE_URL is not set.')
  try {
    await assertOurs(control, home)
    const isThere = marker.control === to
    if (to === 'postgres') {
      if (!isThere) await toPostgres(options, { control, postgres })
      await rm(join(home.path, registryFolder), { recursive: true, force: true })
    } else {
      if (!isThere) await toRegistry(options, control)
      await clear(postgres)
    }
    return !isThere
  } finally {
    await control.close()
  }
}

async function toPostgres({ home, log }: MoveControlOptions, { control, postgres }: Database): Promise<void> {
  const records = await registryRecords(home.path)
  const facts = [...records.facts.filter(({ id }) => id !== 'home_id'), { id: 'home_id', value: home.homeId }]
  await clear(postgres)
  await importControl(control, { ...records, facts })
  const registry = await openRegistry({ homePath: home.path, log })
  try {
    for await (const entry of registry.readAudit()) await control.appendAudit(entry)
  } finally {
    await registry.close()
  }
  await mark(home, 'postgres')
}

async function toRegistry({ home, log }: MoveControlOptions, control: ControlPlane): Promise<void> {
  await rm(join(home.path, registryFolder), { recursive: true, force: true })
  const registry = await openRegistry({ homePath: home.path, log })
  try {
    await importControl(registry, await controlRecords(control))
    for await (const entry of control.readAudit()) await registry.appendAudit(entry)
  } finally {
    await registry.close()
  }
  await mark(home, 'registry')
}

async function mark(home: Home, control: HomeMarker['control']): Promise<void> {
  await home.mark({ control, set_up_at: home.marker?.set_up_at ?? null })
}

async function assertOurs(control: ControlPlane, home: Home): Promise<void> {
  const { owner, hasUsers } = await control.read(async reader => ({
    owner: (await reader.get('facts', 'home_id'))?.value ?? null,
    hasUsers: (await reader.page('users', {}, { limit: 1 })).items.length > 0,
  }))
  if (owner === home.homeId || (owner === null && !hasUsers)) return
  const { location } = await control.status()
  throw new ConflictError(
    'home_mismatch',
    `The database ${location} belongs to another home (${owner ?? 'unknown'}), and the home ${home.path} is ${home.homeId}. Set DATABASE_URL to an empty database, or SVC_HOME to the home it belongs to.`,
  )
}

async function clear(postgres: PostgresDatabase): Promise<void> {
  // Loaded here alone: without PostgreSQL its driver costs the start nothing.
  const { clearControl } = await import('../drivers/postgres/control/index.ts')
  await postgres.transaction(clearControl)
}
