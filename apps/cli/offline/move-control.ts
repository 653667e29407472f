import { ConflictError } from '@svc/plugin'
import type { ControlPlane } from '@svc/plugin'
import { controlPlaces, copyControl } from '../../../kernel/index.ts'
import type { ControlPlace, StoppedHome } from '../../../kernel/index.ts'

export interface MoveControlOptions {
  home: StoppedHome
  /** `database`: where `DATABASE_URL` says; `home`: into the home. */
  to: 'database' | 'home'
  databaseUrl: string
}

/**
 * Takes users, workspaces and keys from the home to a database or back. The home's marker says where they are, until the copy is
 * whole: what is broken off begins anew. False when they are there already.
 * @throws ConflictError when the home is new, or the database is another home's
 */
export async function moveControl({ home, to, databaseUrl }: MoveControlOptions): Promise<boolean> {
  const { marker } = home
  if (marker === null) throw new ConflictError('conflict', `The home ${home.path} is new: there is nothing to move.`)
  const { home: inHome, database } = controlPlaces(home.path, databaseUrl)
  if (database === null) throw new ConflictError('conflict', 'DATABASE_URL names no place outside of the home.')
  await withControl(database, control => assertOurs(control, home))
  const [from, target] = to === 'database' ? [inHome, database] : [database, inHome]
  const isThere = marker.control === target.id
  if (!isThere) {
    await target.erase()
    await withControl(from, source => withControl(target, control => copyControl(source, control, home.homeId)))
    await home.mark({ control: target.id, set_up_at: marker.set_up_at })
  }
  await from.erase()
  return !isThere
}

export async function withControl<T>(place: ControlPlace, work: (control: ControlPlane) => Promise<T>): Promise<T> {
  const control = await place.open()
  try {
    return await work(control)
  } finally {
    await control.close()
  }
}

/** @throws ConflictError when the database is another home's */
export async function assertOurs(control: ControlPlane, home: Pick<StoppedHome, 'homeId' | 'path'>): Promise<void> {
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
