import { ConflictError } from '@svc/plugin'
import type { Clock, ControlPlane, Logger, OpenControlOptions } from '@svc/plugin'
import { controlRecords, importControl } from './control-copy.ts'
import { homeIdFact } from './home-belonging.ts'
import type { Home } from './planes.ts'
import { driverFor } from './resolve-driver.ts'
import type { ChosenDriver } from './resolve-driver.ts'

export interface MoveControlOptions {
  home: Home
  /** `database`: where `DATABASE_URL` says; `home`: into the home. */
  to: 'database' | 'home'
  databaseUrl: string
  clock: Clock
  log: Logger
}

/**
 * Takes users, workspaces and keys from the home to a database or back. The home's marker says where they are, until the copy is
 * whole: what is broken off begins anew. False when they are there already.
 * @throws ConflictError when the home is new, or the database is another home's
 */
export async function moveControl({ home, to, databaseUrl, clock, log }: MoveControlOptions): Promise<boolean> {
  const { marker } = home
  if (marker === null) throw new ConflictError('conflict', `The home ${home.path} is new: there is nothing to move.`)
  const options = { homePath: home.path, beside: null, clock, log }
  const database = { ...driverFor('control', databaseUrl), options: { ...options, databaseUrl } }
  const inHome = { ...driverFor('control', null), options: { ...options, databaseUrl: null } }
  await withControl(database, control => assertOurs(control, home))
  const [from, target] = to === 'database' ? [inHome, database] : [database, inHome]
  const isThere = marker.control === target.driver.id
  if (!isThere) {
    await target.driver.eraseControl?.(target.options)
    await withControl(from, source => withControl(target, control => copyControl(source, control, home.homeId)))
    await home.mark({ control: target.driver.id, set_up_at: home.marker?.set_up_at ?? null })
  }
  await from.driver.eraseControl?.(from.options)
  return !isThere
}

type Place = ChosenDriver<'control'> & { options: OpenControlOptions }

async function withControl<T>({ open, options }: Place, work: (control: ControlPlane) => Promise<T>): Promise<T> {
  const control = await open(options)
  try {
    return await work(control)
  } finally {
    await control.close()
  }
}

async function copyControl(from: ControlPlane, to: ControlPlane, homeId: string): Promise<void> {
  const records = await controlRecords(from)
  const facts = [...records.facts.filter(({ id }) => id !== homeIdFact), { id: homeIdFact, value: homeId }]
  await importControl(to, { ...records, facts })
  for await (const entry of from.readAudit()) await to.appendAudit(entry)
}

async function assertOurs(control: ControlPlane, home: Home): Promise<void> {
  const { owner, hasUsers } = await control.read(async reader => ({
    owner: (await reader.get('facts', homeIdFact))?.value ?? null,
    hasUsers: (await reader.page('users', {}, { limit: 1 })).items.length > 0,
  }))
  if (owner === home.homeId || (owner === null && !hasUsers)) return
  const { location } = await control.status()
  throw new ConflictError(
    'home_mismatch',
    `The database ${location} belongs to another home (${owner ?? 'unknown'}), and the home ${home.path} is ${home.homeId}. Set DATABASE_URL to an empty database, or SVC_HOME to the home it belongs to.`,
  )
}
